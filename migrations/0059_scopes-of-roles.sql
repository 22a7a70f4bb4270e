-- What roles see of rows (docs/decisions/0095-rights-by-row.md). A role without an entry sees all.

create table role_scopes (
  tenant_id uuid not null,
  role_id uuid not null,
  -- The table that has another scope than the rest; empty for the rest.
  scoped_table text not null check (scoped_table in ('', 'organisations', 'users', 'projects', 'sites', 'devices')),
  kind text not null check (kind in ('own', 'organisation', 'below', 'some', 'all')),
  primary key (tenant_id, role_id, scoped_table),
  constraint role_scopes_role_id_fkey foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);

-- What `some` names: organisations with all below them, projects, sites.
create table role_scope_organisations (
  tenant_id uuid not null,
  role_id uuid not null,
  scoped_table text not null,
  org_id uuid not null,
  primary key (tenant_id, role_id, scoped_table, org_id),
  constraint role_scope_organisations_scope_fkey foreign key (tenant_id, role_id, scoped_table) references role_scopes (tenant_id, role_id, scoped_table) on delete cascade,
  constraint role_scope_organisations_org_id_fkey foreign key (tenant_id, org_id) references organisations (tenant_id, id) on delete cascade
);
create index role_scope_organisations_org_id_idx on role_scope_organisations (tenant_id, org_id);
create table role_scope_projects (
  tenant_id uuid not null,
  role_id uuid not null,
  scoped_table text not null,
  project_id uuid not null,
  primary key (tenant_id, role_id, scoped_table, project_id),
  constraint role_scope_projects_scope_fkey foreign key (tenant_id, role_id, scoped_table) references role_scopes (tenant_id, role_id, scoped_table) on delete cascade,
  constraint role_scope_projects_project_id_fkey foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade
);
create index role_scope_projects_project_id_idx on role_scope_projects (tenant_id, project_id);
create table role_scope_sites (
  tenant_id uuid not null,
  role_id uuid not null,
  scoped_table text not null,
  site_id uuid not null,
  primary key (tenant_id, role_id, scoped_table, site_id),
  constraint role_scope_sites_scope_fkey foreign key (tenant_id, role_id, scoped_table) references role_scopes (tenant_id, role_id, scoped_table) on delete cascade,
  constraint role_scope_sites_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
);
create index role_scope_sites_site_id_idx on role_scope_sites (tenant_id, site_id);

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
  each_table text;
begin
  foreach each_table in array array['role_scopes', 'role_scope_organisations', 'role_scope_projects', 'role_scope_sites'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', each_table, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', each_table);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', each_table);
  end loop;
end $$;

call track_history('role_scopes', 'role_id', '', false);
call track_history('role_scope_organisations', 'role_id', '', false);
call track_history('role_scope_projects', 'role_id', '', false);
call track_history('role_scope_sites', 'role_id', '', false);
