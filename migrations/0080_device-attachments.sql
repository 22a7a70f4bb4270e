-- Files that belong to a device: certificates, manuals, pictures.
create table device_attachments (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- None once the device was removed; which it was stays known until the file goes, so that it comes back with its device.
  device_id uuid,
  of_device uuid not null,
  removed_at timestamptz,
  attachment_kind text not null check (attachment_kind in ('conformity', 'calibration', 'manual', 'photo', 'other')),
  file_name text not null check (char_length(file_name) between 1 and 255 and file_name !~ '[[:cntrl:]/\\]'),
  -- Found in the contents when the file came.
  media_type text not null,
  size bigint not null,
  blob_id uuid not null,
  valid_until date,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint device_attachments_device_id_fkey foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete set null (device_id),
  constraint device_attachments_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id),
  constraint device_attachments_created_by_fkey foreign key (tenant_id, created_by) references users (tenant_id, id) on delete set null (created_by)
);
create index device_attachments_device_id_idx on device_attachments (tenant_id, device_id, created_at);
create index device_attachments_of_device_idx on device_attachments (tenant_id, of_device) where device_id is null;
create index device_attachments_removed_at_idx on device_attachments (removed_at) where device_id is null;
create index device_attachments_created_by_idx on device_attachments (tenant_id, created_by);
create unique index device_attachments_blob_id_key on device_attachments (tenant_id, blob_id);

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
begin
  alter table device_attachments enable row level security;
  alter table device_attachments force row level security;
  execute format('create policy tenant on device_attachments to outstation_tenant using %s with check %s', own, own);
  create policy platform on device_attachments to outstation_platform using (true) with check (true);
  grant select, insert, update, delete on device_attachments to outstation_tenant, outstation_platform;
end $$;
create policy scope on device_attachments as restrictive to outstation_scoped using (exists (select from devices f where f.tenant_id = device_attachments.tenant_id and f.id = device_attachments.device_id));

create function note_attachment_removed() returns trigger language plpgsql as $$
begin
  new.removed_at := case when new.device_id is null then now() end;
  return new;
end $$;
create trigger attachment_left before update of device_id on device_attachments for each row execute function note_attachment_removed();

-- A file whose row is gone is thrown away (server/storage/blobs.ts, sweep).
create function drop_attachment_blob() returns trigger language plpgsql as $$
begin
  delete from blobs where tenant_id = old.tenant_id and id = old.blob_id;
  return null;
end $$;
create trigger attachment_gone after delete on device_attachments for each row execute function drop_attachment_blob();

-- Whether something of a device is no longer valid, by the day of the tenant.
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
      and attached.valid_until < current_date))::integer::smallint as has_overdue_attachment
  from devices device
  left join device_states told on told.tenant_id = device.tenant_id and told.device_id = device.id
  left join sites site on site.tenant_id = device.tenant_id and site.id = device.site_id;
