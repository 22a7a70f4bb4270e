-- By what somebody has last shown in a session who they are, until that has signed something (docs/decisions/0141-signatures.md).
alter table sessions add column confirmed_by text check (confirmed_by in ('password', 'code', 'passkey'));
