-- What somebody shows besides, or instead of, the password.

-- One authenticator app a person. The secret is sealed with a key that stands outside of the database (server/kernel/sealed.ts).
create table totp_secrets (
  tenant_id uuid not null,
  user_id uuid not null,
  sealed_secret bytea not null,
  -- The last step of time whose code was taken: none is taken twice (RFC 6238, section 5.2).
  last_step bigint not null default 0,
  -- Null until a first code has shown that the app holds the secret.
  enabled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

-- SHA-256 of 80 random bits each.
create table recovery_codes (
  tenant_id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, user_id, hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

create table passkeys (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  passkey_name text not null,
  credential_id text not null,
  public_key bytea not null,
  -- As the authenticator counts its signatures; many say 0 for ever.
  counter bigint not null,
  transports text not null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index passkeys_credential_id_key on passkeys (tenant_id, credential_id);
create index passkeys_user_id_idx on passkeys (tenant_id, user_id);

-- What was asked of somebody who has to answer once: the second step of a sign-in, a passkey's signature. The hash is that
-- of the challenge, which is random and told to the one who is asked.
create table factor_challenges (
  tenant_id uuid not null references tenants (id),
  hash bytea not null,
  purpose text not null check (purpose in ('second-step', 'sign-in', 'register', 'confirm')),
  -- Null where a passkey is to say who signs in.
  user_id uuid,
  -- Of the moment the first step was taken: changing the password ends the second.
  password_hash text,
  expires_at timestamptz not null,
  primary key (tenant_id, hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index factor_challenges_hash_idx on factor_challenges (hash);
create index factor_challenges_expires_at_idx on factor_challenges (expires_at);

-- When its user last showed in this session who they are.
alter table sessions add column confirmed_at timestamptz;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['totp_secrets', 'recovery_codes', 'passkeys', 'factor_challenges'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to outstation_tenant '
      'using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)) '
      'with check (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', tenant_table);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', tenant_table);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', tenant_table);
  end loop;
end $$;
