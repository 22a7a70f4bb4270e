-- An attachment that is removed by itself waits beside its device, and can be brought back until it is thrown away.
alter table device_attachments add column discarded_at timestamptz;
create index device_attachments_discarded_at_idx on device_attachments (discarded_at) where discarded_at is not null;

-- What was removed is no longer overdue.
create or replace view device_list with (security_invoker = true) as
  select device.*, site.project_id, told.seen_at as last_seen_at,
    device_presence(device.device_status, told.seen_at, device_expected_seconds(device.connection, device.poll_seconds, (
      select min(point.stale_seconds) from points point where point.tenant_id = device.tenant_id and point.device_id = device.id))) as presence,
    (select count(*) from points point join alarms alarm on alarm.tenant_id = point.tenant_id and alarm.point_id = point.id
      where point.tenant_id = device.tenant_id and point.device_id = device.id
        and alarm.alarm_state in ('unacknowledged', 'acknowledged', 'returned'))::integer as open_alarms,
    (exists (select from points point join alarms alarm on alarm.tenant_id = point.tenant_id and alarm.point_id = point.id
      where point.tenant_id = device.tenant_id and point.device_id = device.id
        and alarm.alarm_state in ('unacknowledged', 'acknowledged', 'returned')))::integer::smallint as has_open_alarms,
    (exists (select from device_attachments attached where attached.tenant_id = device.tenant_id and attached.device_id = device.id
      and attached.discarded_at is null and attached.valid_until < current_date))::integer::smallint as has_overdue_attachment
  from devices device
  left join device_states told on told.tenant_id = device.tenant_id and told.device_id = device.id
  left join sites site on site.tenant_id = device.tenant_id and site.id = device.site_id;

-- Points whose newest value is bad or uncertain are few, and found without looking at all: the quality as it is stored says so. It changes seldom, so that writing values is
-- as cheap as before.
create index point_states_ill_idx on point_states (tenant_id, series) where quality < 192;
create or replace view point_list with (security_invoker = true) as
  select point.*, told.value as newest_value, told.time as newest_at, point_worth(told.time, told.quality, point.stale_seconds) as newest_quality,
    told.quality as stored_quality
  from points point
  left join point_states told on told.tenant_id = point.tenant_id and told.series = point.series;
