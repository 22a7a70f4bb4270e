-- A ticket for a player: good for as long as the player asks, for one file of sound or moving pictures, and together with a cookie
-- that the browser sends along. It is no ticket for a download, which is good once.

alter table download_tickets add column plays boolean not null default false;
