-- A step reads of what its process has called what goes on, and not each instance that a loop has called before (server/workflow/engine/load.ts).
drop index process_instances_root_id_idx;
create index process_instances_root_id_idx on process_instances (tenant_id, root_id, instance_state) where parent_id is not null;
