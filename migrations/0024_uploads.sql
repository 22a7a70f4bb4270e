-- Files that arrive in pieces: what is known of each until it is whole (its bytes lie in DATA_DIR/drafts under the same id), and
-- for as long afterwards as it could have been resumed, so that whoever lost the last answer learns what became of it.

create table uploads (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  owner_id uuid not null,
  parent_id uuid,
  -- A file whose next version this is.
  replaces_id uuid,
  original_filename text not null,
  -- As the client gave it, and in its order.
  metadata json not null,
  size bigint not null check (size > 0),
  -- What is known to be on the disk; there may be more, which is written once more.
  received bigint not null default 0,
  -- The file it became. Named before that is there: the room of an upload is given back before the file takes it.
  file_id uuid,
  -- The request that writes, for as long as it says so; another one that waits for it asks it to stop.
  holder uuid,
  held_until timestamptz,
  is_wanted boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  constraint uploads_received_check check (received between 0 and size),
  constraint uploads_owner_id_fkey foreign key (tenant_id, owner_id) references users (tenant_id, id) on delete cascade,
  constraint uploads_parent_id_fkey foreign key (tenant_id, owner_id, parent_id) references files (tenant_id, owner_id, id) on delete cascade,
  constraint uploads_replaces_id_fkey foreign key (tenant_id, owner_id, replaces_id) references files (tenant_id, owner_id, id) on delete cascade,
  constraint uploads_file_id_fkey foreign key (tenant_id, file_id) references files (tenant_id, id) on delete cascade deferrable initially deferred
);
create index uploads_owner_id_idx on uploads (tenant_id, owner_id, parent_id);
create index uploads_replaces_id_idx on uploads (tenant_id, replaces_id);
create index uploads_file_id_idx on uploads (tenant_id, file_id);
create index uploads_expires_at_idx on uploads (expires_at);

-- An address that a browser may follow by itself: good once, for a moment, for one file and one session.
create table download_tickets (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  secret_hash bytea not null,
  user_id uuid not null,
  session_id uuid not null,
  -- The roles it was asked for with.
  role_codes text[] not null,
  file_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  constraint download_tickets_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  constraint download_tickets_session_id_fkey foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade,
  constraint download_tickets_file_id_fkey foreign key (tenant_id, file_id) references files (tenant_id, id) on delete cascade
);
-- It comes before its tenant is known.
create index download_tickets_secret_hash_idx on download_tickets (secret_hash);
create index download_tickets_session_id_idx on download_tickets (tenant_id, session_id);
create index download_tickets_user_id_idx on download_tickets (tenant_id, user_id);
create index download_tickets_file_id_idx on download_tickets (tenant_id, file_id);

do $$
declare
  own constant text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
  each_table text;
begin
  foreach each_table in array array['uploads', 'download_tickets'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy tenant on %I to outstation_tenant using (%s) with check (%s)', each_table, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', each_table);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', each_table);
  end loop;
end $$;

-- What is on its way counts with all of its size from the beginning: what will not fit is refused before it is sent.
create or replace function usage_of(tenant uuid, quota text) returns bigint language sql stable as $$
  select case quota
    when 'users' then (select count(*) from users where tenant_id = tenant)
    when 'storage' then (select coalesce(sum(size), 0)::bigint from blobs where tenant_id = tenant)
      + (select coalesce(sum(size), 0)::bigint from uploads where tenant_id = tenant and file_id is null)
    else 0 end
$$;
call hold_quota('uploads', 'storage', false);
