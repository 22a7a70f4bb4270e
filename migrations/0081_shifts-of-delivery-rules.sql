-- During which shifts alarms have to be raised for a delivery rule to be about them (docs/decisions/0112). A shift that a rule names is not deleted: without
-- it the rule would be about alarms of any hour.
create table delivery_rule_shifts (
  tenant_id uuid not null,
  rule_id uuid not null,
  shift_id uuid not null,
  primary key (tenant_id, rule_id, shift_id),
  constraint delivery_rule_shifts_rule_id_fkey foreign key (tenant_id, rule_id) references delivery_rules (tenant_id, id) on delete cascade,
  constraint delivery_rule_shifts_shift_id_fkey foreign key (tenant_id, shift_id) references duty_shifts (tenant_id, id)
);
create index delivery_rule_shifts_shift_id_idx on delivery_rule_shifts (tenant_id, shift_id);

alter table delivery_rule_shifts enable row level security;
alter table delivery_rule_shifts force row level security;
create policy tenant on delivery_rule_shifts to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on delivery_rule_shifts to outstation_platform using (true) with check (true);
grant select, insert, update, delete on delivery_rule_shifts to outstation_tenant, outstation_platform;

call track_history('delivery_rule_shifts', 'rule_id', '', false);
