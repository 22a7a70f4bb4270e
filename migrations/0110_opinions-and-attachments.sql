-- Beside the tasks of an instance: files that people attach to it, and opinions that somebody who has a task asks for without handing it over
-- (docs/decisions/0140-opinions-and-attachments.md).

create table process_attachments (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  instance_id uuid not null,
  -- The task at which it was attached, if it was one.
  task_id uuid,
  file_name text not null check (char_length(file_name) between 1 and 255 and file_name !~ '[[:cntrl:]/\\]'),
  -- Found in the contents when the file came.
  media_type text not null,
  size bigint not null,
  blob_id uuid not null,
  attached_by uuid,
  -- The step of the record that says so.
  step_number integer not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint process_attachments_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade,
  constraint process_attachments_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
create index process_attachments_instance_id_idx on process_attachments (tenant_id, instance_id);
create unique index process_attachments_blob_id_key on process_attachments (tenant_id, blob_id);
create trigger process_attachment_gone after delete on process_attachments for each row execute function drop_attachment_blob();

-- Whoever is asked sees the instance from then on, unless the question is taken back before it is answered.
create table process_consultations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  instance_id uuid not null,
  task_id uuid not null,
  asked_by uuid not null,
  user_id uuid not null,
  question text not null check (char_length(question) <= 512),
  answer text check (char_length(answer) <= 512),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  check ((answer is null) = (answered_at is null)),
  check (num_nonnulls(answered_at, withdrawn_at) <= 1),
  constraint process_consultations_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade
);
create index process_consultations_instance_id_idx on process_consultations (tenant_id, instance_id);
create index process_consultations_user_id_idx on process_consultations (tenant_id, user_id, asked_at desc, id desc);
-- Nobody is asked the same twice at once.
create unique index process_consultations_open_key on process_consultations (tenant_id, task_id, user_id) where answered_at is null and withdrawn_at is null;

do $$
declare
  held text;
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
begin
  foreach held in array array['process_attachments', 'process_consultations'] loop
    execute format('alter table %I enable row level security', held);
    execute format('alter table %I force row level security', held);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', held, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', held);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', held);
  end loop;
end $$;
create policy scope on process_attachments as restrictive to outstation_scoped using (exists (select from process_instances f where f.tenant_id = process_attachments.tenant_id and f.id = process_attachments.instance_id));
create policy scope on process_consultations as restrictive to outstation_scoped using (exists (select from process_instances f where f.tenant_id = process_consultations.tenant_id and f.id = process_consultations.instance_id));
