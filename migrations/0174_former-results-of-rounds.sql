-- What was found at a stop before it was recorded anew: a correction, or the entry of somebody who had no connection and comes late, replaces what is shown, and nothing
-- of what was said goes. Rows are added and read; nothing changes or removes them but the erasure of their tenant.
create table former_round_results (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  result_id uuid not null,
  results jsonb not null,
  items_failed integer not null,
  was_scanned boolean,
  recorded_at timestamptz not null,
  recorded_by uuid,
  replaced_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint former_round_results_result_id_fkey foreign key (tenant_id, result_id) references round_results (tenant_id, id),
  constraint former_round_results_recorded_by_fkey foreign key (tenant_id, recorded_by) references users (tenant_id, id) on delete set null (recorded_by)
);
create index former_round_results_result_id_idx on former_round_results (tenant_id, result_id, id desc);
create index former_round_results_recorded_by_idx on former_round_results (tenant_id, recorded_by);

alter table former_round_results enable row level security;
alter table former_round_results force row level security;
create policy tenant on former_round_results to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on former_round_results to outstation_platform using (true) with check (true);
grant select, insert on former_round_results to outstation_tenant, outstation_platform;
create policy scope on former_round_results as restrictive to outstation_scoped using (exists (select from round_results f where f.tenant_id = former_round_results.tenant_id and f.id = former_round_results.result_id));
call allow_erasing('former_round_results');
