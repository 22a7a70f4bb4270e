-- Instances that others have set going (docs/decisions/0135-ways-on-and-bounds-between-instances.md).

-- Of what another instance has begun, the first of the chain: so many are begun in an hour by one. Absent where somebody, a time or the plant began it.
alter table process_instances add column origin_id uuid;
create index process_instances_origin_id_idx on process_instances (tenant_id, origin_id, start_time) where origin_id is not null;
