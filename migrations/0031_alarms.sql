-- Alarms: rules, what they have raised, and one row for each transition (ANSI/ISA-18.2; docs/decisions/0049).

create table alarm_rules (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  rule_name text not null,
  -- Where it looks: at a device, at all devices of a type, or at a device if it is of that type.
  device_type_id uuid,
  device_id uuid,
  point_key text not null check (point_key ~ '^[A-Za-z0-9_.-]{1,64}$'),
  alarm_kind text not null check (alarm_kind in ('high', 'high-high', 'low', 'low-low', 'rate', 'stale', 'bad-quality')),
  -- In the unit of the point; of a rate, in that unit per minute.
  alarm_limit float8,
  alarm_deadband float8 check (alarm_deadband >= 0),
  silent_seconds integer check (silent_seconds > 0),
  -- Seconds.
  on_delay integer check (on_delay >= 0),
  off_delay integer check (off_delay >= 0),
  alarm_priority smallint not null check (alarm_priority between 1 and 4),
  rule_status smallint not null default 1 check (rule_status in (0, 1)),
  message_zh text,
  message_tw text,
  message_en text,
  rule_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint alarm_rules_device_type_id_fkey foreign key (tenant_id, device_type_id) references device_types (tenant_id, id) on delete cascade,
  constraint alarm_rules_device_id_fkey foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade,
  constraint alarm_rules_place_check check (num_nonnulls(device_type_id, device_id) > 0),
  constraint alarm_rules_limit_check check (alarm_limit is not null or alarm_kind in ('stale', 'bad-quality')),
  constraint alarm_rules_silent_check check (silent_seconds is not null or alarm_kind <> 'stale')
);
create unique index alarm_rules_rule_name_key on alarm_rules (tenant_id, lower(rule_name));
create index alarm_rules_device_type_id_idx on alarm_rules (tenant_id, device_type_id);
create index alarm_rules_device_id_idx on alarm_rules (tenant_id, device_id);

-- Whose holders are notified.
create table alarm_rule_roles (
  tenant_id uuid not null,
  rule_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, rule_id, role_id),
  constraint alarm_rule_roles_rule_id_fkey foreign key (tenant_id, rule_id) references alarm_rules (tenant_id, id) on delete cascade,
  constraint alarm_rule_roles_role_id_fkey foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);
create index alarm_rule_roles_role_id_idx on alarm_rule_roles (tenant_id, role_id);

-- One rule at one point, from when it was raised first. Neither rule nor point is tied to by a key: what has happened stays known when they go.
create table alarms (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  rule_id uuid not null,
  point_id uuid not null,
  -- As they were when it was raised last.
  rule_name text not null,
  point_name text not null,
  device_name text not null,
  alarm_kind text not null,
  alarm_priority smallint not null,
  alarm_limit float8,
  -- Whether the condition holds; whether somebody has to acknowledge; whether it was raised while it was put aside.
  active boolean not null default false,
  owed boolean not null default false,
  fresh boolean not null default false,
  mode text not null default 'in-service' check (mode in ('in-service', 'shelved', 'suppressed', 'out-of-service')),
  alarm_state text not null generated always as (case when mode <> 'in-service' then mode when active and owed then 'unacknowledged'
    when active then 'acknowledged' when owed then 'returned' else 'normal' end) stored,
  alarm_value float8,
  quality smallint,
  -- The time of the sample that decided last: what is older decides nothing any more.
  condition_at timestamptz,
  raised_at timestamptz,
  returned_at timestamptz,
  acknowledged_by uuid,
  acknowledged_at timestamptz,
  shelved_until timestamptz,
  alarm_comment text,
  notified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint alarms_shelf_check check ((mode = 'shelved') = (shelved_until is not null))
) with (fillfactor = 70);
create unique index alarms_rule_point_key on alarms (tenant_id, rule_id, point_id);
create index alarms_state_idx on alarms (tenant_id, alarm_state);
create index alarms_updated_idx on alarms (tenant_id, updated_at);
create index alarms_shelf_idx on alarms (shelved_until) where mode = 'shelved';

create table alarm_events (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  alarm_id uuid not null,
  transition text not null,
  from_state text not null,
  to_state text not null,
  -- By the clock of the database; the sample has its own.
  happened_at timestamptz not null default clock_timestamp(),
  sample_time timestamptz,
  value float8,
  quality smallint,
  user_id uuid,
  comment text,
  primary key (tenant_id, id),
  constraint alarm_events_alarm_id_fkey foreign key (tenant_id, alarm_id) references alarms (tenant_id, id)
);
create index alarm_events_alarm_id_idx on alarm_events (tenant_id, alarm_id, id desc);
create index alarm_events_happened_at_idx on alarm_events (tenant_id, happened_at);

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
  each_table text;
begin
  foreach each_table in array array['alarm_rules', 'alarm_rule_roles', 'alarms', 'alarm_events'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', each_table, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', each_table);
    execute format('grant select, insert on %I to outstation_tenant, outstation_platform', each_table);
  end loop;
  grant update, delete on alarm_rules, alarm_rule_roles to outstation_tenant, outstation_platform;
  grant update on alarms to outstation_tenant, outstation_platform;
  grant delete on alarms to outstation_platform;
end $$;
-- What has happened is added and read, and never changed or deleted.
call allow_erasing('alarm_events');

call track_history('alarm_rules', 'id', '', true);
call track_history('alarm_rule_roles', 'rule_id', '', false);

-- Names as they are now, where there still is something that has them.
create view alarm_list with (security_invoker = true) as
  select told.tenant_id, told.id, told.rule_id, told.point_id, told.alarm_priority, told.alarm_state,
    (told.alarm_state in ('unacknowledged', 'acknowledged', 'returned'))::int::smallint as is_current,
    coalesce(kind.rule_name, told.rule_name) as rule_name, coalesce(point.point_name, told.point_name) as point_name, point.unit,
    device.id as device_id, device.site_id, told.alarm_kind, told.alarm_limit, told.alarm_value,
    kind.message_zh, kind.message_tw, kind.message_en, told.raised_at, told.returned_at,
    person.username as acknowledged_by, told.acknowledged_at, told.shelved_until, told.alarm_comment,
    -- Ten digits of seconds below: later is less.
    (case when told.alarm_state in ('unacknowledged', 'acknowledged', 'returned') then 0 else 100 end + told.alarm_priority * 10
      + array_position(array['unacknowledged', 'returned', 'acknowledged', 'shelved', 'suppressed', 'out-of-service', 'normal'], told.alarm_state)) * 1e10
      + (1e10 - coalesce(extract(epoch from told.raised_at), 0)::float8) as urgency,
    told.created_at, told.updated_at, told.version
  from alarms told
  left join alarm_rules kind on kind.tenant_id = told.tenant_id and kind.id = told.rule_id
  left join points point on point.tenant_id = told.tenant_id and point.id = told.point_id
  left join devices device on device.tenant_id = told.tenant_id and device.id = point.device_id
  left join users person on person.tenant_id = told.tenant_id and person.id = told.acknowledged_by;
grant select on alarm_list to outstation_tenant, outstation_platform;
