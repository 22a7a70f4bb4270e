-- What the newest value of a point is worth now (model/acquisition/quality.ts, WORTHS). Each argument stands here once: only so the planner puts the expression in place
-- of the call.
create function point_worth(newest timestamptz, quality smallint, stale_seconds integer) returns text language sql stable as $$
  select case when newest < now() - stale_seconds * interval '1 second' then 'stale'
    else coalesce((array['bad', 'uncertain', 'good'])[1 + width_bucket(quality, array[1, 192]::smallint[])], 'none') end
$$;

-- Points with what they say now, for lists: what a page does not ask for is not looked up.
create view point_list with (security_invoker = true) as
  select point.*, told.value as newest_value, told.time as newest_at, point_worth(told.time, told.quality, point.stale_seconds) as newest_quality
  from points point
  left join point_states told on told.tenant_id = point.tenant_id and told.series = point.series;
grant select on point_list to outstation_tenant, outstation_platform;

-- What is said of an attachment of a device can be said anew, and is kept. That it waits for its removed device is no change of it.
call track_history('device_attachments', 'id', 'device_id,of_device,removed_at,blob_id,created_by', true);

-- The kept changes of an attachment are seen with it.
drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'device_attachments' then exists (select from device_attachments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'form_entries' then exists (select from form_entries f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);
