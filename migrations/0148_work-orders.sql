-- Faults and work orders (docs/decisions/0179-work-orders.md). What an order goes through is kept as rows that are only added.
create table faults (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  fault_number text,
  fault_title text not null,
  equipment_id uuid not null,
  fault_effect text not null check (fault_effect in ('stopped', 'reduced', 'quality', 'safety', 'none')),
  fault_state text default 'reported' check (fault_state in ('reported', 'confirmed', 'in-order', 'solved', 'rejected')),
  down_from timestamptz,
  down_to timestamptz,
  reporter_id uuid,
  -- Of the machine, wherever that goes (move_with_equipment).
  site_id uuid,
  org_id uuid,
  solved_at timestamptz,
  fault_cause text,
  fault_remedy text,
  fault_reason text,
  fault_description text,
  created_by uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint faults_written_check check (num_nulls(fault_number, fault_state) = 0),
  constraint faults_down_check check (down_to >= down_from),
  constraint faults_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id),
  constraint faults_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id),
  constraint faults_org_id_fkey foreign key (tenant_id, org_id) references organisations (tenant_id, id),
  constraint faults_reporter_id_fkey foreign key (tenant_id, reporter_id) references users (tenant_id, id) on delete set null (reporter_id)
);
create unique index faults_fault_number_key on faults (tenant_id, lower(fault_number));
create index faults_created_at_idx on faults (tenant_id, created_at desc, id desc);
create index faults_equipment_id_idx on faults (tenant_id, equipment_id, created_at desc);
create index faults_state_idx on faults (tenant_id, fault_state, created_at desc);
create index faults_site_id_idx on faults (tenant_id, site_id);
create index faults_org_id_idx on faults (tenant_id, org_id);
create index faults_reporter_id_idx on faults (tenant_id, reporter_id);

-- What happened to a fault: added and read, and never changed.
create table fault_events (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  fault_id uuid not null,
  transition text not null,
  from_state text,
  to_state text not null,
  happened_at timestamptz not null default clock_timestamp(),
  user_id uuid,
  note text,
  primary key (tenant_id, id),
  constraint fault_events_fault_id_fkey foreign key (tenant_id, fault_id) references faults (tenant_id, id)
);
create index fault_events_fault_id_idx on fault_events (tenant_id, fault_id, id);

create table work_orders (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  order_number text,
  order_title text not null,
  order_kind text not null check (order_kind in ('corrective', 'preventive', 'inspection', 'calibration', 'condition')),
  order_priority smallint not null check (order_priority between 1 and 4),
  order_state text check (order_state in ('draft', 'waiting-approval', 'approved', 'scheduled', 'in-progress', 'on-hold', 'done', 'closed', 'cancelled')),
  is_open smallint not null generated always as (case when order_state in ('closed', 'cancelled') then 0 else 1 end) stored,
  equipment_id uuid,
  assignee_id uuid,
  due_at timestamptz,
  hold_reason text check (hold_reason in ('material', 'plant', 'people', 'other')),
  order_origin text check (order_origin in ('person', 'alarm', 'fault', 'plan', 'check')),
  device_id uuid,
  -- Of the machine, wherever that goes (move_with_equipment).
  site_id uuid,
  org_id uuid,
  fault_id uuid,
  -- The alarm; neither rule nor point is tied to by a key, as in alarms.
  alarm_id uuid,
  rule_id uuid,
  point_id uuid,
  plan_id uuid,
  plan_due_on date,
  -- Which item of which checklist failed, in the words of whoever has the list.
  check_key text check (char_length(check_key) <= 200),
  estimate_hours double precision check (estimate_hours >= 0),
  occurrences integer default 0,
  started_at timestamptz,
  finished_at timestamptz,
  closed_at timestamptz,
  down_from timestamptz,
  down_to timestamptz,
  order_cause text,
  order_remedy text,
  must_sign smallint not null default 0 check (must_sign in (0, 1)),
  order_description text,
  checks jsonb,
  check_results jsonb,
  finished_by uuid,
  verified_by uuid,
  signed_by uuid,
  signed_at timestamptz,
  signature_proof text check (signature_proof in ('password', 'code', 'passkey')),
  reminded_at timestamptz,
  created_by uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint work_orders_written_check check (num_nulls(order_number, order_state, order_origin, occurrences) = 0),
  constraint work_orders_down_check check (down_to >= down_from),
  constraint work_orders_hold_check check ((order_state = 'on-hold') = (hold_reason is not null)),
  constraint work_orders_plan_check check ((plan_id is null) = (plan_due_on is null)),
  -- Nobody verifies their own work.
  constraint work_orders_verified_check check (verified_by <> finished_by),
  constraint work_orders_signed_check check (must_sign = 0 or order_state not in ('done', 'closed') or signed_at is not null),
  constraint work_orders_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id),
  constraint work_orders_device_id_fkey foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete set null (device_id),
  constraint work_orders_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id),
  constraint work_orders_org_id_fkey foreign key (tenant_id, org_id) references organisations (tenant_id, id),
  constraint work_orders_fault_id_fkey foreign key (tenant_id, fault_id) references faults (tenant_id, id),
  constraint work_orders_assignee_id_fkey foreign key (tenant_id, assignee_id) references users (tenant_id, id) on delete set null (assignee_id)
) with (fillfactor = 80);
create unique index work_orders_order_number_key on work_orders (tenant_id, lower(order_number));
-- No twins: one open order a rule and point, a fault and a failed item, and one order a plan and date for ever.
create unique index work_orders_alarm_key on work_orders (tenant_id, rule_id, point_id) where is_open = 1 and rule_id is not null;
create unique index work_orders_fault_key on work_orders (tenant_id, fault_id) where is_open = 1 and fault_id is not null;
create unique index work_orders_check_key on work_orders (tenant_id, check_key) where is_open = 1 and check_key is not null;
create unique index work_orders_plan_key on work_orders (tenant_id, plan_id, plan_due_on) where plan_id is not null;
-- Lists: the newest first, of a state, a person, a machine or a place.
create index work_orders_created_at_idx on work_orders (tenant_id, created_at desc, id desc);
create index work_orders_state_idx on work_orders (tenant_id, order_state, created_at desc, id desc);
create index work_orders_open_idx on work_orders (tenant_id, created_at desc, id desc) where is_open = 1;
create index work_orders_due_idx on work_orders (tenant_id, due_at) where is_open = 1;
create index work_orders_assignee_id_idx on work_orders (tenant_id, assignee_id, created_at desc);
create index work_orders_equipment_id_idx on work_orders (tenant_id, equipment_id, created_at desc);
create index work_orders_site_id_idx on work_orders (tenant_id, site_id);
create index work_orders_org_id_idx on work_orders (tenant_id, org_id);
create index work_orders_device_id_idx on work_orders (tenant_id, device_id);
create index work_orders_fault_id_idx on work_orders (tenant_id, fault_id, created_at desc) where fault_id is not null;
create index work_orders_alarm_id_idx on work_orders (tenant_id, alarm_id) where alarm_id is not null;

create table work_order_events (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  order_id uuid not null,
  transition text not null,
  from_state text,
  to_state text not null,
  -- By the clock of the database.
  happened_at timestamptz not null default clock_timestamp(),
  user_id uuid,
  reason text,
  note text,
  primary key (tenant_id, id),
  constraint work_order_events_order_id_fkey foreign key (tenant_id, order_id) references work_orders (tenant_id, id)
);
create index work_order_events_order_id_idx on work_order_events (tenant_id, order_id, id);

create table work_order_labour (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  order_id uuid not null,
  user_id uuid,
  worked_on date not null,
  minutes integer not null check (minutes between 1 and 1440),
  labour_note text,
  -- What was entered by mistake counts no more, and stays: whoever has entered hours has worked, and does not verify.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint work_order_labour_order_id_fkey foreign key (tenant_id, order_id) references work_orders (tenant_id, id),
  constraint work_order_labour_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete set null (user_id)
);
create index work_order_labour_order_id_idx on work_order_labour (tenant_id, order_id, id);
create index work_order_labour_user_id_idx on work_order_labour (tenant_id, user_id);

-- Alarms that an order has put out of service: two orders at one device may share them, and the last one brings them back.
create table work_order_alarms (
  tenant_id uuid not null references tenants (id),
  order_id uuid not null,
  alarm_id uuid not null,
  removed_at timestamptz not null default now(),
  restored_at timestamptz,
  primary key (tenant_id, order_id, alarm_id),
  constraint work_order_alarms_order_id_fkey foreign key (tenant_id, order_id) references work_orders (tenant_id, id),
  constraint work_order_alarms_alarm_id_fkey foreign key (tenant_id, alarm_id) references alarms (tenant_id, id) on delete cascade
);
create index work_order_alarms_alarm_id_idx on work_order_alarms (tenant_id, alarm_id);

-- Photographs and papers. What was added to a fault is seen with every order about it, without a copy.
create table fault_files (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  fault_id uuid not null,
  file_name text not null check (char_length(file_name) between 1 and 255 and file_name !~ '[[:cntrl:]/\\]'),
  media_type text not null,
  size bigint not null,
  blob_id uuid not null,
  taken_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint fault_files_fault_id_fkey foreign key (tenant_id, fault_id) references faults (tenant_id, id),
  constraint fault_files_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id),
  constraint fault_files_created_by_fkey foreign key (tenant_id, created_by) references users (tenant_id, id) on delete set null (created_by)
);
create index fault_files_fault_id_idx on fault_files (tenant_id, fault_id, created_at);
create index fault_files_created_by_idx on fault_files (tenant_id, created_by);
create unique index fault_files_blob_id_key on fault_files (tenant_id, blob_id);
create trigger attachment_gone after delete on fault_files for each row execute function drop_attachment_blob();

create table work_order_files (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  order_id uuid not null,
  -- The item of the checklist that it proves.
  item_key text,
  file_name text not null check (char_length(file_name) between 1 and 255 and file_name !~ '[[:cntrl:]/\\]'),
  media_type text not null,
  size bigint not null,
  blob_id uuid not null,
  taken_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint work_order_files_order_id_fkey foreign key (tenant_id, order_id) references work_orders (tenant_id, id),
  constraint work_order_files_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id),
  constraint work_order_files_created_by_fkey foreign key (tenant_id, created_by) references users (tenant_id, id) on delete set null (created_by)
);
create index work_order_files_order_id_idx on work_order_files (tenant_id, order_id, created_at);
create index work_order_files_created_by_idx on work_order_files (tenant_id, created_by);
create unique index work_order_files_blob_id_key on work_order_files (tenant_id, blob_id);
create trigger attachment_gone after delete on work_order_files for each row execute function drop_attachment_blob();

-- The last number of a year of a kind: raised in the transaction that stores what has it, so there are neither twins nor holes.
create table maintenance_numbers (
  tenant_id uuid not null references tenants (id),
  number_prefix text not null,
  last_number integer not null,
  primary key (tenant_id, number_prefix)
);

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
  held text;
begin
  foreach held in array array['faults', 'fault_events', 'work_orders', 'work_order_events', 'work_order_labour', 'work_order_alarms', 'fault_files', 'work_order_files', 'maintenance_numbers'] loop
    execute format('alter table %I enable row level security', held);
    execute format('alter table %I force row level security', held);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', held, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', held);
    execute format('grant select, insert on %I to outstation_tenant, outstation_platform', held);
    -- What has happened is added and read, and goes with its tenant alone.
    if held in ('fault_events', 'work_order_events') then
      execute format('call allow_erasing(%L)', held);
    else
      execute format('grant update, delete on %I to outstation_platform', held);
      execute format('grant update on %I to outstation_tenant', held);
    end if;
    if held in ('fault_files', 'work_order_files') then
      execute format('grant delete on %I to outstation_tenant', held);
    end if;
  end loop;
end $$;
create policy scope on faults as restrictive to outstation_scoped using ((select scope_all('faults')) or exists (select from site_owners o where o.tenant_id = faults.tenant_id and o.site_id = faults.site_id and (o.org_id in (select s.id from scope_ids('faults', 4) as s(id)) or o.project_id in (select s.id from scope_ids('faults', 6) as s(id)) or o.site_id in (select s.id from scope_ids('faults', 7) as s(id)))) or faults.org_id in (select s.id from scope_ids('faults', 4) as s(id)) or faults.created_by = (select scope_one('faults', 3)));
create policy scope on fault_events as restrictive to outstation_scoped using (exists (select from faults f where f.tenant_id = fault_events.tenant_id and f.id = fault_events.fault_id));
create policy scope on work_orders as restrictive to outstation_scoped using ((select scope_all('work_orders')) or exists (select from site_owners o where o.tenant_id = work_orders.tenant_id and o.site_id = work_orders.site_id and (o.org_id in (select s.id from scope_ids('work_orders', 4) as s(id)) or o.project_id in (select s.id from scope_ids('work_orders', 6) as s(id)) or o.site_id in (select s.id from scope_ids('work_orders', 7) as s(id)))) or work_orders.org_id in (select s.id from scope_ids('work_orders', 4) as s(id)) or work_orders.created_by = (select scope_one('work_orders', 3)));
create policy scope on work_order_events as restrictive to outstation_scoped using (exists (select from work_orders f where f.tenant_id = work_order_events.tenant_id and f.id = work_order_events.order_id));
create policy scope on work_order_labour as restrictive to outstation_scoped using (exists (select from work_orders f where f.tenant_id = work_order_labour.tenant_id and f.id = work_order_labour.order_id));
create policy scope on work_order_alarms as restrictive to outstation_scoped using (exists (select from work_orders f where f.tenant_id = work_order_alarms.tenant_id and f.id = work_order_alarms.order_id));
create policy scope on fault_files as restrictive to outstation_scoped using (exists (select from faults f where f.tenant_id = fault_files.tenant_id and f.id = fault_files.fault_id));
create policy scope on work_order_files as restrictive to outstation_scoped using (exists (select from work_orders f where f.tenant_id = work_order_files.tenant_id and f.id = work_order_files.order_id));

call track_history('faults', 'id', 'created_by,org_id', true);
call track_history('work_orders', 'id', 'created_by,org_id,rule_id,point_id,alarm_id,plan_id,plan_due_on,check_key,checks,check_results,finished_by,verified_by,signed_by,signed_at,signature_proof,reminded_at,is_open', true);
call track_history('work_order_labour', 'order_id', '', true);

-- What hangs on a machine is where the machine is.
create function move_with_equipment() returns trigger language plpgsql as $$
begin
  update faults set site_id = new.site_id, org_id = new.org_id where tenant_id = new.tenant_id and equipment_id = new.id;
  update work_orders set site_id = new.site_id, org_id = new.org_id where tenant_id = new.tenant_id and equipment_id = new.id;
  return null;
end $$;
create trigger what_hangs_on_it after update of site_id, org_id on equipment for each row
  when ((new.site_id, new.org_id) is distinct from (old.site_id, old.org_id)) execute function move_with_equipment();

create view fault_list with (security_invoker = true) as
  select fault.*, (select o.id from work_orders o where o.tenant_id = fault.tenant_id and o.fault_id = fault.id order by o.created_at desc, o.id desc limit 1) as order_id
  from faults fault;
grant select on fault_list to outstation_tenant, outstation_platform;

create view work_order_list with (security_invoker = true) as
  select w.*, (w.is_open = 1 and coalesce(w.due_at < now(), false))::integer::smallint as is_overdue,
    greatest(0, floor(extract(epoch from coalesce(w.closed_at, now()) - w.created_at) / 86400))::integer as age_days
  from work_orders w;
grant select on work_order_list to outstation_tenant, outstation_platform;

-- Whether its rule opens a work order for an alarm that it raises.
alter table alarm_rules add column opens_order smallint check (opens_order in (0, 1));
drop view alarm_rule_list;
create view alarm_rule_list with (security_invoker = true) as
  select rule.*,
    (case when rule.device_id is not null then (
        select count(*) from devices device
        join points point on point.tenant_id = device.tenant_id and point.device_id = device.id and lower(point.point_key) = lower(rule.point_key)
        where device.tenant_id = rule.tenant_id and device.id = rule.device_id and device.device_status = 1
          and (rule.device_type_id is null or device.device_type_id = rule.device_type_id))
      else (
        select count(*) from devices device
        join points point on point.tenant_id = device.tenant_id and point.device_id = device.id and lower(point.point_key) = lower(rule.point_key)
        where device.tenant_id = rule.tenant_id and device.device_type_id = rule.device_type_id and device.device_status = 1)
      end)::integer as watched_points,
    (case when rule.device_id is not null then exists (
        select from devices device
        join points point on point.tenant_id = device.tenant_id and point.device_id = device.id and lower(point.point_key) = lower(rule.point_key)
        where device.tenant_id = rule.tenant_id and device.id = rule.device_id and device.device_status = 1
          and (rule.device_type_id is null or device.device_type_id = rule.device_type_id))
      else exists (
        select from devices device
        join points point on point.tenant_id = device.tenant_id and point.device_id = device.id and lower(point.point_key) = lower(rule.point_key)
        where device.tenant_id = rule.tenant_id and device.device_type_id = rule.device_type_id and device.device_status = 1)
      end)::integer::smallint as is_watching
  from alarm_rules rule;
grant select on alarm_rule_list to outstation_tenant, outstation_platform;

drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'device_attachments' then exists (select from device_attachments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'shifts' then exists (select from shifts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'components' then exists (select from components f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'runs' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_points' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_stages' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_notes' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'verdict_items' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'specimens' then exists (select from specimens f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'strength_tests' then exists (select from strength_tests f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tendons' then exists (select from tendons f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tensionings' then exists (select from tensionings f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tension_steps' then exists (select from tension_steps f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'groutings' then exists (select from groutings f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'equipment' then exists (select from equipment f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'calibrations' then exists (select from calibrations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'equipment_documents' then exists (select from equipment_documents f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'equipment_transfers' then exists (select from equipment_transfers f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'faults' then exists (select from faults f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'work_orders' then exists (select from work_orders f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'work_order_labour' then exists (select from work_orders f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_channels' then exists (select from alarm_channels f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rules' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_organisations' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_projects' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_roles' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_shifts' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_sites' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_types' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_users' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notifications' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_organisations' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_roles' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_users' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'form_entries' then exists (select from form_entries f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_models' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_organisations' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_users' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_definitions' then exists (select from process_definitions f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_deployments' then exists (select from process_deployments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_reports' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_files' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_signatures' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedules' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_users' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_roles' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_points' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);
