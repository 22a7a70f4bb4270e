-- What hangs on a machine is where the machine is. Faults and orders of it are held in the order of their ids, as by everybody who changes several of them.
create or replace function move_with_equipment() returns trigger language plpgsql as $$
begin
  perform from faults where tenant_id = new.tenant_id and equipment_id = new.id order by id for no key update;
  update faults set site_id = new.site_id, org_id = new.org_id where tenant_id = new.tenant_id and equipment_id = new.id;
  perform from work_orders where tenant_id = new.tenant_id and equipment_id = new.id order by id for no key update;
  update work_orders set site_id = new.site_id, org_id = new.org_id where tenant_id = new.tenant_id and equipment_id = new.id;
  return null;
end $$;
