-- Machines and their calibrations: the archive (docs/decisions/0176-the-archive-of-machines.md).
create table equipment (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  equipment_code text not null,
  equipment_name text not null,
  category text not null check (category in ('lifting', 'transport', 'mixing', 'forming', 'tensioning', 'grouting', 'curing', 'pumping', 'power', 'measuring', 'testing', 'other')),
  equipment_state text not null check (equipment_state in ('in-service', 'standby', 'in-repair', 'out-of-service', 'scrapped')),
  site_id uuid,
  org_id uuid,
  keeper_id uuid,
  device_id uuid,
  maker text,
  model text,
  serial_number text,
  firmware text,
  purchased_at timestamptz,
  commissioned_at timestamptz,
  warranty_until timestamptz,
  equipment_description text,
  created_by uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint equipment_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id),
  constraint equipment_org_id_fkey foreign key (tenant_id, org_id) references organisations (tenant_id, id),
  constraint equipment_keeper_id_fkey foreign key (tenant_id, keeper_id) references users (tenant_id, id) on delete set null (keeper_id),
  constraint equipment_device_id_fkey foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete set null (device_id)
);
create unique index equipment_equipment_code_key on equipment (tenant_id, lower(equipment_code));
create index equipment_site_id_idx on equipment (tenant_id, site_id);
create index equipment_org_id_idx on equipment (tenant_id, org_id);
create index equipment_keeper_id_idx on equipment (tenant_id, keeper_id);
-- A device measures on one machine.
create unique index equipment_device_id_key on equipment (tenant_id, device_id);

alter table equipment enable row level security;
alter table equipment force row level security;
create policy tenant on equipment to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on equipment to outstation_platform using (true) with check (true);
grant select, insert, update, delete on equipment to outstation_tenant, outstation_platform;
create policy scope on equipment as restrictive to outstation_scoped using ((select scope_all('equipment')) or exists (select from site_owners o where o.tenant_id = equipment.tenant_id and o.site_id = equipment.site_id and (o.org_id in (select s.id from scope_ids('equipment', 4) as s(id)) or o.project_id in (select s.id from scope_ids('equipment', 6) as s(id)) or o.site_id in (select s.id from scope_ids('equipment', 7) as s(id)))) or equipment.org_id in (select s.id from scope_ids('equipment', 4) as s(id)) or equipment.created_by = (select scope_one('equipment', 3)));

call track_history('equipment', 'id', 'created_by', true);

create table calibrations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  calibration_number text not null,
  equipment_id uuid not null,
  calibration_result text not null check (calibration_result in ('pass', 'limited', 'fail')),
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  laboratory text not null,
  method text,
  uncertainty text,
  correction_factor double precision,
  correction_shift double precision,
  point_keys text,
  calibration_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint calibrations_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id),
  check (valid_until > valid_from)
);
create unique index calibrations_calibration_number_key on calibrations (tenant_id, lower(calibration_number));
create index calibrations_equipment_id_idx on calibrations (tenant_id, equipment_id, valid_from);
create index calibrations_valid_until_idx on calibrations (tenant_id, valid_until);

alter table calibrations enable row level security;
alter table calibrations force row level security;
create policy tenant on calibrations to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on calibrations to outstation_platform using (true) with check (true);
grant select, insert, update, delete on calibrations to outstation_tenant, outstation_platform;
create policy scope on calibrations as restrictive to outstation_scoped using (exists (select from equipment f where f.tenant_id = calibrations.tenant_id and f.id = calibrations.equipment_id));

call track_history('calibrations', 'id', '', true);

-- How the last calibration of each machine stands. The day from which one is due is DUE_DAYS of model/maintenance/validity.ts.
create view equipment_list with (security_invoker = true) as
  select machine.*, last.valid_until as calibrated_until,
    case when last.id is null then 'none' when last.calibration_result = 'fail' then 'failed' when last.valid_until <= now() then 'expired'
      when last.valid_until <= now() + interval '30 days' then 'due' else 'valid' end as calibration_state
  from equipment machine
  left join lateral (
    select calibration.id, calibration.valid_until, calibration.calibration_result from calibrations calibration
    where calibration.tenant_id = machine.tenant_id and calibration.equipment_id = machine.id and calibration.valid_from <= now()
    order by calibration.valid_from desc, calibration.id desc limit 1
  ) last on true;
grant select on equipment_list to outstation_tenant, outstation_platform;

create view calibration_list with (security_invoker = true) as
  select calibration.*, next.id as replaced_by_id,
    case when calibration.valid_from > now() then 'coming' when next.valid_from <= now() then 'replaced' when calibration.calibration_result = 'fail' then 'failed'
      when calibration.valid_until <= now() then 'expired' when calibration.valid_until <= now() + interval '30 days' then 'due' else 'valid' end as validity
  from calibrations calibration
  left join lateral (
    select later.id, later.valid_from from calibrations later
    where later.tenant_id = calibration.tenant_id and later.equipment_id = calibration.equipment_id
      and (later.valid_from, later.id) > (calibration.valid_from, calibration.id)
    order by later.valid_from, later.id limit 1
  ) next on true;
grant select on calibration_list to outstation_tenant, outstation_platform;

drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'device_attachments' then exists (select from device_attachments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'shifts' then exists (select from shifts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'components' then exists (select from components f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'runs' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_points' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_stages' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_notes' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'verdict_items' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'specimens' then exists (select from specimens f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'strength_tests' then exists (select from strength_tests f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tendons' then exists (select from tendons f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tensionings' then exists (select from tensionings f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tension_steps' then exists (select from tension_steps f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'groutings' then exists (select from groutings f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'equipment' then exists (select from equipment f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'calibrations' then exists (select from calibrations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_channels' then exists (select from alarm_channels f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rules' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_organisations' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_projects' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_roles' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_shifts' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_sites' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_types' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_users' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notifications' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_organisations' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_roles' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_users' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'form_entries' then exists (select from form_entries f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_models' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_organisations' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_users' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_definitions' then exists (select from process_definitions f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_deployments' then exists (select from process_deployments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_reports' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_files' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_signatures' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedules' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_users' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_roles' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_points' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);
