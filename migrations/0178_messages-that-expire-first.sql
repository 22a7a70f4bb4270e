-- Codes and links, which somebody is waiting for, leave before everything else: the courier asks for them first.
create index messages_expiring_idx on messages (channel, next_at) where message_state = 'waiting' and expires_at is not null;
