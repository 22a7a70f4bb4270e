-- Imports that stored rows, so that each can be undone as a whole. The rows themselves are in `changes`, under the id of
-- the import, which is the id of the operation that made them.

create table imports (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  noun text not null,
  file_name text not null,
  -- Kept when the user is deleted.
  user_id uuid not null,
  rows integer not null,
  added integer not null,
  status text not null default 'done' check (status in ('done', 'undone')),
  undone_at timestamptz,
  undone_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index imports_noun_idx on imports (tenant_id, noun, created_at desc);

alter table imports enable row level security;
alter table imports force row level security;
create policy tenant on imports to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on imports to outstation_platform using (true) with check (true);
grant select, insert, update, delete on imports to outstation_tenant, outstation_platform;
