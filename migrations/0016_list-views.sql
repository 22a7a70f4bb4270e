-- How people want to see a list, and the views of it they keep under a name.

-- A set of filters, an order and columns of one list, under a name. Its owner's own, or shared: then it belongs to nobody,
-- stays when its maker goes, and is read by the whole tenant or by the roles in list_view_roles.
create table list_views (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  page text not null,
  view_name text not null,
  audience text not null default 'own' check (audience in ('own', 'tenant', 'roles')),
  owner_id uuid,
  state jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint list_views_owner_id_fkey foreign key (tenant_id, owner_id) references users (tenant_id, id) on delete cascade,
  constraint list_views_owner_id_check check ((audience = 'own') = (owner_id is not null)),
  constraint list_views_state_check check (octet_length(state::text) <= 16384)
);
-- Two shared views of a list are never called the same, nor two of one person's own.
create unique index list_views_view_name_key on list_views (tenant_id, page, coalesce(owner_id, '00000000-0000-0000-0000-000000000000'), lower(view_name));
create index list_views_owner_id_idx on list_views (tenant_id, owner_id);

create table list_view_roles (
  tenant_id uuid not null,
  view_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, view_id, role_id),
  constraint list_view_roles_view_id_fkey foreign key (tenant_id, view_id) references list_views (tenant_id, id) on delete cascade,
  constraint list_view_roles_role_id_fkey foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);
create index list_view_roles_role_id_idx on list_view_roles (tenant_id, role_id);

create table user_preferences (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  page text not null,
  look jsonb not null default '{}',
  default_view_id uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id, page),
  constraint user_preferences_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  constraint user_preferences_default_view_id_fkey foreign key (tenant_id, default_view_id) references list_views (tenant_id, id) on delete set null (default_view_id),
  constraint user_preferences_look_check check (octet_length(look::text) <= 8192)
);
create index user_preferences_default_view_id_idx on user_preferences (tenant_id, default_view_id);

do $$
declare
  own text := 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)';
  tenant_table text;
begin
  foreach tenant_table in array array['list_views', 'list_view_roles', 'user_preferences'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I to outstation_tenant using (%s) with check (%s)', tenant_table, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', tenant_table);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', tenant_table);
  end loop;
end $$;
