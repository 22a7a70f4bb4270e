-- Tendons, their tensioning by steps and the grouting of their ducts, with the limits that both are judged by (docs/decisions/0155-tensioning-and-grouting.md).
create table tension_limits (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  limit_code text not null,
  standard_text text not null,
  tension_clause text,
  grout_clause text,
  force_tolerance double precision,
  elongation_tolerance double precision,
  hold_least integer,
  draw_in_most double precision,
  water_binder_low double precision,
  water_binder_high double precision,
  flow_low double precision,
  flow_high double precision,
  pressure_low double precision,
  pressure_high double precision,
  grout_hold_least double precision,
  limit_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index tension_limits_limit_code_key on tension_limits (tenant_id, lower(limit_code));

alter table tension_limits enable row level security;
alter table tension_limits force row level security;
create policy tenant on tension_limits to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on tension_limits to outstation_platform using (true) with check (true);
grant select, insert, update, delete on tension_limits to outstation_tenant, outstation_platform;

call track_history('tension_limits', 'id', '', true);

create table tendons (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  tendon_code text not null,
  component_id uuid not null,
  tension_limit_id uuid not null,
  duct_code text,
  strand_text text,
  planned_force double precision not null,
  planned_elongation double precision not null,
  tendon_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint tendons_component_id_fkey foreign key (tenant_id, component_id) references components (tenant_id, id),
  constraint tendons_tension_limit_id_fkey foreign key (tenant_id, tension_limit_id) references tension_limits (tenant_id, id)
);
create unique index tendons_tendon_code_key on tendons (tenant_id, lower(tendon_code));
create index tendons_component_id_idx on tendons (tenant_id, component_id);
create index tendons_tension_limit_id_idx on tendons (tenant_id, tension_limit_id);

alter table tendons enable row level security;
alter table tendons force row level security;
create policy tenant on tendons to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on tendons to outstation_platform using (true) with check (true);
grant select, insert, update, delete on tendons to outstation_tenant, outstation_platform;
create policy scope on tendons as restrictive to outstation_scoped using (exists (select from components f where f.tenant_id = tendons.tenant_id and f.id = tendons.component_id));

call track_history('tendons', 'id', '', true);

create table tensionings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  tensioning_number text not null,
  tendon_id uuid not null,
  tensioned_at timestamptz not null,
  draw_in double precision,
  left_jack text,
  right_jack text,
  tensioned_by text,
  tensioning_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint tensionings_tendon_id_fkey foreign key (tenant_id, tendon_id) references tendons (tenant_id, id)
);
create unique index tensionings_tensioning_number_key on tensionings (tenant_id, lower(tensioning_number));
create index tensionings_tendon_id_idx on tensionings (tenant_id, tendon_id);

alter table tensionings enable row level security;
alter table tensionings force row level security;
create policy tenant on tensionings to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on tensionings to outstation_platform using (true) with check (true);
grant select, insert, update, delete on tensionings to outstation_tenant, outstation_platform;
create policy scope on tensionings as restrictive to outstation_scoped using (exists (select from tendons f where f.tenant_id = tensionings.tenant_id and f.id = tensionings.tendon_id));

call track_history('tensionings', 'id', '', true);

create table tension_steps (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  tensioning_id uuid not null,
  step_label text not null,
  jack_side text not null check (jack_side in ('left', 'right')),
  step_percent double precision not null,
  step_pressure double precision,
  step_force double precision not null,
  step_elongation double precision not null,
  step_hold integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint tension_steps_tensioning_id_fkey foreign key (tenant_id, tensioning_id) references tensionings (tenant_id, id) on delete cascade
);
create unique index tension_steps_step_label_key on tension_steps (tenant_id, tensioning_id, lower(step_label));
create index tension_steps_tensioning_id_idx on tension_steps (tenant_id, tensioning_id);

alter table tension_steps enable row level security;
alter table tension_steps force row level security;
create policy tenant on tension_steps to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on tension_steps to outstation_platform using (true) with check (true);
grant select, insert, update, delete on tension_steps to outstation_tenant, outstation_platform;
create policy scope on tension_steps as restrictive to outstation_scoped using (exists (select from tensionings f where f.tenant_id = tension_steps.tenant_id and f.id = tension_steps.tensioning_id));

call track_history('tension_steps', 'id', '', true);

create table groutings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  grouting_number text not null,
  tendon_id uuid not null,
  grouted_at timestamptz not null,
  water_binder double precision,
  flow_time double precision,
  grout_pressure double precision,
  grout_hold double precision,
  grout_volume double precision,
  grouted_by text,
  grouting_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint groutings_tendon_id_fkey foreign key (tenant_id, tendon_id) references tendons (tenant_id, id)
);
create unique index groutings_grouting_number_key on groutings (tenant_id, lower(grouting_number));
create index groutings_tendon_id_idx on groutings (tenant_id, tendon_id);

alter table groutings enable row level security;
alter table groutings force row level security;
create policy tenant on groutings to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on groutings to outstation_platform using (true) with check (true);
grant select, insert, update, delete on groutings to outstation_tenant, outstation_platform;
create policy scope on groutings as restrictive to outstation_scoped using (exists (select from tendons f where f.tenant_id = groutings.tenant_id and f.id = groutings.tendon_id));

call track_history('groutings', 'id', '', true);

-- What the steps of a tensioning come to. Of each end the last step counts; the elongation up to the first one is not read, since the strands are slack, and is taken from the rise
-- between the first two, as standards do. Nothing is said of an end with fewer than three steps. Steps are written down one by one: until each end has come to its full force, and both to the same,
-- its force, its elongation and its hold are undecided, whatever stands there so far; too great a draw-in stays too great.
create view tensioning_list with (security_invoker = true) as
  select told.*, tendon.component_id, sums.measured_force, sums.force_deviation, sums.measured_elongation, sums.elongation_deviation, sums.least_hold,
    case when 'fail' = any (weighed.results) then 'fail'
      when not reached.is_whole or 'undecided' = any (weighed.results) or cardinality(weighed.results) = 0 then 'undecided' else 'pass' end as tension_verdict
  from tensionings told
  join tendons tendon on tendon.tenant_id = told.tenant_id and tendon.id = told.tendon_id
  join tension_limits bound on bound.tenant_id = tendon.tenant_id and bound.id = tendon.tension_limit_id
  cross join lateral (
    select count(*) as ends, min(each.last_percent) as low, max(each.last_percent) as high, avg(each.force) as measured_force,
      (array_agg(each.deviation order by abs(each.deviation) desc nulls first, each.jack_side))[1] as force_deviation,
      case when count(each.elongation) = count(*) then sum(each.elongation) end as measured_elongation,
      case when count(each.elongation) = count(*) then round(((sum(each.elongation) / nullif(tendon.planned_elongation * max(each.last_percent) / 100, 0) - 1) * 100)::numeric, 6)::float8 end as elongation_deviation,
      case when count(each.hold) = count(*) then min(each.hold) end as least_hold
    from (
      select step.jack_side, max(step.step_percent) as last_percent,
        (array_agg(step.step_force order by step.step_percent desc, step.id desc))[1] as force,
        round((((array_agg(step.step_force order by step.step_percent desc, step.id desc))[1] / nullif(tendon.planned_force * max(step.step_percent) / 100, 0) - 1) * 100)::numeric, 6)::float8 as deviation,
        (array_agg(step.step_hold order by step.step_percent desc, step.id desc))[1] as hold,
        case when count(*) >= 3 then (array_agg(step.step_elongation order by step.step_percent desc, step.id desc))[1] - (array_agg(step.step_elongation order by step.step_percent, step.id))[1]
          + ((array_agg(step.step_elongation order by step.step_percent, step.id))[2] - (array_agg(step.step_elongation order by step.step_percent, step.id))[1]) * min(step.step_percent)
            / nullif((array_agg(step.step_percent order by step.step_percent, step.id))[2] - min(step.step_percent), 0) end as elongation
      from tension_steps step where step.tenant_id = told.tenant_id and step.tensioning_id = told.id group by step.jack_side
    ) each
  ) sums
  cross join lateral (select sums.ends > 0 and sums.low >= 100 and sums.low = sums.high as is_whole) reached
  cross join lateral (
    select array_remove(array[
      case when bound.force_tolerance is null then null when not reached.is_whole or sums.force_deviation is null then 'undecided' when abs(sums.force_deviation) > bound.force_tolerance then 'fail' else 'pass' end,
      case when bound.elongation_tolerance is null then null when not reached.is_whole or sums.elongation_deviation is null then 'undecided' when abs(sums.elongation_deviation) > bound.elongation_tolerance then 'fail' else 'pass' end,
      case when bound.hold_least is null then null when not reached.is_whole or sums.least_hold is null then 'undecided' when sums.least_hold < bound.hold_least then 'fail' else 'pass' end,
      case when bound.draw_in_most is null then null when told.draw_in is null then 'undecided' when told.draw_in > bound.draw_in_most then 'fail' else 'pass' end
    ], null) as results
  ) weighed;
grant select on tensioning_list to outstation_tenant, outstation_platform;

create view grouting_list with (security_invoker = true) as
  select told.*, tendon.component_id,
    case when 'fail' = any (weighed.results) then 'fail' when 'undecided' = any (weighed.results) or cardinality(weighed.results) = 0 then 'undecided' else 'pass' end as grout_verdict
  from groutings told
  join tendons tendon on tendon.tenant_id = told.tenant_id and tendon.id = told.tendon_id
  join tension_limits bound on bound.tenant_id = tendon.tenant_id and bound.id = tendon.tension_limit_id
  cross join lateral (
    select array_remove(array[
      case when bound.water_binder_low is null and bound.water_binder_high is null then null when told.water_binder is null then 'undecided' when told.water_binder < bound.water_binder_low or told.water_binder > bound.water_binder_high then 'fail' else 'pass' end,
      case when bound.flow_low is null and bound.flow_high is null then null when told.flow_time is null then 'undecided' when told.flow_time < bound.flow_low or told.flow_time > bound.flow_high then 'fail' else 'pass' end,
      case when bound.pressure_low is null and bound.pressure_high is null then null when told.grout_pressure is null then 'undecided' when told.grout_pressure < bound.pressure_low or told.grout_pressure > bound.pressure_high then 'fail' else 'pass' end,
      case when bound.grout_hold_least is null then null when told.grout_hold is null then 'undecided' when told.grout_hold < bound.grout_hold_least then 'fail' else 'pass' end
    ], null) as results
  ) weighed;
grant select on grouting_list to outstation_tenant, outstation_platform;

-- What was changed of them is seen with them (model/row-scope.ts).
drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'device_attachments' then exists (select from device_attachments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'shifts' then exists (select from shifts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'components' then exists (select from components f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'runs' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_points' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_stages' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_notes' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'verdict_items' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'specimens' then exists (select from specimens f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'strength_tests' then exists (select from strength_tests f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tendons' then exists (select from tendons f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tensionings' then exists (select from tensionings f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'tension_steps' then exists (select from tension_steps f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'groutings' then exists (select from groutings f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_channels' then exists (select from alarm_channels f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rules' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_organisations' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_projects' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_roles' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_shifts' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_sites' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_types' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_users' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notifications' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_organisations' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_roles' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_users' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'form_entries' then exists (select from form_entries f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_models' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_organisations' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_users' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_definitions' then exists (select from process_definitions f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_deployments' then exists (select from process_deployments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_reports' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_files' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_signatures' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedules' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_users' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_schedule_roles' then exists (select from report_schedules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);
