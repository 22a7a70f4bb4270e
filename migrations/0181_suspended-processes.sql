-- Suspended instances are few and looked for in all tenants, by whoever runs the platform (docs/decisions/0192-processes-that-nobody-attends-to.md).
create index process_instances_suspended_idx on process_instances (tenant_id, id) where instance_state = 'suspended';
