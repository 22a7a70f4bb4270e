-- Who changed what, from what to what. Kept by the tables themselves, so that no way to write a row gets past it.

create table changes (
  tenant_id uuid not null references tenants (id),
  position bigint generated always as identity,
  table_name text not null,
  row_id uuid not null,
  verb text not null check (verb in ('add', 'update', 'delete')),
  before jsonb,
  after jsonb,
  user_id uuid,
  operation_id uuid not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, position)
);
create index changes_row_id_idx on changes (tenant_id, row_id, position desc);
create index changes_operation_id_idx on changes (tenant_id, operation_id);

alter table changes enable row level security;
alter table changes force row level security;
create policy tenant on changes to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on changes to outstation_platform using (true) with check (true);
-- Rows are added and read; nobody has the right to change or delete one.
grant select, insert on changes to outstation_tenant, outstation_platform;

-- Arguments: the column that names the row, and the columns that are never kept (secrets), comma-joined.
-- A statement without an operation (seeds, migrations) leaves no trace. Rows of the platform's own tables have no tenant;
-- their changes belong to the tenant of whoever made them.
create function keep_history() returns trigger language plpgsql as $$
declare
  operation uuid := nullif(current_setting('app.operation_id', true), '')::uuid;
  by_user uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  by_tenant uuid := nullif(current_setting('app.actor_tenant_id', true), '')::uuid;
  name_column text := coalesce(tg_argv[0], 'id');
  left_out text[] := array['tenant_id', 'created_at', 'updated_at', 'version'] || string_to_array(coalesce(tg_argv[1], ''), ',');
begin
  if operation is null then return null; end if;
  if tg_op = 'INSERT' then
    insert into changes (tenant_id, table_name, row_id, verb, after, user_id, operation_id)
    select coalesce((n.data ->> 'tenant_id')::uuid, by_tenant), tg_table_name, (n.data ->> name_column)::uuid, 'add', n.data - left_out, by_user, operation
    from (select to_jsonb(r) as data from new_rows r) n;
  elsif tg_op = 'DELETE' then
    insert into changes (tenant_id, table_name, row_id, verb, before, user_id, operation_id)
    select coalesce((o.data ->> 'tenant_id')::uuid, by_tenant), tg_table_name, (o.data ->> name_column)::uuid, 'delete', o.data - left_out, by_user, operation
    from (select to_jsonb(r) as data from old_rows r) o;
  else
    insert into changes (tenant_id, table_name, row_id, verb, before, after, user_id, operation_id)
    select coalesce((o.data ->> 'tenant_id')::uuid, by_tenant), tg_table_name, (o.data ->> name_column)::uuid, 'update', d.before, d.after, by_user, operation
    from (select id, to_jsonb(r) as data from old_rows r) o
    join (select id, to_jsonb(r) as data from new_rows r) n using (id)
    cross join lateral (
      select jsonb_object_agg(b.key, b.value) as before, jsonb_object_agg(b.key, a.value) as after
      from jsonb_each(o.data - left_out) b join jsonb_each(n.data) a using (key) where a.value is distinct from b.value
    ) d where d.before is not null;
  end if;
  return null;
end $$;

-- Attaches the three triggers to a table. Tables whose rows are only added and deleted (links) have no updates to keep.
create procedure track_history(tracked text, name_column text, secrets text, with_updates boolean) language plpgsql as $$
begin
  execute format('create trigger history_of_adding after insert on %I referencing new table as new_rows for each statement execute function keep_history(%L, %L)', tracked, name_column, secrets);
  execute format('create trigger history_of_deleting after delete on %I referencing old table as old_rows for each statement execute function keep_history(%L, %L)', tracked, name_column, secrets);
  if with_updates then
    execute format('create trigger history_of_updating after update on %I referencing old table as old_rows new table as new_rows for each statement execute function keep_history(%L, %L)', tracked, name_column, secrets);
  end if;
end $$;

call track_history('tenants', 'id', '', true);
call track_history('menus', 'id', '', true);
call track_history('menu_buttons', 'menu_id', '', false);
call track_history('organisations', 'id', '', true);
call track_history('posts', 'id', '', true);
call track_history('roles', 'id', '', true);
call track_history('role_menus', 'role_id', '', false);
call track_history('role_urls', 'role_id', '', false);
call track_history('role_hidden_buttons', 'role_id', '', false);
call track_history('role_hidden_fields', 'role_id', '', false);
call track_history('users', 'id', 'password_hash', true);
call track_history('user_roles', 'user_id', '', false);

-- What the first routes of the platform need ---------------------------------------------------------------------------

-- A URL that only people of the platform tenant can be granted.
alter table urls add column platform_only boolean not null default false;
-- Set when somebody else chose the password: until its owner changes it, the account can do nothing else.
alter table users add column must_change_password smallint;
alter table users add column password_changed_at timestamptz;
