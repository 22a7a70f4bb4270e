-- Processes: models that are drawn, what is deployed of them, and instances with all that a step of one writes
-- (docs/decisions/0123-processes-as-rows.md). A passage, a task and a wait are one row for their whole life; numbers within an instance are the core's.

-- The draft. What runs is what was deployed of it.
create table process_models (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  key text not null,
  name text not null,
  category text not null,
  description text,
  org_id uuid not null,
  form_id uuid,
  -- BPMN 2.0 as XML, in UTF-8; null until something is drawn.
  xml text,
  saved_by uuid,
  saved_at timestamptz,
  -- Of the newest deployment; 0 before the first.
  model_version integer not null default 0,
  deployment_time timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint process_models_org_id_fkey foreign key (tenant_id, org_id) references organisations (tenant_id, id),
  constraint process_models_form_id_fkey foreign key (tenant_id, form_id) references forms (tenant_id, id)
);
create unique index process_models_key_key on process_models (tenant_id, lower(key));
create index process_models_created_at_idx on process_models (tenant_id, created_at desc, id desc);
create index process_models_org_id_idx on process_models (tenant_id, org_id);
create index process_models_form_id_idx on process_models (tenant_id, form_id);

-- Who may start it: these organisations with all below them, and these people. Where both are empty, everybody.
create table process_model_organisations (
  tenant_id uuid not null references tenants (id),
  model_id uuid not null,
  org_id uuid not null,
  primary key (tenant_id, model_id, org_id),
  constraint process_model_organisations_model_id_fkey foreign key (tenant_id, model_id) references process_models (tenant_id, id) on delete cascade,
  constraint process_model_organisations_org_id_fkey foreign key (tenant_id, org_id) references organisations (tenant_id, id)
);
create index process_model_organisations_org_id_idx on process_model_organisations (tenant_id, org_id);
create table process_model_users (
  tenant_id uuid not null references tenants (id),
  model_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, model_id, user_id),
  constraint process_model_users_model_id_fkey foreign key (tenant_id, model_id) references process_models (tenant_id, id) on delete cascade,
  constraint process_model_users_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index process_model_users_user_id_idx on process_model_users (tenant_id, user_id);

create table process_deployments (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  key text not null,
  category text,
  -- Null once the model is gone.
  model_id uuid,
  model_version integer not null,
  deployed_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint process_deployments_model_id_fkey foreign key (tenant_id, model_id) references process_models (tenant_id, id) on delete set null (model_id),
  constraint process_deployments_deployed_by_fkey foreign key (tenant_id, deployed_by) references users (tenant_id, id) on delete set null (deployed_by)
);
create index process_deployments_created_at_idx on process_deployments (tenant_id, created_at desc, id desc);
create index process_deployments_model_id_idx on process_deployments (tenant_id, model_id);
create index process_deployments_deployed_by_idx on process_deployments (tenant_id, deployed_by);

-- What was deployed. Of it only `suspended` ever changes.
create table process_definitions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  deployment_id uuid not null,
  model_id uuid,
  key text not null,
  name text not null,
  category text,
  description text,
  resource_name text not null,
  definition_version integer not null check (definition_version > 0),
  suspended smallint not null default 0 check (suspended in (0, 1)),
  xml text not null,
  form_id uuid,
  form_version integer,
  -- People of each node and of the process by ids, as the deployment found them (server/workflow/rules.ts).
  rules jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint process_definitions_deployment_id_fkey foreign key (tenant_id, deployment_id) references process_deployments (tenant_id, id) on delete cascade,
  constraint process_definitions_model_id_fkey foreign key (tenant_id, model_id) references process_models (tenant_id, id) on delete set null (model_id),
  constraint process_definitions_form_id_fkey foreign key (tenant_id, form_id) references forms (tenant_id, id),
  constraint process_definitions_form_version_fkey foreign key (tenant_id, form_id, form_version) references form_versions (tenant_id, form_id, form_version)
);
create unique index process_definitions_key_key on process_definitions (tenant_id, lower(key), definition_version desc);
create index process_definitions_created_at_idx on process_definitions (tenant_id, created_at desc, id desc);
create index process_definitions_deployment_id_idx on process_definitions (tenant_id, deployment_id);
create index process_definitions_model_id_idx on process_definitions (tenant_id, model_id);
create index process_definitions_form_id_idx on process_definitions (tenant_id, form_id, form_version);
create function refuse_change_of_definition() returns trigger language plpgsql as $$
begin
  if (new.xml, new.key, new.definition_version, new.rules, new.deployment_id) is distinct from (old.xml, old.key, old.definition_version, old.rules, old.deployment_id) then
    raise exception 'what was deployed is never changed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger definition_is_immutable before update on process_definitions for each row execute function refuse_change_of_definition();

-- Events that begin an instance of the newest version: messages and signals by name, timers by scheduled work.
create table process_start_events (
  tenant_id uuid not null references tenants (id),
  definition_id uuid not null,
  node text not null,
  wait_kind text not null check (wait_kind in ('timer', 'message', 'signal')),
  wait_name text,
  primary key (tenant_id, definition_id, node),
  constraint process_start_events_definition_id_fkey foreign key (tenant_id, definition_id) references process_definitions (tenant_id, id) on delete cascade
);
create index process_start_events_wait_name_idx on process_start_events (tenant_id, wait_kind, wait_name);

create table process_instances (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  definition_id uuid not null,
  -- The instance that a step locks: of a called process the outermost one, else itself.
  root_id uuid not null,
  -- Of a called process: the passage that called it.
  parent_id uuid,
  parent_activity integer,
  business_number text,
  name text not null,
  description text,
  starter_id uuid,
  instance_state text not null check (instance_state in ('running', 'suspended', 'ended')),
  outcome text check (outcome in ('approved', 'rejected', 'cancelled', 'terminated', 'ended')),
  start_time timestamptz not null default now(),
  end_time timestamptz,
  due_time timestamptz,
  range_start timestamptz,
  range_end timestamptz,
  -- Of what it is, where something of the product began it: an alarm, a device.
  subject_kind text,
  subject_id text,
  -- Tokens that wait at joins, as the core has them.
  tokens jsonb not null default '[]',
  next_number integer not null default 1,
  step_number integer not null default 0,
  end_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint process_instances_definition_id_fkey foreign key (tenant_id, definition_id) references process_definitions (tenant_id, id),
  constraint process_instances_parent_id_fkey foreign key (tenant_id, parent_id) references process_instances (tenant_id, id) on delete cascade
) with (fillfactor = 70);
create index process_instances_created_at_idx on process_instances (tenant_id, created_at desc, id desc);
create index process_instances_open_idx on process_instances (tenant_id, created_at desc, id desc) where instance_state <> 'ended';
create index process_instances_starter_id_idx on process_instances (tenant_id, starter_id, created_at desc);
create index process_instances_definition_id_idx on process_instances (tenant_id, definition_id, instance_state);
create index process_instances_parent_id_idx on process_instances (tenant_id, parent_id) where parent_id is not null;
create index process_instances_root_id_idx on process_instances (tenant_id, root_id) where parent_id is not null;
create index process_instances_subject_idx on process_instances (tenant_id, subject_kind, subject_id) where subject_id is not null;
create index process_instances_ended_idx on process_instances (tenant_id, end_time) where instance_state = 'ended';
create unique index process_instances_business_number_key on process_instances (tenant_id, business_number) where business_number is not null;

-- A passage of a node: what runs, and later what was.
create table process_activities (
  tenant_id uuid not null references tenants (id),
  instance_id uuid not null,
  number integer not null,
  node text not null,
  scope integer not null,
  causes integer[] not null,
  took jsonb,
  activity_state text not null check (activity_state in ('active', 'done', 'cancelled', 'undone', 'failed')),
  member integer,
  members integer,
  incident text,
  -- Steps of the instance in which it began and ended.
  begun_step integer not null,
  ended_step integer,
  start_time timestamptz not null default now(),
  end_time timestamptz,
  primary key (tenant_id, instance_id, number),
  constraint process_activities_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade
) with (fillfactor = 85);

create table process_tasks (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  instance_id uuid not null,
  activity integer not null,
  node text not null,
  name text not null,
  assignee_id uuid,
  -- Whose it is while somebody else handles it for them.
  owner_id uuid,
  delegation_state text check (delegation_state in ('PENDING', 'RESOLVED')),
  task_state text not null default 'open' check (task_state in ('waiting', 'open', 'done', 'cancelled')),
  outcome text check (outcome in ('approved', 'rejected', 'abstained', 'returned', 'skipped')),
  claim_time timestamptz,
  due_time timestamptz,
  end_time timestamptz,
  priority smallint not null default 50,
  -- Who ended it, and for whom, where that is somebody else.
  ended_by uuid,
  ended_for uuid,
  delete_reason text,
  -- Of people who decide together: their place in the row, their weight, and who added them in which way.
  member integer,
  weight integer not null default 1,
  added_by integer,
  added_how text check (added_how in ('before', 'parallel', 'after')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint process_tasks_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade
) with (fillfactor = 80);
create index process_tasks_instance_id_idx on process_tasks (tenant_id, instance_id, activity);
create index process_tasks_created_at_idx on process_tasks (tenant_id, created_at desc, id desc);
create index process_tasks_open_idx on process_tasks (tenant_id, created_at desc, id desc) where task_state in ('waiting', 'open');
create index process_tasks_assignee_idx on process_tasks (tenant_id, assignee_id, created_at desc, id desc) where task_state = 'open';
create index process_tasks_ended_by_idx on process_tasks (tenant_id, ended_by, end_time desc) where ended_by is not null;

-- Who can take an open task, as rules: looked up when somebody asks. They go with the end of the task.
create table process_task_people (
  tenant_id uuid not null references tenants (id),
  task_id uuid not null,
  person_kind text not null check (person_kind in ('user', 'role', 'post', 'organisation')),
  person_id uuid not null,
  -- Of a post: in this organisation alone; the nil UUID for anywhere.
  within_org uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Whether the task is there to be taken.
  is_free boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, task_id, person_kind, person_id, within_org),
  constraint process_task_people_task_id_fkey foreign key (tenant_id, task_id) references process_tasks (tenant_id, id) on delete cascade
);
create index process_task_people_person_idx on process_task_people (tenant_id, person_kind, person_id, within_org, created_at desc, task_id desc) where is_free;
create index process_task_people_named_idx on process_task_people (tenant_id, person_kind, person_id);

create table process_variables (
  tenant_id uuid not null references tenants (id),
  instance_id uuid not null,
  -- The passage within which it is known; 0 for the whole instance.
  scope integer not null default 0,
  name text not null,
  variable_type text not null,
  value jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, instance_id, scope, name),
  constraint process_variables_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade
) with (fillfactor = 85);

-- Every value that a variable has had.
create table process_variable_changes (
  tenant_id uuid not null references tenants (id),
  instance_id uuid not null,
  step_number integer not null,
  scope integer not null,
  name text not null,
  variable_type text not null,
  value jsonb,
  changed_by uuid,
  task_id uuid,
  changed_at timestamptz not null default now(),
  primary key (tenant_id, instance_id, step_number, scope, name),
  constraint process_variable_changes_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade
);

-- What was done to an instance, step by step: the record, comments included.
create table process_events (
  tenant_id uuid not null references tenants (id),
  instance_id uuid not null,
  step_number integer not null,
  command text not null,
  actor_id uuid,
  acted_for_id uuid,
  task_id uuid,
  activity integer,
  comment text check (char_length(comment) <= 512),
  data jsonb,
  -- Who sends the same again is answered what the first was.
  command_key text,
  happened_at timestamptz not null default now(),
  primary key (tenant_id, instance_id, step_number),
  constraint process_events_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade
);
create unique index process_events_command_key_key on process_events (tenant_id, command_key) where command_key is not null;
create index process_events_actor_id_idx on process_events (tenant_id, actor_id, happened_at desc) where actor_id is not null;

-- What an instance waits for. Timers are scheduled work beside.
create table process_waits (
  tenant_id uuid not null references tenants (id),
  instance_id uuid not null,
  number integer not null,
  holder integer not null,
  node text not null,
  wait_kind text not null check (wait_kind in ('timer', 'message', 'signal', 'condition')),
  wait_name text,
  correlation text,
  due_time timestamptz,
  -- Of a timer that comes again: how many times are left, null for no end.
  times_left integer,
  created_at timestamptz not null default now(),
  primary key (tenant_id, instance_id, number),
  constraint process_waits_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade
);
create index process_waits_wait_name_idx on process_waits (tenant_id, wait_kind, wait_name, correlation) where wait_kind in ('message', 'signal');

create table process_incidents (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  instance_id uuid not null,
  activity integer,
  node text not null,
  incident_kind text not null,
  -- Values of the sentence that tells it.
  detail jsonb not null default '{}',
  resolved_at timestamptz,
  resolved_by uuid,
  comment text check (char_length(comment) <= 512),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint process_incidents_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade
);
create index process_incidents_instance_id_idx on process_incidents (tenant_id, instance_id);
create index process_incidents_open_idx on process_incidents (tenant_id, created_at desc) where resolved_at is null;

-- What goes outside after its step, such as an HTTP call: at least once, with the id as its key.
create table process_outside (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  instance_id uuid not null,
  activity integer not null,
  request jsonb not null,
  attempt integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint process_outside_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade
);
create index process_outside_instance_id_idx on process_outside (tenant_id, instance_id, activity);

-- The last number of each month's instances of a key.
create table process_numbers (
  tenant_id uuid not null references tenants (id),
  number_prefix text not null,
  last_number integer not null default 0,
  primary key (tenant_id, number_prefix)
);

create view process_instance_list with (security_invoker = true) as
  select instance.*, definition.key as definition_key, definition.definition_version, coalesce(instance.outcome, 'running') as process_status,
    exists (select from process_incidents incident where incident.tenant_id = instance.tenant_id and incident.instance_id = instance.id
      and incident.resolved_at is null)::integer as has_incident
  from process_instances instance
  left join process_definitions definition on definition.tenant_id = instance.tenant_id and definition.id = instance.definition_id;
create view open_process_instance_list with (security_invoker = true) as select * from process_instance_list where instance_state <> 'ended';

create view process_task_list with (security_invoker = true) as
  select task.*, task.instance_id as process_instance_id, instance.name as process_instance_name, instance.business_number, instance.description,
    instance.range_start, instance.range_end, definition.name as process_definition_name
  from process_tasks task
  left join process_instances instance on instance.tenant_id = task.tenant_id and instance.id = task.instance_id
  left join process_definitions definition on definition.tenant_id = instance.tenant_id and definition.id = instance.definition_id;
create view open_process_task_list with (security_invoker = true) as select * from process_task_list where task_state in ('waiting', 'open');
grant select on process_instance_list, open_process_instance_list, process_task_list, open_process_task_list to outstation_tenant, outstation_platform;

do $$
declare
  held text;
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
begin
  foreach held in array array['process_models', 'process_model_organisations', 'process_model_users', 'process_deployments', 'process_definitions',
    'process_start_events', 'process_instances', 'process_activities', 'process_tasks', 'process_task_people', 'process_variables',
    'process_variable_changes', 'process_events', 'process_waits', 'process_incidents', 'process_outside', 'process_numbers'] loop
    execute format('alter table %I enable row level security', held);
    execute format('alter table %I force row level security', held);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', held, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', held);
    execute format('grant select, insert on %I to outstation_tenant, outstation_platform', held);
    -- Nobody has the right to change what was recorded; it goes with its instance alone.
    execute format(case when held in ('process_events', 'process_variable_changes') then 'grant delete on %I to outstation_platform'
      else 'grant update, delete on %I to outstation_tenant, outstation_platform' end, held);
  end loop;
end $$;

-- What was recorded goes with its instance, or with its tenant.
call allow_erasing('process_events');
call allow_erasing('process_variable_changes');

-- Whose rows are in scope (model/row-scope.ts, server/kernel/database/row-policies.ts).
create policy scope on process_models as restrictive to outstation_scoped using ((select scope_all('process_models')) or process_models.org_id in (select s.id from scope_ids('process_models', 4) as s(id)));
create policy scope on process_deployments as restrictive to outstation_scoped using (process_deployments.model_id is null or exists (select from process_models f where f.tenant_id = process_deployments.tenant_id and f.id = process_deployments.model_id));
create policy scope on process_definitions as restrictive to outstation_scoped using (process_definitions.model_id is null or exists (select from process_models f where f.tenant_id = process_definitions.tenant_id and f.id = process_definitions.model_id));
create policy scope on process_instances as restrictive to outstation_scoped using (process_instances.starter_id is null or exists (select from users f where f.tenant_id = process_instances.tenant_id and f.id = process_instances.starter_id));
create policy scope on process_activities as restrictive to outstation_scoped using (exists (select from process_instances f where f.tenant_id = process_activities.tenant_id and f.id = process_activities.instance_id));
create policy scope on process_tasks as restrictive to outstation_scoped using (exists (select from process_instances f where f.tenant_id = process_tasks.tenant_id and f.id = process_tasks.instance_id));
create policy scope on process_task_people as restrictive to outstation_scoped using (exists (select from process_tasks f where f.tenant_id = process_task_people.tenant_id and f.id = process_task_people.task_id));
create policy scope on process_variables as restrictive to outstation_scoped using (exists (select from process_instances f where f.tenant_id = process_variables.tenant_id and f.id = process_variables.instance_id));
create policy scope on process_variable_changes as restrictive to outstation_scoped using (exists (select from process_instances f where f.tenant_id = process_variable_changes.tenant_id and f.id = process_variable_changes.instance_id));
create policy scope on process_events as restrictive to outstation_scoped using (exists (select from process_instances f where f.tenant_id = process_events.tenant_id and f.id = process_events.instance_id));
create policy scope on process_waits as restrictive to outstation_scoped using (exists (select from process_instances f where f.tenant_id = process_waits.tenant_id and f.id = process_waits.instance_id));
create policy scope on process_incidents as restrictive to outstation_scoped using (exists (select from process_instances f where f.tenant_id = process_incidents.tenant_id and f.id = process_incidents.instance_id));
create policy scope on process_outside as restrictive to outstation_scoped using (exists (select from process_instances f where f.tenant_id = process_outside.tenant_id and f.id = process_outside.instance_id));

-- The draft is kept by what is deployed; of that only being suspended changes. What happens to instances is in process_events.
call track_history('process_models', 'id', 'xml,saved_by,saved_at', true);
call track_history('process_model_organisations', 'model_id', '', false);
call track_history('process_model_users', 'model_id', '', false);
call track_history('process_deployments', 'id', '', true);
call track_history('process_definitions', 'id', 'xml,rules', true);
drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'device_attachments' then exists (select from device_attachments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'form_entries' then exists (select from form_entries f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_models' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_organisations' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_users' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_definitions' then exists (select from process_definitions f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);

-- A process without its model may be started by everybody: what was deployed of a model that goes is suspended with it.
create function suspend_definitions_of_model() returns trigger language plpgsql as $$
begin
  update process_definitions set suspended = 1, version = version + 1 where tenant_id = old.tenant_id and model_id = old.id and suspended = 0;
  return old;
end $$;
create trigger definitions_of_a_gone_model before delete on process_models for each row execute function suspend_definitions_of_model();

-- Whatever takes people away from those who are asked tells so as a domain event, whichever call, import or program wrote it
-- (server/workflow/strand/recheck.ts). Of a tenant that is being erased nobody is told.
create function emit_people_changed(of_tenant uuid, what text) returns void language sql as $$
  insert into domain_events (tenant_id, transaction_id, kind, subject, payload)
  select tenants.id, greatest(pg_current_xact_id(), (
    select seen.transaction_id from domain_events seen
    where seen.tenant_id = tenants.id and seen.transaction_id < pg_snapshot_xmax(pg_current_snapshot())
    order by seen.transaction_id desc limit 1)), 'people-changed', what, '{}'
  from tenants where tenants.id = of_tenant and tenants.marked_at is null
$$;
create function tell_people_gone() returns trigger language plpgsql as $$
begin
  perform emit_people_changed(gone.tenant_id, tg_table_name) from (select distinct tenant_id from old_rows) gone;
  return null;
end $$;
create function tell_people_changed() returns trigger language plpgsql as $$
begin
  perform emit_people_changed(old.tenant_id, tg_table_name);
  return null;
end $$;
do $$
declare
  held text;
begin
  foreach held in array array['users', 'user_roles', 'user_posts', 'user_post_roles', 'roles', 'posts', 'organisations'] loop
    execute format('create trigger people_gone after delete on %I referencing old table as old_rows for each statement execute function tell_people_gone()', held);
  end loop;
end $$;
create trigger people_changed after update of status, org_id on users for each row
  when (old.status = 1 and new.status <> 1 or old.org_id <> new.org_id) execute function tell_people_changed();
create trigger people_changed after update of status, post_id, user_id on user_posts for each row
  when (old.status = 1 and new.status <> 1 or old.post_id <> new.post_id or old.user_id <> new.user_id) execute function tell_people_changed();
create trigger people_changed after update of parent_id on organisations for each row
  when (old.parent_id is distinct from new.parent_id) execute function tell_people_changed();
