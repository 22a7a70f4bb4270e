-- What processes note of a machine: lines of its life, written once (docs/decisions/0192-processes-that-nobody-attends-to.md).
create table equipment_notes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  equipment_id uuid not null,
  note_text text not null check (char_length(note_text) between 1 and 500),
  noted_at timestamptz not null,
  -- Which process has noted it; that one may be gone.
  instance_id uuid,
  primary key (tenant_id, id),
  constraint equipment_notes_equipment_id_fkey foreign key (tenant_id, equipment_id) references equipment (tenant_id, id) on delete cascade
);
create index equipment_notes_equipment_id_idx on equipment_notes (tenant_id, equipment_id, noted_at);

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
begin
  alter table equipment_notes enable row level security;
  alter table equipment_notes force row level security;
  execute format('create policy tenant on equipment_notes to outstation_tenant using %s with check %s', own, own);
  create policy platform on equipment_notes to outstation_platform using (true) with check (true);
  grant select, insert, update, delete on equipment_notes to outstation_tenant, outstation_platform;
  create policy scope on equipment_notes as restrictive to outstation_scoped using (exists (select from equipment f where f.tenant_id = equipment_notes.tenant_id and f.id = equipment_notes.equipment_id));
end $$;
