-- Points that are good, stale or without a value are counted from an index alone: what a value is worth depends on the point's own time limit, and on nothing else of its row.
create index points_worth_idx on points (tenant_id, series) include (id, created_at, stale_seconds);
create or replace view point_list with (security_invoker = true) as
  select point.*, told.value as newest_value, told.time as newest_at, point_worth(told.time, told.quality, point.stale_seconds) as newest_quality,
    told.quality as stored_quality, told.series as told_series
  from points point
  left join point_states told on told.tenant_id = point.tenant_id and told.series = point.series;
