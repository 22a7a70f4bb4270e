-- Links by which a display without an account shows one screen, and where screens show (docs/decisions/0209-links-of-screens.md).

-- A link acts as whoever made it, in one of their roles, and goes with either of them. What is kept of its token is the SHA-256 of 256 random bits.
create table screen_links (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  screen_id uuid not null,
  link_name text not null check (length(link_name) between 1 and 64),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  password_hash text,
  role_id uuid not null,
  -- In CIDR notation; none: from everywhere.
  networks text[] not null default '{}' check (cardinality(networks) <= 20),
  most_displays integer not null check (most_displays between 1 and 100),
  -- In which the display is read.
  language text not null check (language in ('zh', 'tw', 'en')),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint screen_links_lasting check (expires_at <= created_at + interval '367 days'),
  constraint screen_links_screen_id_fkey foreign key (tenant_id, screen_id) references screens (tenant_id, id) on delete cascade,
  constraint screen_links_role_id_fkey foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade,
  constraint screen_links_created_by_fkey foreign key (tenant_id, created_by) references users (tenant_id, id) on delete cascade
);
create unique index screen_links_token_hash_key on screen_links (token_hash);
create index screen_links_screen_id_idx on screen_links (tenant_id, screen_id);
create index screen_links_role_id_idx on screen_links (tenant_id, role_id);
create index screen_links_created_by_idx on screen_links (tenant_id, created_by);
call track_history('screen_links', 'id', 'token_hash,password_hash', true);

-- The session of a display. It is nobody's sign-in: its user is whoever made the link.
alter table sessions add column screen_link_id uuid;
alter table sessions add constraint sessions_screen_link_id_fkey foreign key (tenant_id, screen_link_id) references screen_links (tenant_id, id) on delete cascade;
alter table sessions add constraint sessions_of_display check (screen_link_id is null or (user_id is not null and client_id is null and parent_id is null and not read_only));
create index sessions_screen_link_id_idx on sessions (tenant_id, screen_link_id) where screen_link_id is not null;

-- Online are people in the console, not the displays that show what they may see.
create or replace view online_users with (security_invoker = true) as
  select sessions.tenant_id, sessions.id, sessions.user_id, users.username, users.nickname, users.email, users.prefix, users.mobile, users.org_id, users.status,
    users.created_at, users.updated_at, users.version, sessions.address, sessions.browser, sessions.created_at as sign_in_time,
    greatest(sessions.last_seen_at, (
      select max(beside.last_seen_at) from sessions as beside where beside.tenant_id = sessions.tenant_id and beside.parent_id = sessions.id
    )) as last_seen_time
  from sessions join users on users.tenant_id = sessions.tenant_id and users.id = sessions.user_id
  where sessions.ended_at is null and sessions.parent_id is null and sessions.client_id is null and sessions.screen_link_id is null and sessions.expires_at > now();

-- Where a screen shows: what each player says of itself once a minute. A player names itself, so that one that is loaded anew is no other.
create table screen_displays (
  tenant_id uuid not null,
  id uuid not null,
  screen_id uuid not null,
  session_id uuid not null,
  -- Null where somebody is signed in.
  link_id uuid,
  display text not null check (length(display) between 1 and 36),
  address text not null,
  width integer not null check (width between 0 and 100000),
  height integer not null check (height between 0 and 100000),
  pixel_ratio double precision not null,
  -- 0 before it has said which.
  screen_version integer not null,
  frames_per_second double precision,
  seen_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint screen_displays_once unique (tenant_id, session_id, screen_id, display),
  constraint screen_displays_screen_id_fkey foreign key (tenant_id, screen_id) references screens (tenant_id, id) on delete cascade,
  constraint screen_displays_session_id_fkey foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade,
  constraint screen_displays_link_id_fkey foreign key (tenant_id, link_id) references screen_links (tenant_id, id) on delete cascade
);
create index screen_displays_link_id_idx on screen_displays (tenant_id, link_id) where link_id is not null;
create index screen_displays_screen_id_idx on screen_displays (tenant_id, screen_id, seen_at desc);

do $$
declare
  own text := 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)';
  tenant_table text;
begin
  foreach tenant_table in array array['screen_links', 'screen_displays'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I to outstation_tenant using (%s) with check (%s)', tenant_table, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', tenant_table);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', tenant_table);
  end loop;
end $$;
