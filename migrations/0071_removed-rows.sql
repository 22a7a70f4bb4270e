-- Rows that were removed are listed by noun, the latest first.
create index changes_removed_idx on changes (tenant_id, table_name, position desc) where verb = 'delete';

-- A point that is brought back goes on with the series of its readings.
drop trigger history_of_adding on points;
drop trigger history_of_deleting on points;
drop trigger history_of_updating on points;
call track_history('points', 'id', '', true);
