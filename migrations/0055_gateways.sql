-- Devices whose readings another device sends over its connection (docs/decisions/0090-a-broker-of-our-own.md).
alter table devices
  add column gateway_id uuid,
  -- What the gateway calls it, where that is not its code.
  add column gateway_name text,
  add constraint devices_gateway_id_fkey foreign key (tenant_id, gateway_id) references devices (tenant_id, id);
create unique index devices_gateway_name_key on devices (tenant_id, gateway_id, lower(gateway_name));
