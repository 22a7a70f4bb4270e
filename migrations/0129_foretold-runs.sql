-- When the component of a run that goes on may be struck or tensioned, as its forecast says, and which stage it has come to: for lists of runs.
alter table components add column striking_share double precision;

-- Beside the run: what the server works out anew every few minutes is no change of it.
create table run_forecasts (
  tenant_id uuid not null,
  run_id uuid not null,
  ready_at timestamptz,
  told_at timestamptz not null,
  primary key (tenant_id, run_id),
  constraint run_forecasts_run_id_fkey foreign key (tenant_id, run_id) references runs (tenant_id, id) on delete cascade
);

alter table run_forecasts enable row level security;
alter table run_forecasts force row level security;
create policy tenant on run_forecasts to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on run_forecasts to outstation_platform using (true) with check (true);
grant select, insert, update, delete on run_forecasts to outstation_tenant, outstation_platform;
create policy scope on run_forecasts as restrictive to outstation_scoped using (exists (select from runs f where f.tenant_id = run_forecasts.tenant_id and f.id = run_forecasts.run_id));

-- Running runs are few beside those that are over.
create index runs_running_idx on runs (tenant_id, id) where run_state = 'running';

create view run_list with (security_invoker = true) as
  select told.*, (select stage.run_stage from run_stages stage where stage.tenant_id = told.tenant_id and stage.run_id = told.id order by stage.began_at desc, stage.id desc limit 1) as run_stage,
    (select foretold.ready_at from run_forecasts foretold where told.run_state = 'running' and foretold.tenant_id = told.tenant_id and foretold.run_id = told.id) as ready_at
  from runs told;
grant select on run_list to outstation_tenant, outstation_platform;
