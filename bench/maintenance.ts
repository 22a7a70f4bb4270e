/**
 * `npm run bench:maintenance`: the maintenance console of a tenant with a million work orders and 100,000 alarms, in one call, beside bare statements over one
 * connection and without row security that count the same rows of orders, faults, alarms and dates of plans (PostgreSQL of `BENCH_DATABASE_URL`; a scratch database is made
 * and dropped). Wanted: 95 of 100 calls within 300 ms, whatever the window.
 */
import type { MaintenanceConsole } from '../model/contract/maintenance/console.ts'
import { judge } from './support/product.ts'
import { onScratchServer, p95Of } from './support/scratch-server.ts'
import { amount } from './support/smoke.ts'

const ORDERS = amount('BENCH_ORDERS', { whole: 1_000_000, smoke: 500 })
const ALARMS = amount('BENCH_ALARMS', { whole: 100_000, smoke: 100 })
const MACHINES = amount('BENCH_MACHINES', { whole: 2000, smoke: 20 })
const TIMES = amount('BENCH_TIMES', { whole: 40, smoke: 2 })
const WANTED_MS = 300
/** Days over which the orders lie: five years. */
const DAYS = 1825

/** Two of a hundred orders are open, one of five repaired a machine, and every tenth of these stood for it, few of them still; the rest is over. $1 is the tenant. */
const FILL = [
  `insert into equipment (tenant_id, id, equipment_code, equipment_name, category, equipment_state)
   select $1, gen_random_uuid(), 'M' || n, 'machine ' || n, (array['lifting', 'mixing', 'curing', 'measuring'])[1 + n % 4], 'in-service' from generate_series(1, ${MACHINES}) n`,
  `insert into calibrations (tenant_id, id, calibration_number, equipment_id, calibration_result, valid_from, valid_until, laboratory)
   select tenant_id, gen_random_uuid(), 'C' || equipment_code, id, 'pass', now() - interval '300 days', now() + (hashtext(equipment_code) % 100) * interval '1 day', 'lab' from equipment where tenant_id = $1`,
  `with machine as (select array_agg(id) as ids from equipment where tenant_id = $1)
   insert into work_orders (tenant_id, id, order_number, order_title, order_kind, order_priority, order_state, hold_reason, order_origin, equipment_id, due_at, created_at, finished_at, closed_at, estimate_hours, down_from, down_to)
   select $1, gen_random_uuid(), 'W' || n, 'order ' || n, kind, 1 + n % 4, state, case when state = 'on-hold' then 'material' end, 'person', ids[1 + n % ${MACHINES}], at + interval '7 days', at,
     case when state in ('done', 'closed') then at + interval '2 days' end, case when state in ('closed', 'cancelled') then at + interval '3 days' end, n % 8,
     case when kind = 'corrective' and n % 10 = 0 and (state = 'closed' or n % 5000 = 0) then at end,
     case when kind = 'corrective' and n % 10 = 0 and state = 'closed' then at + interval '5 hours' end
   from machine, generate_series(1, ${ORDERS}) n
   cross join lateral (select (array['corrective', 'preventive', 'inspection', 'calibration', 'condition'])[1 + (n + n / 50) % 5] as kind,
     case when n % 50 > 0 then case n % 49 when 0 then 'cancelled' else 'closed' end else (array['draft', 'waiting-approval', 'approved', 'scheduled', 'in-progress', 'on-hold', 'done'])[1 + n / 50 % 7] end as state,
     now() - n % ${DAYS} * interval '1 day' - n % 86400 * interval '1 second' as at) made`,
  `with machine as (select array_agg(id) as ids from equipment where tenant_id = $1)
   insert into faults (tenant_id, id, fault_number, fault_title, equipment_id, fault_effect, fault_state, down_from, down_to, created_at)
   select $1, gen_random_uuid(), 'F' || n, 'fault ' || n, ids[1 + n % ${MACHINES}], 'stopped', case when n % 50 = 0 then 'reported' else 'solved' end, at, at + interval '4 hours', at
   from machine, generate_series(1, ${ORDERS} / 20) n cross join lateral (select now() - n % ${DAYS} * interval '1 day' - n % 86400 * interval '1 second' as at) made`,
  `insert into alarms (tenant_id, id, rule_id, point_id, rule_name, point_name, device_name, alarm_kind, alarm_priority, active, owed, mode, raised_at, returned_at)
   select $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'r', 'p', 'd', 'high', 2, false, n % 4 = 0, case when n % 1000 = 0 then 'out-of-service' else 'in-service' end,
     now() - n * interval '5 minutes', now() - n * interval '4 minutes' from generate_series(1, ${ALARMS}) n`,
  ...[
    ['raise', 'unacknowledged', 'raised_at'],
    ['return', 'returned', 'returned_at'],
    ['acknowledge', 'normal', `returned_at + interval '1 minute'`],
  ].map(
    ([transition, to, at]) => `insert into alarm_events (tenant_id, alarm_id, transition, from_state, to_state, happened_at)
   select tenant_id, id, '${transition}', 'normal', '${to}', ${at} from alarms where tenant_id = $1 and ('${transition}' <> 'acknowledge' or not owed)`,
  ),
  `insert into maintenance_plans (tenant_id, id, plan_code, plan_name, equipment_id, plan_trigger, order_priority, must_sign, plan_status, next_due)
   select tenant_id, gen_random_uuid(), 'P' || equipment_code, 'plan', id, 'calendar', 3, 0, 1, now() + interval '5 days' from equipment where tenant_id = $1`,
  // A year of months each; of four dates three have an order.
  `with date as (select id, day, row_number() over () as at from maintenance_plans, generate_series(1, 12) day where tenant_id = $1),
     work as (select id, row_number() over () as at from work_orders where tenant_id = $1 limit 12 * ${MACHINES})
   insert into plan_dates (tenant_id, plan_id, due_on, date_outcome, order_id)
   select $1, date.id, current_date - date.day * 30, case when date.at % 4 = 0 then 'skipped' else 'opened' end, case when date.at % 4 > 0 then work.id end
   from date left join work on work.at = date.at`,
]

/** The same rows, counted for nobody: of orders by state and age, of those finished by kind, of failures and of alarms. */
const BARE = [
  `select order_state, width_bucket(extract(epoch from now() - created_at) / 86400, array[1, 7, 30]) as age, count(*), sum(estimate_hours) from work_orders
   where tenant_id = $1 and is_open = 1 group by 1, 2`,
  `select order_kind, count(*) from work_orders where tenant_id = $1 and finished_at between now() - $2 * interval '1 day' and now() group by 1`,
  `select equipment_id, down_from, down_to from work_orders where tenant_id = $1 and order_kind = 'corrective' and fault_id is null and down_from <= now()
   and coalesce(down_to, now()) >= now() - $2 * interval '1 day'`,
  `select equipment_id, down_from, down_to from faults where tenant_id = $1 and fault_state <> 'rejected' and down_from <= now() and coalesce(down_to, now()) >= now() - $2 * interval '1 day'`,
  `select alarm_state, count(*) from alarms where tenant_id = $1 group by 1`,
  `select count(distinct alarm_id) from alarm_events where tenant_id = $1 and transition = 'raise' and happened_at >= now() - interval '1 day'`,
  `select date_outcome, finished_at::date <= due_on as in_time, count(*) from plan_dates due left join work_orders w on w.tenant_id = due.tenant_id and w.id = due.order_id
   where due.tenant_id = $1 and due_on >= current_date - 90 and due_on < current_date group by 1, 2`,
]

const timed = (work: (at: number) => Promise<unknown>) => p95Of(work, { times: TIMES, warmUps: 5 })

await onScratchServer('maintenance', 10, async ({ tenantId, admin, bare, fillWith }) => {
  await fillWith(FILL.map((text) => [text, [tenantId]]))
  const rows = []
  for (const query of [{ days: 30 }, { days: 365 }, { days: 30, category: 'lifting' }] as const) {
    const ours = await timed(async () => {
      const answer = await admin.get<MaintenanceConsole>('/api/maintenance/console/queryConsole', query)
      if (answer.http !== 200 || answer.data.figures.length === 0) throw new Error(`no figures: ${answer.message}`)
    })
    const theirs = await timed(async () => {
      for (const [at, text] of BARE.entries())
        await bare.query({ name: `bare ${at}`, text, values: text.includes('$2') ? [tenantId, query.days] : [tenantId] })
    })
    rows.push({
      name: `the console of ${ORDERS} orders, ${JSON.stringify(query)}, p95`,
      wanted: `${WANTED_MS} ms`,
      found: `${ours.toFixed(1)} ms (bare ${theirs.toFixed(1)})`,
      holds: ours <= WANTED_MS,
    })
  }
  judge(rows)
})
