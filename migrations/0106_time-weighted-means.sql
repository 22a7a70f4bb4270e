-- What a time-weighted mean is put together of (docs/decisions/0132-time-weighted-means.md). Times of the first and the last sample, whatever its quality; between them the
-- integral of the value over time (value × seconds) and the seconds for which there was a usable one; whether the last sample may stand for the time after it. Null in roll-ups
-- that are older than these columns, until the refill has been there (server/acquisition/refill.ts), and for ever where what they were made of is no longer kept.
do $$
declare
  each_table text;
begin
  foreach each_table in array array['sample_minutes', 'sample_hours', 'sample_days'] loop
    execute format('alter table %I add column first_at timestamptz, add column last_at timestamptz, add column area float8, add column covered float8, add column carries boolean', each_table);
  end loop;
end $$;

-- Work of the platform, whose tenant is there wherever there are roll-ups.
insert into scheduled_work (tenant_id, kind, key, due_at)
select id, 'time-weight-refill', 'all', now() from tenants where tenant_code = '10000' and exists (select from sample_days union all select from sample_hours union all select from sample_minutes);
