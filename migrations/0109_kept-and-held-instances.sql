-- Instances that nobody may remove, however long they have been over (docs/decisions/0139-revived-moved-and-kept-instances.md).

alter table process_instances
  add column held_at timestamptz,
  add column held_by uuid,
  add column hold_reason text;

-- Of a family the outermost instance is held, and all with it.
drop view open_process_instance_list;
drop view process_instance_list;
create view process_instance_list with (security_invoker = true) as
  select instance.*, definition.key as definition_key, definition.definition_version, coalesce(instance.outcome, 'running') as process_status,
    exists (select from process_incidents incident where incident.tenant_id = instance.tenant_id and incident.instance_id = instance.id
      and incident.resolved_at is null)::integer as has_incident,
    exists (select from process_instances root where root.tenant_id = instance.tenant_id and root.id = instance.root_id and root.held_at is not null)::integer as is_held
  from process_instances instance
  left join process_definitions definition on definition.tenant_id = instance.tenant_id and definition.id = instance.definition_id;
create view open_process_instance_list with (security_invoker = true) as select * from process_instance_list where instance_state <> 'ended';
grant select on process_instance_list, open_process_instance_list to outstation_tenant, outstation_platform;

-- What housekeeping looks for: outermost instances by their end.
create index process_instances_over_idx on process_instances (tenant_id, end_time) where instance_state = 'ended' and parent_id is null and held_at is null;
