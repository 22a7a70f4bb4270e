-- How messages of devices of a type are read, and which messages could not be (docs/decisions/0087).
create table type_mappings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  device_type_id uuid not null,
  rule_name text not null,
  message_source text not null check (message_source in ('mqtt', 'http')),
  topic_filter text,
  message_format text not null check (message_format in ('json', 'csv', 'csv-names', 'text', 'ignore')),
  value_path text,
  point_key text,
  source_unit text,
  -- Number = raw × scale + value_offset, before it is converted from source_unit.
  scale float8,
  value_offset float8,
  value_words text,
  time_path text,
  time_format text check (time_format in ('auto', 'seconds', 'milliseconds', 'microseconds', 'nanoseconds', 'day-first', 'month-first', 'digits')),
  time_zone text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint type_mappings_device_type_id_fkey foreign key (tenant_id, device_type_id) references device_types (tenant_id, id) on delete cascade
);
create index type_mappings_device_type_id_idx on type_mappings (tenant_id, device_type_id, created_at, id);

-- Bounded per device and tenant by whoever writes them (server/acquisition/unparsed.ts), and deleted after a day: few, so they lie in one table.
create table unparsed_messages (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  device_id uuid not null,
  -- The very microsecond its values without a time are stored at.
  received_at timestamptz not null,
  message_source text not null check (message_source in ('mqtt', 'http')),
  topic text,
  payload bytea not null,
  -- Of what it is as a text, for lists.
  message_head text not null,
  fault_code text not null,
  fault_place text not null,
  primary key (tenant_id, id),
  constraint unparsed_messages_device_id_fkey foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade
);
create index unparsed_messages_device_id_idx on unparsed_messages (tenant_id, device_id, received_at desc);
create index unparsed_messages_received_at_idx on unparsed_messages (tenant_id, received_at desc, id desc);
create index unparsed_messages_age_idx on unparsed_messages (received_at);

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
  each_table text;
begin
  foreach each_table in array array['type_mappings', 'unparsed_messages'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', each_table, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', each_table);
  end loop;
  grant select, insert, update, delete on type_mappings to outstation_tenant, outstation_platform;
  -- Written by collectors, for devices of all tenants; what was read again is changed or deleted.
  grant select, update, delete on unparsed_messages to outstation_tenant;
  grant select, insert, delete on unparsed_messages to outstation_platform;
end $$;

call track_history('type_mappings', 'id', '', true);

create view unparsed_message_list with (security_invoker = true) as
  select tenant_id, id, device_id, received_at, message_source, topic, fault_code, fault_place,
    message_head, octet_length(payload) as message_bytes,
    received_at as created_at, received_at as updated_at, 1 as version
  from unparsed_messages;
grant select on unparsed_message_list to outstation_tenant, outstation_platform;
