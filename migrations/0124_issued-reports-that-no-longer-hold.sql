-- A report that was withdrawn or revised is over (docs/decisions/0147-issued-reports.md): nothing of it moves any more, and it gets no file and no signature.

create or replace function refuse_change_of_issued() returns trigger language plpgsql as $$
declare
  moves text[] := case when old.report_state = 'valid'
    then array['report_state', 'signature_count', 'withdraw_reason', 'withdrawn_at', 'superseded_by', 'updated_at', 'version']
    else array['updated_at', 'version'] end;
begin
  if to_jsonb(new) - moves is distinct from to_jsonb(old) - moves or new.signature_count < old.signature_count then
    raise exception 'an issued report is never changed' using errcode = '42501';
  end if;
  return new;
end $$;

-- The lock waits for whoever is withdrawing or revising it.
create function refuse_part_of_past_report() returns trigger language plpgsql as $$
begin
  perform from issued_reports r where r.tenant_id = new.tenant_id and r.id = new.issued_id and r.report_state = 'valid' for share;
  if not found then
    raise exception 'a report that no longer holds gets no files and no signatures' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger file_of_valid_report before insert on issued_files for each row execute function refuse_part_of_past_report();
create trigger signature_of_valid_report before insert on report_signatures for each row execute function refuse_part_of_past_report();
