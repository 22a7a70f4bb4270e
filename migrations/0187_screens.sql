-- Big screens that people of a tenant design (model/screen/screens.ts, docs/decisions/0206-screens-as-documents.md).
create table screens (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  screen_name text not null,
  -- Of a screen that stands in for a ready-made one.
  screen_code text,
  screen_folder text,
  screen_status smallint not null check (screen_status in (1, 0)),
  screen_version integer default 0,
  published_at timestamptz,
  screen_description text,
  -- The draft (model/screens/document.ts); nothing before it was saved for the first time.
  content jsonb,
  -- Who saved the draft last.
  saved_by uuid,
  saved_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  -- Of the document half a megabyte (MAX_SCREEN_BYTES); as it stands here, with a blank behind each comma and colon, no more than twice that.
  constraint screens_content_check check (octet_length(content::text) <= 1048576)
);
create unique index screens_screen_name_key on screens (tenant_id, lower(screen_name));
create unique index screens_screen_code_key on screens (tenant_id, screen_code) where screen_code is not null;
create index screens_created_at_idx on screens (tenant_id, created_at desc, id desc);

alter table screens enable row level security;
alter table screens force row level security;
create policy tenant on screens to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on screens to outstation_platform using (true) with check (true);
grant select, insert, update, delete on screens to outstation_tenant, outstation_platform;

-- What was published, for good: what a wall showed can always be shown again.
create table screen_versions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  screen_id uuid not null,
  screen_version integer not null check (screen_version > 0),
  content jsonb not null,
  -- Of the document as it was published, in lower case hexadecimal.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint screen_versions_screen_id_fkey foreign key (tenant_id, screen_id) references screens (tenant_id, id)
);
create unique index screen_versions_screen_version_key on screen_versions (tenant_id, screen_id, screen_version);
create function refuse_change_of_screen() returns trigger language plpgsql as $$
begin
  raise exception 'a published version of a screen is never changed' using errcode = '42501';
end $$;
create trigger version_is_immutable before update on screen_versions for each row execute function refuse_change_of_screen();

alter table screen_versions enable row level security;
alter table screen_versions force row level security;
create policy tenant on screen_versions to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on screen_versions to outstation_platform using (true) with check (true);
grant select, insert on screen_versions to outstation_tenant, outstation_platform;
-- Nobody of a tenant deletes one; the platform erases those of a tenant that goes.
call allow_erasing('screen_versions');

-- Pictures of screens, and maps as GeoJSON with the number under which they were reviewed.
create table screen_pictures (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  blob_id uuid not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'application/geo+json')),
  picture_name text not null,
  width integer check (width between 1 and 8192),
  height integer check (height between 1 and 8192),
  -- Of a map, and drawn on it wherever it stands.
  review_number text,
  sha256 text not null,
  -- When a draft that names it was kept last, or it was brought once more.
  used_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint screen_pictures_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id),
  constraint screen_pictures_map_check check ((media_type = 'application/geo+json') = (review_number is not null and width is null and height is null))
);
create unique index screen_pictures_blob_id_key on screen_pictures (tenant_id, blob_id);
-- The same once, however often it is brought; the same map under another number is another one.
create unique index screen_pictures_sha256_key on screen_pictures (tenant_id, sha256, coalesce(review_number, ''));
create index screen_pictures_used_at_idx on screen_pictures (used_at);

alter table screen_pictures enable row level security;
alter table screen_pictures force row level security;
create policy tenant on screen_pictures to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on screen_pictures to outstation_platform using (true) with check (true);
grant select, insert, update, delete on screen_pictures to outstation_tenant, outstation_platform;

-- Whether a document names the picture or the map.
create function screen_names_picture(content jsonb, picture uuid) returns boolean language sql immutable as $$
  select jsonb_path_exists(content, '$.pages[*].widgets[*].options ? (@.picture == $id || @.map == $id)', jsonb_build_object('id', picture::text))
    or jsonb_path_exists(content, '$.pages[*].background ? (@.picture == $id)', jsonb_build_object('id', picture::text))
$$;

-- Another picture is another row: published versions name this one for good.
create function refuse_change_of_screen_picture() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'used_at') is distinct from (to_jsonb(old) - 'used_at') then
    raise exception 'a picture of screens is never changed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger picture_is_immutable before update on screen_pictures for each row execute function refuse_change_of_screen_picture();

-- It goes where no published version has it, and with its tenant.
create function refuse_removal_of_screen_picture() returns trigger language plpgsql as $$
begin
  if exists (select from screen_versions v where v.tenant_id = old.tenant_id and screen_names_picture(v.content, old.id))
    and not exists (select from tenants where id = old.tenant_id and marked_at is not null) then
    raise exception 'a picture of a published screen is never removed' using errcode = '42501';
  end if;
  return old;
end $$;
create trigger published_picture_stays before delete on screen_pictures for each row execute function refuse_removal_of_screen_picture();
-- Its bytes go with it (migrations/0080_device-attachments.sql).
create trigger picture_gone after delete on screen_pictures for each row execute function drop_attachment_blob();

-- The draft is kept by its versions; the history has the rest.
call track_history('screens', 'id', 'content,saved_by,saved_at', true);
