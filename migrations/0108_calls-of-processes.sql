-- Secrets of calls that processes make, and answers that come later (docs/decisions/0138-calls-of-processes.md).

-- Keys and signing secrets; the value is encrypted (server/identity/secret-encryption.ts).
create table process_secrets (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  secret_name text not null,
  secret_hosts text not null,
  secret_value text,
  secret_description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index process_secrets_secret_name_key on process_secrets (tenant_id, lower(secret_name));
alter table process_secrets enable row level security;
alter table process_secrets force row level security;
create policy tenant on process_secrets to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on process_secrets to outstation_platform using (true) with check (true);
grant select, insert, update, delete on process_secrets to outstation_tenant, outstation_platform;
call track_history('process_secrets', 'id', 'secret_value', true);

-- Of a call that is answered later: the address is known by its hash, and stands encrypted until it has been used, since every attempt carries the same one.
alter table process_outside
  add column callback_hash bytea,
  add column callback_sealed text,
  add column callback_until timestamptz;
create index process_outside_callback_hash_idx on process_outside (callback_hash) where callback_hash is not null;
