-- What happens to a machine: its files, labels that lead to it, transfers that two people sign, and its end (docs/decisions/0176-the-archive-of-machines.md).
alter table calibrations add column noticed_days integer;
alter table equipment add column scrapped_at timestamptz, add column scrap_reason text,
  add constraint equipment_scrapped check ((equipment_state = 'scrapped') = (scrapped_at is not null));

drop view equipment_list;
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

-- Of the machine, or of one of its calibrations: the certificate.
create table equipment_documents (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  equipment_id uuid not null,
  calibration_id uuid,
  document_kind text not null check (document_kind in ('manual', 'drawing', 'conformity', 'certificate', 'inspection', 'contract', 'photo', 'other')),
  file_name text not null check (char_length(file_name) between 1 and 255 and file_name !~ '[[:cntrl:]/\\]'),
  media_type text not null,
  size bigint not null,
  blob_id uuid not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint equipment_documents_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id) on delete cascade,
  constraint equipment_documents_calibration_id_fkey foreign key (tenant_id, calibration_id) references calibrations (tenant_id, id) on delete set null (calibration_id),
  constraint equipment_documents_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id),
  constraint equipment_documents_created_by_fkey foreign key (tenant_id, created_by) references users (tenant_id, id) on delete set null (created_by)
);
create index equipment_documents_equipment_id_idx on equipment_documents (tenant_id, equipment_id, created_at);
create index equipment_documents_calibration_id_idx on equipment_documents (tenant_id, calibration_id) where calibration_id is not null;
create index equipment_documents_created_by_idx on equipment_documents (tenant_id, created_by);
create unique index equipment_documents_blob_id_key on equipment_documents (tenant_id, blob_id);
create trigger document_gone after delete on equipment_documents for each row execute function drop_attachment_blob();

-- What a label leads by: of its token the hash. Each print has its own, so that labels can be told from one another and the oldest go.
create table equipment_labels (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  equipment_id uuid not null,
  token_hash text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint equipment_labels_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id) on delete cascade,
  constraint equipment_labels_created_by_fkey foreign key (tenant_id, created_by) references users (tenant_id, id) on delete set null (created_by)
);
create unique index equipment_labels_token_hash_key on equipment_labels (tenant_id, token_hash);
create index equipment_labels_equipment_id_idx on equipment_labels (tenant_id, equipment_id, created_at);
create index equipment_labels_created_by_idx on equipment_labels (tenant_id, created_by);

-- Where a machine goes and who keeps it then: it holds when both have signed.
create table equipment_transfers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  equipment_id uuid not null,
  transfer_state text not null default 'waiting' check (transfer_state in ('waiting', 'done', 'withdrawn')),
  from_site_id uuid,
  to_site_id uuid,
  from_org_id uuid,
  to_org_id uuid,
  from_keeper_id uuid,
  to_keeper_id uuid,
  giver_id uuid,
  transfer_reason text,
  given_at timestamptz,
  taken_at timestamptz,
  ended_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint equipment_transfers_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id) on delete cascade,
  constraint equipment_transfers_from_site_id_fkey foreign key (tenant_id, from_site_id) references sites (tenant_id, id) on delete set null (from_site_id),
  constraint equipment_transfers_to_site_id_fkey foreign key (tenant_id, to_site_id) references sites (tenant_id, id) on delete set null (to_site_id),
  constraint equipment_transfers_from_org_id_fkey foreign key (tenant_id, from_org_id) references organisations (tenant_id, id) on delete set null (from_org_id),
  constraint equipment_transfers_to_org_id_fkey foreign key (tenant_id, to_org_id) references organisations (tenant_id, id) on delete set null (to_org_id),
  constraint equipment_transfers_from_keeper_id_fkey foreign key (tenant_id, from_keeper_id) references users (tenant_id, id) on delete set null (from_keeper_id),
  constraint equipment_transfers_to_keeper_id_fkey foreign key (tenant_id, to_keeper_id) references users (tenant_id, id) on delete set null (to_keeper_id),
  constraint equipment_transfers_giver_id_fkey foreign key (tenant_id, giver_id) references users (tenant_id, id) on delete set null (giver_id),
  constraint equipment_transfers_created_by_fkey foreign key (tenant_id, created_by) references users (tenant_id, id) on delete set null (created_by),
  -- Nobody hands a machine to themselves, and none is handed over before both have signed.
  check (giver_id is distinct from to_keeper_id or giver_id is null),
  check (transfer_state <> 'done' or (given_at is not null and taken_at is not null)),
  check ((transfer_state = 'waiting') = (ended_at is null))
);
create unique index equipment_transfers_waiting_key on equipment_transfers (tenant_id, equipment_id) where transfer_state = 'waiting';
create index equipment_transfers_equipment_id_idx on equipment_transfers (tenant_id, equipment_id, created_at);
create index equipment_transfers_from_site_id_idx on equipment_transfers (tenant_id, from_site_id);
create index equipment_transfers_to_site_id_idx on equipment_transfers (tenant_id, to_site_id);
create index equipment_transfers_from_org_id_idx on equipment_transfers (tenant_id, from_org_id);
create index equipment_transfers_to_org_id_idx on equipment_transfers (tenant_id, to_org_id);
create index equipment_transfers_from_keeper_id_idx on equipment_transfers (tenant_id, from_keeper_id);
create index equipment_transfers_to_keeper_id_idx on equipment_transfers (tenant_id, to_keeper_id);
create index equipment_transfers_giver_id_idx on equipment_transfers (tenant_id, giver_id);
create index equipment_transfers_created_by_idx on equipment_transfers (tenant_id, created_by);

-- Which device measured on a machine when: what a device measured is judged by the certificates of the machine that it measured on then. Without a beginning, since ever:
-- of the first machine that is known to have had the device, unless that one had another before. Written by whatever links the two (note_equipment_device below).
create table equipment_devices (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  equipment_id uuid not null,
  device_id uuid not null,
  -- Of this device: the first one. A unique index knows of links that whoever makes another does not see.
  is_first boolean not null,
  linked_from timestamptz,
  linked_until timestamptz,
  primary key (tenant_id, id),
  constraint equipment_devices_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id) on delete cascade,
  constraint equipment_devices_device_id_fkey foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade
);
create index equipment_devices_equipment_id_idx on equipment_devices (tenant_id, equipment_id);
create index equipment_devices_device_id_idx on equipment_devices (tenant_id, device_id);
create unique index equipment_devices_first_key on equipment_devices (tenant_id, device_id) where is_first;

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
  name text;
begin
  foreach name in array array['equipment_documents', 'equipment_labels', 'equipment_transfers', 'equipment_devices'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', name, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', name);
    execute format('create policy scope on %I as restrictive to outstation_scoped using (exists (select from equipment f where f.tenant_id = %I.tenant_id and f.id = %I.equipment_id))', name, name, name);
  end loop;
end $$;

-- A machine that is scrapped measures nothing any more, and what it measured before stays measured by it.
create function note_equipment_device() returns trigger language plpgsql as $$
declare
  linked uuid := case when new.equipment_state <> 'scrapped' then new.device_id end;
begin
  update equipment_devices set linked_until = now()
  where tenant_id = new.tenant_id and equipment_id = new.id and linked_until is null and device_id is distinct from linked;
  if linked is null or exists (select from equipment_devices past where past.tenant_id = new.tenant_id and past.equipment_id = new.id and past.linked_until is null) then
    return null;
  end if;
  insert into equipment_devices (tenant_id, equipment_id, device_id, is_first, linked_from)
  values (new.tenant_id, new.id, linked, true, case when exists (select from equipment_devices past where past.tenant_id = new.tenant_id and past.equipment_id = new.id) then now() end)
  on conflict (tenant_id, device_id) where is_first do nothing;
  if not found then
    insert into equipment_devices (tenant_id, equipment_id, device_id, is_first, linked_from) values (new.tenant_id, new.id, linked, false, now());
  end if;
  return null;
end $$;
create trigger device_linked after insert or update of device_id, equipment_state on equipment for each row execute function note_equipment_device();

call track_history('equipment_documents', 'id', 'blob_id,created_by', true);
call track_history('equipment_transfers', 'id', 'created_by', true);

drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'device_attachments' then exists (select from device_attachments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'shifts' then exists (select from shifts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'components' then exists (select from components f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'runs' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_points' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_stages' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_notes' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'verdict_items' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'specimens' then exists (select from specimens f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'strength_tests' then exists (select from strength_tests f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tendons' then exists (select from tendons f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tensionings' then exists (select from tensionings f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tension_steps' then exists (select from tension_steps f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'groutings' then exists (select from groutings f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'equipment' then exists (select from equipment f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'calibrations' then exists (select from calibrations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'equipment_documents' then exists (select from equipment_documents f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'equipment_transfers' then exists (select from equipment_transfers f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_channels' then exists (select from alarm_channels f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rules' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_organisations' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_projects' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_roles' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_shifts' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_sites' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_types' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_users' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notifications' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_organisations' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_roles' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_users' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'form_entries' then exists (select from form_entries f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_models' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_organisations' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_users' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_definitions' then exists (select from process_definitions f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_deployments' then exists (select from process_deployments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_reports' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_files' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_signatures' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedules' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_users' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_roles' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_points' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);
