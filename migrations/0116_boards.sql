-- Boards of charts: whose they are, and their charts as data (model/charts/board.ts, docs/decisions/0145-boards-of-charts.md).

-- Its owner's own, or shared: then it belongs to nobody, stays when its maker goes, and is read by the whole tenant or by the roles in board_roles.
create table boards (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  board_name text not null,
  audience text not null default 'own' check (audience in ('own', 'tenant', 'roles')),
  owner_id uuid,
  content jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint boards_owner_id_fkey foreign key (tenant_id, owner_id) references users (tenant_id, id) on delete cascade,
  constraint boards_owner_id_check check ((audience = 'own') = (owner_id is not null)),
  constraint boards_content_check check (octet_length(content::text) <= 262144)
);
-- Two shared boards are never called the same, nor two of one person's own.
create unique index boards_board_name_key on boards (tenant_id, coalesce(owner_id, '00000000-0000-0000-0000-000000000000'), lower(board_name));
create index boards_owner_id_idx on boards (tenant_id, owner_id);

create table board_roles (
  tenant_id uuid not null,
  board_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, board_id, role_id),
  constraint board_roles_board_id_fkey foreign key (tenant_id, board_id) references boards (tenant_id, id) on delete cascade,
  constraint board_roles_role_id_fkey foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);
create index board_roles_role_id_idx on board_roles (tenant_id, role_id);

do $$
declare
  own text := 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)';
  tenant_table text;
begin
  foreach tenant_table in array array['boards', 'board_roles'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I to outstation_tenant using (%s) with check (%s)', tenant_table, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', tenant_table);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', tenant_table);
  end loop;
end $$;
