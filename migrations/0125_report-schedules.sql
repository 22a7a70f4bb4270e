-- Reports that are made by themselves (model/report/report-schedules.ts, docs/decisions/0152-schedules-of-reports.md).
create table report_schedules (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  schedule_name text not null,
  report_code text,
  template_id uuid,
  device_id uuid,
  site_id uuid,
  rhythm text not null check (rhythm in ('day', 'week', 'month')),
  run_at text not null,
  offset_days integer,
  issues smallint not null check (issues in (0, 1)),
  schedule_formats text not null,
  mail_to text,
  link_days integer,
  schedule_language text not null check (schedule_language in ('zh', 'tw', 'en')),
  schedule_status smallint not null check (schedule_status in (1, 0)),
  -- Whoever saved it last: it acts with what they may do at the time.
  owner_id uuid,
  next_run_at timestamptz,
  last_run_at timestamptz,
  last_run_state text,
  schedule_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint report_schedules_template_id_fkey foreign key (tenant_id, template_id) references report_templates (tenant_id, id),
  constraint report_schedules_device_id_fkey foreign key (tenant_id, device_id) references devices (tenant_id, id),
  constraint report_schedules_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id),
  -- A person who goes leaves it without one, and it fails until somebody saves it.
  constraint report_schedules_owner_id_fkey foreign key (tenant_id, owner_id) references users (tenant_id, id) on delete set null (owner_id)
);
create unique index report_schedules_schedule_name_key on report_schedules (tenant_id, lower(schedule_name));
create index report_schedules_created_at_idx on report_schedules (tenant_id, created_at desc, id desc);
create index report_schedules_template_id_idx on report_schedules (tenant_id, template_id);
create index report_schedules_device_id_idx on report_schedules (tenant_id, device_id);
create index report_schedules_site_id_idx on report_schedules (tenant_id, site_id);
create index report_schedules_owner_id_idx on report_schedules (tenant_id, owner_id);

create table report_schedule_users (
  tenant_id uuid not null,
  schedule_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, schedule_id, user_id),
  constraint report_schedule_users_schedule_id_fkey foreign key (tenant_id, schedule_id) references report_schedules (tenant_id, id) on delete cascade,
  constraint report_schedule_users_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index report_schedule_users_user_id_idx on report_schedule_users (tenant_id, user_id);

create table report_schedule_roles (
  tenant_id uuid not null,
  schedule_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, schedule_id, role_id),
  constraint report_schedule_roles_schedule_id_fkey foreign key (tenant_id, schedule_id) references report_schedules (tenant_id, id) on delete cascade,
  constraint report_schedule_roles_role_id_fkey foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);
create index report_schedule_roles_role_id_idx on report_schedule_roles (tenant_id, role_id);

-- What became of each period, and of what was asked for by hand.
create table schedule_runs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  schedule_id uuid not null,
  -- What the period is, and its first day: a Monday begins a day, a week, and perhaps a month.
  rhythm text not null check (rhythm in ('day', 'week', 'month')),
  period_day date not null,
  run_trigger text not null check (run_trigger in ('due', 'hand')),
  run_state text not null check (run_state in ('waiting', 'running', 'done', 'failed', 'missed')),
  -- With whose rights.
  owner_id uuid,
  owner_name text,
  -- The rows that the owner saw; null for all. Whoever sees fewer later does not share what was made of more.
  owner_scope jsonb,
  started_at timestamptz,
  finished_at timestamptz,
  took_ms integer,
  row_count integer,
  error_code text,
  error_values jsonb,
  report_title text,
  period_name text,
  issued_id uuid,
  -- The figures documents that its files show: a link opens them for as long as the owner may have them.
  documents jsonb,
  late_points integer not null default 0,
  late_devices uuid[] not null default '{}',
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint schedule_runs_schedule_id_fkey foreign key (tenant_id, schedule_id) references report_schedules (tenant_id, id) on delete cascade,
  constraint schedule_runs_issued_id_fkey foreign key (tenant_id, issued_id) references issued_reports (tenant_id, id)
);
-- Each period once, whoever is at it.
create unique index schedule_runs_period_key on schedule_runs (tenant_id, schedule_id, rhythm, period_day) where run_trigger = 'due';
-- One by hand at a time.
create unique index schedule_runs_by_hand_key on schedule_runs (tenant_id, schedule_id) where run_trigger = 'hand' and run_state in ('waiting', 'running');
create index schedule_runs_schedule_id_idx on schedule_runs (tenant_id, schedule_id, created_at desc, id desc);
create index schedule_runs_issued_id_idx on schedule_runs (tenant_id, issued_id) where issued_id is not null;
create index schedule_runs_age_idx on schedule_runs (created_at);

-- Of a run that was not issued; an issued report has its own.
create table schedule_files (
  tenant_id uuid not null references tenants (id),
  run_id uuid not null,
  file_format text not null check (file_format in ('pdf', 'xlsx', 'docx')),
  blob_id uuid not null,
  size bigint not null,
  sha256 text not null,
  primary key (tenant_id, run_id, file_format),
  constraint schedule_files_run_id_fkey foreign key (tenant_id, run_id) references schedule_runs (tenant_id, id) on delete cascade,
  constraint schedule_files_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
create index schedule_files_blob_id_idx on schedule_files (tenant_id, blob_id);

-- Who was told: a person of the tenant, or whoever has the address that was mailed.
create table schedule_links (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  run_id uuid not null,
  user_id uuid,
  token_hash bytea,
  primary key (tenant_id, id),
  constraint schedule_links_one_of_them check ((user_id is null) <> (token_hash is null)),
  constraint schedule_links_run_id_fkey foreign key (tenant_id, run_id) references schedule_runs (tenant_id, id) on delete cascade,
  constraint schedule_links_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index schedule_links_run_id_idx on schedule_links (tenant_id, run_id);
create index schedule_links_user_id_idx on schedule_links (tenant_id, user_id) where user_id is not null;
create index schedule_links_token_hash_idx on schedule_links (token_hash) where token_hash is not null;

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
  each_table text;
begin
  foreach each_table in array array['report_schedules', 'report_schedule_users', 'report_schedule_roles', 'schedule_runs', 'schedule_files', 'schedule_links'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', each_table, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', each_table);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', each_table);
  end loop;
end $$;

call track_history('report_schedules', 'id', 'next_run_at,last_run_at,last_run_state', true);
call track_history('report_schedule_users', 'schedule_id', '', false);
call track_history('report_schedule_roles', 'schedule_id', '', false);

-- Whose rows are in scope (model/row-scope.ts, server/kernel/database/row-policies.ts).
create policy scope on report_schedules as restrictive to outstation_scoped using ((select scope_all('report_schedules')) or report_schedules.owner_id = (select scope_one('report_schedules', 1)));
create policy scope on report_schedule_users as restrictive to outstation_scoped using (exists (select from report_schedules f where f.tenant_id = report_schedule_users.tenant_id and f.id = report_schedule_users.schedule_id));
create policy scope on report_schedule_roles as restrictive to outstation_scoped using (exists (select from report_schedules f where f.tenant_id = report_schedule_roles.tenant_id and f.id = report_schedule_roles.schedule_id));
create policy scope on schedule_runs as restrictive to outstation_scoped using (exists (select from report_schedules f where f.tenant_id = schedule_runs.tenant_id and f.id = schedule_runs.schedule_id));
create policy scope on schedule_files as restrictive to outstation_scoped using (exists (select from schedule_runs f where f.tenant_id = schedule_files.tenant_id and f.id = schedule_files.run_id));
create policy scope on schedule_links as restrictive to outstation_scoped using (exists (select from schedule_runs f where f.tenant_id = schedule_links.tenant_id and f.id = schedule_links.run_id));

-- The kept changes of a schedule are seen with it.
drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'device_attachments' then exists (select from device_attachments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'shifts' then exists (select from shifts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'components' then exists (select from components f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'runs' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_points' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_stages' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_notes' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'verdict_items' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'specimens' then exists (select from specimens f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'strength_tests' then exists (select from strength_tests f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_channels' then exists (select from alarm_channels f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rules' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_organisations' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_projects' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_roles' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_shifts' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_sites' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_types' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_users' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notifications' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_organisations' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_roles' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_users' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'form_entries' then exists (select from form_entries f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_models' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_organisations' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_users' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_definitions' then exists (select from process_definitions f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_deployments' then exists (select from process_deployments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_reports' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_files' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_signatures' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedules' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_users' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_roles' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);
