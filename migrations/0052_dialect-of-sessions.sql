-- How the client of a session named itself at the sign-in, where it is spoken with otherwise than our own console:
-- docs/decisions/0092-older-clients.md. Null for everybody else.
alter table sessions add column dialect text check (dialect in ('browser'));
