-- Daily roll-ups begin at the midnights of their tenant (docs/decisions/0172-days-by-the-zone-of-the-tenant.md).

-- The day of a moment by a zone, as the half-open stretch from its beginning to the next one's. Where clocks show midnight twice (Havana, Azores) a day begins at the second one, so the
-- hour before it belongs to the day before.
create function day_begin(moment timestamptz, zone text) returns timestamptz
  language sql stable
  as $$ select case when date_trunc('day', moment, zone) <= moment then date_trunc('day', moment, zone) else date_trunc('day', moment - interval '2 hours', zone) end $$;

create function day_end(midnight timestamptz, zone text) returns timestamptz
  language sql stable
  as $$ select (date_trunc('day', midnight at time zone zone) + interval '1 day') at time zone zone $$;

-- By which zone the rows of a tenant in `sample_days` begin, and whether all of them do.
create table day_rollup_states (
  tenant_id uuid primary key references tenants (id),
  -- Null is the zone of the server, which alone knows it: so they began before this table.
  zone text,
  -- Days are read where they are ready, and hours otherwise.
  is_ready boolean not null default true,
  -- Since when they are not.
  changed_at timestamptz not null default now(),
  -- How far they have been made anew by this zone: the series that is under way, and the day of it to go on with; null where nothing has been deleted.
  series bigint,
  next_day timestamptz
);

alter table day_rollup_states enable row level security;
alter table day_rollup_states force row level security;
create policy tenant on day_rollup_states to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on day_rollup_states to outstation_platform using (true) with check (true);
-- As with the roll-ups themselves: a person only reads.
grant select on day_rollup_states to outstation_tenant;
grant select, insert, update, delete on day_rollup_states to outstation_platform;

-- Whose login owns the tables obeys row security as well, so the platform's role does it.
set local role outstation_platform;
insert into day_rollup_states (tenant_id) select id from tenants;
set local role none;
