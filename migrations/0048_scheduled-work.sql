-- What is to be done at a time (server/kernel/runtime/scheduler.ts, docs/decisions/0071). Work of the platform belongs to its tenant.
create table scheduled_work (
  tenant_id uuid not null references tenants (id),
  kind text not null,
  -- Of what it is the work; scheduled again it has another time, and stays one row.
  key text not null,
  due_at timestamptz not null,
  payload jsonb not null default '{}',
  -- Counted when it is taken, so that work which ends its server is counted too.
  attempts integer not null default 0,
  -- One more each time it is scheduled: whoever carries it out meanwhile does not end what was scheduled since.
  generation integer not null default 1,
  taken_by uuid,
  taken_until timestamptz,
  last_error text,
  -- Tried too often; it stays until it is scheduled again or cancelled.
  dead_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, kind, key)
);
create index scheduled_work_due_idx on scheduled_work (greatest(due_at, taken_until)) where dead_at is null;
create index scheduled_work_dead_idx on scheduled_work (dead_at) where dead_at is not null;

alter table scheduled_work enable row level security;
alter table scheduled_work force row level security;
create policy tenant on scheduled_work to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on scheduled_work to outstation_platform using (true) with check (true);
grant select, insert, update, delete on scheduled_work to outstation_tenant, outstation_platform;
