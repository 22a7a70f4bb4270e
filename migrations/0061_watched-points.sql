-- How many points each alarm rule watches: those with its key of the devices in use where it looks (server/acquisition/alarms/load.ts). A rule may be left with none
-- when points or devices go, and then has to say so. By device or by type, never "either": only so the indexes of both are used.
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
