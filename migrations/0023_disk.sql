-- The network disk: a recycle bin, earlier versions, sharing with some, links, and folders of a hundred thousand files.

alter table files
  -- The top of what was deleted together; its own id for that top.
  add bin_id uuid,
  add deleted_at timestamptz,
  -- Where the top lay: it no longer does, so that its folder can go for good.
  add home_id uuid,
  -- A picture of a text, which its readers see where it stands and nobody looks for.
  add for_text boolean not null default false,
  -- When the present contents came.
  add stored_at timestamptz,
  -- One place is one value, where a person's own begin as well: an order within it can stand in an index.
  add place_id uuid not null generated always as (coalesce(parent_id, owner_id)) stored,
  -- Compared by what an index may compare before row security has judged (pg_proc.proleakproof), which lower() is not.
  add name_key text not null generated always as (lower(original_filename)) stored,
  add is_file boolean not null generated always as (file_type <> 'folder') stored,
  add constraint files_bin_check check ((bin_id is null) = (deleted_at is null) and (home_id is null or bin_id = id) and (bin_id is null or bin_id <> id or parent_id is null));
-- Rewritten by the table itself: a statement would be kept from the rows by their security.
alter table files alter stored_at type timestamptz using coalesce(stored_at, created_at);
alter table files alter stored_at set default now(), alter stored_at set not null;
alter table files add constraint files_home_id_fkey foreign key (tenant_id, owner_id, home_id) references files (tenant_id, owner_id, id) on delete set null (home_id);
create index files_home_id_idx on files (tenant_id, owner_id, home_id) where home_id is not null;

-- A name is taken by what is there; what lies in the bin has given its name up.
drop index files_original_filename_key;
create unique index files_original_filename_key on files (tenant_id, place_id, name_key) where bin_id is null;
-- A page in each order, folders before files.
create index files_by_name_idx on files (tenant_id, place_id, is_file, name_key, id) where bin_id is null;
create index files_by_size_idx on files (tenant_id, place_id, is_file, size, id) where bin_id is null;
create index files_by_creation_idx on files (tenant_id, place_id, is_file, created_at, id) where bin_id is null;
create index files_by_change_idx on files (tenant_id, place_id, is_file, updated_at, id) where bin_id is null;
create index files_by_type_idx on files (tenant_id, place_id, is_file, file_type, id) where bin_id is null;
create index files_shared_idx on files (tenant_id, id) where is_shared = 1 and not for_text and bin_id is null;
create index files_bin_idx on files (tenant_id, owner_id, deleted_at) where bin_id = id;
-- What somebody stores, without looking at the rows.
create index files_usage_idx on files (tenant_id, owner_id) include (size) where size > 0;

-- What a file contained before. A version is known by its blob.
create table file_versions (
  tenant_id uuid not null references tenants (id),
  blob_id uuid not null,
  file_id uuid not null,
  owner_id uuid not null,
  file_type text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  stored_at timestamptz not null,
  replaced_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, blob_id),
  constraint file_versions_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id),
  constraint file_versions_file_id_fkey foreign key (tenant_id, owner_id, file_id) references files (tenant_id, owner_id, id) on delete cascade
);
create index file_versions_file_id_idx on file_versions (tenant_id, file_id, replaced_at);
create index file_versions_usage_idx on file_versions (tenant_id, owner_id) include (size);
-- One that the file contains again stays.
create function drop_version_blob() returns trigger language plpgsql as $$
begin
  delete from blobs where tenant_id = old.tenant_id and id = old.blob_id and not exists (select from files where files.tenant_id = old.tenant_id and files.blob_id = old.blob_id);
  return null;
end $$;
create trigger version_gone after delete on file_versions for each row execute function drop_version_blob();

create table file_share_users (
  tenant_id uuid not null references tenants (id),
  file_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, file_id, user_id),
  constraint file_share_users_file_id_fkey foreign key (tenant_id, file_id) references files (tenant_id, id) on delete cascade,
  constraint file_share_users_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index file_share_users_user_id_idx on file_share_users (tenant_id, user_id);

create table file_share_roles (
  tenant_id uuid not null references tenants (id),
  file_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, file_id, role_id),
  constraint file_share_roles_file_id_fkey foreign key (tenant_id, file_id) references files (tenant_id, id) on delete cascade,
  constraint file_share_roles_role_id_fkey foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);
create index file_share_roles_role_id_idx on file_share_roles (tenant_id, role_id);

create table file_share_orgs (
  tenant_id uuid not null references tenants (id),
  file_id uuid not null,
  org_id uuid not null,
  primary key (tenant_id, file_id, org_id),
  constraint file_share_orgs_file_id_fkey foreign key (tenant_id, file_id) references files (tenant_id, id) on delete cascade,
  constraint file_share_orgs_org_id_fkey foreign key (tenant_id, org_id) references organisations (tenant_id, id) on delete cascade
);
create index file_share_orgs_org_id_idx on file_share_orgs (tenant_id, org_id);

-- Whoever has the address reads, signed in or not.
create table file_links (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  file_id uuid not null,
  token_hash bytea not null,
  password_hash text,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint file_links_file_id_fkey foreign key (tenant_id, file_id) references files (tenant_id, id) on delete cascade
);
create index file_links_file_id_idx on file_links (tenant_id, file_id);
create index file_links_token_hash_idx on file_links (token_hash);

do $$
declare
  held text;
  rule text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
begin
  foreach held in array array['file_versions', 'file_share_users', 'file_share_roles', 'file_share_orgs', 'file_links'] loop
    execute format('alter table %I enable row level security', held);
    execute format('alter table %I force row level security', held);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', held, rule, rule);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', held);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', held);
  end loop;
end $$;
