-- A second, different value for a moment that has one takes its place; what stood there is kept here. Rows go when their samples do
-- (kernel/acquisition/corrections.ts); they are few, so unlike samples they lie in one table and are deleted by their age.
create table sample_corrections (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  series bigint not null,
  time timestamptz not null,
  retention smallint not null,
  -- What was replaced.
  value float8,
  quality smallint not null,
  reason smallint not null,
  -- By the clock of the database; whose message it was, and who imported it where it came from a file.
  corrected_at timestamptz not null default clock_timestamp(),
  device_id uuid,
  user_id uuid,
  primary key (tenant_id, id)
);
create index sample_corrections_sample_idx on sample_corrections (tenant_id, series, time);
create index sample_corrections_age_idx on sample_corrections (retention, time);

alter table sample_corrections enable row level security;
alter table sample_corrections force row level security;
create policy tenant on sample_corrections to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on sample_corrections to outstation_platform using (true) with check (true);
-- Written by collectors, for devices of all tenants; a person only reads.
grant select on sample_corrections to outstation_tenant;
grant select, insert, delete on sample_corrections to outstation_platform;
