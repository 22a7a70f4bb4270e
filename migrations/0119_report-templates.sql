-- Reports that people of a tenant design (model/report/report-templates.ts, docs/decisions/0149-the-designer-of-reports.md).
create table report_templates (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  template_name text not null,
  template_kind text not null check (template_kind in ('curing', 'alarms', 'devices', 'other')),
  template_status smallint not null check (template_status in (1, 0)),
  template_version integer default 0,
  published_at timestamptz,
  template_description text,
  -- The draft (model/reports/template.ts); nothing before it was saved for the first time.
  content jsonb,
  -- Who saved the draft last.
  saved_by uuid,
  saved_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint report_templates_content_check check (octet_length(content::text) <= 1048576)
);
create unique index report_templates_template_name_key on report_templates (tenant_id, lower(template_name));
create index report_templates_created_at_idx on report_templates (tenant_id, created_at desc, id desc);

alter table report_templates enable row level security;
alter table report_templates force row level security;
create policy tenant on report_templates to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on report_templates to outstation_platform using (true) with check (true);
grant select, insert, update, delete on report_templates to outstation_tenant, outstation_platform;

-- What was published, for good: reports that were made with a version can always be made again.
create table report_template_versions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  template_id uuid not null,
  template_version integer not null check (template_version > 0),
  content jsonb not null,
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint report_template_versions_template_id_fkey foreign key (tenant_id, template_id) references report_templates (tenant_id, id)
);
create unique index report_template_versions_template_version_key on report_template_versions (tenant_id, template_id, template_version);
create function refuse_change_of_template() returns trigger language plpgsql as $$
begin
  raise exception 'a published version of a report template is never changed' using errcode = '42501';
end $$;
create trigger version_is_immutable before update on report_template_versions for each row execute function refuse_change_of_template();

alter table report_template_versions enable row level security;
alter table report_template_versions force row level security;
create policy tenant on report_template_versions to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on report_template_versions to outstation_platform using (true) with check (true);
grant select, insert on report_template_versions to outstation_tenant, outstation_platform;
-- Nobody of a tenant deletes one; the platform erases those of a tenant that goes.
call allow_erasing('report_template_versions');

-- The draft is kept by its versions; the history has the rest.
call track_history('report_templates', 'id', 'content,saved_by,saved_at', true);
