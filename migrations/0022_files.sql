-- Folders and files that people keep. What a file contains is a blob; its name is metadata and never part of a path.

create table files (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  owner_id uuid not null,
  parent_id uuid,
  original_filename text not null,
  file_type text not null check (file_type in ('folder', 'image', 'document', 'spreadsheet', 'text', 'audio', 'video', 'archive', 'other')),
  -- Found in the contents when the file came.
  media_type text,
  size bigint not null default 0,
  sha256 text,
  blob_id uuid,
  -- Readable by everybody of the tenant, with all that is below.
  is_shared smallint not null default 0 check (is_shared in (0, 1)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint files_owner_id_fkey foreign key (tenant_id, owner_id) references users (tenant_id, id) on delete cascade,
  constraint files_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id),
  constraint files_name_check check (char_length(original_filename) between 1 and 255 and original_filename !~ '[[:cntrl:]/\\]' and original_filename not in ('.', '..')),
  constraint files_contents_check check ((file_type = 'folder') = (blob_id is null) and (blob_id is null) = (media_type is null) and (blob_id is null) = (sha256 is null))
);
-- Whatever lies in a folder belongs to its owner.
create unique index files_owner_key on files (tenant_id, owner_id, id);
alter table files add constraint files_parent_id_fkey foreign key (tenant_id, owner_id, parent_id) references files (tenant_id, owner_id, id) on delete cascade;
create unique index files_original_filename_key on files (tenant_id, owner_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(original_filename));
create index files_parent_id_idx on files (tenant_id, parent_id);
create unique index files_blob_id_key on files (tenant_id, blob_id);

alter table files enable row level security;
alter table files force row level security;
create policy tenant on files to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on files to outstation_platform using (true) with check (true);
grant select, insert, update, delete on files to outstation_tenant, outstation_platform;

-- With its owner, its folder or by itself: a file whose row is gone is thrown away (server/kernel/blobs.ts, sweep).
create function drop_file_blob() returns trigger language plpgsql as $$
begin
  delete from blobs where tenant_id = old.tenant_id and id = old.blob_id;
  return null;
end $$;
create trigger file_gone after delete on files for each row when (old.blob_id is not null) execute function drop_file_blob();
