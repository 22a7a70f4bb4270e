-- Who published, acknowledged and noted is shown by name, and holders of posts have theirs beside their account. Each view stays as it is
-- otherwise, whatever has been added to it.
do $$
declare
  named record;
  is_now text;
  becomes text;
begin
  for named in select * from (values ('notification_list', 'publisher'), ('alarm_list', 'acknowledged_by'), ('annotation_list', 'noted_by')) as views(name, as_column) loop
    is_now := pg_get_viewdef(named.name::regclass);
    becomes := replace(is_now, 'person.username AS ' || named.as_column, 'person.nickname AS ' || named.as_column);
    if becomes = is_now then raise exception 'the view % names nobody as %', named.name, named.as_column; end if;
    execute format('create or replace view %I with (security_invoker = true) as %s', named.name, becomes);
  end loop;
end
$$;

create or replace view user_post_rows with (security_invoker = true) as
  select held.*, post.post_code, post.path as post_name, person.nickname
  from user_posts held
  left join post_paths post on post.tenant_id = held.tenant_id and post.id = held.post_id
  left join users person on person.tenant_id = held.tenant_id and person.id = held.user_id;
