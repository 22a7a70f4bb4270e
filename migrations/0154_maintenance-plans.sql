-- Plans of what is done to machines again and again, and what became of each date (docs/decisions/0183-plans-that-fall-due.md).
create table maintenance_plans (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  plan_code text not null,
  plan_name text not null,
  equipment_id uuid not null,
  plan_trigger text not null check (plan_trigger in ('calendar', 'meter', 'condition', 'calibration')),
  every_count integer,
  every_unit text check (every_unit in ('day', 'week', 'month')),
  rhythm_base text check (rhythm_base in ('fixed', 'floating')),
  first_due timestamptz,
  season_from text,
  season_until text,
  skip_open smallint check (skip_open in (0, 1)),
  point_id uuid,
  meter_kind text check (meter_kind in ('run-hours', 'counter')),
  meter_every double precision check (meter_every >= 0),
  meter_used double precision,
  condition_measure text check (condition_measure in ('mean', 'max', 'min')),
  condition_hours integer,
  condition_operator text check (condition_operator in ('above', 'below')),
  condition_limit double precision,
  lead_days integer,
  next_due timestamptz,
  order_priority smallint not null check (order_priority between 1 and 4),
  estimate_hours double precision,
  must_sign smallint not null check (must_sign in (0, 1)),
  assignee_id uuid,
  notify_role uuid,
  checks text,
  plan_status smallint not null check (plan_status in (0, 1)),
  plan_description text,
  -- Days before this one are not made up for: the plan was not there, off, or another one.
  counts_from date,
  -- The day on which it was done last.
  last_done date,
  -- Since when the use of the machine counts, and what its counter showed when it was read last.
  meter_since timestamptz,
  meter_seen double precision,
  -- The condition held when it was looked at last: it opens an order when it begins to hold.
  condition_held boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint maintenance_plans_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id),
  constraint maintenance_plans_point_id_fkey foreign key (tenant_id, point_id) references points (tenant_id, id) on delete set null (point_id),
  constraint maintenance_plans_assignee_id_fkey foreign key (tenant_id, assignee_id) references users (tenant_id, id) on delete set null (assignee_id),
  constraint maintenance_plans_notify_role_fkey foreign key (tenant_id, notify_role) references roles (tenant_id, id) on delete set null (notify_role)
);
create unique index maintenance_plans_plan_code_key on maintenance_plans (tenant_id, lower(plan_code));
create index maintenance_plans_equipment_id_idx on maintenance_plans (tenant_id, equipment_id);
create index maintenance_plans_point_id_idx on maintenance_plans (tenant_id, point_id);
create index maintenance_plans_assignee_id_idx on maintenance_plans (tenant_id, assignee_id);
create index maintenance_plans_notify_role_idx on maintenance_plans (tenant_id, notify_role);
create index maintenance_plans_next_due_idx on maintenance_plans (tenant_id, next_due, id);

alter table maintenance_plans enable row level security;
alter table maintenance_plans force row level security;
create policy tenant on maintenance_plans to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on maintenance_plans to outstation_platform using (true) with check (true);
grant select, insert, update, delete on maintenance_plans to outstation_tenant, outstation_platform;
create policy scope on maintenance_plans as restrictive to outstation_scoped using (exists (select from equipment f where f.tenant_id = maintenance_plans.tenant_id and f.id = maintenance_plans.equipment_id));

-- What the server notes when it looks at a plan is no change of it.
call track_history('maintenance_plans', 'id', 'counts_from,last_done,meter_since,meter_seen,meter_used,condition_held,next_due', true);

-- What became of a date: there is one row of each, for ever, whatever looks at the plan and however often.
create table plan_dates (
  tenant_id uuid not null references tenants (id),
  plan_id uuid not null,
  due_on date not null,
  -- `opened` an order; `skipped`, since one of the plan was open; `missed`: nobody was there to open one, and a later date came.
  date_outcome text not null check (date_outcome in ('opened', 'skipped', 'missed')),
  order_id uuid,
  noted_at timestamptz not null default now(),
  primary key (tenant_id, plan_id, due_on),
  constraint plan_dates_plan_id_fkey foreign key (tenant_id, plan_id) references maintenance_plans (tenant_id, id) on delete cascade,
  constraint plan_dates_order_id_fkey foreign key (tenant_id, order_id) references work_orders (tenant_id, id) on delete set null (order_id)
);
create index plan_dates_order_id_idx on plan_dates (tenant_id, order_id);
create index plan_dates_due_on_idx on plan_dates (tenant_id, due_on);

alter table plan_dates enable row level security;
alter table plan_dates force row level security;
create policy tenant on plan_dates to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on plan_dates to outstation_platform using (true) with check (true);
grant select, insert, update, delete on plan_dates to outstation_tenant, outstation_platform;
create policy scope on plan_dates as restrictive to outstation_scoped using (exists (select from maintenance_plans f where f.tenant_id = plan_dates.tenant_id and f.id = plan_dates.plan_id));

alter table work_orders add constraint work_orders_plan_id_fkey foreign key (tenant_id, plan_id) references maintenance_plans (tenant_id, id) on delete set null (plan_id);

-- In time is what was finished by the end of its day, by the clock of the tenant. A date counts once its day is over.
create view maintenance_plan_list with (security_invoker = true) as
  select plan.*, kept.compliance,
    (select count(*)::integer from work_orders work where work.tenant_id = plan.tenant_id and work.plan_id = plan.id and work.is_open = 1) as open_orders
  from maintenance_plans plan
  left join lateral (
    select round(100.0 * count(*) filter (where work.finished_at::date <= due.due_on) / nullif(count(*), 0))::integer as compliance
    from plan_dates due
    left join work_orders work on work.tenant_id = due.tenant_id and work.id = due.order_id
    where due.tenant_id = plan.tenant_id and due.plan_id = plan.id and due.due_on < current_date and due.due_on >= current_date - 365
      and work.order_state is distinct from 'cancelled'
  ) kept on true;
grant select on maintenance_plan_list to outstation_tenant, outstation_platform;
