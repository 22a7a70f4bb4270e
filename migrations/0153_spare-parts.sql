-- Spare parts, the machines that they fit, and every move of them (docs/decisions/0182-stock-by-moves.md).
create table spare_parts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  part_code text not null,
  part_name text not null,
  part_unit text not null,
  -- Moves alone change it, in the statement that adds them (server/maintenance/stock.ts).
  part_stock double precision default 0,
  part_minimum double precision not null,
  site_id uuid not null,
  shelf text,
  part_model text,
  supplier text,
  keeper_id uuid,
  category text,
  part_description text,
  -- That there is less than there should be has been told, and is told again only after there was enough.
  short_notified boolean not null default false,
  created_by uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint spare_parts_stock_check check (part_stock >= 0),
  constraint spare_parts_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id),
  constraint spare_parts_keeper_id_fkey foreign key (tenant_id, keeper_id) references users (tenant_id, id) on delete set null (keeper_id)
);
create unique index spare_parts_part_code_key on spare_parts (tenant_id, lower(part_code));
create index spare_parts_site_id_idx on spare_parts (tenant_id, site_id);
create index spare_parts_keeper_id_idx on spare_parts (tenant_id, keeper_id);
create index spare_parts_short_idx on spare_parts (tenant_id, part_code) where part_stock < part_minimum;

alter table spare_parts enable row level security;
alter table spare_parts force row level security;
create policy tenant on spare_parts to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on spare_parts to outstation_platform using (true) with check (true);
grant select, insert, update, delete on spare_parts to outstation_tenant, outstation_platform;
create policy scope on spare_parts as restrictive to outstation_scoped using ((select scope_all('spare_parts')) or exists (select from site_owners o where o.tenant_id = spare_parts.tenant_id and o.site_id = spare_parts.site_id and (o.org_id in (select s.id from scope_ids('spare_parts', 4) as s(id)) or o.project_id in (select s.id from scope_ids('spare_parts', 6) as s(id)) or o.site_id in (select s.id from scope_ids('spare_parts', 7) as s(id)))) or spare_parts.created_by = (select scope_one('spare_parts', 3)));

-- What there is of a part has a ledger of its own.
call track_history('spare_parts', 'id', 'created_by,part_stock,short_notified', true);

create table spare_part_fits (
  tenant_id uuid not null references tenants (id),
  part_id uuid not null,
  equipment_id uuid not null,
  primary key (tenant_id, part_id, equipment_id),
  constraint spare_part_fits_part_id_fkey foreign key (tenant_id, part_id) references spare_parts (tenant_id, id) on delete cascade,
  constraint spare_part_fits_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id) on delete cascade
);
create index spare_part_fits_equipment_id_idx on spare_part_fits (tenant_id, equipment_id);

alter table spare_part_fits enable row level security;
alter table spare_part_fits force row level security;
create policy tenant on spare_part_fits to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on spare_part_fits to outstation_platform using (true) with check (true);
grant select, insert, update, delete on spare_part_fits to outstation_tenant, outstation_platform;
create policy scope on spare_part_fits as restrictive to outstation_scoped using (exists (select from spare_parts f where f.tenant_id = spare_part_fits.tenant_id and f.id = spare_part_fits.part_id));

call track_history('spare_part_fits', 'part_id', '', false);

-- Rows are added and read; nothing changes or removes them but the erasure of their tenant.
create table part_moves (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  part_id uuid not null,
  move_kind text not null check (move_kind in ('in', 'out', 'count')),
  quantity double precision not null check (quantity >= 0),
  stock_change double precision not null,
  stock_after double precision not null check (stock_after >= 0),
  order_id uuid,
  move_reason text not null,
  moved_by uuid,
  -- What whoever asked called it: the same one asked again is one move.
  request_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint part_moves_part_id_fkey foreign key (tenant_id, part_id) references spare_parts (tenant_id, id),
  constraint part_moves_order_id_fkey foreign key (tenant_id, order_id) references work_orders (tenant_id, id),
  constraint part_moves_moved_by_fkey foreign key (tenant_id, moved_by) references users (tenant_id, id) on delete set null (moved_by)
);
create unique index part_moves_request_id_key on part_moves (tenant_id, request_id);
create index part_moves_part_id_idx on part_moves (tenant_id, part_id, created_at desc, id desc);
create index part_moves_order_id_idx on part_moves (tenant_id, order_id) where order_id is not null;
create index part_moves_created_at_idx on part_moves (tenant_id, created_at desc, id desc);
create index part_moves_moved_by_idx on part_moves (tenant_id, moved_by);

alter table part_moves enable row level security;
alter table part_moves force row level security;
create policy tenant on part_moves to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on part_moves to outstation_platform using (true) with check (true);
grant select, insert on part_moves to outstation_tenant, outstation_platform;
create policy scope on part_moves as restrictive to outstation_scoped using (exists (select from spare_parts f where f.tenant_id = part_moves.tenant_id and f.id = part_moves.part_id));
call allow_erasing('part_moves');

call track_history('part_moves', 'id', 'request_id', true);

create view spare_part_list with (security_invoker = true) as
  select part.*, case when part.part_stock < part.part_minimum then 1 else 0 end::smallint as is_short from spare_parts part;
grant select on spare_part_list to outstation_tenant, outstation_platform;
