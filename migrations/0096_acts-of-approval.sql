-- Acts of approval (docs/decisions/0131-acts-of-approval.md).

-- Whoever is asked again may ask somebody before them again: the nodes that lead straight back, one after the other.
alter table process_activities
  alter column straight_to type text[] using case when straight_to is null then null else array[straight_to] end;

-- Whether what somebody has when an absence begins goes to the deputy as well.
alter table process_absences add column open_tasks boolean not null default false;
