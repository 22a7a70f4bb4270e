-- What a tenant stores counts for its quota: pictures, files that wait in the export centre, and workbooks on their way in.
-- Every file has a row in `blobs` from the transaction on in which it becomes the tenant's.

create or replace function usage_of(tenant uuid, quota text) returns bigint language sql stable as $$
  select case quota
    when 'users' then (select count(*) from users where tenant_id = tenant)
    when 'storage' then (select coalesce(sum(size), 0)::bigint from blobs where tenant_id = tenant)
    else 0 end
$$;

-- A file is written once and never grows.
call hold_quota('blobs', 'storage', false);
