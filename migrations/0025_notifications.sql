-- What people of a tenant are told. Whom it is for stands once, by users, roles and organisations, and is asked when it is
-- read (docs/decisions/0039); of each reader there is a row only once there is something to remember.

create table notifications (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  title text not null,
  content text not null,
  type text not null,
  priority text not null,
  -- Ended is what is published and past its end: notification_list knows.
  status text default 'draft' check (status in ('draft', 'scheduled', 'published', 'withdrawn')),
  -- Kept, not asked: whoever it was meant for may be gone, which makes it nobody's and not everybody's.
  everyone smallint default 0 check (everyone in (0, 1)),
  publish_time timestamptz,
  start_time timestamptz,
  end_time timestamptz,
  by_mail smallint default 0 check (by_mail in (0, 1)),
  -- Whoever wrote it, and then whoever published it.
  publisher_id uuid,
  -- In which it was written, for what stands around it in a mail.
  language text not null default 'en',
  -- Open pages have been told that it is there, which is once it has begun; and then the mails are written.
  announced_at timestamptz,
  mailed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint notifications_publisher_id_fkey foreign key (tenant_id, publisher_id) references users (tenant_id, id) on delete set null (publisher_id),
  constraint notifications_publish_time_check check (status in ('draft', 'withdrawn') or publish_time is not null)
);
create index notifications_publisher_id_idx on notifications (tenant_id, publisher_id);
create index notifications_published_idx on notifications (tenant_id, publish_time desc, id desc) where status = 'published';
create index notifications_created_at_idx on notifications (tenant_id, created_at desc, id desc);
-- What the clock of every server looks at (server/features/admin/notifications/clock.ts).
create index notifications_due_idx on notifications (publish_time) where status = 'scheduled';
create index notifications_untold_idx on notifications (start_time) where status = 'published' and announced_at is null;
create index notifications_mail_idx on notifications (announced_at) where status = 'published' and by_mail = 1 and mailed_at is null;

create table notification_users (
  tenant_id uuid not null,
  notification_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, notification_id, user_id),
  constraint notification_users_notification_id_fkey foreign key (tenant_id, notification_id) references notifications (tenant_id, id) on delete cascade,
  constraint notification_users_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index notification_users_user_id_idx on notification_users (tenant_id, user_id);

create table notification_roles (
  tenant_id uuid not null,
  notification_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, notification_id, role_id),
  constraint notification_roles_notification_id_fkey foreign key (tenant_id, notification_id) references notifications (tenant_id, id) on delete cascade,
  constraint notification_roles_role_id_fkey foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);
create index notification_roles_role_id_idx on notification_roles (tenant_id, role_id);

-- With everything below them.
create table notification_organisations (
  tenant_id uuid not null,
  notification_id uuid not null,
  org_id uuid not null,
  primary key (tenant_id, notification_id, org_id),
  constraint notification_organisations_notification_id_fkey foreign key (tenant_id, notification_id) references notifications (tenant_id, id) on delete cascade,
  constraint notification_organisations_org_id_fkey foreign key (tenant_id, org_id) references organisations (tenant_id, id) on delete cascade
);
create index notification_organisations_org_id_idx on notification_organisations (tenant_id, org_id);

create table notification_states (
  tenant_id uuid not null,
  notification_id uuid not null,
  user_id uuid not null,
  read_at timestamptz,
  is_starred smallint not null default 0 check (is_starred in (0, 1)),
  primary key (tenant_id, notification_id, user_id),
  constraint notification_states_notification_id_fkey foreign key (tenant_id, notification_id) references notifications (tenant_id, id) on delete cascade,
  constraint notification_states_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index notification_states_user_id_idx on notification_states (tenant_id, user_id) include (read_at, is_starred);

do $$
declare
  own text := 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)';
  each_table text;
begin
  foreach each_table in array array['notifications', 'notification_users', 'notification_roles', 'notification_organisations', 'notification_states'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy tenant on %I to outstation_tenant using (%s) with check (%s)', each_table, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', each_table);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', each_table);
  end loop;
end $$;

call track_history('notifications', 'id', 'announced_at,mailed_at', true);
call track_history('notification_users', 'notification_id', '', false);
call track_history('notification_roles', 'notification_id', '', false);
call track_history('notification_organisations', 'notification_id', '', false);

create view notification_list with (security_invoker = true) as
  select told.tenant_id, told.id, told.title, told.content, told.type, told.priority,
    case when told.status = 'published' and told.end_time <= now() then 'ended' else told.status end as status,
    told.everyone, told.publish_time, told.start_time, told.end_time, told.by_mail, person.username as publisher,
    told.created_at, told.updated_at, told.version
  from notifications told left join users person on person.tenant_id = told.tenant_id and person.id = told.publisher_id;
grant select on notification_list to outstation_tenant, outstation_platform;
