-- Errors that the console met in browsers, as the browsers report them.

create table error_logs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  user_id uuid not null,
  -- Digest of what happened where: the same error of the same person is one row that is counted.
  fingerprint bytea not null,
  message text not null,
  stack text not null,
  page text not null,
  agent text not null,
  times integer not null default 1,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index error_logs_fingerprint_key on error_logs (tenant_id, user_id, fingerprint);
create index error_logs_last_at_idx on error_logs (tenant_id, last_at desc, id desc);

alter table error_logs enable row level security;
alter table error_logs force row level security;
create policy tenant on error_logs to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on error_logs to outstation_platform using (true) with check (true);
grant select, insert, update, delete on error_logs to outstation_tenant, outstation_platform;
