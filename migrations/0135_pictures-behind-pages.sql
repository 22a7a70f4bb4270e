-- Pictures behind the pages of a published version (docs/decisions/0159-overlay-printing.md) are never removed, as those in its cells are not (migrations/0133_report-pictures.sql).
create or replace function refuse_removal_of_published_picture() returns trigger language plpgsql as $$
begin
  if exists (
    select from report_template_versions v where v.tenant_id = old.tenant_id
      and (jsonb_path_exists(v.content, '$.cells.* ? (@.picture == $id)', jsonb_build_object('id', old.id::text))
        or v.content #>> '{page,background,picture}' = old.id::text)
  ) and not exists (select from tenants where id = old.tenant_id and marked_at is not null) then
    raise exception 'a picture of a published version is never removed' using errcode = '42501';
  end if;
  return old;
end $$;
