-- Where the Modbus devices of a tenant may stand, given by the operator (model/tenant/networks.ts): nothing else is asked for it.
alter table tenants
  add column modbus_networks text,
  -- A tenant from before there were networks: the first start gives it the addresses that its devices have.
  add column networks_from_devices boolean not null default true;
alter table tenants alter column networks_from_devices set default false;

create or replace view tenant_list with (security_invoker = true) as
  select id, tenant_code, tenant_name, tenant_contact, tenant_email, tenant_tel, status, expires_at, package_id,
    user_quota, usage_of(id, 'users')::integer as used_users,
    storage_quota, ceil(usage_of(id, 'storage') / 1048576.0)::integer as used_storage,
    point_quota, usage_of(id, 'points')::integer as used_points,
    marked_at, created_at, updated_at, version, modbus_networks
  from tenants where not throwaway;
