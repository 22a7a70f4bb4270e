-- Curing: mixes, components, limit sets with their published versions, runs and what was found of them, specimens (docs/decisions/0143-curing-runs-and-verdicts.md).
create table mixes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  mix_code text not null,
  concrete_grade text not null,
  cement text,
  water_binder double precision,
  datum_temp double precision,
  activation_k double precision,
  reference_temp double precision,
  curve_r2 double precision,
  valid_from timestamptz,
  valid_until timestamptz,
  mix_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index mixes_mix_code_key on mixes (tenant_id, lower(mix_code));

alter table mixes enable row level security;
alter table mixes force row level security;
create policy tenant on mixes to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on mixes to outstation_platform using (true) with check (true);
grant select, insert, update, delete on mixes to outstation_tenant, outstation_platform;

call track_history('mixes', 'id', '', true);

create table mix_points (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  mix_id uuid not null,
  point_label text not null,
  maturity double precision not null,
  strength double precision not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint mix_points_mix_id_fkey foreign key (tenant_id, mix_id) references mixes (tenant_id, id) on delete cascade
);
create unique index mix_points_point_label_key on mix_points (tenant_id, mix_id, lower(point_label));
create index mix_points_mix_id_idx on mix_points (tenant_id, mix_id);

alter table mix_points enable row level security;
alter table mix_points force row level security;
create policy tenant on mix_points to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on mix_points to outstation_platform using (true) with check (true);
grant select, insert, update, delete on mix_points to outstation_tenant, outstation_platform;

call track_history('mix_points', 'id', '', true);

create table components (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  component_code text not null,
  component_name text not null,
  component_kind text not null check (component_kind in ('girder', 'segment', 'pier', 'slab', 'wall', 'pavement', 'cubes', 'other')),
  site_id uuid,
  mix_id uuid,
  design_strength double precision,
  size_text text,
  chainage_from double precision,
  chainage_to double precision,
  component_description text,
  created_by uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint components_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id),
  constraint components_mix_id_fkey foreign key (tenant_id, mix_id) references mixes (tenant_id, id)
);
create unique index components_component_code_key on components (tenant_id, lower(component_code));
create index components_site_id_idx on components (tenant_id, site_id);
create index components_mix_id_idx on components (tenant_id, mix_id);

alter table components enable row level security;
alter table components force row level security;
create policy tenant on components to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on components to outstation_platform using (true) with check (true);
grant select, insert, update, delete on components to outstation_tenant, outstation_platform;
create policy scope on components as restrictive to outstation_scoped using ((select scope_all('components')) or exists (select from site_owners o where o.tenant_id = components.tenant_id and o.site_id = components.site_id and (o.org_id in (select s.id from scope_ids('components', 4) as s(id)) or o.project_id in (select s.id from scope_ids('components', 6) as s(id)) or o.site_id in (select s.id from scope_ids('components', 7) as s(id)))) or components.created_by = (select scope_one('components', 3)));

call track_history('components', 'id', 'created_by', true);

create table limit_sets (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  set_code text not null,
  set_name text not null,
  set_kind text not null check (set_kind in ('room', 'steam', 'spray', 'mass', 'ponding', 'same-condition', 'asphalt')),
  standard_text text,
  set_status smallint not null check (set_status in (0, 1)),
  set_version integer,
  published_at timestamptz,
  set_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index limit_sets_set_code_key on limit_sets (tenant_id, lower(set_code));

alter table limit_sets enable row level security;
alter table limit_sets force row level security;
create policy tenant on limit_sets to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on limit_sets to outstation_platform using (true) with check (true);
grant select, insert, update, delete on limit_sets to outstation_tenant, outstation_platform;

call track_history('limit_sets', 'id', '', true);

create table limit_items (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  limit_set_id uuid not null,
  item_order integer not null,
  item_clause text not null,
  item_measure text not null check (item_measure in ('value', 'difference', 'rise', 'rise-hour', 'fall-hour', 'fall-day', 'degree-days')),
  item_role text not null check (item_role in ('core', 'surface', 'ambient', 'chamber', 'humidity', 'water', 'setpoint')),
  minus_role text check (minus_role in ('core', 'surface', 'ambient', 'chamber', 'humidity', 'water', 'setpoint')),
  item_stage text check (item_stage in ('rest', 'heating', 'constant', 'cooling', 'curing', 'laying', 'rolling', 'opening')),
  low double precision,
  high double precision,
  unit text,
  tolerated_seconds integer check (tolerated_seconds >= 0),
  item_severity text not null check (item_severity in ('mandatory', 'advisory')),
  clause_zh text not null,
  clause_tw text,
  clause_en text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint limit_items_bounds check (low is not null or high is not null),
  constraint limit_items_order check (low < high),
  constraint limit_items_limit_set_id_fkey foreign key (tenant_id, limit_set_id) references limit_sets (tenant_id, id) on delete cascade
);
create unique index limit_items_item_order_key on limit_items (tenant_id, limit_set_id, item_order);
create index limit_items_limit_set_id_idx on limit_items (tenant_id, limit_set_id);

alter table limit_items enable row level security;
alter table limit_items force row level security;
create policy tenant on limit_items to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on limit_items to outstation_platform using (true) with check (true);
grant select, insert, update, delete on limit_items to outstation_tenant, outstation_platform;

call track_history('limit_items', 'id', '', true);

-- What was published of a set: never changed, and gone with its tenant alone.
create table limit_set_versions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  limit_set_id uuid not null,
  set_version integer not null check (set_version > 0),
  items jsonb not null,
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint limit_set_versions_limit_set_id_fkey foreign key (tenant_id, limit_set_id) references limit_sets (tenant_id, id)
);
create unique index limit_set_versions_set_version_key on limit_set_versions (tenant_id, limit_set_id, set_version);
create function refuse_change_of_limits() returns trigger language plpgsql as $$
begin
  raise exception 'a published version of a limit set is never changed' using errcode = '42501';
end $$;
create trigger version_is_immutable before update on limit_set_versions for each row execute function refuse_change_of_limits();

alter table limit_set_versions enable row level security;
alter table limit_set_versions force row level security;
create policy tenant on limit_set_versions to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on limit_set_versions to outstation_platform using (true) with check (true);
grant select, insert on limit_set_versions to outstation_tenant, outstation_platform;
-- Nobody of a tenant deletes one; the platform erases those of a tenant that goes.
call allow_erasing('limit_set_versions');

create table runs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  run_number text not null,
  run_kind text not null check (run_kind in ('room', 'steam', 'spray', 'mass', 'ponding', 'same-condition', 'asphalt')),
  component_id uuid not null,
  site_id uuid,
  device_id uuid,
  limit_set_id uuid not null,
  set_version integer,
  water_added_at timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  run_state text default 'running' check (run_state in ('running', 'finished', 'accepted', 'void')),
  run_verdict text check (run_verdict in ('pass', 'fail', 'undecided')),
  run_coverage double precision,
  revised_at timestamptz,
  accepted_at timestamptz,
  accept_reason text,
  run_description text,
  -- The version of the set that it was opened with: it is judged by no other.
  limit_version_id uuid not null,
  -- How many samples the verdict rests on, when it was worked out, when somebody finished the run, and when samples of it came since.
  judged_samples integer,
  judged_at timestamptz,
  finished_at timestamptz,
  touched_at timestamptz,
  created_by uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint runs_end_after_start check (ended_at > started_at),
  constraint runs_limit_version_id_fkey foreign key (tenant_id, limit_version_id) references limit_set_versions (tenant_id, id),
  constraint runs_component_id_fkey foreign key (tenant_id, component_id) references components (tenant_id, id),
  constraint runs_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id),
  constraint runs_device_id_fkey foreign key (tenant_id, device_id) references devices (tenant_id, id),
  constraint runs_limit_set_id_fkey foreign key (tenant_id, limit_set_id) references limit_sets (tenant_id, id)
);
create unique index runs_run_number_key on runs (tenant_id, lower(run_number));
create index runs_component_id_idx on runs (tenant_id, component_id);
create index runs_site_id_idx on runs (tenant_id, site_id);
create index runs_device_id_idx on runs (tenant_id, device_id);
create index runs_limit_set_id_idx on runs (tenant_id, limit_set_id);
create index runs_limit_version_id_idx on runs (tenant_id, limit_version_id);
create index runs_started_at_idx on runs (tenant_id, started_at desc, id desc);
-- One open run of a component and kind; whoever is late is refused.
create unique index runs_open_key on runs (tenant_id, component_id, run_kind) where run_state = 'running';
-- Whether samples that come late belong to a run that was judged is asked with each batch of roll-ups.
create index runs_judged_idx on runs (ended_at) where judged_at is not null;
create index runs_touched_idx on runs (touched_at) where touched_at is not null;

alter table runs enable row level security;
alter table runs force row level security;
create policy tenant on runs to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on runs to outstation_platform using (true) with check (true);
grant select, insert, update, delete on runs to outstation_tenant, outstation_platform;
create policy scope on runs as restrictive to outstation_scoped using ((select scope_all('runs')) or exists (select from site_owners o where o.tenant_id = runs.tenant_id and o.site_id = runs.site_id and (o.org_id in (select s.id from scope_ids('runs', 4) as s(id)) or o.project_id in (select s.id from scope_ids('runs', 6) as s(id)) or o.site_id in (select s.id from scope_ids('runs', 7) as s(id)))) or runs.created_by = (select scope_one('runs', 3)));

call track_history('runs', 'id', 'created_by,limit_version_id,judged_samples,judged_at,finished_at,touched_at', true);

-- Which point plays which part in a run, from when until when; without these for all of it.
create table run_points (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  run_role text not null check (run_role in ('core', 'surface', 'ambient', 'chamber', 'humidity', 'water', 'setpoint')),
  point_id uuid not null,
  valid_from timestamptz,
  valid_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint run_points_validity check (valid_until > valid_from),
  constraint run_points_run_id_fkey foreign key (tenant_id, run_id) references runs (tenant_id, id) on delete cascade,
  constraint run_points_point_id_fkey foreign key (tenant_id, point_id) references points (tenant_id, id)
);
create index run_points_run_id_idx on run_points (tenant_id, run_id);
create index run_points_point_id_idx on run_points (tenant_id, point_id);

alter table run_points enable row level security;
alter table run_points force row level security;
create policy tenant on run_points to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on run_points to outstation_platform using (true) with check (true);
grant select, insert, update, delete on run_points to outstation_tenant, outstation_platform;
create policy scope on run_points as restrictive to outstation_scoped using (exists (select from runs f where f.tenant_id = run_points.tenant_id and f.id = run_points.run_id));

call track_history('run_points', 'run_id', '', true);

-- When a stage began; it ends with the beginning of the next one, or with the run.
create table run_stages (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  run_stage text not null check (run_stage in ('rest', 'heating', 'constant', 'cooling', 'curing', 'laying', 'rolling', 'opening')),
  began_at timestamptz not null,
  confirmed_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint run_stages_run_id_fkey foreign key (tenant_id, run_id) references runs (tenant_id, id) on delete cascade,
  constraint run_stages_confirmed_by_fkey foreign key (tenant_id, confirmed_by) references users (tenant_id, id) on delete set null (confirmed_by)
);
create unique index run_stages_stage_key on run_stages (tenant_id, run_id, run_stage);
create index run_stages_confirmed_by_idx on run_stages (tenant_id, confirmed_by);

alter table run_stages enable row level security;
alter table run_stages force row level security;
create policy tenant on run_stages to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on run_stages to outstation_platform using (true) with check (true);
grant select, insert, update, delete on run_stages to outstation_tenant, outstation_platform;
create policy scope on run_stages as restrictive to outstation_scoped using (exists (select from runs f where f.tenant_id = run_stages.tenant_id and f.id = run_stages.run_id));

call track_history('run_stages', 'run_id', '', true);

create table run_notes (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  note_kind text not null check (note_kind in ('cover', 'spray', 'weather', 'pour', 'other')),
  note_text text not null,
  noted_at timestamptz not null,
  noted_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint run_notes_run_id_fkey foreign key (tenant_id, run_id) references runs (tenant_id, id) on delete cascade,
  constraint run_notes_noted_by_fkey foreign key (tenant_id, noted_by) references users (tenant_id, id) on delete set null (noted_by)
);
create index run_notes_run_id_idx on run_notes (tenant_id, run_id, noted_at);
create index run_notes_noted_by_idx on run_notes (tenant_id, noted_by);

alter table run_notes enable row level security;
alter table run_notes force row level security;
create policy tenant on run_notes to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on run_notes to outstation_platform using (true) with check (true);
grant select, insert, update, delete on run_notes to outstation_tenant, outstation_platform;
create policy scope on run_notes as restrictive to outstation_scoped using (exists (select from runs f where f.tenant_id = run_notes.tenant_id and f.id = run_notes.run_id));

call track_history('run_notes', 'run_id', '', true);

-- What was found of each clause when the run was judged last. Who waived a clause keeps it waived, whatever is found later.
create table verdict_items (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  -- Of the version that the run was opened with.
  limit_item_id uuid not null,
  item_result text not null check (item_result in ('pass', 'fail', 'undecided')),
  worst_value float8,
  worst_at timestamptz,
  beyond_seconds float8 not null,
  coverage float8 not null,
  waived_by uuid,
  waived_at timestamptz,
  waived_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint verdict_items_waiver check ((waived_at is null) = (waived_reason is null)),
  constraint verdict_items_run_id_fkey foreign key (tenant_id, run_id) references runs (tenant_id, id) on delete cascade,
  constraint verdict_items_waived_by_fkey foreign key (tenant_id, waived_by) references users (tenant_id, id) on delete set null (waived_by)
);
create unique index verdict_items_item_key on verdict_items (tenant_id, run_id, limit_item_id);
create index verdict_items_waived_by_idx on verdict_items (tenant_id, waived_by);

alter table verdict_items enable row level security;
alter table verdict_items force row level security;
create policy tenant on verdict_items to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on verdict_items to outstation_platform using (true) with check (true);
grant select, insert, update, delete on verdict_items to outstation_tenant, outstation_platform;
create policy scope on verdict_items as restrictive to outstation_scoped using (exists (select from runs f where f.tenant_id = verdict_items.tenant_id and f.id = verdict_items.run_id));

call track_history('verdict_items', 'run_id', '', true);

create table specimens (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  specimen_code text not null,
  component_id uuid not null,
  specimen_curing text not null check (specimen_curing in ('standard', 'same-condition')),
  specimen_size text not null check (specimen_size in ('cube-100', 'cube-150', 'cube-200', 'cylinder-150')),
  specimen_count integer not null check (specimen_count > 0),
  cast_at timestamptz not null,
  test_age integer,
  specimen_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint specimens_component_id_fkey foreign key (tenant_id, component_id) references components (tenant_id, id)
);
create unique index specimens_specimen_code_key on specimens (tenant_id, lower(specimen_code));
create index specimens_component_id_idx on specimens (tenant_id, component_id);

alter table specimens enable row level security;
alter table specimens force row level security;
create policy tenant on specimens to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on specimens to outstation_platform using (true) with check (true);
grant select, insert, update, delete on specimens to outstation_tenant, outstation_platform;
create policy scope on specimens as restrictive to outstation_scoped using (exists (select from components f where f.tenant_id = specimens.tenant_id and f.id = specimens.component_id));

call track_history('specimens', 'id', '', true);

create table strength_tests (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  test_number text not null,
  specimen_id uuid not null,
  tested_at timestamptz not null,
  test_strength double precision not null,
  test_maturity double precision,
  tested_by text,
  test_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint strength_tests_specimen_id_fkey foreign key (tenant_id, specimen_id) references specimens (tenant_id, id)
);
create unique index strength_tests_test_number_key on strength_tests (tenant_id, lower(test_number));
create index strength_tests_specimen_id_idx on strength_tests (tenant_id, specimen_id);

alter table strength_tests enable row level security;
alter table strength_tests force row level security;
create policy tenant on strength_tests to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on strength_tests to outstation_platform using (true) with check (true);
grant select, insert, update, delete on strength_tests to outstation_tenant, outstation_platform;
create policy scope on strength_tests as restrictive to outstation_scoped using (exists (select from specimens f where f.tenant_id = strength_tests.tenant_id and f.id = strength_tests.specimen_id));

call track_history('strength_tests', 'id', '', true);

-- What was changed of them is seen with them (model/row-scope.ts).
drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'device_attachments' then exists (select from device_attachments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'shifts' then exists (select from shifts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'components' then exists (select from components f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'runs' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_points' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_stages' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_notes' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'verdict_items' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'specimens' then exists (select from specimens f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'strength_tests' then exists (select from strength_tests f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_channels' then exists (select from alarm_channels f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rules' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_organisations' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_projects' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_roles' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_shifts' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_sites' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_types' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_users' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notifications' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_organisations' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_roles' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_users' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'form_entries' then exists (select from form_entries f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_models' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_organisations' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_users' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_definitions' then exists (select from process_definitions f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_deployments' then exists (select from process_deployments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);
