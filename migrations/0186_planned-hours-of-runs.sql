-- How long a run is planned to take: what its performance is measured by (docs/decisions/0191-figures-of-the-maintenance-console.md).
alter table runs add column planned_hours double precision check (planned_hours > 0);

-- As before, with the column that is new.
drop view run_list;
create view run_list with (security_invoker = true) as
  select told.*, (select stage.run_stage from run_stages stage where stage.tenant_id = told.tenant_id and stage.run_id = told.id order by stage.began_at desc, stage.id desc limit 1) as run_stage,
    (select foretold.ready_at from run_forecasts foretold where told.run_state = 'running' and foretold.tenant_id = told.tenant_id and foretold.run_id = told.id) as ready_at
  from runs told;
grant select on run_list to outstation_tenant, outstation_platform;
