-- What the devices of a tenant sent in each minute: how much comes in is told from here, whichever server took it.

create table received_minutes (
  tenant_id uuid not null references tenants (id),
  minute timestamptz not null,
  messages bigint not null,
  readings bigint not null,
  refused bigint not null,
  primary key (tenant_id, minute)
) with (fillfactor = 50);

alter table received_minutes enable row level security;
alter table received_minutes force row level security;
create policy tenant on received_minutes to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on received_minutes to outstation_platform using (true) with check (true);
-- Written by collectors, for devices of all tenants; a person only reads.
grant select on received_minutes to outstation_tenant;
grant select, insert, update, delete on received_minutes to outstation_platform;
