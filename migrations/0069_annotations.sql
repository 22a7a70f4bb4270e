-- What people note of a point at a moment (model/acquisition/annotations.ts): seen with the device, and gone with the point.
create table annotations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  point_id uuid not null,
  noted_at timestamptz not null,
  note_text text not null,
  created_by uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint annotations_point_id_fkey foreign key (tenant_id, point_id) references points (tenant_id, id) on delete cascade
);
create index annotations_point_id_idx on annotations (tenant_id, point_id, noted_at);

alter table annotations enable row level security;
alter table annotations force row level security;
create policy tenant on annotations to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on annotations to outstation_platform using (true) with check (true);
grant select, insert, update, delete on annotations to outstation_tenant, outstation_platform;
create policy scope on annotations as restrictive to outstation_scoped using (exists (select from points f where f.tenant_id = annotations.tenant_id and f.id = annotations.point_id));

call track_history('annotations', 'id', 'created_by', true);

create view annotation_list with (security_invoker = true) as
  select note.*, person.username as noted_by
  from annotations note
  left join users person on person.tenant_id = note.tenant_id and person.id = note.created_by;
grant select on annotation_list to outstation_tenant, outstation_platform;

-- The kept changes of an annotation are seen with it.
drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);
