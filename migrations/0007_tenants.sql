-- What the platform's operator decides about a tenant: what it may have at all (package), how much of it (quotas), and
-- that it is to go (mark).

create table packages (
  id uuid primary key,
  package_name text not null,
  package_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index packages_package_name_key on packages (lower(package_name));

create table package_menus (
  package_id uuid not null references packages (id) on delete cascade,
  menu_id uuid not null references menus (id) on delete cascade,
  primary key (package_id, menu_id)
);

create table package_urls (
  package_id uuid not null references packages (id) on delete cascade,
  url_id uuid not null references urls (id) on delete cascade,
  primary key (package_id, url_id)
);

alter table tenants
  add column package_id uuid constraint tenants_package_id_fkey references packages (id),
  add column user_quota integer,
  -- Megabytes.
  add column storage_quota integer,
  add column point_quota integer,
  -- When it was marked for deletion: nobody signs in any more, and only now it can be erased.
  add column marked_at timestamptz,
  -- Made by the isolation self-test, erased after it, and shown to nobody.
  add column throwaway boolean not null default false;
create index tenants_package_id_idx on tenants (package_id);

-- Two codes that differ in their letters' case only would be taken for one another; signing in still compares exactly.
drop index tenants_tenant_code_key;
create unique index tenants_tenant_code_key on tenants (lower(tenant_code));
create index tenants_tenant_code_idx on tenants (tenant_code);

do $$
declare
  platform_table text;
begin
  foreach platform_table in array array['packages', 'package_menus', 'package_urls'] loop
    execute format('alter table %I enable row level security', platform_table);
    execute format('alter table %I force row level security', platform_table);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', platform_table);
    execute format('grant select, insert, update, delete on %I to outstation_platform', platform_table);
  end loop;
  -- A tenant reads what its own package has: its grants are cut to it. Of `tenants` it sees its own row alone.
  foreach platform_table in array array['package_menus', 'package_urls'] loop
    execute format('create policy own on %I for select to outstation_tenant using (package_id = (select package_id from tenants))', platform_table);
    execute format('grant select on %I to outstation_tenant', platform_table);
  end loop;
end $$;

call track_history('packages', 'id', '', true);
call track_history('package_menus', 'package_id', '', false);
call track_history('package_urls', 'package_id', '', false);

-- Quotas --------------------------------------------------------------------------------------------------------------
-- Held by the tables, so that no way to add a row gets past them, and no two at once.

-- How much of something a tenant has: users and points by number, storage in bytes. A migration that brings files or
-- points replaces this function.
create function usage_of(tenant uuid, quota text) returns bigint language sql stable as $$
  select case quota when 'users' then (select count(*) from users where tenant_id = tenant) else 0 end
$$;

-- How much it may have, in the same measure; null is without limit.
create function quota_of(tenant uuid, quota text) returns bigint language sql stable as $$
  select case quota when 'users' then user_quota when 'storage' then storage_quota * 1048576::bigint when 'points' then point_quota end
  from tenants where id = tenant
$$;

create function take_turn_for_quota(tenant uuid, quota text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('quota:' || quota || ':' || tenant, 0))
$$;

-- Whoever adds waits before the first row is written: waiting afterwards, with keys taken, could become a deadlock.
create function wait_for_quota() returns trigger language plpgsql as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
begin
  if tenant is not null and quota_of(tenant, tg_argv[0]) is not null then
    perform take_turn_for_quota(tenant, tg_argv[0]);
  end if;
  return null;
end $$;

create function hold_quota() returns trigger language plpgsql as $$
declare
  quota text := tg_argv[0];
  tenant uuid;
  allowed bigint;
begin
  for tenant in select distinct tenant_id from new_rows loop
    allowed := quota_of(tenant, quota);
    continue when allowed is null;
    perform take_turn_for_quota(tenant, quota);
    if usage_of(tenant, quota) > allowed then
      -- A state of our own: class OQ, quota.
      raise exception 'quota of % used up', quota using errcode = 'OQ001', constraint = quota, detail = allowed::text;
    end if;
  end loop;
  return null;
end $$;

-- Attaches the quota to a table whose rows count for it. `grows`: its rows can become larger after they were added.
create procedure hold_quota(held text, quota text, grows boolean) language plpgsql as $$
begin
  execute format('create trigger quota_waits before insert on %I for each statement execute function wait_for_quota(%L)', held, quota);
  execute format('create trigger quota_of_adding after insert on %I referencing new table as new_rows for each statement execute function hold_quota(%L)', held, quota);
  if grows then
    execute format('create trigger quota_of_updating after update on %I referencing new table as new_rows for each statement execute function hold_quota(%L)', held, quota);
  end if;
end $$;

call hold_quota('users', 'users', false);

-- The tenants as the operator's list shows them.
create view tenant_list with (security_invoker = true) as
  select id, tenant_code, tenant_name, tenant_contact, tenant_email, tenant_tel, status, expires_at, package_id,
    user_quota, usage_of(id, 'users')::integer as used_users,
    storage_quota, ceil(usage_of(id, 'storage') / 1048576.0)::integer as used_storage,
    point_quota, usage_of(id, 'points')::integer as used_points,
    marked_at, created_at, updated_at, version
  from tenants where not throwaway;
grant select on tenant_list to outstation_platform;

-- Erasing -------------------------------------------------------------------------------------------------------------
-- What is kept for ever (`changes`) goes with the tenant it is about, and only when that is marked for deletion. The
-- policy is restrictive: it narrows the platform's other one, whatever that allows.

create procedure allow_erasing(kept text) language plpgsql as $$
begin
  execute format(
    'create policy erase on %I as restrictive for delete to outstation_platform '
    'using (exists (select from tenants where tenants.id = %I.tenant_id and tenants.marked_at is not null))', kept, kept);
  execute format('grant delete on %I to outstation_platform', kept);
end $$;

call allow_erasing('changes');

-- What runs of the isolation self-test found ---------------------------------------------------------------------------------------

create table isolation_runs (
  id uuid primary key,
  passed boolean not null,
  -- What was asked and what it found: see server/features/tenant/isolation.
  report jsonb not null,
  username text not null,
  started_at timestamptz not null,
  created_at timestamptz not null default now()
);
alter table isolation_runs enable row level security;
alter table isolation_runs force row level security;
create policy platform on isolation_runs to outstation_platform using (true) with check (true);
grant select, insert, update, delete on isolation_runs to outstation_platform;
