-- Application clients (OAuth 2): programs that act for themselves or for somebody who let them.

create table app_clients (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  client_code text not null,
  client_description text not null,
  client_type text not null,
  auth_type text not null,
  auth_scope text not null,
  fallback_url text not null,
  token_seconds integer not null,
  refresh_seconds integer not null,
  first_party smallint not null,
  status smallint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index app_clients_client_code_key on app_clients (tenant_id, lower(client_code));

-- SHA-256 of 256 random bits. In a table of its own, so that nothing which reads clients can give it out; a new secret is a
-- new row, which the history keeps without the hash.
create table app_client_secrets (
  tenant_id uuid not null,
  client_id uuid not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, client_id),
  foreign key (tenant_id, client_id) references app_clients (tenant_id, id) on delete cascade
);

-- The roles a client acts in when it acts for itself.
create table app_client_roles (
  tenant_id uuid not null,
  client_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, client_id, role_id),
  constraint app_client_roles_client_id_fkey foreign key (tenant_id, client_id) references app_clients (tenant_id, id) on delete cascade,
  constraint app_client_roles_role_id_fkey foreign key (tenant_id, role_id) references roles (tenant_id, id)
);
create index app_client_roles_role_id_idx on app_client_roles (tenant_id, role_id);

-- What somebody has allowed a client, until they take it back.
create table consents (
  tenant_id uuid not null,
  user_id uuid not null,
  client_id uuid not null,
  scopes text not null,
  given_at timestamptz not null default now(),
  primary key (tenant_id, user_id, client_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, client_id) references app_clients (tenant_id, id) on delete cascade
);
create index consents_client_id_idx on consents (tenant_id, client_id);

-- A session that a client was given. For itself it has no user; for a user it can do what both may.
alter table sessions alter column user_id drop not null;
alter table sessions add column client_id uuid;
alter table sessions add column scopes text;
-- Of the access token, when it was renewed with less than the session has.
alter table sessions add column access_scopes text;
alter table sessions add constraint sessions_client_id_fkey foreign key (tenant_id, client_id) references app_clients (tenant_id, id) on delete cascade;
alter table sessions add constraint sessions_of_somebody check (user_id is not null or client_id is not null);
create index sessions_client_id_idx on sessions (tenant_id, client_id) where client_id is not null;

-- Online are people in the console, not the programs they have allowed.
create or replace view online_users with (security_invoker = true) as
  select sessions.tenant_id, sessions.id, sessions.user_id, users.username, users.nickname, users.email, users.prefix, users.mobile, users.org_id, users.status,
    users.created_at, users.updated_at, users.version, sessions.address, sessions.browser, sessions.created_at as sign_in_time,
    greatest(sessions.last_seen_at, (
      select max(beside.last_seen_at) from sessions as beside where beside.tenant_id = sessions.tenant_id and beside.parent_id = sessions.id
    )) as last_seen_time
  from sessions join users on users.tenant_id = sessions.tenant_id and users.id = sessions.user_id
  where sessions.ended_at is null and sessions.parent_id is null and sessions.client_id is null and sessions.expires_at > now();

-- One use, a minute, bound to client, user, address and PKCE challenge. A used one stays a day: should it come again, the
-- session it opened is ended.
create table authorization_codes (
  tenant_id uuid not null,
  hash bytea not null,
  client_id uuid not null,
  user_id uuid not null,
  redirect_uri text not null,
  scopes text not null,
  challenge text,
  expires_at timestamptz not null,
  used_at timestamptz,
  session_id uuid,
  primary key (tenant_id, hash),
  foreign key (tenant_id, client_id) references app_clients (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create index authorization_codes_client_id_idx on authorization_codes (tenant_id, client_id);
create index authorization_codes_user_id_idx on authorization_codes (tenant_id, user_id);
create index authorization_codes_session_id_idx on authorization_codes (tenant_id, session_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['app_clients', 'app_client_secrets', 'app_client_roles', 'consents', 'authorization_codes'] loop
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

call track_history('app_clients', 'id', '', true);
call track_history('app_client_secrets', 'client_id', 'hash', false);
call track_history('app_client_roles', 'client_id', '', false);
