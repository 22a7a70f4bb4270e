-- The type of the device of an alarm: lists of alarms are narrowed by it, as their statistics are.
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
    device.device_type_id
  from alarms told
  left join alarm_rules kind on kind.tenant_id = told.tenant_id and kind.id = told.rule_id
  left join points point on point.tenant_id = told.tenant_id and point.id = told.point_id
  left join devices device on device.tenant_id = told.tenant_id and device.id = point.device_id
  left join users person on person.tenant_id = told.tenant_id and person.id = told.acknowledged_by;
