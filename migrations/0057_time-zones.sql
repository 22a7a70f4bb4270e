-- One clock a tenant (docs/decisions/0096-one-clock.md): its transactions read, write and group times in the zone of its parameter `time.zone`.

-- Whether times of this zone can be told here. The database has a list of zones of its own, and so has the server.
create function is_time_zone(zone text) returns boolean
  language plpgsql stable
  as $$
  begin
    perform now() at time zone zone;
    return true;
  exception when others then
    return false;
  end $$;

-- The zone of a tenant; the connection's, which is the server's, where it has chosen none. A value that is no zone any more locks nobody out.
create function tenant_time_zone(tenant uuid) returns text
  language plpgsql stable
  as $$
  declare
    zone text := (select nullif(trim(param_value), '') from parameters where tenant_id = tenant and lower(param_key) = 'time.zone');
  begin
    return case when zone is not null and is_time_zone(zone) then zone else current_setting('timezone') end;
  end $$;
