-- An import may change records as well as add some: how many of each, for the list of imports and for who may take it back.
alter table imports add column changed integer not null default 0;
