-- What a step of a process pays for (docs/decisions/0129-what-a-step-pays-for.md).

-- Work that is due is looked for by its kind: where thousands of pieces of one kind are due at once, looking for another kind read all of them.
drop index scheduled_work_due_idx;
create index scheduled_work_due_idx on scheduled_work (kind, greatest(due_at, taken_until)) where dead_at is null;

-- Rows of an instance are tied to their tenant by their instance, and tasks' people by their task: (tenant_id, instance_id) leads to process_instances, which
-- leads to tenants. Asking for the tenant once more for each row locked its one entry in every step of everybody.
alter table process_activities drop constraint process_activities_tenant_id_fkey;
alter table process_tasks drop constraint process_tasks_tenant_id_fkey;
alter table process_task_people drop constraint process_task_people_tenant_id_fkey;
alter table process_variables drop constraint process_variables_tenant_id_fkey;
alter table process_variable_changes drop constraint process_variable_changes_tenant_id_fkey;
alter table process_events drop constraint process_events_tenant_id_fkey;
alter table process_waits drop constraint process_waits_tenant_id_fkey;
alter table process_incidents drop constraint process_incidents_tenant_id_fkey;
alter table process_outside drop constraint process_outside_tenant_id_fkey;

-- Nothing reads them: instances are neither looked for nor ordered by their end alone, and what somebody has done is found within its instance.
drop index process_instances_ended_idx;
drop index process_events_actor_id_idx;

-- What comes newest first is read backwards. An index that is kept in descending order gets each new entry at its front, where pages are split into halves and
-- stay half empty; at its end they are filled.
drop index process_instances_created_at_idx;
create index process_instances_created_at_idx on process_instances (tenant_id, created_at, id);
drop index process_instances_open_idx;
create index process_instances_open_idx on process_instances (tenant_id, created_at, id) where instance_state <> 'ended';
drop index process_instances_starter_id_idx;
create index process_instances_starter_id_idx on process_instances (tenant_id, starter_id, created_at);
drop index process_tasks_created_at_idx;
create index process_tasks_created_at_idx on process_tasks (tenant_id, created_at, id);
drop index process_tasks_open_idx;
create index process_tasks_open_idx on process_tasks (tenant_id, created_at, id) where task_state in ('waiting', 'open');
drop index process_tasks_assignee_idx;
create index process_tasks_assignee_idx on process_tasks (tenant_id, assignee_id, created_at, id) where task_state = 'open';
drop index process_tasks_ended_by_idx;
create index process_tasks_ended_by_idx on process_tasks (tenant_id, ended_by, end_time) where ended_by is not null;
drop index process_task_people_person_idx;
create index process_task_people_person_idx on process_task_people (tenant_id, person_kind, person_id, within_org, created_at, task_id) where is_free;
-- An instance has a handful of tasks: which of them are of a passage is seen when they are read.
drop index process_tasks_instance_id_idx;
create index process_tasks_instance_id_idx on process_tasks (tenant_id, instance_id);
