-- An e-mail address or mobile number that somebody wants from now on, until the code that was sent there has shown that it is theirs.

create table pending_contacts (
  tenant_id uuid not null,
  user_id uuid not null,
  contact text not null check (contact in ('email', 'mobile')),
  email text,
  prefix text,
  mobile text,
  code_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, contact),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

alter table pending_contacts enable row level security;
alter table pending_contacts force row level security;
create policy tenant on pending_contacts to outstation_tenant
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy platform on pending_contacts to outstation_platform using (true) with check (true);
grant select, insert, update, delete on pending_contacts to outstation_tenant, outstation_platform;
