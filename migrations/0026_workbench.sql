-- How each person arranges the first page of the console. Whoever has no row sees it as it came.

create table workbenches (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  -- Null: as it came, also when a later version brings more.
  cards jsonb,
  shortcuts text[],
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  constraint workbenches_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  constraint workbenches_cards_check check (octet_length(cards::text) <= 2048),
  constraint workbenches_shortcuts_check check (cardinality(shortcuts) <= 24 and octet_length(shortcuts::text) <= 2048)
);

alter table workbenches enable row level security;
alter table workbenches force row level security;
create policy tenant on workbenches to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on workbenches to outstation_platform using (true) with check (true);
grant select, insert, update, delete on workbenches to outstation_tenant, outstation_platform;
