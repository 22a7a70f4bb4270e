-- Backups of the whole database: what was taken, where it stands, and whether restoring it was rehearsed with success.

create table backups (
  id uuid primary key,
  file_name text not null,
  backup_state text not null check (backup_state in ('running', 'done', 'failed')),
  verdict text check (verdict in ('pending', 'passed', 'failed')),
  size_kb integer,
  sha256 text,
  engine text not null,
  engine_version text not null,
  table_count integer,
  row_count integer,
  -- Milliseconds for which writing had to wait.
  pause_ms integer,
  -- Nobody: the schedule.
  started_by text,
  remark text,
  marked smallint not null default 0,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  -- Also the sign of life of whoever is at work on it.
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

alter table backups enable row level security;
alter table backups force row level security;
create policy platform on backups to outstation_platform using (true) with check (true);
grant select, insert, update, delete on backups to outstation_platform;
call track_history('backups', 'id', '', true);
