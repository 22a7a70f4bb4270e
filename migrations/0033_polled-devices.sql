-- A device that is asked and has never answered has an error before it was ever seen.
alter table device_states alter column seen_at drop not null;
