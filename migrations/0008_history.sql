-- The log of operations and sign-ins, marks on its rows, and the chain of hashes over it and over all changes.

create table logs (
  tenant_id uuid not null references tenants (id),
  position bigint generated always as identity,
  id uuid not null,
  title text not null,
  log_type text not null,
  result text not null,
  method text not null,
  url text not null,
  user_id uuid,
  username text,
  org_name text,
  address text not null,
  browser text not null,
  parameters jsonb not null,
  -- Code of the failure, if it was one.
  error text,
  -- Milliseconds.
  duration integer not null,
  -- The request; its changes carry the same.
  operation_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, position)
);
create unique index logs_id_key on logs (tenant_id, id);
-- In the order of the list; the second for one kind of operation, such as signing in.
create index logs_created_at_idx on logs (tenant_id, created_at desc, id desc);
create index logs_log_type_idx on logs (tenant_id, log_type, created_at desc, id desc);
create index logs_operation_id_idx on logs (tenant_id, operation_id);
-- For sealing, which asks of all tenants at once what is new.
create index logs_position_idx on logs (position);
create index changes_position_idx on changes (position);

-- What somebody wants to come back to. A table of its own, because a row of the log is never changed.
create table log_marks (
  tenant_id uuid not null,
  log_id uuid not null,
  user_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, log_id),
  foreign key (tenant_id, log_id) references logs (tenant_id, id)
);

-- One chain a tenant. Each hash is over the one before it and over the row that `source` and `record` name (kernel/seals.ts).
create table log_seals (
  tenant_id uuid not null references tenants (id),
  position bigint not null,
  source text not null check (source in ('log', 'change')),
  record bigint not null,
  hash bytea not null,
  primary key (tenant_id, position)
);
create unique index log_seals_record_key on log_seals (tenant_id, source, record);

do $$
declare
  kept text;
begin
  foreach kept in array array['logs', 'log_marks', 'log_seals'] loop
    execute format('alter table %I enable row level security', kept);
    execute format('alter table %I force row level security', kept);
    execute format(
      'create policy tenant on %I to outstation_tenant '
      'using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)) '
      'with check (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', kept);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', kept);
  end loop;
end $$;
-- Written by the server for all tenants at once, read by each; changed and deleted by nobody.
grant select on logs, log_seals to outstation_tenant;
grant select, insert on logs, log_seals to outstation_platform;
call allow_erasing('logs');
call allow_erasing('log_seals');
grant select, insert, delete on log_marks to outstation_tenant, outstation_platform;

-- Up to this position of its source every row has its seal: one that turns up below it later was slipped in.
create table log_sealing (
  source text primary key,
  up_to bigint not null
);
insert into log_sealing values ('log', 0), ('change', 0);
alter table log_sealing enable row level security;
alter table log_sealing force row level security;
create policy catalogue on log_sealing for select to outstation_tenant using (true);
create policy platform on log_sealing to outstation_platform using (true) with check (true);
grant select on log_sealing to outstation_tenant;
grant select, update on log_sealing to outstation_platform;

-- What the list shows: the rows with their marks.
create view log_list with (security_invoker = true) as
select l.tenant_id, l.id, l.title, l.log_type, l.result, l.username, l.org_name, l.method, l.url, l.address, l.browser, l.duration,
  exists (select 1 from log_marks m where m.tenant_id = l.tenant_id and m.log_id = l.id)::int::smallint as marked,
  l.created_at, l.created_at as updated_at, 1 as version
from logs l;
grant select on log_list to outstation_tenant, outstation_platform;
