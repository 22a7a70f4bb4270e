-- Roles. Nobody logs in as them: each transaction takes one on, and a connection between transactions is nobody.
-- They belong to the whole cluster, so another database of ours may have made them already.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['outstation_nobody', 'outstation_tenant', 'outstation_platform'] loop
    begin
      execute format('create role %I nologin nobypassrls noinherit', wanted);
    exception when duplicate_object or unique_violation then null;
    end;
    if not pg_has_role(current_user, wanted, 'member') then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to outstation_tenant, outstation_platform;

-- The platform's own tables ------------------------------------------------------------------------------------------

create table tenants (
  id uuid primary key,
  tenant_code text not null,
  tenant_name text not null,
  tenant_contact text,
  tenant_email text,
  tenant_tel text,
  status smallint not null default 1,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index tenants_tenant_code_key on tenants (tenant_code);

-- Failed and running attempts to sign in, by what they were counted for (account, address, tenant).
create table attempts (
  counted_for text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);

-- Facts about the installation, such as "the seeds have run".
create table installation (
  key text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- The shared catalogue: the platform's rows, which every tenant reads and grants from ------------------------------------

create table menus (
  id uuid primary key,
  menu_code text not null,
  menu_icon text,
  menu_path text not null,
  menu_component text,
  page_name text,
  menu_sequence integer not null default 0,
  menu_status smallint not null default 1,
  no_cache smallint not null default 0,
  parent_id uuid references menus (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index menus_menu_code_key on menus (menu_code);

create table menu_buttons (
  menu_id uuid not null references menus (id) on delete cascade,
  button text not null,
  sequence integer not null default 0,
  primary key (menu_id, button)
);

create table urls (
  id uuid primary key,
  url text not null,
  description text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index urls_url_key on urls (url);

-- A tenant's rows ----------------------------------------------------------------------------------------------------

create table organisations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  parent_id uuid,
  org_name text not null,
  org_type text not null,
  org_description text,
  org_sequence integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint organisations_parent_id_fkey foreign key (tenant_id, parent_id) references organisations (tenant_id, id)
);
create index organisations_parent_id_idx on organisations (tenant_id, parent_id);

create table posts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  parent_id uuid,
  post_code text not null,
  post_name text not null,
  post_sequence integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint posts_parent_id_fkey foreign key (tenant_id, parent_id) references posts (tenant_id, id)
);
create unique index posts_post_code_key on posts (tenant_id, lower(post_code));

create table roles (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  role_name text not null,
  role_code text not null,
  role_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index roles_role_code_key on roles (tenant_id, lower(role_code));

create table role_menus (
  tenant_id uuid not null,
  role_id uuid not null,
  menu_id uuid not null references menus (id) on delete cascade,
  primary key (tenant_id, role_id, menu_id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);

create table role_urls (
  tenant_id uuid not null,
  role_id uuid not null,
  url_id uuid not null references urls (id) on delete cascade,
  primary key (tenant_id, role_id, url_id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);

create table role_hidden_buttons (
  tenant_id uuid not null,
  role_id uuid not null,
  menu_id uuid not null references menus (id) on delete cascade,
  button text not null,
  primary key (tenant_id, role_id, menu_id, button),
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);

create table role_hidden_fields (
  tenant_id uuid not null,
  role_id uuid not null,
  menu_id uuid not null references menus (id) on delete cascade,
  field text not null,
  primary key (tenant_id, role_id, menu_id, field),
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);

create table users (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  username text not null,
  nickname text not null,
  password_hash text not null,
  email text not null,
  prefix text not null,
  mobile text not null,
  org_id uuid not null,
  status smallint not null,
  phone text,
  address text,
  profile text,
  avatar text,
  province_region_code text,
  city_region_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint users_org_id_fkey foreign key (tenant_id, org_id) references organisations (tenant_id, id)
);
create unique index users_username_key on users (tenant_id, lower(username));
create unique index users_email_key on users (tenant_id, lower(email));
create unique index users_mobile_key on users (tenant_id, lower(mobile));
create index users_created_at_idx on users (tenant_id, created_at desc, id desc);
create index users_org_id_idx on users (tenant_id, org_id);

create table user_roles (
  tenant_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, user_id, role_id),
  constraint user_roles_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  constraint user_roles_role_id_fkey foreign key (tenant_id, role_id) references roles (tenant_id, id)
);
create index user_roles_role_id_idx on user_roles (tenant_id, role_id);

create table user_posts (
  tenant_id uuid not null,
  user_id uuid not null,
  post_id uuid not null,
  post_type smallint not null,
  primary key (tenant_id, user_id, post_id),
  constraint user_posts_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  constraint user_posts_post_id_fkey foreign key (tenant_id, post_id) references posts (tenant_id, id)
);
create unique index user_posts_main_key on user_posts (tenant_id, user_id) where post_type = 1;

-- Tokens are random; only their SHA-256 is kept. The access token stands in the session, refresh tokens in rows of their
-- own, so that one which is used a second time is recognised and ends the session.
create table sessions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  access_hash bytea not null,
  access_expires_at timestamptz not null,
  previous_access_hash bytea,
  address text not null,
  browser text not null,
  registered_at timestamptz,
  last_seen_at timestamptz not null default now(),
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index sessions_access_hash_idx on sessions (access_hash);
create index sessions_previous_access_hash_idx on sessions (previous_access_hash) where previous_access_hash is not null;
create index sessions_user_id_idx on sessions (tenant_id, user_id);

create table refresh_tokens (
  tenant_id uuid not null,
  hash bytea not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, hash),
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create index refresh_tokens_hash_idx on refresh_tokens (hash);
create index refresh_tokens_session_id_idx on refresh_tokens (tenant_id, session_id);

-- Row security -------------------------------------------------------------------------------------------------------
-- One rule for all tables of a tenant: the row's tenant is the transaction's tenant. FORCE, so that the owner obeys too.

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'organisations', 'posts', 'roles', 'role_menus', 'role_urls', 'role_hidden_buttons', 'role_hidden_fields',
    'users', 'user_roles', 'user_posts', 'sessions', 'refresh_tokens'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to outstation_tenant '
      'using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)) '
      'with check (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', tenant_table);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', tenant_table);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', tenant_table);
  end loop;
end $$;

-- The catalogue is read by everybody and written by the platform.
do $$
declare
  shared_table text;
begin
  foreach shared_table in array array['menus', 'menu_buttons', 'urls'] loop
    execute format('alter table %I enable row level security', shared_table);
    execute format('alter table %I force row level security', shared_table);
    execute format('create policy catalogue on %I for select to outstation_tenant using (true)', shared_table);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', shared_table);
    execute format('grant select on %I to outstation_tenant', shared_table);
    execute format('grant select, insert, update, delete on %I to outstation_platform', shared_table);
  end loop;
end $$;

-- A tenant sees its own entry among the tenants; the rest of the platform's tables not at all.
do $$
declare
  platform_table text;
begin
  foreach platform_table in array array['tenants', 'attempts', 'installation'] loop
    execute format('alter table %I enable row level security', platform_table);
    execute format('alter table %I force row level security', platform_table);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', platform_table);
    execute format('grant select, insert, update, delete on %I to outstation_platform', platform_table);
  end loop;
end $$;
create policy own on tenants for select to outstation_tenant
  using (id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select on tenants to outstation_tenant;
