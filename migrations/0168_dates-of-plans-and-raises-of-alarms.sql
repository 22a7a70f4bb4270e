-- Dates of plans as a list, and alarms found by when they were raised, whatever became of them since (docs/decisions/0194-lists-behind-the-last-figures.md).
-- A row of a list has an id of its own; plan and date stay the key.
alter table plan_dates add column id uuid not null default gen_random_uuid();
create unique index plan_dates_id_key on plan_dates (tenant_id, id);

-- In time is what was finished by the end of its day, by the clock of the tenant. Of an order that whoever asks does not see nothing is told.
create view plan_date_list with (security_invoker = true) as
  select due.tenant_id, due.id, due.plan_id, due.due_on, work.id as order_id,
    case when due.date_outcome <> 'opened' then due.date_outcome
      when due.order_id is not null and work.id is null then null
      when work.order_state = 'cancelled' then 'cancelled'
      when work.finished_at::date <= due.due_on then 'in-time'
      when work.finished_at is not null then 'late'
      when due.due_on < current_date then 'overdue' else 'ahead' end as plan_outcome,
    plan.equipment_id, machine.site_id, machine.category,
    due.noted_at as created_at, due.noted_at as updated_at, 1 as version
  from plan_dates due
  join maintenance_plans plan on plan.tenant_id = due.tenant_id and plan.id = due.plan_id
  left join equipment machine on machine.tenant_id = plan.tenant_id and machine.id = plan.equipment_id
  left join work_orders work on work.tenant_id = due.tenant_id and work.id = due.order_id;
grant select on plan_date_list to outstation_tenant, outstation_platform;

-- Each time that an alarm was raised so that somebody was told. It came to nothing where it returned next and was raised again after that, or nothing has happened since: whatever
-- people do about an alarm is an event. Nor was there an order about it between this time and the next one; of very many alarms at once one order gathers all.
create view alarm_raises with (security_invoker = true) as
  select raised.tenant_id, raised.alarm_id, raised.raised_at,
    coalesce((select string_agg(next.transition, ' ' order by next.id) in ('return', 'return raise')
      from (select e.id, e.transition from alarm_events e where e.tenant_id = raised.tenant_id and e.alarm_id = raised.alarm_id and e.id > raised.event_id
        order by e.id limit 2) next), false)
      and not exists (select from work_orders w where w.tenant_id = raised.tenant_id and w.alarm_id = raised.alarm_id
        and coalesce(w.closed_at, 'infinity') >= raised.raised_at and w.created_at < coalesce(raised.again_at, 'infinity'))
      and not exists (select from work_order_alarms kept join work_orders w on w.tenant_id = kept.tenant_id and w.id = kept.order_id
        where kept.tenant_id = raised.tenant_id and kept.alarm_id = raised.alarm_id and starts_with(w.check_key, 'alarms:flood:')
        and coalesce(w.closed_at, 'infinity') >= raised.raised_at and w.created_at < coalesce(raised.again_at, 'infinity')) as came_to_nothing
  from (
    select own.tenant_id, own.alarm_id, own.id as event_id, own.happened_at as raised_at,
      (select e.happened_at from alarm_events e where e.tenant_id = own.tenant_id and e.alarm_id = own.alarm_id and e.id > own.id and e.transition = 'raise'
        order by e.id limit 1) as again_at
    from alarm_events own
    where own.transition = 'raise' and own.to_state = 'unacknowledged'
  ) raised;
grant select on alarm_raises to outstation_tenant, outstation_platform;

-- The last two columns are filtered by the raises above; a row shows the newest.
create or replace view alarm_list with (security_invoker = true) as
  select told.tenant_id, told.id, told.rule_id, told.point_id, told.alarm_priority, told.alarm_state,
    (told.alarm_state in ('unacknowledged', 'acknowledged', 'returned'))::int::smallint as is_current,
    coalesce(kind.rule_name, told.rule_name) as rule_name, coalesce(point.point_name, told.point_name) as point_name, point.unit,
    device.id as device_id, device.site_id, told.alarm_kind, told.alarm_limit, told.alarm_value,
    kind.message_zh, kind.message_tw, kind.message_en, told.raised_at, told.returned_at,
    person.nickname as acknowledged_by, told.acknowledged_at, told.shelved_until, told.alarm_comment,
    -- Ten digits of seconds below: later is less.
    (case when told.alarm_state in ('unacknowledged', 'acknowledged', 'returned') then 0 else 100 end + told.alarm_priority * 10
      + array_position(array['unacknowledged', 'returned', 'acknowledged', 'shelved', 'suppressed', 'out-of-service', 'normal'], told.alarm_state)) * 1e10
      + (1e10 - coalesce(extract(epoch from told.raised_at), 0)::float8) as urgency,
    told.created_at, told.updated_at, told.version, point.decimals, point.state_texts, point.display_unit,
    device.device_type_id,
    (exists (select from work_orders w where w.tenant_id = told.tenant_id and w.alarm_id = told.id
      and (w.is_open = 1 or w.created_at >= told.raised_at))
      -- Of very many at once one order gathers all.
      or exists (select from work_order_alarms kept join work_orders w on w.tenant_id = kept.tenant_id and w.id = kept.order_id
        where kept.tenant_id = told.tenant_id and kept.alarm_id = told.id and starts_with(w.check_key, 'alarms:flood:')
        and (w.is_open = 1 or w.created_at >= told.raised_at)))::integer::smallint as has_order,
    machine.category, told.raised_at as raised_during, case when told.alarm_state = 'returned' then told.raised_at end as gone_during
  from alarms told
  left join alarm_rules kind on kind.tenant_id = told.tenant_id and kind.id = told.rule_id
  left join points point on point.tenant_id = told.tenant_id and point.id = told.point_id
  left join devices device on device.tenant_id = told.tenant_id and device.id = point.device_id
  left join users person on person.tenant_id = told.tenant_id and person.id = told.acknowledged_by
  left join equipment machine on machine.tenant_id = told.tenant_id and machine.device_id = device.id;
