-- What people have to do with processes beside their tasks: copies that they were sent, who stands in for them, sentences that they write often, and
-- what they have written and not sent (docs/decisions/0130-personal-office.md).

-- Who was sent a copy sees the instance from then on.
create table process_copies (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  instance_id uuid not null,
  user_id uuid not null,
  -- Of a copy that a node of the model sends: the task at which it was sent.
  task_id uuid,
  -- Null where the model sent it.
  sent_by uuid,
  comment text check (char_length(comment) <= 512),
  sent_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id),
  constraint process_copies_instance_id_fkey foreign key (tenant_id, instance_id) references process_instances (tenant_id, id) on delete cascade,
  constraint process_copies_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index process_copies_once_key on process_copies (tenant_id, instance_id, user_id);
create index process_copies_user_idx on process_copies (tenant_id, user_id, sent_at desc, id desc);
create index process_copies_unread_idx on process_copies (tenant_id, user_id) where read_at is null;

create table process_absences (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  user_id uuid not null,
  deputy_id uuid not null,
  start_time timestamptz not null,
  end_time timestamptz check (end_time > start_time),
  -- The deputy is asked in one's place, or beside.
  way text not null check (way in ('instead', 'also')),
  -- Categories of processes for which it holds; all where there are none.
  categories text[] not null default '{}',
  comment text check (char_length(comment) <= 512),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (deputy_id <> user_id),
  constraint process_absences_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  constraint process_absences_deputy_id_fkey foreign key (tenant_id, deputy_id) references users (tenant_id, id) on delete cascade
);
create index process_absences_user_id_idx on process_absences (tenant_id, user_id, start_time);
create index process_absences_deputy_id_idx on process_absences (tenant_id, deputy_id, start_time);

-- Without a user they are everybody's.
create table process_phrases (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  user_id uuid,
  phrase text not null check (char_length(phrase) between 1 and 512),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint process_phrases_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index process_phrases_user_id_idx on process_phrases (tenant_id, user_id, created_at);

-- Of a start that was not sent, by the key of its process; of a task, by its id.
create table process_drafts (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  definition_key text not null default '',
  task_id uuid not null default '00000000-0000-0000-0000-000000000000',
  draft jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (tenant_id, user_id, definition_key, task_id),
  constraint process_drafts_user_id_fkey foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index process_drafts_task_id_idx on process_drafts (tenant_id, task_id);

-- Of a task that was reached again by a return: the node that it leads straight back to.
alter table process_activities add column straight_to text;

do $$
declare
  held text;
  own text := '(tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))';
begin
  foreach held in array array['process_copies', 'process_absences', 'process_phrases', 'process_drafts'] loop
    execute format('alter table %I enable row level security', held);
    execute format('alter table %I force row level security', held);
    execute format('create policy tenant on %I to outstation_tenant using %s with check %s', held, own, own);
    execute format('create policy platform on %I to outstation_platform using (true) with check (true)', held);
    execute format('grant select, insert, update, delete on %I to outstation_tenant, outstation_platform', held);
  end loop;
end $$;
