-- Posts of users become rows with an id, menus can be edited, and there are dictionaries, regions and parameters.

-- Posts of users -----------------------------------------------------------------------------------------------------
alter table user_posts add column id uuid not null default gen_random_uuid();
alter table user_posts add column post_description text;
alter table user_posts add column created_at timestamptz not null default now();
alter table user_posts add column updated_at timestamptz not null default now();
alter table user_posts add column version integer not null default 1;
create unique index user_posts_id_key on user_posts (tenant_id, id);
create index user_posts_post_id_idx on user_posts (tenant_id, post_id);
call track_history('user_posts', 'id', '', true);

-- What lists of them show: the code of the post, and its name below the posts above it.
create view user_post_rows with (security_invoker = true) as
  select held.*, post.post_code, (
    with recursive above as (
      select p.tenant_id, p.parent_id, p.post_name::text as path, 1 as steps from posts p where p.tenant_id = held.tenant_id and p.id = held.post_id
      union all
      select p.tenant_id, p.parent_id, p.post_name || ' / ' || above.path, above.steps + 1
      from above join posts p on p.tenant_id = above.tenant_id and p.id = above.parent_id where above.steps < 100
    ) select path from above order by steps desc limit 1
  ) as post_name
  from user_posts held join posts post on post.tenant_id = held.tenant_id and post.id = held.post_id;
grant select on user_post_rows to outstation_tenant, outstation_platform;

-- Menus --------------------------------------------------------------------------------------------------------------
alter table menus add column menu_name text not null default '';
alter table menus alter column menu_name drop default;
alter table menus add column menu_name_tw text;
alter table menus add column menu_name_en text;
alter table menus add column menu_origin text default 'product';
alter table menus add column menu_edited smallint;
alter table menus alter column menu_sequence drop not null;
alter table menus alter column no_cache drop not null;
drop index menus_menu_code_key;
create unique index menus_menu_code_key on menus (lower(menu_code));
create index menus_parent_id_idx on menus (parent_id);

-- Dictionaries and regions: the product's rows, read by everybody, and each tenant's own --------------------------------

create table dictionaries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  dict_name text not null,
  dict_name_tw text,
  dict_name_en text,
  dict_type text not null,
  dict_value text not null,
  dict_sequence integer,
  parent_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  built_in boolean not null default false,
  primary key (tenant_id, id)
);
create unique index dictionaries_dict_value_key on dictionaries (tenant_id, lower(dict_type), lower(dict_value), (parent_id is null));
create index dictionaries_parent_id_idx on dictionaries (parent_id);
create index dictionaries_built_in_idx on dictionaries (id) where built_in;

create table regions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  region_name text not null,
  region_name_tw text,
  region_name_en text,
  region_code text not null,
  region_type text not null,
  parent_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  built_in boolean not null default false,
  primary key (tenant_id, id)
);
create unique index regions_region_code_key on regions (tenant_id, lower(region_code));
create index regions_parent_id_idx on regions (parent_id);
create index regions_built_in_idx on regions (region_code) where built_in;

do $$
declare
  layered text;
  own text := 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)';
begin
  foreach layered in array array['dictionaries', 'regions'] loop
    execute format('alter table %I enable row level security', layered);
    execute format('alter table %I force row level security', layered);
    execute format('create policy tenant on %I to outstation_tenant using ((%s) and not built_in) with check ((%s) and not built_in)', layered, own, own);
    execute format('create policy built_in on %I for select to outstation_tenant using (built_in)', layered);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', layered);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', layered);
    execute format('call track_history(%L, ''id'', '''', true)', layered);
  end loop;
end $$;

create view region_rows with (security_invoker = true) as
  select region.*, (select above.region_code from regions above where above.id = region.parent_id) as parent_region_code from regions region;
grant select on region_rows to outstation_tenant, outstation_platform;

-- Parameters ---------------------------------------------------------------------------------------------------------

create table parameters (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  param_name text not null,
  param_name_tw text,
  param_name_en text,
  param_key text not null,
  param_value text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index parameters_param_key_key on parameters (tenant_id, lower(param_key));

-- Hashes of passwords a user had before, so that none of the last ones comes back.
create table former_passwords (
  tenant_id uuid not null,
  user_id uuid not null,
  password_hash text not null,
  replaced_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, user_id, replaced_at),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['parameters', 'former_passwords'] loop
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
call track_history('parameters', 'id', '', true);

-- However a password is replaced, the one before is kept here: the last ten, as many as a tenant can ask for.
create function keep_former_password() returns trigger language plpgsql as $$
begin
  insert into former_passwords (tenant_id, user_id, password_hash) values (old.tenant_id, old.id, old.password_hash);
  delete from former_passwords where tenant_id = old.tenant_id and user_id = old.id and replaced_at < (
    select replaced_at from former_passwords where tenant_id = old.tenant_id and user_id = old.id order by replaced_at desc offset 9 limit 1);
  return null;
end $$;
create trigger former_password after update of password_hash on users for each row
  when (old.password_hash <> new.password_hash) execute function keep_former_password();
