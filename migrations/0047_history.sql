-- The history of a changed row costs less: what differs is looked up in the new row by its key instead of joining all members of
-- both, and each row is turned into JSON once and not as often as it is named (`offset 0` keeps it from being inlined).
create or replace function keep_history() returns trigger language plpgsql as $$
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
    from (select id, to_jsonb(r) as data from old_rows r offset 0) o
    join (select id, to_jsonb(r) as data from new_rows r offset 0) n using (id)
    cross join lateral (
      select jsonb_object_agg(b.key, b.value) as before, jsonb_object_agg(b.key, n.data -> b.key) as after
      from jsonb_each(o.data - left_out) b where n.data -> b.key is distinct from b.value
    ) d where d.before is not null;
  end if;
  return null;
end $$;
