-- Pictures people show themselves with. The file is a blob; `users.avatar` is the address under which it is asked for.

create table avatars (
  tenant_id uuid not null,
  user_id uuid not null,
  blob_id uuid not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  constraint avatars_blob_id_fkey foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
create unique index avatars_blob_id_key on avatars (tenant_id, blob_id);

alter table avatars enable row level security;
alter table avatars force row level security;
create policy tenant on avatars to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on avatars to outstation_platform using (true) with check (true);
grant select, insert, update, delete on avatars to outstation_tenant, outstation_platform;

-- With its owner, or replaced: a file whose row is gone is thrown away (server/kernel/blobs.ts, sweep).
create function drop_avatar_blob() returns trigger language plpgsql as $$
begin
  delete from blobs where tenant_id = old.tenant_id and id = old.blob_id;
  return null;
end $$;
create trigger avatar_gone after delete or update of blob_id on avatars for each row execute function drop_avatar_blob();
