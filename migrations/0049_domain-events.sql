-- What has happened, as a log that features subscribe to (server/kernel/runtime/domain-events.ts, docs/decisions/0072).
create table domain_events (
  tenant_id uuid not null references tenants (id),
  -- By this and the id the events of a tenant have one order, in which none is put in front of one that was read: the id of the
  -- transaction, or of the newest one that it could see in the log when it wrote, where that is greater.
  transaction_id xid8 not null,
  id bigint generated always as identity,
  kind text not null,
  -- Of what it tells, such as the id of a row.
  subject text not null,
  payload jsonb not null default '{}',
  happened_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, transaction_id, id)
);
create index domain_events_transaction_idx on domain_events (transaction_id, tenant_id);
create index domain_events_age_idx on domain_events using brin (happened_at);

-- How far each subscriber has come in the log of each tenant.
create table event_cursors (
  tenant_id uuid not null references tenants (id),
  subscriber text not null,
  transaction_id xid8 not null default '0',
  event_id bigint not null default 0,
  -- Of the event that comes next: how often it failed, with what, and when it is tried again.
  attempts integer not null default 0,
  last_error text,
  retry_at timestamptz,
  primary key (tenant_id, subscriber)
);
create index event_cursors_retry_idx on event_cursors (subscriber, retry_at) where retry_at is not null;

-- Events that a subscriber failed at too often: set aside, so that those after them go on. The log may have forgotten them.
create table dead_events (
  tenant_id uuid not null references tenants (id),
  subscriber text not null,
  event_id bigint not null,
  kind text not null,
  subject text not null,
  payload jsonb not null,
  happened_at timestamptz not null,
  attempts integer not null,
  error text not null,
  dead_at timestamptz not null default now(),
  primary key (tenant_id, subscriber, event_id)
);

do $$
declare each_table text;
begin
  foreach each_table in array array['domain_events', 'event_cursors', 'dead_events'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format(
      'create policy tenant on %I to outstation_tenant using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)) '
      'with check (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', each_table);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', each_table);
    execute format('grant select, insert on %I to outstation_tenant', each_table);
    execute format('grant select, insert, update, delete on %I to outstation_platform', each_table);
  end loop;
end $$;
grant update on event_cursors to outstation_tenant;
