-- Roles that a user holds only through a post, beside those of `user_roles`.

-- A post that is switched off for its holder gives none of its roles.
alter table user_posts add column status smallint not null default 1;

create table user_post_roles (
  tenant_id uuid not null,
  user_id uuid not null,
  post_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, user_id, post_id, role_id),
  constraint user_post_roles_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  constraint user_post_roles_post_id_fkey foreign key (tenant_id, post_id) references posts (tenant_id, id) on delete cascade,
  constraint user_post_roles_role_id_fkey foreign key (tenant_id, role_id) references roles (tenant_id, id)
);
create index user_post_roles_role_id_idx on user_post_roles (tenant_id, role_id);
create index user_post_roles_post_id_idx on user_post_roles (tenant_id, post_id);

alter table user_post_roles enable row level security;
alter table user_post_roles force row level security;
create policy tenant on user_post_roles to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on user_post_roles to outstation_platform using (true) with check (true);
grant select, insert, update, delete on user_post_roles to outstation_tenant, outstation_platform;

call track_history('user_post_roles', 'user_id', '', false);

-- Whoever loses a post loses what was granted for it: given back later, the post brings no roles along.
create function forget_roles_of_post() returns trigger language plpgsql as $$
begin
  delete from user_post_roles where tenant_id = old.tenant_id and user_id = old.user_id and post_id = old.post_id;
  return null;
end $$;
create trigger roles_of_a_lost_post after delete on user_posts for each row execute function forget_roles_of_post();
create trigger roles_of_a_changed_post after update on user_posts for each row
  when (old.user_id <> new.user_id or old.post_id <> new.post_id) execute function forget_roles_of_post();

-- The one answer to "who holds which roles": directly (no post), or through a post that is in use.
create view held_roles with (security_invoker = true) as
  select tenant_id, user_id, role_id, null::uuid as post_id from user_roles
  union all
  select granted.tenant_id, granted.user_id, granted.role_id, granted.post_id from user_post_roles granted
  join user_posts using (tenant_id, user_id, post_id) where user_posts.status = 1;
grant select on held_roles to outstation_tenant, outstation_platform;

-- The page of the console a URL belongs to; the catalogue fills it at the next start.
alter table urls add column menu_code text;
call track_history('urls', 'id', '', true);
-- The list of URLs shows the roles of each.
create index role_urls_url_id_idx on role_urls (tenant_id, url_id);
