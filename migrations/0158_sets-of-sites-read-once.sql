-- Which sites are in somebody's scope is one set, made once a statement, in place of a look at their owners for each row; and the sites that a role names
-- are read where they are kept, in place of 500 ids that every transaction brought along and every policy read anew
-- (docs/decisions/0185-row-scope-as-sets.md). Who sees what is as it was.

-- `app.scope` has at the place of the sites the roles that name some, and behind `all` those of them that name them for this one table.
create function scope_array(scoped text, part integer) returns uuid[] language sql stable parallel safe as $$
  select coalesce(string_to_array(nullif(scope_part(scoped, part), ''), ',')::uuid[], '{}')
$$;

-- A server of the version before brings the sites themselves along in place of roles, while an installation is upgraded one server after the other: these ids
-- name no role, and count as far as they are sites of the tenant.

-- Not inlined: in a policy each node of a plan is made ready again for every table, also where it is never asked. What these functions cost is little beside
-- what the planner takes for it by itself, which reads whole tables of sites rather than ask twice.
create function scope_sites(scoped text) returns setof uuid language plpgsql stable parallel safe cost 10 rows 100 as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  naming uuid[] := scope_array(scoped, 7);
begin
  if naming <> '{}' then
    return query select s.site_id from role_scope_sites s where s.tenant_id = tenant and s.role_id = any (naming) and s.scoped_table = '';
    if not found then
      return query select o.site_id from site_owners o where o.tenant_id = tenant and o.site_id = any (naming);
    end if;
  end if;
  naming := scope_array(scoped, 9);
  if naming <> '{}' then
    return query select s.site_id from role_scope_sites s where s.tenant_id = tenant and s.role_id = any (naming) and s.scoped_table = scoped;
  end if;
end $$;

-- With the sites of organisations and projects in scope. What the roles name is read here once more: one function within the other holds all of it twice.
create function scope_places(scoped text) returns setof uuid language plpgsql stable parallel safe cost 10 rows 100 as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  ids uuid[] := scope_array(scoped, 7);
  projects uuid[];
begin
  if ids <> '{}' then
    return query select s.site_id from role_scope_sites s where s.tenant_id = tenant and s.role_id = any (ids) and s.scoped_table = '';
    if not found then
      return query select o.site_id from site_owners o where o.tenant_id = tenant and o.site_id = any (ids);
    end if;
  end if;
  ids := scope_array(scoped, 9);
  if ids <> '{}' then
    return query select s.site_id from role_scope_sites s where s.tenant_id = tenant and s.role_id = any (ids) and s.scoped_table = scoped;
  end if;
  ids := scope_array(scoped, 4);
  projects := scope_array(scoped, 6);
  if ids <> '{}' or projects <> '{}' then
    return query select o.site_id from site_owners o
      where o.tenant_id = tenant and (o.org_id in (select unnest(ids)) or o.project_id in (select unnest(projects)));
  end if;
end $$;

-- What an earlier policy asks for sites is answered in the same way, wherever one is left.
create or replace function scope_ids(scoped text, part integer) returns setof uuid language sql stable as $$
  select unnest(case when part = 7 then array(select scope_sites(scoped)) else string_to_array(nullif(scope_part(scoped, part), ''), ',')::uuid[] end)
$$;

do $$
declare
  found record;
begin
  for found in
    select tablename, regexp_replace(
      qual,
      '\(EXISTS \( SELECT\s+FROM site_owners o\s+WHERE \(\(o\.tenant_id = \w+\.tenant_id\) AND \(o\.site_id = (\w+\.\w+)\) AND \(\(o\.org_id IN .*? scope_ids\(''(\w+)''::text, 7\) s\(id\){7}',
      '\1 in (select s.id from scope_places(''\2'') as s(id))'
    ) as condition
    from pg_policies where schemaname = 'public' and roles = '{outstation_scoped}' and policyname = 'scope' and qual like '%FROM site\_owners o%'
  loop
    execute format('alter policy scope on %I using (%s)', found.tablename, found.condition);
  end loop;
end $$;

drop policy scope on sites;
create policy scope on sites as restrictive to outstation_scoped using ((select scope_all('sites')) or sites.org_id in (select s.id from scope_ids('sites', 4) as s(id)) or sites.project_id in (select s.id from scope_ids('sites', 6) as s(id)) or sites.id in (select s.id from scope_sites('sites') as s(id)) or sites.created_by = (select scope_one('sites', 3)));
