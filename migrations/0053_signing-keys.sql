-- The keys that identity tokens of OpenID Connect are signed with (server/identity/signing-keys.ts, docs/decisions/0089). The issuer is one for
-- all tenants, and so are its keys. The private half is sealed with the key of the data directory: the rows alone sign nothing.
create table signing_keys (
  -- Its thumbprint (RFC 7638), by which a token names it.
  id text primary key,
  public_key jsonb not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null
);
alter table signing_keys enable row level security;
alter table signing_keys force row level security;
create policy platform on signing_keys to outstation_platform using (true) with check (true);
grant select, insert, update, delete on signing_keys to outstation_platform;

-- What the identity token says beside who it is about: the application's own word, and when the person proved who they are.
alter table authorization_codes add column nonce text, add column authenticated_at timestamptz;
