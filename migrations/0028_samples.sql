-- What devices measure. Samples lie in partitions, by how long they are kept and then by UTC day, and go with their partition:
-- no row is ever deleted for its age. Partitions are made by the server (kernel/acquisition/partitions.ts). They inherit no
-- policy and get no grant, so every one of them is read and written through its table and nowhere else.

-- How long samples are kept: 1 short, 2 standard, 3 long (model/acquisition/quality.ts).
create table samples (
  tenant_id uuid not null,
  -- The number of a point (points.series).
  series bigint not null,
  time timestamptz not null,
  -- Null where the device said that it has none.
  value float8,
  -- OPC: 192 good, 64 uncertain, 0 bad.
  quality smallint not null,
  reason smallint not null,
  retention smallint not null,
  primary key (tenant_id, series, time, retention)
) partition by list (retention);
create table samples_short partition of samples for values in (1) partition by range (time);
create table samples_standard partition of samples for values in (2) partition by range (time);
create table samples_long partition of samples for values in (3) partition by range (time);

-- Roll-ups. `count` is all samples, `good` those of good quality; the other figures are of the `valued`, which have a value and
-- are not bad. Minutes lie by UTC month, hours by UTC year; days are few and stay.
create table sample_minutes (
  tenant_id uuid not null,
  series bigint not null,
  bucket timestamptz not null,
  low float8,
  high float8,
  total float8,
  first float8,
  last float8,
  count integer not null,
  valued integer not null,
  good integer not null,
  primary key (tenant_id, series, bucket)
) partition by range (bucket);
create table sample_hours (like sample_minutes including all) partition by range (bucket);
create table sample_days (like sample_minutes including all);

-- Which buckets are to be rolled up (again), written by the transaction that stored their samples: a server that is killed owes
-- nothing it could forget. Level 0 is minutes, 1 hours, 2 days.
create table sample_touches (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  level smallint not null check (level in (0, 1, 2)),
  due_at timestamptz not null,
  -- Two lists of one length.
  series bigint[] not null,
  buckets timestamptz[] not null,
  primary key (tenant_id, id)
);
create index sample_touches_due_idx on sample_touches (level, due_at);

-- The newest value of each point.
create table point_states (
  tenant_id uuid not null references tenants (id),
  series bigint not null,
  time timestamptz not null,
  value float8,
  quality smallint not null,
  reason smallint not null,
  primary key (tenant_id, series)
) with (fillfactor = 50);

create table device_states (
  tenant_id uuid not null,
  device_id uuid not null,
  seen_at timestamptz not null,
  -- What was wrong last with what it sent, as a code, and where: a key, a field.
  error text,
  error_detail text,
  error_at timestamptz,
  messages bigint not null default 0,
  readings bigint not null default 0,
  refused bigint not null default 0,
  primary key (tenant_id, device_id),
  constraint device_states_device_id_fkey foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade
) with (fillfactor = 50);

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
  each_table text;
begin
  foreach each_table in array array['samples_short', 'samples_standard', 'samples_long'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
  end loop;
  foreach each_table in array array['samples', 'sample_minutes', 'sample_hours', 'sample_days', 'sample_touches', 'point_states', 'device_states'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', each_table, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', each_table);
    -- Written by collectors, for devices of all tenants; a person only reads.
    execute format('grant select on %I to outstation_tenant', each_table);
    execute format('grant select, insert, update, delete on %I to outstation_platform', each_table);
  end loop;
end $$;
