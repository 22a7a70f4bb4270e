-- The registry: what is measured where, by which devices, and how each of their points is to be read. Samples are no part of
-- it; they are stored under the number of their point (`series`), and no key leads from them to here.

create table projects (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  project_code text not null,
  project_name text not null,
  project_status text not null default 'planned' check (project_status in ('planned', 'active', 'finished')),
  project_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index projects_project_code_key on projects (tenant_id, lower(project_code));
create unique index projects_project_name_key on projects (tenant_id, lower(project_name));

create table sites (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  site_code text not null,
  site_name text not null,
  project_id uuid,
  -- Degrees of WGS 84; a place has both or none.
  longitude float8 check (longitude between -180 and 180),
  latitude float8 check (latitude between -90 and 90),
  address text,
  site_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint sites_project_id_fkey foreign key (tenant_id, project_id) references projects (tenant_id, id),
  constraint sites_position_check check ((longitude is null) = (latitude is null))
);
create unique index sites_site_code_key on sites (tenant_id, lower(site_code));
create unique index sites_site_name_key on sites (tenant_id, lower(site_name));
create index sites_project_id_idx on sites (tenant_id, project_id);

create table device_types (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  type_code text not null,
  type_name text not null,
  manufacturer text,
  model text,
  type_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index device_types_type_code_key on device_types (tenant_id, lower(type_code));
create unique index device_types_type_name_key on device_types (tenant_id, lower(type_name));

create table devices (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- The device's name in topics and credentials: `#`, `+` and `/` would widen what it may reach.
  device_code text not null check (device_code ~ '^[A-Za-z0-9_-]{1,64}$'),
  device_name text not null,
  device_type_id uuid,
  site_id uuid,
  device_status smallint not null default 1 check (device_status in (0, 1)),
  serial_number text,
  -- `push`: the device sends by itself, over MQTT or HTTP. `modbus`: it is asked.
  connection text not null default 'push' check (connection in ('push', 'modbus')),
  modbus_host text,
  modbus_port integer default 502 check (modbus_port between 1 and 65535),
  modbus_unit integer default 1 check (modbus_unit between 0 and 247),
  poll_seconds integer default 10 check (poll_seconds > 0),
  device_description text,
  -- SHA-256 of the secret, in hexadecimal digits (server/kernel/device-secrets.ts).
  secret_hash text,
  secret_changed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint devices_device_type_id_fkey foreign key (tenant_id, device_type_id) references device_types (tenant_id, id),
  constraint devices_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id),
  constraint devices_modbus_check check (num_nulls(modbus_port, modbus_unit, poll_seconds) = 0)
);
create unique index devices_device_code_key on devices (tenant_id, lower(device_code));
create index devices_device_type_id_idx on devices (tenant_id, device_type_id);
create index devices_site_id_idx on devices (tenant_id, site_id);
create index devices_created_at_idx on devices (tenant_id, created_at desc, id desc);

-- A type's points are the pattern that its devices' points are copied from, columns and all. So both tables are alike.
create table type_points (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  device_type_id uuid not null,
  point_key text not null check (point_key ~ '^[A-Za-z0-9_.-]{1,64}$'),
  point_name text not null,
  unit text,
  -- Value = raw × scale + value_offset.
  scale float8 default 1,
  value_offset float8 default 0,
  range_low float8,
  range_high float8,
  deadband float8 check (deadband >= 0),
  max_interval_seconds integer check (max_interval_seconds > 0),
  stale_seconds integer check (stale_seconds > 0),
  frozen_seconds integer check (frozen_seconds > 0),
  retention text default 'standard' check (retention in ('short', 'standard', 'long')),
  register_kind text check (register_kind in ('coil', 'discrete', 'holding', 'input')),
  register_address integer check (register_address between 0 and 65535),
  register_format text check (register_format in ('int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64', 'boolean')),
  -- In which order the bytes of a value arrive; A is the most significant.
  byte_order text check (byte_order in ('ABCD', 'CDAB', 'BADC', 'DCBA')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint type_points_device_type_id_fkey foreign key (tenant_id, device_type_id) references device_types (tenant_id, id) on delete cascade,
  constraint type_points_defaults_check check (num_nulls(scale, value_offset, retention) = 0),
  constraint type_points_range_check check (range_low < range_high),
  constraint type_points_register_check check (num_nulls(register_kind, register_address, register_format, byte_order) in (0, 4))
);
create unique index type_points_point_key_key on type_points (tenant_id, device_type_id, lower(point_key));

create table points (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  device_id uuid not null,
  -- Under this number the samples of the point are stored: eight bytes where an id has sixteen, a hundred million times.
  series bigint generated always as identity,
  point_key text not null check (point_key ~ '^[A-Za-z0-9_.-]{1,64}$'),
  point_name text not null,
  unit text,
  scale float8 default 1,
  value_offset float8 default 0,
  range_low float8,
  range_high float8,
  deadband float8 check (deadband >= 0),
  max_interval_seconds integer check (max_interval_seconds > 0),
  stale_seconds integer check (stale_seconds > 0),
  frozen_seconds integer check (frozen_seconds > 0),
  retention text default 'standard' check (retention in ('short', 'standard', 'long')),
  register_kind text check (register_kind in ('coil', 'discrete', 'holding', 'input')),
  register_address integer check (register_address between 0 and 65535),
  register_format text check (register_format in ('int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64', 'boolean')),
  byte_order text check (byte_order in ('ABCD', 'CDAB', 'BADC', 'DCBA')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint points_device_id_fkey foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade,
  constraint points_defaults_check check (num_nulls(scale, value_offset, retention) = 0),
  constraint points_range_check check (range_low < range_high),
  constraint points_register_check check (num_nulls(register_kind, register_address, register_format, byte_order) in (0, 4))
);
create unique index points_point_key_key on points (tenant_id, device_id, lower(point_key));
create unique index points_series_key on points (tenant_id, series);
create index points_created_at_idx on points (tenant_id, created_at desc, id desc);

-- A cell or field left empty means the usual value, however the row is written.
create function fill_in_point() returns trigger language plpgsql as $$
begin
  new.scale := coalesce(new.scale, 1);
  new.value_offset := coalesce(new.value_offset, 0);
  new.retention := coalesce(new.retention, 'standard');
  return new;
end $$;
create trigger usual_values before insert or update on type_points for each row execute function fill_in_point();
create trigger usual_values before insert or update on points for each row execute function fill_in_point();

create function fill_in_device() returns trigger language plpgsql as $$
begin
  new.modbus_port := coalesce(new.modbus_port, 502);
  new.modbus_unit := coalesce(new.modbus_unit, 1);
  new.poll_seconds := coalesce(new.poll_seconds, 10);
  return new;
end $$;
create trigger usual_values before insert or update on devices for each row execute function fill_in_device();

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
  each_table text;
begin
  foreach each_table in array array['projects', 'sites', 'device_types', 'type_points', 'devices', 'points'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', each_table, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', each_table);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', each_table);
  end loop;
end $$;

call track_history('projects', 'id', '', true);
call track_history('sites', 'id', '', true);
call track_history('device_types', 'id', '', true);
call track_history('type_points', 'id', '', true);
call track_history('devices', 'id', 'secret_hash', true);
call track_history('points', 'id', 'series', true);

-- Points count from now on (docs/decisions/0044), whoever makes them: a person, an import, or a device that comes with its type's.
create or replace function usage_of(tenant uuid, quota text) returns bigint language sql stable as $$
  select case quota
    when 'users' then (select count(*) from users where tenant_id = tenant)
    when 'storage' then (select coalesce(sum(size), 0)::bigint from blobs where tenant_id = tenant)
      + (select coalesce(sum(size), 0)::bigint from uploads where tenant_id = tenant and file_id is null)
    when 'points' then (select count(*) from points where tenant_id = tenant)
    else 0 end
$$;
call hold_quota('points', 'points', false);
-- A device brings points along: its turn is waited for before its own keys are taken.
create trigger quota_waits before insert on devices for each statement execute function wait_for_quota('points');
