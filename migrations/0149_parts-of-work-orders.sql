-- Work orders by a part of their number or their work, among a million of one tenant: as users are found (0050_user-parts.sql).
do $$ begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index work_orders_parts_idx on work_orders
    using gin (tenant_id, order_number gin_trgm_ops, order_title gin_trgm_ops) with (gin_pending_list_limit = 256);
exception when insufficient_privilege or undefined_file or feature_not_supported or invalid_parameter_value then
  raise notice 'searches for parts of the numbers of work orders are without an index: %', sqlerrm;
end $$;
