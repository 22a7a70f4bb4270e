-- What the product sends by mail and SMS. A message is a row of the transaction that causes it, so that none is lost and
-- none is sent of something that did not happen.

create table messages (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  channel text not null,
  message_kind text not null,
  recipient text not null,
  subject text,
  -- `{{secret}}` stands where a code or a link belongs. That is kept beside it until it was sent or has run out.
  body text not null,
  secret text,
  language text not null,
  message_state text not null,
  attempts integer not null default 0,
  last_error text,
  next_at timestamptz not null default now(),
  -- What comes later is of no use.
  expires_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index messages_next_at_idx on messages (channel, next_at) where message_state = 'waiting';
create index messages_created_at_idx on messages (created_at desc);

-- What somebody at the door asked to be sent, known or not: answering looks for the person later, so that the answer is the
-- same, and takes as long, whoever it was.
create table entry_requests (
  id uuid primary key,
  purpose text not null,
  tenant_code text,
  recipient text not null,
  language text not null,
  created_at timestamptz not null default now()
);

do $$
declare
  own text := 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)';
  each_table text;
begin
  execute format('create policy tenant on messages to outstation_tenant using (%s) with check (%s)', own, own);
  foreach each_table in array array['messages', 'entry_requests'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', each_table);
    execute format('grant select, insert, update, delete on %I to outstation_platform', each_table);
  end loop;
  grant select, insert, update, delete on messages to outstation_tenant;
end $$;

-- As the operator's outbox shows them: the secret only of what nothing could send, which is how it gets to its reader then.
create view message_list with (security_invoker = true) as
  select tenant_id, id, channel, message_kind, recipient, subject,
    replace(body, '{{secret}}', case when message_state = 'kept' and secret is not null and (expires_at is null or expires_at > now()) then secret else '••••••' end) as body,
    (select tenant_code from tenants where tenants.id = messages.tenant_id) as tenant_code,
    message_state, attempts, last_error, sent_at, created_at, updated_at, version
  from messages;
grant select on message_list to outstation_platform;
