-- Files by a part of their name, among a hundred thousand of one owner. Row security lets no index judge what a name is like before it
-- has judged whose it is (`like` is not leakproof), so the platform asks this index for one tenant, and the tenant's own rows
-- are read by what it gives (server/features/file/files/named.ts). Both extensions come with PostgreSQL and are trusted; where they are not
-- to be had, such a search reads the folder as before.
do $$ begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  -- What was written last waits in a list, which every search reads: a short one.
  create index files_name_parts_idx on files using gin (tenant_id, name_key gin_trgm_ops) with (gin_pending_list_limit = 256) where bin_id is null;
exception when insufficient_privilege or undefined_file or feature_not_supported or invalid_parameter_value then
  raise notice 'searches for parts of the names of files are without an index: %', sqlerrm;
end $$;
