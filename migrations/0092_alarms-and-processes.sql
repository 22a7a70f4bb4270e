-- Alarms that start processes, and processes that act on alarms (docs/decisions/0127-processes-and-the-plant.md).

alter table alarm_rules
  -- Of which an instance is started when the rule raises an alarm; null for none.
  add column process_key text,
  -- Minutes for which nobody has acknowledged it before that; null and 0 for at once.
  add column process_after integer check (process_after >= 0),
  -- Minutes after the end of one instance in which none is started for the same point.
  add column process_quiet integer check (process_quiet >= 0),
  -- Whether an instance that nobody has begun to work on ends with the return of its alarm.
  add column process_returns smallint check (process_returns in (0, 1)),
  -- Variables that are given what is known of the alarm: `reading = value, place = device`.
  add column process_variables text;

drop view alarm_rule_list;
create view alarm_rule_list with (security_invoker = true) as
  select rule.*,
    (case when rule.device_id is not null then (
        select count(*) from devices device
        join points point on point.tenant_id = device.tenant_id and point.device_id = device.id and lower(point.point_key) = lower(rule.point_key)
        where device.tenant_id = rule.tenant_id and device.id = rule.device_id and device.device_status = 1
          and (rule.device_type_id is null or device.device_type_id = rule.device_type_id))
      else (
        select count(*) from devices device
        join points point on point.tenant_id = device.tenant_id and point.device_id = device.id and lower(point.point_key) = lower(rule.point_key)
        where device.tenant_id = rule.tenant_id and device.device_type_id = rule.device_type_id and device.device_status = 1)
      end)::integer as watched_points,
    (case when rule.device_id is not null then exists (
        select from devices device
        join points point on point.tenant_id = device.tenant_id and point.device_id = device.id and lower(point.point_key) = lower(rule.point_key)
        where device.tenant_id = rule.tenant_id and device.id = rule.device_id and device.device_status = 1
          and (rule.device_type_id is null or device.device_type_id = rule.device_type_id))
      else exists (
        select from devices device
        join points point on point.tenant_id = device.tenant_id and point.device_id = device.id and lower(point.point_key) = lower(rule.point_key)
        where device.tenant_id = rule.tenant_id and device.device_type_id = rule.device_type_id and device.device_status = 1)
      end)::integer::smallint as is_watching
  from alarm_rules rule;
grant select on alarm_rule_list to outstation_tenant, outstation_platform;

-- Which process did it, where no person did.
alter table alarm_events add column process_instance_id uuid;

-- An alarm that its rule answers with a process: written when it was raised, decided when its time has come. A rule at a point has one open instance.
create table process_starts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  alarm_id uuid not null,
  rule_id uuid not null,
  point_id uuid not null,
  process_key text not null,
  raised_at timestamptz not null,
  -- With which it was raised.
  alarm_value float8,
  alarm_priority smallint not null,
  start_state text not null default 'waiting' check (start_state in ('waiting', 'started', 'joined', 'dropped')),
  -- Why it joined another one or came to nothing.
  reason text check (reason in ('open', 'flood', 'acknowledged', 'returned', 'quiet', 'rule', 'process')),
  -- The instance that it started or joined.
  instance_id uuid,
  decided_at timestamptz,
  -- Of one that started an instance: whether that goes on, and whether it collects the alarms of a flood.
  is_open boolean not null default false,
  is_collecting boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint process_starts_alarm_id_fkey foreign key (tenant_id, alarm_id) references alarms (tenant_id, id) on delete cascade,
  constraint process_starts_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade
);
-- However often an alarm is told of, and however many servers hear of it.
create unique index process_starts_raised_key on process_starts (tenant_id, rule_id, point_id, raised_at);
create unique index process_starts_open_key on process_starts (tenant_id, rule_id, point_id) where is_open and not is_collecting;
create unique index process_starts_collecting_key on process_starts (tenant_id, lower(process_key)) where is_open and is_collecting;
create index process_starts_alarm_id_idx on process_starts (tenant_id, alarm_id);
create index process_starts_instance_id_idx on process_starts (tenant_id, instance_id) where instance_id is not null;
create index process_starts_decided_at_idx on process_starts (tenant_id, decided_at) where start_state = 'started';
alter table process_starts enable row level security;
alter table process_starts force row level security;
create policy tenant on process_starts to outstation_tenant using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on process_starts to outstation_platform using (true) with check (true);
grant select, insert, update, delete on process_starts to outstation_tenant, outstation_platform;

-- Whatever ends an instance: its alarm can start another one from then on.
create function close_process_start() returns trigger language plpgsql as $$
begin
  update process_starts set is_open = false where tenant_id = new.tenant_id and instance_id = new.id and is_open;
  return null;
end $$;
create trigger start_is_over after update of instance_state on process_instances for each row
  when (new.instance_state = 'ended' and old.instance_state <> 'ended' and new.subject_kind = 'alarm') execute function close_process_start();

-- One that ended because its alarm was over before anybody had begun.
alter table process_instances drop constraint process_instances_outcome_check;
alter table process_instances add constraint process_instances_outcome_check
  check (outcome in ('approved', 'rejected', 'cancelled', 'terminated', 'ended', 'returned'));
