-- Values of the parameters of a template that a schedule makes its reports with, as JSON (model/reports/params-text.ts), and those that an issued report was made with,
-- as its issuer read them (docs/decisions/0173-parameters-of-reports.md).
alter table report_schedules add column report_params text check (length(report_params) <= 4000);
alter table issued_reports add column report_parameters jsonb;
