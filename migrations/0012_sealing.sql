-- Sealing costs what is new: rows carry the transaction that wrote them, and what has become visible since the last round is
-- a few ranges of an index (kernel/unsealed.ts, docs/decisions/0024).

-- Rows from before are of transaction 0, which is over in every snapshot; the constant keeps the tables from being rewritten.
alter table logs add column transaction_id xid8 not null default '0';
alter table logs alter column transaction_id set default pg_current_xact_id();
alter table changes add column transaction_id xid8 not null default '0';
alter table changes alter column transaction_id set default pg_current_xact_id();

-- What still waits for its seal becomes of transaction 1, which is not over in the snapshot '1:1:'. An unsealed row below the
-- old watermark was slipped in: it keeps its 0 and is named as before. Row security is forced upon the owner, too.
alter table logs no force row level security;
alter table changes no force row level security;
alter table log_seals no force row level security;
alter table log_sealing no force row level security;
update logs set transaction_id = '1' where position > (select up_to from log_sealing where source = 'log')
  and not exists (select from log_seals where log_seals.tenant_id = logs.tenant_id and source = 'log' and record = logs.position);
update changes set transaction_id = '1' where position > (select up_to from log_sealing where source = 'change')
  and not exists (select from log_seals where log_seals.tenant_id = changes.tenant_id and source = 'change' and record = changes.position);

-- The log has a million rows and few different users, addresses and routes: a search by part of one goes over these values
-- and then, by index, to the newest rows of each. Under row security no index serves `ilike`: it is not leakproof.
create table log_values (
  tenant_id uuid not null references tenants (id),
  field text not null,
  value text not null,
  primary key (tenant_id, field, value)
);
insert into log_values select distinct tenant_id, each.field, each.value
  from logs, lateral (values ('username', username), ('org_name', org_name), ('url', url), ('address', address)) each (field, value) where each.value is not null;
alter table log_values enable row level security;
alter table log_values force row level security;
create policy tenant on log_values to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on log_values to outstation_platform using (true) with check (true);
grant select on log_values to outstation_tenant;
grant select, insert, delete on log_values to outstation_platform;

-- In one order, so that two servers which write the same values never wait for each other in turn. The different values are
-- found before they are asked for: a plan kept from when there were few compared each entry with all of them.
create function keep_log_values() returns trigger language plpgsql as $$
begin
  insert into log_values (tenant_id, field, value)
  select distinct n.tenant_id, each.field, each.value
  from new_rows n, lateral (values ('username', n.username), ('org_name', n.org_name), ('url', n.url), ('address', n.address)) each (field, value)
  where each.value is not null
  order by 1, 2, 3
  on conflict do nothing;
  return null;
end $$;
create trigger values_of_the_log after insert on logs referencing new table as new_rows for each statement execute function keep_log_values();

create index logs_username_idx on logs (tenant_id, username, created_at desc, id desc);
create index logs_org_name_idx on logs (tenant_id, org_name, created_at desc, id desc);
create index logs_url_idx on logs (tenant_id, url, created_at desc, id desc);
create index logs_address_idx on logs (tenant_id, address, created_at desc, id desc);
-- These have few different values, so they are asked for together: what passes one is looked through for the others in the index.
create index logs_title_idx on logs (tenant_id, title, created_at desc, id desc) include (log_type, result);
create index logs_result_idx on logs (tenant_id, result, created_at desc, id desc) include (title, log_type);

alter table logs force row level security;
alter table changes force row level security;
alter table log_seals force row level security;
alter table log_sealing force row level security;

drop index logs_position_idx;
drop index changes_position_idx;
create index logs_transaction_id_idx on logs (transaction_id, position);
create index changes_transaction_id_idx on changes (transaction_id, position);

alter table log_sealing drop column up_to;
-- Every row that this snapshot sees has its seal: one that turns up among them later was slipped in.
alter table log_sealing add column seen pg_snapshot not null default '1:1:';
-- A round under way: the snapshot it leads to, and the last row it has looked at.
alter table log_sealing add column goal pg_snapshot;
alter table log_sealing add column done_transaction xid8;
alter table log_sealing add column done_position bigint;
-- The round reads all rows: the numbers of `seen` are those of another database, from which this one was restored.
alter table log_sealing add column whole boolean not null default false;
-- The transaction that wrote this row, as the row says. One that was restored from a dump is of another (`xmin`).
alter table log_sealing add column stored_by xid8 not null default pg_current_xact_id();
