-- Sessions end after a while whatever happens in them; some stand beside another one, for a role or for looking only.

alter table sessions
  -- However often it is refreshed, it does not outlive this.
  add column expires_at timestamptz,
  -- The session that was left for this one: ending it ends this one too.
  add column parent_id uuid,
  -- The one role it acts as.
  add column acting_role_id uuid,
  -- It looks at the console as a role that its user need not hold, and changes nothing.
  add column read_only boolean not null default false;
update sessions set expires_at = created_at + interval '12 hours';
alter table sessions alter column expires_at set not null;
alter table sessions
  add constraint sessions_parent_id_fkey foreign key (tenant_id, parent_id) references sessions (tenant_id, id) on delete cascade,
  add constraint sessions_acting_role_id_fkey foreign key (tenant_id, acting_role_id) references roles (tenant_id, id) on delete cascade,
  add constraint sessions_acting check ((parent_id is null) = (acting_role_id is null) and (acting_role_id is not null or not read_only));
create index sessions_parent_id_idx on sessions (tenant_id, parent_id) where parent_id is not null;
create index sessions_acting_role_id_idx on sessions (tenant_id, acting_role_id) where acting_role_id is not null;
-- The list of those online, and of no others.
create index sessions_live_idx on sessions (tenant_id, created_at desc, id desc) where ended_at is null and parent_id is null;

-- Who is online: sessions that can still be used, with the user behind each. One that was left for another role or for
-- a preview stands for both.
create view online_users with (security_invoker = true) as
  select sessions.tenant_id, sessions.id, sessions.user_id, users.username, users.nickname, users.email, users.prefix, users.mobile, users.org_id, users.status,
    users.created_at, users.updated_at, users.version, sessions.address, sessions.browser, sessions.created_at as sign_in_time,
    greatest(sessions.last_seen_at, (
      select max(beside.last_seen_at) from sessions as beside where beside.tenant_id = sessions.tenant_id and beside.parent_id = sessions.id
    )) as last_seen_time
  from sessions join users on users.tenant_id = sessions.tenant_id and users.id = sessions.user_id
  where sessions.ended_at is null and sessions.parent_id is null and sessions.expires_at > now();

-- The roles and posts of the user behind a session.
create view online_user_roles with (security_invoker = true) as
  select sessions.tenant_id, sessions.id as session_id, user_roles.role_id
  from sessions join user_roles on user_roles.tenant_id = sessions.tenant_id and user_roles.user_id = sessions.user_id;
create view online_user_posts with (security_invoker = true) as
  select sessions.tenant_id, sessions.id as session_id, user_posts.post_id, user_posts.post_type
  from sessions join user_posts on user_posts.tenant_id = sessions.tenant_id and user_posts.user_id = sessions.user_id;

grant select on online_users, online_user_roles, online_user_posts to outstation_tenant, outstation_platform;
