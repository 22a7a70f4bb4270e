-- A role may have another scope of rows for every noun whose rows are somebody's by a rule of their own. Which these are is found in the model
-- (model/scoped-nouns.ts): the policies of each ask for `app.scope_<table>` already, and here it need only be the name of a table.
alter table role_scopes
  drop constraint role_scopes_scoped_table_check,
  add constraint role_scopes_scoped_table_check check (scoped_table ~ '^[a-z_]*$');
