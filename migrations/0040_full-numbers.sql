-- A number is one with its calling code: +43 664 1234567 and +86 664 1234567 are two telephones. What was unique by its digits
-- alone is so with the code as well, so no row can be in the way.
create unique index users_number_key on users (tenant_id, lower(mobile), prefix);
drop index users_mobile_key;
alter index users_number_key rename to users_mobile_key;

-- Codes that wait were made for whoever had the same digits; a new one is asked for in a minute.
delete from one_time_secrets where purpose = 'sign-in-code';
