-- Work orders that processes open (docs/decisions/0197-orders-of-processes.md): of a passage of a node there is one order for ever, by the key of the passage.
alter table work_orders drop constraint work_orders_order_origin_check;
alter table work_orders add constraint work_orders_order_origin_check check (order_origin in ('person', 'alarm', 'fault', 'plan', 'check', 'process'));
create unique index work_orders_process_key on work_orders (tenant_id, check_key) where order_origin = 'process';

-- Incidents told what an expression gave, which may be of a field that is hidden from whoever looks at them. They name the expression by now; of those before it is not known.
-- Whose login owns the tables obeys row security as well, so the platform's role does it.
set local role outstation_platform;
update process_incidents set detail = detail - 'about' where detail ->> 'fault' in ('no-point', 'no-number', 'no-alarm');
set local role none;
