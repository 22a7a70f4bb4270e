-- Work that outlives a request, and the files it makes.

-- Files are kept outside of the database under a random id (server/kernel/blobs.ts); a row says whose they are.
create table blobs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  size bigint not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

create table jobs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- Kept when the user is deleted: the file still has to be found and thrown away.
  user_id uuid not null,
  kind text not null,
  title text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  input jsonb not null,
  -- The roles that decided when it was asked for; it runs with those of them that are still held.
  role_codes text[] not null,
  language text not null,
  done bigint not null default 0,
  total bigint,
  result jsonb,
  error text,
  blob_id uuid,
  attempts integer not null default 0,
  -- The server that works on it, and when it last said so.
  runner uuid,
  heartbeat_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  constraint jobs_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
create index jobs_user_id_idx on jobs (tenant_id, user_id, created_at desc);
create index jobs_blob_id_idx on jobs (tenant_id, blob_id);
-- Whoever looks for work looks for all tenants.
create index jobs_open_idx on jobs (created_at) where status in ('queued', 'running');

alter table blobs enable row level security;
alter table blobs force row level security;
create policy tenant on blobs to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on blobs to outstation_platform using (true) with check (true);
grant select, insert, update, delete on blobs to outstation_tenant, outstation_platform;

alter table jobs enable row level security;
alter table jobs force row level security;
create policy tenant on jobs to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on jobs to outstation_platform using (true) with check (true);
grant select, insert, update, delete on jobs to outstation_tenant, outstation_platform;
