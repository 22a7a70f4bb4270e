-- What the maintenance console counts by, as columns of the lists: a figure and the list that it opens ask the same of the same rows (docs/decisions/0191-figures-of-the-maintenance-console.md).
-- A certificate is replaced once each of its points has a later one: of all points (no keys) by a later one of all points alone. A machine stands as the worst of its certificates
-- that are not replaced; one that was not passed has no end. How many days before the end one is due is DUE_DAYS of model/maintenance/validity.ts.
drop view equipment_list;
drop view calibration_list;
create view calibration_list with (security_invoker = true) as
  select calibration.*, next.id as replaced_by_id, next.valid_from as replaced_at,
    case when calibration.valid_from > now() then 'coming' when next.valid_from <= now() then 'replaced' when calibration.calibration_result = 'fail' then 'failed'
      when calibration.valid_until <= now() then 'expired' when calibration.valid_until <= now() + interval '30 days' then 'due' else 'valid' end as validity
  from calibrations calibration
  cross join lateral (select case when coalesce(calibration.point_keys, '') = '' then array[''] else string_to_array(calibration.point_keys, ',') end as keys) own
  left join lateral (
    select first.id, first.valid_from, count(*) over () as points
    from unnest(own.keys) as each (key)
    cross join lateral (
      select later.id, later.valid_from from calibrations later
      where later.tenant_id = calibration.tenant_id and later.equipment_id = calibration.equipment_id
        and (later.valid_from, later.id) > (calibration.valid_from, calibration.id)
        and (coalesce(later.point_keys, '') = '' or each.key = any(string_to_array(later.point_keys, ',')))
      order by later.valid_from, later.id limit 1
    ) first
    order by first.valid_from desc, first.id desc limit 1
  ) next on next.points = cardinality(own.keys);
grant select on calibration_list to outstation_tenant, outstation_platform;

create view equipment_list with (security_invoker = true) as
  select machine.*, last.valid_until as calibrated_until,
    coalesce((array['failed', 'expired', 'due', 'valid'])[last.worst], 'none') as calibration_state,
    (machine.equipment_state = 'scrapped')::integer::smallint as is_scrapped
  from equipment machine
  left join lateral (
    select min(c.valid_until) filter (where c.validity <> 'failed') as valid_until, min(array_position(array['failed', 'expired', 'due', 'valid'], c.validity)) as worst
    from calibration_list c
    where c.tenant_id = machine.tenant_id and c.equipment_id = machine.id and c.validity in ('failed', 'expired', 'due', 'valid')
  ) last on true;
grant select on equipment_list to outstation_tenant, outstation_platform;

-- A failure is a fault for which a machine stood, unless it was rejected or the machine is scrapped; and so is a corrective order about no fault.
drop view fault_list;
create view fault_list with (security_invoker = true) as
  select fault.*, (select o.id from work_orders o where o.tenant_id = fault.tenant_id and o.fault_id = fault.id order by o.created_at desc, o.id desc limit 1) as order_id,
    (fault.fault_state in ('reported', 'confirmed', 'in-order'))::integer::smallint as is_open,
    coalesce(fault.down_from is not null and fault.fault_state <> 'rejected' and machine.equipment_state <> 'scrapped', false)::integer::smallint as is_failure,
    -- Without an end while it stands: `infinity`, so that an index has it. By `case` alone: under row-level security no index is asked by what holds `coalesce`.
    case when fault.down_from is null then null when fault.down_to is null then 'infinity'::timestamptz else fault.down_to end as down_until,
    machine.category
  from faults fault
  left join equipment machine on machine.tenant_id = fault.tenant_id and machine.id = fault.equipment_id;
grant select on fault_list to outstation_tenant, outstation_platform;

drop view work_order_list;
create view work_order_list with (security_invoker = true) as
  select w.*, (w.is_open = 1 and coalesce(w.due_at < coalesce(w.finished_at, now()), false))::integer::smallint as is_overdue,
    greatest(0, floor(extract(epoch from coalesce(w.closed_at, now()) - w.created_at) / 86400))::integer as age_days,
    coalesce(w.order_kind = 'corrective' and w.fault_id is null and w.down_from is not null and w.order_state <> 'cancelled'
      and machine.equipment_state <> 'scrapped', false)::integer::smallint as is_failure,
    case when w.down_from is null then null when w.down_to is null then 'infinity'::timestamptz else w.down_to end as down_until,
    w.plan_due_on as plan_day,
    -- In time is what was finished by the end of its day, by the clock of the tenant.
    case when w.plan_due_on is null or w.order_state = 'cancelled' then null when w.finished_at::date <= w.plan_due_on then 'in-time'
      when w.finished_at is not null then 'late' when w.plan_due_on < current_date then 'overdue' else 'ahead' end as plan_outcome,
    machine.category
  from work_orders w
  left join equipment machine on machine.tenant_id = w.tenant_id and machine.id = w.equipment_id;
grant select on work_order_list to outstation_tenant, outstation_platform;

drop view maintenance_plan_list;
create view maintenance_plan_list with (security_invoker = true) as
  select plan.*, kept.compliance,
    (select count(*)::integer from work_orders work where work.tenant_id = plan.tenant_id and work.plan_id = plan.id and work.is_open = 1) as open_orders,
    machine.site_id, machine.category
  from maintenance_plans plan
  left join equipment machine on machine.tenant_id = plan.tenant_id and machine.id = plan.equipment_id
  left join lateral (
    select round(100.0 * count(*) filter (where work.finished_at::date <= due.due_on) / nullif(count(*), 0))::integer as compliance
    from plan_dates due
    left join work_orders work on work.tenant_id = due.tenant_id and work.id = due.order_id
    where due.tenant_id = plan.tenant_id and due.plan_id = plan.id and due.due_on < current_date and due.due_on >= current_date - 365
      and work.order_state is distinct from 'cancelled'
  ) kept on true;
grant select on maintenance_plan_list to outstation_tenant, outstation_platform;

create view round_list with (security_invoker = true) as
  select round.*, route.site_id
  from rounds round
  left join round_routes route on route.tenant_id = round.tenant_id and route.id = round.route_id;
grant select on round_list to outstation_tenant, outstation_platform;

-- Whether an alarm led to a work order since it was raised, or one is open about it; and what kind of machine it is about.
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
    machine.category
  from alarms told
  left join alarm_rules kind on kind.tenant_id = told.tenant_id and kind.id = told.rule_id
  left join points point on point.tenant_id = told.tenant_id and point.id = told.point_id
  left join devices device on device.tenant_id = told.tenant_id and device.id = point.device_id
  left join users person on person.tenant_id = told.tenant_id and person.id = told.acknowledged_by
  left join equipment machine on machine.tenant_id = told.tenant_id and machine.device_id = device.id;

-- Ranges that figures are made of: orders finished in a window, stoppages, dates of plans, rounds.
-- With the machine, by which the list is joined to its category: without it the table is looked at, whether that is asked for or not.
create index work_orders_finished_at_idx on work_orders (tenant_id, finished_at, order_kind) include (equipment_id) where finished_at is not null;
create index work_orders_down_until_idx on work_orders (tenant_id, (case when down_from is null then null when down_to is null then 'infinity'::timestamptz else down_to end)) where down_from is not null;
-- All that is open, without a look at the table.
create index work_orders_open_figures_idx on work_orders (tenant_id, order_state) include (is_open, created_at, due_at, hold_reason, estimate_hours, site_id, equipment_id) where is_open = 1;
create index work_orders_plan_day_idx on work_orders (tenant_id, plan_due_on) where plan_due_on is not null;
create index faults_down_until_idx on faults (tenant_id, (case when down_from is null then null when down_to is null then 'infinity'::timestamptz else down_to end)) where down_from is not null;
