-- Instances that alarms have begun are seen by those who see the alarms (docs/decisions/0202-instances-of-alarms-by-their-rows.md): nobody has started them, and until
-- now they were everybody's, whatever their device.

-- The instance that an alarm has begun and to which a row belongs: itself, the one that called it, or the first of the chain in which one began another.
alter table process_instances add column alarm_instance_id uuid;

-- By the database, whichever program writes: a server of the version before does not know the column. Whoever writes an instance sees all of the tenant.
create function note_alarm_of_instance() returns trigger language plpgsql as $$
begin
  -- Rows that are brought from elsewhere have it already.
  new.alarm_instance_id := coalesce(new.alarm_instance_id, case
    when new.subject_kind = 'alarm' then new.id
    else (select earlier.alarm_instance_id from process_instances earlier where earlier.tenant_id = new.tenant_id
      and earlier.id = case when new.parent_id is null then new.origin_id else new.root_id end)
  end);
  return new;
end $$;
create trigger alarm_of_instance before insert on process_instances for each row when (new.starter_id is null) execute function note_alarm_of_instance();

-- Whose login owns the tables obeys row security as well, so the platform's role does it.
set local role outstation_platform;
update process_instances set alarm_instance_id = id where starter_id is null and subject_kind = 'alarm';
update process_instances begun set alarm_instance_id = origin.alarm_instance_id from process_instances origin
  where begun.starter_id is null and begun.alarm_instance_id is null and origin.tenant_id = begun.tenant_id and origin.id = begun.origin_id
    and origin.alarm_instance_id is not null;
update process_instances called set alarm_instance_id = root.alarm_instance_id from process_instances root
  where called.starter_id is null and called.parent_id is not null and called.alarm_instance_id is null and root.tenant_id = called.tenant_id
    and root.id = called.root_id and root.alarm_instance_id is not null;
set local role none;

-- What follows an instance (its tasks, variables, events and files) follows it here as well: their policies ask whether the instance is seen.
drop policy scope on process_instances;
create policy scope on process_instances as restrictive to outstation_scoped using ((process_instances.starter_id is null and (process_instances.alarm_instance_id is null or (select scope_all('devices')) or (exists (select from process_starts g where g.tenant_id = process_instances.tenant_id and g.instance_id = process_instances.alarm_instance_id) and not exists (select from process_starts g where g.tenant_id = process_instances.tenant_id and g.instance_id = process_instances.alarm_instance_id and not exists (select from alarms f where f.tenant_id = g.tenant_id and f.id = g.alarm_id))))) or exists (select from users f where f.tenant_id = process_instances.tenant_id and f.id = process_instances.starter_id));

-- Both lists once more: `instance.*` has the columns that there were.
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
