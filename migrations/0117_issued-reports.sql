-- Reports as they were issued (docs/decisions/0147-issued-reports.md): what they show, their files and their signatures are those of that moment.

create table issued_reports (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  report_number text,
  report_title text,
  period_name text,
  report_state text default 'valid' check (report_state in ('valid', 'revised', 'withdrawn')),
  signature_count integer default 0,
  site_id uuid,
  -- As they were called then.
  issued_by text,
  revision integer default 0,
  supersedes_id uuid,
  withdraw_reason text,
  -- What was asked for and in which language: a revision asks the same again.
  report_asked jsonb not null,
  report_language text not null check (report_language in ('zh', 'tw', 'en')),
  -- The figures documents that its numbers are of: whoever may not ask for them does not read it.
  documents jsonb not null check (octet_length(documents::text) <= 1048576),
  token_hash bytea not null,
  superseded_by uuid,
  withdrawn_at timestamptz,
  created_by uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint issued_reports_site_id_fkey foreign key (tenant_id, site_id) references sites (tenant_id, id),
  constraint issued_reports_supersedes_id_fkey foreign key (tenant_id, supersedes_id) references issued_reports (tenant_id, id),
  constraint issued_reports_superseded_by_fkey foreign key (tenant_id, superseded_by) references issued_reports (tenant_id, id)
);
create unique index issued_reports_report_number_key on issued_reports (tenant_id, lower(report_number));
create index issued_reports_token_hash_idx on issued_reports (token_hash);
create index issued_reports_created_at_idx on issued_reports (tenant_id, created_at desc, id desc);
create index issued_reports_site_id_idx on issued_reports (tenant_id, site_id);
create unique index issued_reports_supersedes_id_key on issued_reports (tenant_id, supersedes_id) where supersedes_id is not null;
create index issued_reports_superseded_by_idx on issued_reports (tenant_id, superseded_by) where superseded_by is not null;

-- Its figures as pages, and its files. `signatures` is how many of them a signed copy shows.
create table issued_files (
  tenant_id uuid not null references tenants (id),
  issued_id uuid not null,
  file_kind text not null check (file_kind in ('pages', 'pdf', 'xlsx', 'signed')),
  signatures integer not null default 0 check (signatures between 0 and 10 and (signatures > 0) = (file_kind = 'signed')),
  blob_id uuid not null,
  size bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  primary key (tenant_id, issued_id, file_kind, signatures),
  constraint issued_files_issued_id_fkey foreign key (tenant_id, issued_id) references issued_reports (tenant_id, id),
  constraint issued_files_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
create index issued_files_blob_id_idx on issued_files (tenant_id, blob_id);

-- Nobody signs twice, and nobody in the place of another.
create table report_signatures (
  tenant_id uuid not null references tenants (id),
  issued_id uuid not null,
  slot text not null check (slot in ('made', 'checked', 'approved')),
  user_id uuid not null,
  signer_name text not null,
  -- By what they showed who they are.
  proof text not null check (proof in ('password', 'code', 'passkey')),
  -- Of the PDF that was issued.
  signed_sha256 text not null check (signed_sha256 ~ '^[0-9a-f]{64}$'),
  signed_at timestamptz not null,
  primary key (tenant_id, issued_id, slot),
  constraint report_signatures_issued_id_fkey foreign key (tenant_id, issued_id) references issued_reports (tenant_id, id)
);
create unique index report_signatures_user_id_key on report_signatures (tenant_id, issued_id, user_id);

-- The last number of a year's reports of a kind: raised in the transaction that stores the report, so there are no holes.
create table report_numbers (
  tenant_id uuid not null references tenants (id),
  number_prefix text not null,
  last_number integer not null,
  primary key (tenant_id, number_prefix)
);

do $$
declare
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
  held text;
begin
  foreach held in array array['issued_reports', 'issued_files', 'report_signatures', 'report_numbers'] loop
    execute format('alter table %I enable row level security', held);
    execute format('alter table %I force row level security', held);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', held, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', held);
    execute format('grant select, insert on %I to outstation_tenant, outstation_platform', held);
    -- What was issued goes with its tenant alone.
    if held in ('issued_reports', 'report_numbers') then
      execute format('grant delete on %I to outstation_platform', held);
    else
      execute format('call allow_erasing(%L)', held);
    end if;
  end loop;
end $$;
grant update on issued_reports, report_numbers to outstation_tenant, outstation_platform;

create function refuse_change_of_issued() returns trigger language plpgsql as $$
declare
  moves text[] := array['report_state', 'signature_count', 'withdraw_reason', 'withdrawn_at', 'superseded_by', 'updated_at', 'version'];
begin
  if to_jsonb(new) - moves is distinct from to_jsonb(old) - moves
    or (old.report_state <> 'valid' and (new.report_state, new.withdraw_reason, new.superseded_by) is distinct from (old.report_state, old.withdraw_reason, old.superseded_by))
    or new.signature_count < old.signature_count then
    raise exception 'an issued report is never changed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger issued_is_immutable before update on issued_reports for each row execute function refuse_change_of_issued();
create function refuse_removal_of_issued() returns trigger language plpgsql as $$
begin
  if not exists (select from tenants where tenants.id = old.tenant_id and tenants.marked_at is not null) then
    raise exception 'an issued report is never removed' using errcode = '42501';
  end if;
  return old;
end $$;
create trigger issued_stays before delete on issued_reports for each row execute function refuse_removal_of_issued();
create function refuse_change_of_issued_part() returns trigger language plpgsql as $$
begin
  raise exception 'files and signatures of an issued report are never changed' using errcode = '42501';
end $$;
create trigger file_is_immutable before update on issued_files for each row execute function refuse_change_of_issued_part();
create trigger signature_is_immutable before update on report_signatures for each row execute function refuse_change_of_issued_part();

-- The chain of seals is over all changes, and so over the number and the checksum of each file (docs/decisions/0147-issued-reports.md).
call track_history('issued_reports', 'id', 'token_hash', true);
call track_history('issued_files', 'issued_id', '', false);
call track_history('report_signatures', 'issued_id', '', false);

-- Whose rows are in scope (model/row-scope.ts, server/kernel/database/row-policies.ts).
create policy scope on issued_reports as restrictive to outstation_scoped using ((select scope_all('issued_reports')) or exists (select from site_owners o where o.tenant_id = issued_reports.tenant_id and o.site_id = issued_reports.site_id and (o.org_id in (select s.id from scope_ids('issued_reports', 4) as s(id)) or o.project_id in (select s.id from scope_ids('issued_reports', 6) as s(id)) or o.site_id in (select s.id from scope_ids('issued_reports', 7) as s(id)))) or issued_reports.created_by = (select scope_one('issued_reports', 3)));
create policy scope on issued_files as restrictive to outstation_scoped using (exists (select from issued_reports f where f.tenant_id = issued_files.tenant_id and f.id = issued_files.issued_id));
create policy scope on report_signatures as restrictive to outstation_scoped using (exists (select from issued_reports f where f.tenant_id = report_signatures.tenant_id and f.id = report_signatures.issued_id));

drop policy scope on changes;
create policy scope on changes as restrictive for select to outstation_scoped using (case table_name when 'organisations' then exists (select from organisations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'users' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_post_roles' then exists (select from users f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'user_posts' then exists (select from user_posts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'projects' then exists (select from projects f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'sites' then exists (select from sites f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'devices' then exists (select from devices f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'device_attachments' then exists (select from device_attachments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'points' then exists (select from points f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'annotations' then exists (select from annotations f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'shifts' then exists (select from shifts f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'components' then exists (select from components f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'runs' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_points' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_stages' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'run_notes' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'verdict_items' then exists (select from runs f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'specimens' then exists (select from specimens f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'strength_tests' then exists (select from strength_tests f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rules' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_rule_roles' then exists (select from alarm_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'alarm_channels' then exists (select from alarm_channels f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rules' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_organisations' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_projects' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_roles' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_shifts' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_sites' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_types' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'delivery_rule_users' then exists (select from delivery_rules f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notifications' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_organisations' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_roles' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'notification_users' then exists (select from notifications f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'form_entries' then exists (select from form_entries f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_models' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_organisations' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_model_users' then exists (select from process_models f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_definitions' then exists (select from process_definitions f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'process_deployments' then exists (select from process_deployments f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_reports' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'issued_files' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) when 'report_signatures' then exists (select from issued_reports f where f.tenant_id = changes.tenant_id and f.id = changes.row_id) else true end);
