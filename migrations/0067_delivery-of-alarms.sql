-- Delivery of alarms: channels, rules, the rota, and what became of each (docs/decisions/0102-delivery-of-alarms.md).

-- By what alarms leave. Address and secret are encrypted (server/identity/secret-encryption.ts).
create table alarm_channels (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  channel_name text not null,
  channel_kind text not null check (channel_kind in ('mail', 'sms', 'webhook', 'wecom', 'dingtalk', 'feishu')),
  channel_address text,
  channel_secret text,
  -- Of the address, for people to tell channels apart.
  channel_host text,
  per_minute integer check (per_minute between 1 and 1000),
  channel_status smallint not null default 1 check (channel_status in (0, 1)),
  channel_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index alarm_channels_channel_name_key on alarm_channels (tenant_id, lower(channel_name));

create table delivery_rules (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  delivery_name text not null,
  channel_id uuid not null,
  least_priority smallint not null check (least_priority between 1 and 4),
  after_minutes integer check (after_minutes between 0 and 1440),
  on_duty smallint check (on_duty in (0, 1)),
  quiet_from text,
  quiet_to text,
  critical_anyway smallint check (critical_anyway in (0, 1)),
  digest_minutes integer check (digest_minutes between 0 and 1440),
  tell_return smallint check (tell_return in (0, 1)),
  delivery_language text not null,
  delivery_status smallint not null default 1 check (delivery_status in (0, 1)),
  delivery_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint delivery_rules_channel_id_fkey foreign key (tenant_id, channel_id) references alarm_channels (tenant_id, id)
);
create unique index delivery_rules_delivery_name_key on delivery_rules (tenant_id, lower(delivery_name));
create index delivery_rules_channel_id_idx on delivery_rules (tenant_id, channel_id);

create table duty_shifts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  shift_name text not null,
  weekdays text not null,
  begins_at text not null,
  ends_at text not null,
  valid_from timestamptz,
  valid_until timestamptz,
  shift_status smallint not null default 1 check (shift_status in (0, 1)),
  shift_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index duty_shifts_shift_name_key on duty_shifts (tenant_id, lower(shift_name));

-- Which alarms a rule is about, whom it tells, and who is on duty where.
do $$
declare
  link record;
begin
  for link in select * from (values
    ('delivery_rule_projects', 'rule_id', 'delivery_rules', 'project_id', 'projects'),
    ('delivery_rule_sites', 'rule_id', 'delivery_rules', 'site_id', 'sites'),
    ('delivery_rule_types', 'rule_id', 'delivery_rules', 'device_type_id', 'device_types'),
    ('delivery_rule_users', 'rule_id', 'delivery_rules', 'user_id', 'users'),
    ('delivery_rule_roles', 'rule_id', 'delivery_rules', 'role_id', 'roles'),
    ('delivery_rule_organisations', 'rule_id', 'delivery_rules', 'org_id', 'organisations'),
    ('duty_shift_users', 'shift_id', 'duty_shifts', 'user_id', 'users'),
    ('duty_shift_sites', 'shift_id', 'duty_shifts', 'site_id', 'sites')
  ) as l (name, from_column, from_table, to_column, to_table) loop
    execute format('create table %1$I (tenant_id uuid not null, %2$I uuid not null, %4$I uuid not null, primary key (tenant_id, %2$I, %4$I),
      constraint %6$I foreign key (tenant_id, %2$I) references %3$I (tenant_id, id) on delete cascade,
      constraint %7$I foreign key (tenant_id, %4$I) references %5$I (tenant_id, id) on delete cascade)',
      link.name, link.from_column, link.from_table, link.to_column, link.to_table,
      link.name || '_' || link.from_column || '_fkey', link.name || '_' || link.to_column || '_fkey');
    execute format('create index %I on %I (tenant_id, %I)', link.name || '_' || link.to_column || '_idx', link.name, link.to_column);
  end loop;
end $$;

-- What rules made of alarms. Neither rule nor channel is tied to by a key: what was delivered stays known when they go.
create table deliveries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  rule_id uuid not null,
  alarm_id uuid not null,
  -- The event of the log that it is about: told twice, it is delivered once.
  event_id bigint not null,
  delivery_event text not null check (delivery_event in ('raised', 'returned')),
  delivery_state text not null default 'waiting' check (delivery_state in ('waiting', 'handed', 'cancelled')),
  -- It waits for others, and leaves together with them.
  held boolean not null default false,
  -- Messages in the outbox that it is in.
  batch_id uuid,
  alarm_name text not null,
  alarm_priority smallint not null,
  alarm_value float8,
  delivery_name text not null,
  channel_name text not null,
  channel_kind text not null,
  happened_at timestamptz not null,
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint deliveries_alarm_id_fkey foreign key (tenant_id, alarm_id) references alarms (tenant_id, id)
);
create unique index deliveries_event_key on deliveries (tenant_id, rule_id, alarm_id, event_id);
create index deliveries_due_idx on deliveries (tenant_id, rule_id, due_at) where delivery_state = 'waiting';
create index deliveries_alarm_id_idx on deliveries (tenant_id, alarm_id);
create index deliveries_created_at_idx on deliveries (tenant_id, created_at desc, id desc);
create index deliveries_batch_id_idx on deliveries (tenant_id, batch_id);
create index deliveries_age_idx on deliveries (created_at);

-- The outbox of mail and SMS takes these as well, and keeps each attempt.
alter table messages
  add column channel_id uuid,
  add column batch_id uuid;
create index messages_batch_id_idx on messages (tenant_id, batch_id) where batch_id is not null;
create index messages_channel_id_idx on messages (tenant_id, channel_id, created_at) where channel_id is not null;

create table message_attempts (
  tenant_id uuid not null,
  id bigint generated always as identity,
  message_id uuid not null,
  attempted_at timestamptz not null default now(),
  -- Nothing where it was taken.
  reason text,
  took_ms integer not null,
  primary key (tenant_id, id),
  constraint message_attempts_message_id_fkey foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index message_attempts_message_id_idx on message_attempts (tenant_id, message_id, id);

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
  each_table text;
begin
  foreach each_table in array array['alarm_channels', 'delivery_rules', 'duty_shifts', 'delivery_rule_projects', 'delivery_rule_sites', 'delivery_rule_types',
    'delivery_rule_users', 'delivery_rule_roles', 'delivery_rule_organisations', 'duty_shift_users', 'duty_shift_sites', 'deliveries', 'message_attempts'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', each_table, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', each_table);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', each_table);
  end loop;
end $$;

create policy scope on alarm_channels as restrictive to outstation_scoped using ((select scope_all('devices')));
create policy scope on delivery_rules as restrictive to outstation_scoped using ((select scope_all('devices')));
create policy scope on deliveries as restrictive to outstation_scoped using (exists (select from alarms f where f.tenant_id = deliveries.tenant_id and f.id = deliveries.alarm_id));

call track_history('alarm_channels', 'id', 'channel_address,channel_secret', true);
call track_history('delivery_rules', 'id', '', true);
call track_history('duty_shifts', 'id', '', true);
call track_history('delivery_rule_projects', 'rule_id', '', false);
call track_history('delivery_rule_sites', 'rule_id', '', false);
call track_history('delivery_rule_types', 'rule_id', '', false);
call track_history('delivery_rule_users', 'rule_id', '', false);
call track_history('delivery_rule_roles', 'rule_id', '', false);
call track_history('delivery_rule_organisations', 'rule_id', '', false);
call track_history('duty_shift_users', 'shift_id', '', false);
call track_history('duty_shift_sites', 'shift_id', '', false);

create view alarm_channel_list with (security_invoker = true) as
  select channel.*, (channel.channel_secret is not null)::int::smallint as is_signed from alarm_channels channel;
grant select on alarm_channel_list to outstation_tenant, outstation_platform;

-- What became of each: once it is in the outbox, what became of its messages.
create view delivery_list with (security_invoker = true) as
  select told.tenant_id, told.id, told.rule_id, told.alarm_id, told.delivery_event, told.alarm_name, told.alarm_priority, told.delivery_name,
    told.channel_name, told.channel_kind, told.happened_at, told.due_at, device.id as device_id, told.batch_id,
    case when told.delivery_state <> 'handed' then told.delivery_state
      when sent.recipients = 0 then 'unaddressed' when sent.failed > 0 then 'failed' when sent.waiting > 0 then 'sending'
      when sent.kept > 0 then 'kept' else 'sent' end as delivery_state,
    case when told.batch_id is null then null else (select count(*) from deliveries others where others.tenant_id = told.tenant_id and others.batch_id = told.batch_id)::integer end as gathered,
    sent.recipients, sent.attempts, sent.last_error, sent.sent_at,
    told.created_at, told.updated_at, told.version
  from deliveries told
  join alarms alarm on alarm.tenant_id = told.tenant_id and alarm.id = told.alarm_id
  left join points point on point.tenant_id = told.tenant_id and point.id = alarm.point_id
  left join devices device on device.tenant_id = told.tenant_id and device.id = point.device_id
  cross join lateral (
    select count(*)::integer as recipients, coalesce(sum(m.attempts), 0)::integer as attempts, max(m.last_error) as last_error, max(m.sent_at) as sent_at,
      count(*) filter (where m.message_state in ('failed', 'expired'))::integer as failed, count(*) filter (where m.message_state = 'waiting')::integer as waiting,
      count(*) filter (where m.message_state = 'kept')::integer as kept
    from messages m where m.tenant_id = told.tenant_id and m.batch_id = told.batch_id) sent;
grant select on delivery_list to outstation_tenant, outstation_platform;

-- Where, beside public addresses, the webhooks of a tenant may lead, given by the operator (model/tenant/networks.ts).
alter table tenants add column webhook_networks text;
create or replace view tenant_list with (security_invoker = true) as
  select id, tenant_code, tenant_name, tenant_contact, tenant_email, tenant_tel, status, expires_at, package_id,
    user_quota, usage_of(id, 'users')::integer as used_users,
    storage_quota, ceil(usage_of(id, 'storage') / 1048576.0)::integer as used_storage,
    point_quota, usage_of(id, 'points')::integer as used_points,
    marked_at, created_at, updated_at, version, modbus_networks, webhook_networks
  from tenants where not throwaway;
