-- How values of a point are written for people (model/acquisition/point-display.ts), and in which order and groups its device shows its points.
alter table type_points
  add column decimals integer check (decimals between 0 and 9),
  add column state_texts text,
  add column display_order integer,
  add column point_group text;
alter table points
  add column decimals integer check (decimals between 0 and 9),
  add column state_texts text,
  add column display_order integer,
  add column point_group text;

-- Within how many seconds a device should be heard of: the shortest time after which one of its points counts as stale, five minutes where no point says; one that is
-- polled, three polls. What is stored of a device is a second old and no network is even, so less than fifteen says nothing.
create function device_expected_seconds(connection text, poll_seconds integer, stale_seconds integer) returns integer language sql immutable as $$
  select greatest(15, case when connection = 'modbus' then 3 * coalesce(poll_seconds, 10) else coalesce(stale_seconds, 300) end)
$$;
-- Whether a device is heard of as it should be. Each argument stands here once: only so the planner puts the expression in place of the call.
create function device_presence(device_status smallint, seen_at timestamptz, expected_seconds integer) returns text language sql stable as $$
  select case device_status when 0 then 'disabled' else coalesce(
    (array['online', 'late', 'silent'])[1 + width_bucket(extract(epoch from now() - seen_at)::float8 / expected_seconds, array[1, 10]::float8[])], 'never') end
$$;

create index alarms_point_id_idx on alarms (tenant_id, point_id);

-- Devices with their state, for lists: what a page does not ask for is not looked up.
create view device_list with (security_invoker = true) as
  select device.*, site.project_id, told.seen_at as last_seen_at,
    device_presence(device.device_status, told.seen_at, device_expected_seconds(device.connection, device.poll_seconds, (
      select min(point.stale_seconds) from points point where point.tenant_id = device.tenant_id and point.device_id = device.id))) as presence,
    (select count(*) from points point join alarms alarm on alarm.tenant_id = point.tenant_id and alarm.point_id = point.id
      where point.tenant_id = device.tenant_id and point.device_id = device.id
        and alarm.alarm_state in ('unacknowledged', 'acknowledged', 'returned'))::integer as open_alarms,
    (exists (select from points point join alarms alarm on alarm.tenant_id = point.tenant_id and alarm.point_id = point.id
      where point.tenant_id = device.tenant_id and point.device_id = device.id
        and alarm.alarm_state in ('unacknowledged', 'acknowledged', 'returned')))::integer::smallint as has_open_alarms
  from devices device
  left join device_states told on told.tenant_id = device.tenant_id and told.device_id = device.id
  left join sites site on site.tenant_id = device.tenant_id and site.id = device.site_id;
grant select on device_list to outstation_tenant, outstation_platform;
