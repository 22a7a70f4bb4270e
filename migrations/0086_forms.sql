-- Forms that people of a tenant design, publish and fill in (docs/decisions/0117-forms-and-their-entries.md).
create table forms (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  form_description text not null,
  -- The draft as JSON, as it was saved.
  form_content text default '{"schema":1,"fields":[],"layout":[]}',
  form_status text default 'draft' check (form_status in ('draft', 'published', 'closed')),
  form_version integer default 0,
  -- Who saved the draft last, in the designer.
  saved_by uuid,
  saved_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index forms_form_description_key on forms (tenant_id, lower(form_description));
create index forms_created_at_idx on forms (tenant_id, created_at desc, id desc);

-- What was published. It is never changed, and goes with its form alone.
create table form_versions (
  tenant_id uuid not null references tenants (id),
  form_id uuid not null,
  form_version integer not null check (form_version > 0),
  definition jsonb not null,
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (tenant_id, form_id, form_version),
  constraint form_versions_form_id_fkey foreign key (tenant_id, form_id) references forms (tenant_id, id) on delete cascade
);
create function refuse_change_of_version() returns trigger language plpgsql as $$
begin
  raise exception 'a published version of a form is never changed' using errcode = '42501';
end $$;
create trigger version_is_immutable before update on form_versions for each row execute function refuse_change_of_version();

create table form_entries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  form_id uuid not null,
  form_version integer not null,
  entry_number integer not null,
  entry_state text not null check (entry_state in ('draft', 'submitted', 'withdrawn')),
  entry_source text not null check (entry_source in ('inside', 'outside')),
  owner_id uuid,
  submit_time timestamptz,
  -- Values by the ids of fields.
  data jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint form_entries_form_id_fkey foreign key (tenant_id, form_id) references forms (tenant_id, id),
  constraint form_entries_form_version_fkey foreign key (tenant_id, form_id, form_version) references form_versions (tenant_id, form_id, form_version),
  constraint form_entries_owner_id_fkey foreign key (tenant_id, owner_id) references users (tenant_id, id) on delete set null (owner_id)
);
-- The newest of a form first; two at once never get the same number. What says who sees an entry stands beside, so that counting reads no rows.
create unique index form_entries_entry_number_key on form_entries (tenant_id, form_id, entry_number) include (entry_state, owner_id);
create index form_entries_owner_id_idx on form_entries (tenant_id, owner_id, form_id, entry_number);
create index form_entries_created_at_idx on form_entries (tenant_id, created_at desc, id desc);
create index form_entries_form_version_idx on form_entries (tenant_id, form_id, form_version);

-- Entries of one form by what a field says. Row security lets no index judge that (`@>` is not leakproof), so the platform asks this one for the
-- ids, and the tenant's own rows are read by what it gives (server/features/devtool/form-entries/by-value.ts).
create index form_entries_values_idx on form_entries using gin (jsonb_set('{}', array[form_id::text], data) jsonb_path_ops) with (gin_pending_list_limit = 256);

-- The last number of each form's entries.
create table form_counters (
  tenant_id uuid not null references tenants (id),
  form_id uuid not null,
  last_number integer not null default 0,
  primary key (tenant_id, form_id),
  constraint form_counters_form_id_fkey foreign key (tenant_id, form_id) references forms (tenant_id, id) on delete cascade
);

-- What fields say that no two entries of a form may say alike. The key makes two at once wait for each other.
create table form_unique_values (
  tenant_id uuid not null references tenants (id),
  form_id uuid not null,
  field_id text not null,
  -- SHA-256 of the value, hexadecimal.
  value_digest text not null,
  entry_id uuid not null,
  primary key (tenant_id, form_id, field_id, value_digest),
  constraint form_unique_values_entry_id_fkey foreign key (tenant_id, entry_id) references form_entries (tenant_id, id) on delete cascade
);
create index form_unique_values_entry_id_idx on form_unique_values (tenant_id, entry_id);

-- Files, pictures and signatures of entries. One that no entry has is thrown away after a day.
create table form_files (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  form_id uuid,
  field_id text not null,
  entry_id uuid,
  -- The link by which it came.
  link_id uuid,
  file_name text not null check (char_length(file_name) between 1 and 255 and file_name !~ '[[:cntrl:]/\\]'),
  -- Found in the contents when the file came.
  media_type text not null,
  size bigint not null,
  blob_id uuid not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint form_files_form_id_fkey foreign key (tenant_id, form_id) references forms (tenant_id, id) on delete set null (form_id),
  constraint form_files_entry_id_fkey foreign key (tenant_id, entry_id) references form_entries (tenant_id, id) on delete set null (entry_id),
  constraint form_files_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id),
  constraint form_files_created_by_fkey foreign key (tenant_id, created_by) references users (tenant_id, id) on delete set null (created_by)
);
create index form_files_form_id_idx on form_files (tenant_id, form_id);
create index form_files_entry_id_idx on form_files (tenant_id, entry_id);
create index form_files_created_by_idx on form_files (tenant_id, created_by);
create index form_files_unbound_idx on form_files (created_at) where entry_id is null;
create unique index form_files_blob_id_key on form_files (tenant_id, blob_id);

-- Whoever has the address fills in, signed in or not.
create table form_links (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  form_id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz,
  max_entries integer,
  entries integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint form_links_form_id_fkey foreign key (tenant_id, form_id) references forms (tenant_id, id) on delete cascade
);
create index form_links_form_id_idx on form_links (tenant_id, form_id);
create index form_links_token_hash_idx on form_links (token_hash);

do $$
declare
  held text;
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
begin
  foreach held in array array['forms', 'form_versions', 'form_entries', 'form_counters', 'form_unique_values', 'form_files', 'form_links'] loop
    execute format('alter table %I enable row level security', held);
    execute format('alter table %I force row level security', held);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', held, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', held);
    execute format('grant select, insert on %I to outstation_tenant, outstation_platform', held);
    -- Nobody has the right to change a version; the platform erases those of a tenant that goes.
    execute format(case when held = 'form_versions' then 'grant delete on %I to outstation_platform'
      else 'grant update, delete on %I to outstation_tenant, outstation_platform' end, held);
  end loop;
end $$;
create policy scope on form_entries as restrictive to outstation_scoped using (exists (select from users f where f.tenant_id = form_entries.tenant_id and f.id = form_entries.owner_id));
create policy scope on form_files as restrictive to outstation_scoped using (form_files.entry_id is null or exists (select from form_entries f where f.tenant_id = form_files.tenant_id and f.id = form_files.entry_id));

create trigger form_file_gone after delete on form_files for each row execute function drop_attachment_blob();

-- The draft is kept by its versions; the history has the rest.
call track_history('forms', 'id', 'form_content,saved_by,saved_at', true);
call track_history('form_entries', 'id', '', true);
drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'form_entries' then exists (select from form_entries f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);

-- How many entries a tenant may have.
alter table tenants add column entry_quota integer;
create or replace function quota_of(tenant uuid, quota text) returns bigint language sql stable as $$
  select case quota when 'users' then user_quota when 'storage' then storage_quota * 1048576::bigint when 'points' then point_quota when 'entries' then entry_quota end
  from tenants where id = tenant
$$;
create or replace function usage_of(tenant uuid, quota text) returns bigint language sql stable as $$
  select case quota
    when 'users' then (select count(*) from users where tenant_id = tenant)
    when 'storage' then (select coalesce(sum(size), 0)::bigint from blobs where tenant_id = tenant)
      + (select coalesce(sum(size), 0)::bigint from uploads where tenant_id = tenant and file_id is null)
    when 'points' then (select count(*) from points where tenant_id = tenant)
    when 'entries' then (select count(*) from form_entries where tenant_id = tenant)
    else 0 end
$$;
call hold_quota('form_entries', 'entries', false);
create or replace view tenant_list with (security_invoker = true) as
  select id, tenant_code, tenant_name, tenant_contact, tenant_email, tenant_tel, status, expires_at, package_id,
    user_quota, usage_of(id, 'users')::integer as used_users,
    storage_quota, ceil(usage_of(id, 'storage') / 1048576.0)::integer as used_storage,
    point_quota, usage_of(id, 'points')::integer as used_points,
    marked_at, created_at, updated_at, version, modbus_networks, webhook_networks,
    entry_quota, usage_of(id, 'entries')::integer as used_entries
  from tenants where not throwaway;
