-- Past tasks that somebody has taken off the lists; the record of their instance and the causes of its passages stay (docs/decisions/0150-the-record-of-processes-in-the-chain.md).

alter table process_tasks
  add column hidden_at timestamptz,
  add column hidden_by uuid;

-- One that is open again, because its instance was revived or a decision taken back, is somebody's work and shows.
drop view open_process_task_list;
drop view process_task_list;
create view process_task_list with (security_invoker = true) as
  select task.*, task.instance_id as process_instance_id, instance.name as process_instance_name, instance.business_number, instance.description,
    instance.range_start, instance.range_end, definition.name as process_definition_name
  from process_tasks task
  left join process_instances instance on instance.tenant_id = task.tenant_id and instance.id = task.instance_id
  left join process_definitions definition on definition.tenant_id = instance.tenant_id and definition.id = instance.definition_id
  where task.hidden_at is null or task.task_state in ('waiting', 'open');
create view open_process_task_list with (security_invoker = true) as select * from process_task_list where task_state in ('waiting', 'open');
grant select on process_task_list, open_process_task_list to outstation_tenant, outstation_platform;
