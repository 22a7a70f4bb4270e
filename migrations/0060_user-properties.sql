-- What messages over MQTT 5 say beside what they hold, for rules and to be read again; SenML as a format of rules (docs/decisions/0087).
alter table unparsed_messages add column user_properties jsonb;
alter table type_mappings
  drop constraint type_mappings_message_format_check,
  add constraint type_mappings_message_format_check check (message_format in ('json', 'csv', 'csv-names', 'senml', 'text', 'ignore'));
