-- Rights by row: what somebody sees of a tenant's rows whose roles do not see all (docs/decisions/0095-rights-by-row.md).

-- Takes on what is a tenant's, and obeys the restrictive policies below besides.
do $$
begin
  begin
    create role outstation_scoped nologin nobypassrls inherit;
  exception when duplicate_object or unique_violation then null;
  end;
  if not pg_has_role(current_user, 'outstation_scoped', 'member') then
    grant outstation_scoped to current_user;
  end if;
  if not pg_has_role('outstation_scoped', 'outstation_tenant', 'usage') then
    grant outstation_tenant to outstation_scoped;
  end if;
end $$;

-- Whose rows are ------------------------------------------------------------------------------------------------------

-- Who added a row stays with it; it is no part of what changes.
do $$
declare
  owned text;
begin
  foreach owned in array array['projects', 'sites', 'devices'] loop
    execute format('alter table %I add column created_by uuid default nullif(current_setting(''app.user_id'', true), '''')::uuid', owned);
    execute format('drop trigger history_of_adding on %I', owned);
    execute format('drop trigger history_of_updating on %I', owned);
    execute format('drop trigger history_of_deleting on %I', owned);
  end loop;
end $$;
call track_history('projects', 'id', 'created_by', true);
call track_history('sites', 'id', 'created_by', true);
call track_history('devices', 'id', 'secret_hash,created_by', true);

alter table projects
  add column org_id uuid,
  add constraint projects_org_id_fkey foreign key (tenant_id, org_id) references organisations (tenant_id, id);
create index projects_org_id_idx on projects (tenant_id, org_id);
alter table sites
  add column org_id uuid,
  add constraint sites_org_id_fkey foreign key (tenant_id, org_id) references organisations (tenant_id, id);
create index sites_org_id_idx on sites (tenant_id, org_id);

-- A site that names no organisation belongs to its project's.
create function fill_in_site() returns trigger language plpgsql as $$
begin
  if new.org_id is null and new.project_id is not null then
    new.org_id := (select org_id from projects where tenant_id = new.tenant_id and id = new.project_id);
  end if;
  return new;
end $$;
create trigger usual_values before insert or update on sites for each row execute function fill_in_site();

-- Whose each site is, without the policy that narrows sites: the scope of devices may be another one.
create table site_owners (
  tenant_id uuid not null,
  site_id uuid not null,
  org_id uuid,
  project_id uuid,
  primary key (tenant_id, site_id),
  constraint site_owners_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
);

alter table site_owners enable row level security;
alter table site_owners force row level security;
create policy tenant on site_owners to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on site_owners to outstation_platform using (true) with check (true);
grant select, insert, update, delete on site_owners to outstation_tenant, outstation_platform;

create function keep_site_owner() returns trigger language plpgsql as $$
begin
  insert into site_owners (tenant_id, site_id, org_id, project_id) values (new.tenant_id, new.id, new.org_id, new.project_id)
  on conflict (tenant_id, site_id) do update set org_id = excluded.org_id, project_id = excluded.project_id;
  return null;
end $$;
create trigger owner_of_new_site after insert on sites for each row execute function keep_site_owner();
create trigger owner_of_changed_site after update on sites for each row
  when (old.org_id is distinct from new.org_id or old.project_id is distinct from new.project_id) execute function keep_site_owner();

-- What is there already. Whose login owns the tables obeys row security as well, so the platform's role does it.
set local role outstation_platform;
insert into site_owners (tenant_id, site_id, org_id, project_id) select tenant_id, id, org_id, project_id from sites;
update projects set created_by = c.user_id from changes c
  where c.tenant_id = projects.tenant_id and c.table_name = 'projects' and c.verb = 'add' and c.row_id = projects.id and c.user_id is not null;
update sites set created_by = c.user_id from changes c
  where c.tenant_id = sites.tenant_id and c.table_name = 'sites' and c.verb = 'add' and c.row_id = sites.id and c.user_id is not null;
update devices set created_by = c.user_id from changes c
  where c.tenant_id = devices.tenant_id and c.table_name = 'devices' and c.verb = 'add' and c.row_id = devices.id and c.user_id is not null;
set local role none;

-- What a notification of an alarm is about.
alter table notifications add column device_id uuid;
do $$
begin
  drop trigger history_of_adding on notifications;
  drop trigger history_of_updating on notifications;
  drop trigger history_of_deleting on notifications;
end $$;
call track_history('notifications', 'id', 'announced_at,mailed_at,device_id', true);

-- A quota counts what a narrowed caller does not see as well.
create or replace function hold_quota() returns trigger language plpgsql as $$
declare
  quota text := tg_argv[0];
  tenant uuid;
  allowed bigint;
  used bigint;
begin
  for tenant in select distinct tenant_id from new_rows loop
    allowed := quota_of(tenant, quota);
    continue when allowed is null;
    perform take_turn_for_quota(tenant, quota);
    if current_user = 'outstation_scoped' then
      perform set_config('role', 'outstation_tenant', true);
      used := usage_of(tenant, quota);
      perform set_config('role', 'outstation_scoped', true);
    else
      used := usage_of(tenant, quota);
    end if;
    if used > allowed then
      -- A state of our own: class OQ, quota.
      raise exception 'quota of % used up', quota using errcode = 'OQ001', constraint = quota, detail = allowed::text;
    end if;
  end loop;
  return null;
end $$;

-- What is in scope ----------------------------------------------------------------------------------------------------

-- `app.scope` is one text with a semicolon between its parts: the one who asks; their organisation; they once more, if they see what they added;
-- organisations; those of them that are seen with all below; projects; sites; `all`. `app.scope_<table>` has the same for one table that differs.
-- Without any of it nothing is in scope.
create function scope_part(scoped text, part integer) returns text language sql stable as $$
  select split_part(coalesce(nullif(current_setting('app.scope_' || scoped, true), ''), current_setting('app.scope', true)), ';', part)
$$;
create function scope_all(scoped text) returns boolean language sql stable as $$
  select coalesce(scope_part(scoped, 8) = 'all', false)
$$;
create function scope_one(scoped text, part integer) returns uuid language sql stable as $$
  select nullif(scope_part(scoped, part), '')::uuid
$$;
create function scope_ids(scoped text, part integer) returns setof uuid language sql stable as $$
  select unnest(string_to_array(nullif(scope_part(scoped, part), ''), ',')::uuid[])
$$;

-- The policies, as server/kernel/database/row-policies.ts makes them of model/row-scope.ts.
create policy scope on users as restrictive to outstation_scoped using ((select scope_all('users')) or users.org_id in (select s.id from scope_ids('users', 4) as s(id)) or users.id = (select scope_one('users', 1)));
create policy scope on organisations as restrictive to outstation_scoped using ((select scope_all('organisations')) or organisations.id in (select s.id from scope_ids('organisations', 4) as s(id)) or organisations.parent_id in (select s.id from scope_ids('organisations', 5) as s(id)) or organisations.id = (select scope_one('organisations', 2)));
create policy scope on user_posts as restrictive to outstation_scoped using (exists (select from users f where f.tenant_id = user_posts.tenant_id and f.id = user_posts.user_id));
create policy scope on notifications as restrictive to outstation_scoped using (notifications.device_id is null or exists (select from devices f where f.tenant_id = notifications.tenant_id and f.id = notifications.device_id));
create policy scope on projects as restrictive to outstation_scoped using ((select scope_all('projects')) or projects.org_id in (select s.id from scope_ids('projects', 4) as s(id)) or projects.id in (select s.id from scope_ids('projects', 6) as s(id)) or projects.created_by = (select scope_one('projects', 3)));
create policy scope on sites as restrictive to outstation_scoped using ((select scope_all('sites')) or sites.org_id in (select s.id from scope_ids('sites', 4) as s(id)) or sites.project_id in (select s.id from scope_ids('sites', 6) as s(id)) or sites.id in (select s.id from scope_ids('sites', 7) as s(id)) or sites.created_by = (select scope_one('sites', 3)));
create policy scope on devices as restrictive to outstation_scoped using ((select scope_all('devices')) or exists (select from site_owners o where o.tenant_id = devices.tenant_id and o.site_id = devices.site_id and (o.org_id in (select s.id from scope_ids('devices', 4) as s(id)) or o.project_id in (select s.id from scope_ids('devices', 6) as s(id)) or o.site_id in (select s.id from scope_ids('devices', 7) as s(id)))) or devices.created_by = (select scope_one('devices', 3)));
create policy scope on points as restrictive to outstation_scoped using (exists (select from devices f where f.tenant_id = points.tenant_id and f.id = points.device_id));
create policy scope_seen on alarm_rules as restrictive for select to outstation_scoped using (alarm_rules.device_id is null or exists (select from devices f where f.tenant_id = alarm_rules.tenant_id and f.id = alarm_rules.device_id));
create policy scope_added on alarm_rules as restrictive for insert to outstation_scoped with check ((alarm_rules.device_id is null and (select scope_all('devices'))) or exists (select from devices f where f.tenant_id = alarm_rules.tenant_id and f.id = alarm_rules.device_id));
create policy scope_changed on alarm_rules as restrictive for update to outstation_scoped using ((alarm_rules.device_id is null and (select scope_all('devices'))) or exists (select from devices f where f.tenant_id = alarm_rules.tenant_id and f.id = alarm_rules.device_id));
create policy scope_removed on alarm_rules as restrictive for delete to outstation_scoped using ((alarm_rules.device_id is null and (select scope_all('devices'))) or exists (select from devices f where f.tenant_id = alarm_rules.tenant_id and f.id = alarm_rules.device_id));
create policy scope on user_roles as restrictive to outstation_scoped using (exists (select from users f where f.tenant_id = user_roles.tenant_id and f.id = user_roles.user_id));
create policy scope on user_post_roles as restrictive to outstation_scoped using (exists (select from users f where f.tenant_id = user_post_roles.tenant_id and f.id = user_post_roles.user_id));
create policy scope on avatars as restrictive to outstation_scoped using (exists (select from users f where f.tenant_id = avatars.tenant_id and f.id = avatars.user_id));
create policy scope on sessions as restrictive to outstation_scoped using (sessions.user_id is null or exists (select from users f where f.tenant_id = sessions.tenant_id and f.id = sessions.user_id));
create policy scope on logs as restrictive to outstation_scoped using (exists (select from users f where f.tenant_id = logs.tenant_id and f.id = logs.user_id));
create policy scope on log_values as restrictive to outstation_scoped using ((select scope_all('users')));
create policy scope on error_logs as restrictive to outstation_scoped using (exists (select from users f where f.tenant_id = error_logs.tenant_id and f.id = error_logs.user_id));
create policy scope on log_marks as restrictive to outstation_scoped using (exists (select from logs f where f.tenant_id = log_marks.tenant_id and f.id = log_marks.log_id));
create policy scope on device_states as restrictive to outstation_scoped using (exists (select from devices f where f.tenant_id = device_states.tenant_id and f.id = device_states.device_id));
create policy scope on unparsed_messages as restrictive to outstation_scoped using (exists (select from devices f where f.tenant_id = unparsed_messages.tenant_id and f.id = unparsed_messages.device_id));
create policy scope on point_states as restrictive to outstation_scoped using (exists (select from points f where f.tenant_id = point_states.tenant_id and f.series = point_states.series));
create policy scope on samples as restrictive to outstation_scoped using (exists (select from points f where f.tenant_id = samples.tenant_id and f.series = samples.series));
create policy scope on sample_minutes as restrictive to outstation_scoped using (exists (select from points f where f.tenant_id = sample_minutes.tenant_id and f.series = sample_minutes.series));
create policy scope on sample_hours as restrictive to outstation_scoped using (exists (select from points f where f.tenant_id = sample_hours.tenant_id and f.series = sample_hours.series));
create policy scope on sample_days as restrictive to outstation_scoped using (exists (select from points f where f.tenant_id = sample_days.tenant_id and f.series = sample_days.series));
create policy scope on sample_corrections as restrictive to outstation_scoped using (exists (select from points f where f.tenant_id = sample_corrections.tenant_id and f.series = sample_corrections.series));
create policy scope on received_minutes as restrictive to outstation_scoped using ((select scope_all('devices')));
create policy scope on alarm_rule_roles as restrictive to outstation_scoped using (exists (select from alarm_rules f where f.tenant_id = alarm_rule_roles.tenant_id and f.id = alarm_rule_roles.rule_id));
create policy scope on alarms as restrictive to outstation_scoped using (exists (select from points f where f.tenant_id = alarms.tenant_id and f.id = alarms.point_id));
create policy scope on alarm_events as restrictive to outstation_scoped using (exists (select from alarms f where f.tenant_id = alarm_events.tenant_id and f.id = alarm_events.alarm_id));
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);
