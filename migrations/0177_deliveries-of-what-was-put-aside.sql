-- What is due of an alarm that is put aside (shelved, suppressed, out of service) waits until it is back, instead of being cancelled: nobody has acknowledged it.
alter table deliveries add column put_aside boolean not null default false;
