-- The public keys for which a backup is encrypted (decision 0114); nothing for one that is not.
alter table backups add column recipients text;
