-- Inspection rounds: routes with their stops, rounds as they fall due, and what was found at each stop (docs/decisions/0184-inspection-rounds.md).
create table round_routes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  route_code text not null,
  route_name text not null,
  site_id uuid not null,
  every_count integer not null,
  every_unit text not null check (every_unit in ('day', 'week', 'month')),
  first_due timestamptz not null,
  round_times text not null,
  grace_minutes integer not null,
  next_due timestamptz,
  assignee_id uuid,
  notify_role uuid,
  route_status smallint not null check (route_status in (0, 1)),
  route_description text,
  -- What was due before is not made up for.
  counts_from timestamptz,
  created_by uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint round_routes_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id),
  constraint round_routes_assignee_id_fkey foreign key (tenant_id, assignee_id) references users (tenant_id, id) on delete set null (assignee_id),
  constraint round_routes_notify_role_fkey foreign key (tenant_id, notify_role) references roles (tenant_id, id) on delete set null (notify_role)
);
create unique index round_routes_route_code_key on round_routes (tenant_id, lower(route_code));
create index round_routes_site_id_idx on round_routes (tenant_id, site_id);
create index round_routes_assignee_id_idx on round_routes (tenant_id, assignee_id);
create index round_routes_notify_role_idx on round_routes (tenant_id, notify_role);

alter table round_routes enable row level security;
alter table round_routes force row level security;
create policy tenant on round_routes to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on round_routes to outstation_platform using (true) with check (true);
grant select, insert, update, delete on round_routes to outstation_tenant, outstation_platform;
create policy scope on round_routes as restrictive to outstation_scoped using ((select scope_all('round_routes')) or exists (select from site_owners o where o.tenant_id = round_routes.tenant_id and o.site_id = round_routes.site_id and (o.org_id in (select s.id from scope_ids('round_routes', 4) as s(id)) or o.project_id in (select s.id from scope_ids('round_routes', 6) as s(id)) or o.site_id in (select s.id from scope_ids('round_routes', 7) as s(id)))) or round_routes.created_by = (select scope_one('round_routes', 3)));

call track_history('round_routes', 'id', 'created_by,counts_from,next_due', true);

create table round_stops (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  route_id uuid not null,
  stop_order integer not null,
  stop_name text not null,
  equipment_id uuid,
  checks text not null,
  stop_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint round_stops_route_id_fkey foreign key (tenant_id, route_id) references round_routes (tenant_id, id) on delete cascade,
  constraint round_stops_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id)
);
create unique index round_stops_stop_order_key on round_stops (tenant_id, route_id, stop_order);
create index round_stops_route_id_idx on round_stops (tenant_id, route_id);
create index round_stops_equipment_id_idx on round_stops (tenant_id, equipment_id);

alter table round_stops enable row level security;
alter table round_stops force row level security;
create policy tenant on round_stops to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on round_stops to outstation_platform using (true) with check (true);
grant select, insert, update, delete on round_stops to outstation_tenant, outstation_platform;
create policy scope on round_stops as restrictive to outstation_scoped using (exists (select from round_routes f where f.tenant_id = round_stops.tenant_id and f.id = round_stops.route_id));

call track_history('round_stops', 'id', '', true);

create table rounds (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  route_id uuid not null,
  round_name text not null,
  round_state text not null check (round_state in ('due', 'running', 'done', 'missed')),
  due_at timestamptz not null,
  due_until timestamptz not null,
  started_at timestamptz,
  done_at timestamptz,
  done_by uuid,
  stop_count integer not null,
  stops_done integer not null,
  items_failed integer not null,
  -- What whoever began one by hand called it: the same one asked again is one round. Those of the rhythm have none.
  request_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint rounds_route_id_fkey foreign key (tenant_id, route_id) references round_routes (tenant_id, id),
  constraint rounds_done_by_fkey foreign key (tenant_id, done_by) references users (tenant_id, id) on delete set null (done_by)
);
-- A round of the rhythm is there once, however many servers look for it.
create unique index rounds_due_at_key on rounds (tenant_id, route_id, due_at) where request_id is null;
create unique index rounds_request_id_key on rounds (tenant_id, request_id) where request_id is not null;
create index rounds_due_idx on rounds (tenant_id, due_at desc, id desc);
create index rounds_state_idx on rounds (tenant_id, round_state, due_at desc);
create index rounds_done_by_idx on rounds (tenant_id, done_by);

alter table rounds enable row level security;
alter table rounds force row level security;
create policy tenant on rounds to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on rounds to outstation_platform using (true) with check (true);
grant select, insert, update, delete on rounds to outstation_tenant, outstation_platform;
create policy scope on rounds as restrictive to outstation_scoped using (exists (select from round_routes f where f.tenant_id = rounds.tenant_id and f.id = rounds.route_id));

call track_history('rounds', 'id', 'request_id', true);

-- A stop of a round: what was to be looked at as the route had it when the round began, and what was found.
create table round_results (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  round_id uuid not null,
  stop_order integer not null,
  stop_name text not null,
  equipment_id uuid,
  stop_id uuid,
  checks jsonb not null,
  results jsonb,
  items_failed integer,
  -- How somebody came to the stop: by the code on the machine, or by choosing it.
  was_scanned boolean,
  recorded_at timestamptz,
  recorded_by uuid,
  -- What those who recorded it called that: the same one sent again, however late, is recorded once.
  request_ids uuid[] not null default '{}',
  primary key (tenant_id, id),
  constraint round_results_round_id_fkey foreign key (tenant_id, round_id) references rounds (tenant_id, id) on delete cascade,
  constraint round_results_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id),
  constraint round_results_recorded_by_fkey foreign key (tenant_id, recorded_by) references users (tenant_id, id) on delete set null (recorded_by)
);
create unique index round_results_stop_order_key on round_results (tenant_id, round_id, stop_order);
create index round_results_equipment_id_idx on round_results (tenant_id, equipment_id, recorded_at desc);
create index round_results_recorded_by_idx on round_results (tenant_id, recorded_by);

alter table round_results enable row level security;
alter table round_results force row level security;
create policy tenant on round_results to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on round_results to outstation_platform using (true) with check (true);
grant select, insert, update, delete on round_results to outstation_tenant, outstation_platform;
create policy scope on round_results as restrictive to outstation_scoped using (exists (select from rounds f where f.tenant_id = round_results.tenant_id and f.id = round_results.round_id));

create table round_photos (
  tenant_id uuid not null references tenants (id),
  -- Given by whoever sends it: the same one sent again is one picture.
  id uuid not null,
  result_id uuid not null,
  blob_id uuid not null,
  media_type text not null,
  size bigint not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint round_photos_result_id_fkey foreign key (tenant_id, result_id) references round_results (tenant_id, id) on delete cascade,
  constraint round_photos_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id),
  constraint round_photos_created_by_fkey foreign key (tenant_id, created_by) references users (tenant_id, id) on delete set null (created_by)
);
create unique index round_photos_blob_id_key on round_photos (tenant_id, blob_id);
create index round_photos_result_id_idx on round_photos (tenant_id, result_id);
create index round_photos_created_by_idx on round_photos (tenant_id, created_by);

alter table round_photos enable row level security;
alter table round_photos force row level security;
create policy tenant on round_photos to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on round_photos to outstation_platform using (true) with check (true);
grant select, insert, update, delete on round_photos to outstation_tenant, outstation_platform;
create policy scope on round_photos as restrictive to outstation_scoped using (exists (select from round_results f where f.tenant_id = round_photos.tenant_id and f.id = round_photos.result_id));
create trigger attachment_gone after delete on round_photos for each row execute function drop_attachment_blob();



-- What was changed of them is seen with them (model/row-scope.ts).
drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'device_attachments' then exists (select from device_attachments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'shifts' then exists (select from shifts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'components' then exists (select from components f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'runs' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_points' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_stages' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_notes' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'verdict_items' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'specimens' then exists (select from specimens f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'strength_tests' then exists (select from strength_tests f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tendons' then exists (select from tendons f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tensionings' then exists (select from tensionings f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tension_steps' then exists (select from tension_steps f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'groutings' then exists (select from groutings f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'equipment' then exists (select from equipment f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'calibrations' then exists (select from calibrations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'equipment_documents' then exists (select from equipment_documents f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'equipment_transfers' then exists (select from equipment_transfers f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'faults' then exists (select from faults f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'work_orders' then exists (select from work_orders f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'work_order_labour' then exists (select from work_orders f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'spare_parts' then exists (select from spare_parts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'spare_part_fits' then exists (select from spare_parts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'part_moves' then exists (select from part_moves f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'maintenance_plans' then exists (select from maintenance_plans f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'round_routes' then exists (select from round_routes f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'round_stops' then exists (select from round_stops f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'rounds' then exists (select from rounds f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_channels' then exists (select from alarm_channels f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rules' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_organisations' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_projects' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_roles' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_shifts' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_sites' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_types' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_users' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notifications' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_organisations' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_roles' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_users' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'form_entries' then exists (select from form_entries f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_models' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_organisations' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_users' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_definitions' then exists (select from process_definitions f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_deployments' then exists (select from process_deployments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_reports' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_files' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_signatures' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedules' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_users' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_roles' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_points' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);
