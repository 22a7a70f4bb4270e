-- Which version of which template of the tenant a report was issued with (docs/decisions/0154-where-templates-are-used-and-workbooks-as-templates.md); nothing for a built-in report.
alter table issued_reports
  add column template_id uuid,
  add column template_version integer,
  add constraint issued_reports_template_version_check check ((template_id is null) = (template_version is null)),
  add constraint issued_reports_template_version_fkey foreign key (tenant_id, template_id, template_version)
    references report_template_versions (tenant_id, template_id, template_version);
create index issued_reports_template_version_idx on issued_reports (tenant_id, template_id, template_version) where template_id is not null;
