-- Messages of MQTT with QoS 2 that are stored and whose PUBREL has not come, by their packet identifiers: one that is sent again after a server was killed is not stored again
-- (docs/decisions/0137-exactly-once-across-a-restart.md). A row is written in the transaction of the values, taken away with the PUBREL, and deleted after a day.
create table mqtt_packets (
  tenant_id uuid not null references tenants (id),
  -- A hash of the device's name and its client id.
  session text not null,
  packet_id integer not null,
  -- A hash of topic and payload.
  digest text not null,
  stored_at timestamptz not null default now(),
  primary key (tenant_id, session, packet_id)
);
create index mqtt_packets_age_idx on mqtt_packets (stored_at);

alter table mqtt_packets enable row level security;
alter table mqtt_packets force row level security;
create policy tenant on mqtt_packets to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on mqtt_packets to outstation_platform using (true) with check (true);
-- Written by collectors, for devices of all tenants.
grant select on mqtt_packets to outstation_tenant;
grant select, insert, update, delete on mqtt_packets to outstation_platform;
