-- Work orders that processes open (docs/decisions/0197-orders-of-processes.md): of a passage of a node there is one order for ever, by the key of the passage.
alter table work_orders drop constraint work_orders_order_origin_check;
alter table work_orders add constraint work_orders_order_origin_check check (order_origin in ('person', 'alarm', 'fault', 'plan', 'check', 'process'));
create unique index work_orders_process_key on work_orders (tenant_id, check_key) where order_origin = 'process';
