-- The ways in besides the password: codes and links that are good once, images to copy, and registrations that wait.

-- A code sent by SMS or a link sent by mail; of both only the hash. A new one replaces those before it.
create table one_time_secrets (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  purpose text not null,
  secret_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index one_time_secrets_user_id_idx on one_time_secrets (tenant_id, user_id);
-- A link is found before its tenant is known.
create index one_time_secrets_secret_hash_idx on one_time_secrets (secret_hash);

create table captchas (
  key_hash bytea primary key,
  answer_hash bytea not null,
  -- Compared once already, and right.
  passed_at timestamptz,
  created_at timestamptz not null default now()
);

-- Somebody who wants an account. It becomes a user when an administrator approves it, and not before: until then it counts
-- for no quota, is in no list of users and opens nothing.
create table registrations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  username text not null,
  nickname text not null,
  email text not null,
  prefix text not null,
  mobile text not null,
  registration_state text not null default 'pending',
  reason text,
  decided_by text,
  decided_at timestamptz,
  language text not null,
  password_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index registrations_username_idx on registrations (tenant_id, lower(username)) where registration_state = 'pending';

do $$
declare
  own text := 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)';
  each_table text;
begin
  foreach each_table in array array['one_time_secrets', 'captchas', 'registrations'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', each_table);
    execute format('grant select, insert, update, delete on %I to outstation_platform', each_table);
  end loop;
  foreach each_table in array array['one_time_secrets', 'registrations'] loop
    execute format('create policy tenant on %I to outstation_tenant using (%s) with check (%s)', each_table, own, own);
    execute format('grant select, insert, update, delete on %I to outstation_tenant', each_table);
  end loop;
end $$;

call track_history('registrations', 'id', 'password_hash,language', true);
