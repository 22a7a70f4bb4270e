-- When a device connected, when and why that ended, and what was refused of it. Bounded per device by whoever writes (server/acquisition/connection-log.ts), deleted after two weeks.
create table device_events (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  device_id uuid not null,
  happened_at timestamptz not null,
  event text not null check (event in ('connected', 'disconnected', 'refused')),
  -- Why: a word of the program. Where: an address, a topic, a point.
  code text not null,
  place text not null,
  primary key (tenant_id, id),
  constraint device_events_device_id_fkey foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade
);
create index device_events_device_id_idx on device_events (tenant_id, device_id, happened_at desc, id desc);
create index device_events_happened_at_idx on device_events (happened_at);

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
begin
  alter table device_events enable row level security;
  alter table device_events force row level security;
  execute format('create policy tenant on device_events to outstation_tenant using %s with check %s', own, own);
  create policy platform on device_events to outstation_platform using (true) with check (true);
  grant select, delete on device_events to outstation_tenant;
  grant select, insert, delete on device_events to outstation_platform;
end $$;
create policy scope on device_events as restrictive to outstation_scoped using (exists (select from devices f where f.tenant_id = device_events.tenant_id and f.id = device_events.device_id));
