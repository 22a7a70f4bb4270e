-- Whether somebody has put away the steps of the first day (decision 0108). Having the workbench as it came brings them back.
alter table workbenches add column first_steps_hidden boolean not null default false;
