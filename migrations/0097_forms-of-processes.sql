-- Files of the form of a process are its own, as those of an entry are the entry's; so is what the form asks to be said once
-- (docs/decisions/0130-personal-office.md).
alter table form_files add column instance_id uuid;
alter table form_files add constraint form_files_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade;
alter table form_files add constraint form_files_one_owner_check check (entry_id is null or instance_id is null);
create index form_files_instance_id_idx on form_files (tenant_id, instance_id);
drop index form_files_unbound_idx;
create index form_files_unbound_idx on form_files (created_at) where entry_id is null and instance_id is null;

alter table form_unique_values alter column entry_id drop not null;
alter table form_unique_values add column instance_id uuid;
alter table form_unique_values add constraint form_unique_values_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade;
alter table form_unique_values add constraint form_unique_values_one_owner_check check (num_nonnulls(entry_id, instance_id) = 1);
create index form_unique_values_instance_id_idx on form_unique_values (tenant_id, instance_id);
