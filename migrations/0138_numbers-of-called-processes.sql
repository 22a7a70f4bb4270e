-- A called process has the business number of whoever called it (docs/decisions/0165-workflow-elements-and-form-fields-line-by-line.md): a number is of one outermost instance, and of all that it calls.

drop index process_instances_business_number_key;
create unique index process_instances_business_number_key on process_instances (tenant_id, business_number)
  where business_number is not null and parent_id is null;
