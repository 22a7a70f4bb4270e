-- The record of processes in the chain of hashes (docs/decisions/0150-the-record-of-processes-in-the-chain.md).

alter table process_events add column position bigint generated always as identity;
-- What was recorded before gets its seal in the first round: transaction 1 is not over in the snapshot '1:1:'.
alter table process_events add column transaction_id xid8 not null default '1';
alter table process_events alter column transaction_id set default pg_current_xact_id();
create unique index process_events_position_key on process_events (tenant_id, position);
create index process_events_transaction_id_idx on process_events (transaction_id, position);

alter table log_seals drop constraint log_seals_source_check;
alter table log_seals add constraint log_seals_source_check check (source in ('log', 'change', 'process'));
-- The instance whose record the sealed row is of: by it the removal of the instance is found once the row is gone.
alter table log_seals add column part_of uuid;

alter table log_sealing no force row level security;
insert into log_sealing (source) values ('process');
alter table log_sealing force row level security;

-- The record goes with its instance, and that it went is a change like any other, which is sealed and says what went along. Of a row that is deleted while its
-- instance stays nothing is said, so its seal has no row from then on and no reason for that. Erasing a tenant deletes the record before the instances.
create function keep_removal_of_record() returns trigger language plpgsql as $$
begin
  insert into changes (tenant_id, table_name, row_id, verb, before, user_id, operation_id)
  select o.tenant_id, 'process_instances', o.instance_id, 'delete', jsonb_build_object('record', jsonb_agg(o.position order by o.position)),
    nullif(current_setting('app.user_id', true), '')::uuid, coalesce(nullif(current_setting('app.operation_id', true), '')::uuid, gen_random_uuid())
  from old_rows o
  where not exists (select from process_instances i where i.tenant_id = o.tenant_id and i.id = o.instance_id)
  group by o.tenant_id, o.instance_id;
  return null;
end $$;
create trigger removal_of_record after delete on process_events referencing old table as old_rows for each statement execute function keep_removal_of_record();
