-- The use of a machine is told by a point: hours during which it was 1, or what it counts; and plans may be measured by it (docs/decisions/0204-use-of-machines-from-points.md).
alter table equipment add column use_point_id uuid, add column use_kind text check (use_kind in ('run-hours', 'counter')),
  add constraint equipment_use_point_id_fkey foreign key (tenant_id, use_point_id) references points (tenant_id, id) on delete set null (use_point_id);
create index equipment_use_point_id_idx on equipment (tenant_id, use_point_id);
alter table maintenance_plans drop constraint maintenance_plans_meter_kind_check;
alter table maintenance_plans add constraint maintenance_plans_meter_kind_check check (meter_kind in ('run-hours', 'counter', 'machine'));

-- As before, with the columns of the machine that are new.
drop view equipment_list;
create view equipment_list with (security_invoker = true) as
  select machine.*, last.valid_until as calibrated_until,
    coalesce((array['failed', 'expired', 'due', 'valid'])[last.worst], 'none') as calibration_state,
    (machine.equipment_state = 'scrapped')::integer::smallint as is_scrapped
  from equipment machine
  left join lateral (
    select min(c.valid_until) filter (where c.validity <> 'failed') as valid_until, min(array_position(array['failed', 'expired', 'due', 'valid'], c.validity)) as worst
    from calibration_list c
    where c.tenant_id = machine.tenant_id and c.equipment_id = machine.id and c.validity in ('failed', 'expired', 'due', 'valid')
  ) last on true;
grant select on equipment_list to outstation_tenant, outstation_platform;
