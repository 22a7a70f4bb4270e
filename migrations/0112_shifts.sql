-- Stretches of the working day by which figures are put together (model/acquisition/shifts.ts), of a site or of all that have none of their own.
create table shifts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  shift_code text not null,
  shift_name text not null,
  begins_at text not null,
  ends_at text not null,
  site_id uuid,
  valid_from timestamptz,
  valid_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint shifts_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id)
);
create unique index shifts_shift_code_key on shifts (tenant_id, lower(shift_code));
create index shifts_site_id_idx on shifts (tenant_id, site_id);

alter table shifts enable row level security;
alter table shifts force row level security;
create policy tenant on shifts to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on shifts to outstation_platform using (true) with check (true);
grant select, insert, update, delete on shifts to outstation_tenant, outstation_platform;
create policy scope_seen on shifts as restrictive for select to outstation_scoped using (shifts.site_id is null or exists (select from sites f where f.tenant_id = shifts.tenant_id and f.id = shifts.site_id));
create policy scope_added on shifts as restrictive for insert to outstation_scoped with check ((shifts.site_id is null and (select scope_all('sites'))) or exists (select from sites f where f.tenant_id = shifts.tenant_id and f.id = shifts.site_id));
create policy scope_changed on shifts as restrictive for update to outstation_scoped using ((shifts.site_id is null and (select scope_all('sites'))) or exists (select from sites f where f.tenant_id = shifts.tenant_id and f.id = shifts.site_id));
create policy scope_removed on shifts as restrictive for delete to outstation_scoped using ((shifts.site_id is null and (select scope_all('sites'))) or exists (select from sites f where f.tenant_id = shifts.tenant_id and f.id = shifts.site_id));

call track_history('shifts', 'id', '', true);

-- The kept changes of a shift are seen with it.
drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'device_attachments' then exists (select from device_attachments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'shifts' then exists (select from shifts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_channels' then exists (select from alarm_channels f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rules' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_organisations' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_projects' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_roles' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_shifts' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_sites' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_types' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_users' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notifications' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_organisations' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_roles' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_users' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'form_entries' then exists (select from form_entries f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_models' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_organisations' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_users' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_definitions' then exists (select from process_definitions f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_deployments' then exists (select from process_deployments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);
