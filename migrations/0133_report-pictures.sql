-- Pictures in cells of report templates (server/features/report/templates/pictures.ts, docs/decisions/0156-pictures-in-reports.md).
create table report_pictures (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  blob_id uuid not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  width integer not null check (width between 1 and 4000),
  height integer not null check (height between 1 and 4000),
  sha256 text not null,
  -- When a draft that names it was kept last, or it was brought once more.
  used_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint report_pictures_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
create unique index report_pictures_blob_id_key on report_pictures (tenant_id, blob_id);
-- The same picture once, however often it is brought.
create unique index report_pictures_sha256_key on report_pictures (tenant_id, sha256);
create index report_pictures_used_at_idx on report_pictures (used_at);

alter table report_pictures enable row level security;
alter table report_pictures force row level security;
create policy tenant on report_pictures to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on report_pictures to outstation_platform using (true) with check (true);
grant select, insert, update, delete on report_pictures to outstation_tenant, outstation_platform;

-- Another picture is another row: published versions name this one for good.
create function refuse_change_of_picture() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'used_at') is distinct from (to_jsonb(old) - 'used_at') then
    raise exception 'a picture of report templates is never changed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger picture_is_immutable before update on report_pictures for each row execute function refuse_change_of_picture();

-- It goes where no published version has it, and with its tenant.
create function refuse_removal_of_published_picture() returns trigger language plpgsql as $$
begin
  if exists (
    select from report_template_versions v where v.tenant_id = old.tenant_id
      and jsonb_path_exists(v.content, '$.cells.* ? (@.picture == $id)', jsonb_build_object('id', old.id::text))
  ) and not exists (select from tenants where id = old.tenant_id and marked_at is not null) then
    raise exception 'a picture of a published version is never removed' using errcode = '42501';
  end if;
  return old;
end $$;
create trigger published_picture_stays before delete on report_pictures for each row execute function refuse_removal_of_published_picture();
-- Its bytes go with it (migrations/0080_device-attachments.sql).
create trigger picture_gone after delete on report_pictures for each row execute function drop_attachment_blob();
