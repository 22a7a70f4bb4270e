-- Users by a part of their name, address or number, among a million of one tenant. Row security lets no index judge what a text is like
-- before it has judged whose it is (`like` is not leakproof), so the platform asks this index for one tenant, and the tenant's own rows
-- are read by what it gives (server/kernel/resources/part-search.ts). Both extensions come with PostgreSQL and are trusted; where they are
-- not to be had, such a search reads the rows as before.
do $$ begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  -- What was written last waits in a list, which every search reads: a short one.
  create index users_parts_idx on users
    using gin (tenant_id, username gin_trgm_ops, nickname gin_trgm_ops, email gin_trgm_ops, mobile gin_trgm_ops) with (gin_pending_list_limit = 256);
exception when insufficient_privilege or undefined_file or feature_not_supported or invalid_parameter_value then
  raise notice 'searches for parts of the names of users are without an index: %', sqlerrm;
end $$;
