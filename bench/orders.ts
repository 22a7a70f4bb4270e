/**
 * `npm run bench:orders`: the list of a million work orders, of which one in a hundred is open: page by page, those that are open, of a state, of a person, of a machine, of a site, overdue, by digits of their number and by the whole of it, beside the
 * bare statements that give the same rows and a number of them, over one connection and without row security (PostgreSQL of `BENCH_DATABASE_URL`; a scratch
 * database is made and dropped). Wanted: 95 of 100 answers within 100 ms.
 */
import { judge } from './support/product.ts'
import { onScratchServer, p95Of } from './support/scratch-server.ts'
import { amount } from './support/smoke.ts'

const ORDERS = amount('BENCH_ORDERS', { whole: 1_000_000, smoke: 500 })
const TIMES = amount('BENCH_TIMES', { whole: 200, smoke: 5 })
const PAGE = 20
const MAX_MS = 100
const LIST = '/api/maintenance/workorder/queryWorkOrder'

const SITES = amount('BENCH_SITES', { whole: 40, smoke: 3 })
const MACHINES = amount('BENCH_MACHINES', { whole: 2000, smoke: 20 })

/** Where the orders belong: machines at sites, each with the device that measures on it. */
const PLACES = [
  `insert into sites (tenant_id, id, site_code, site_name) select $1, gen_random_uuid(), 'S' || n, 'site ' || n from generate_series(1, ${SITES}) n`,
  `with site as (select array_agg(id order by site_code) as ids from sites where tenant_id = $1)
   insert into devices (tenant_id, id, device_code, device_name, site_id)
   select $1, gen_random_uuid(), 'D' || n, 'device ' || n, site.ids[1 + n % ${SITES}] from site, generate_series(1, ${MACHINES}) n`,
  `insert into equipment (tenant_id, id, equipment_code, equipment_name, category, equipment_state, site_id, device_id)
   select $1, gen_random_uuid(), 'M' || substr(device_code, 2), 'machine ' || substr(device_code, 2), 'curing', 'in-service', site_id, id from devices where tenant_id = $1`,
]

/**
 * As years of work leave them: nearly all are closed, one in a hundred is open in one of its states, and a third of those is late. Each is about a machine, at its site and with its device, of which
 * the list shows the names.
 */
const FILL = `
  insert into work_orders (tenant_id, id, equipment_id, site_id, device_id, order_number, order_title, order_kind, order_priority, order_state, order_origin, hold_reason, assignee_id, due_at, created_at, closed_at)
  select $1, gen_random_uuid(), machine.id, machine.site_id, machine.device_id, 'WO-2026-' || lpad(n::text, 7, '0'), 'order ' || n, 'corrective', 1 + n % 4, s.state, 'person', case s.state when 'on-hold' then 'material' end,
    people.ids[1 + n % cardinality(people.ids)], now() - n * interval '30 seconds' + case n % 3 when 0 then interval '-1 day' else interval '900 days' end,
    now() - n * interval '30 seconds', case s.state when 'closed' then now() end
  from generate_series(1, $2::int) as n
  cross join (select array_agg(id order by username) as ids from users where tenant_id = $1) as people
  join (select row_number() over (order by equipment_code) as at, id, site_id, device_id from equipment where tenant_id = $1) as machine on machine.at = 1 + n % ${MACHINES}
  cross join lateral (select case when n % 100 = 0 then (array['draft', 'waiting-approval', 'approved', 'scheduled', 'in-progress', 'on-hold', 'done'])[1 + (n / 100) % 7] else 'closed' end as state) as s`

const timed = (work: (at: number) => Promise<unknown>) => p95Of(work, { times: TIMES, warmUps: 20 })

await onScratchServer('orders', 100, async ({ tenantId, admin, bare, fillWith }) => {
  await fillWith([...PLACES.map((text) => [text, [tenantId]] as const), [FILL, [tenantId, ORDERS]]])
  const { rows: machines } = await bare.query<{ id: string; site_id: string }>(
    'select id, site_id from equipment where tenant_id = $1 order by equipment_code',
    [tenantId],
  )
  const machineAt = (at: number) => machines[(at * 7) % machines.length]
  const { rows: people } = await bare.query<{ id: string }>('select id from users where tenant_id = $1 order by username', [tenantId])
  const personAt = (at: number) => people[at % people.length]?.id ?? ''
  const counterAt = (at: number) => String(1 + ((at * 997) % ORDERS)).padStart(7, '0')
  const digitsAt = (at: number) => counterAt(at).slice(1)
  const numberAt = (at: number) => `WO-2026-${counterAt(at)}`

  interface Asked {
    readonly what: string
    readonly query: (at: number) => Readonly<Record<string, unknown>>
    /** The same as a condition; `$2` is its value. */
    readonly condition: string
    readonly value: (at: number) => string
  }
  const pageAt = (at: number) => 1 + (at % Math.min(50, Math.ceil(ORDERS / PAGE)))
  const asked: readonly Asked[] = [
    { what: 'a page', query: (at) => ({ currentPage: pageAt(at) }), condition: '$2::text is not null', value: () => '' },
    { what: 'those that are open', query: () => ({ isOpen: 1 }), condition: 'is_open = $2::smallint', value: () => '1' },
    { what: 'of a state', query: () => ({ orderState: 'on-hold' }), condition: 'order_state = $2', value: () => 'on-hold' },
    {
      what: 'open and overdue',
      query: () => ({ isOpen: 1, isOverdue: 1 }),
      condition: 'is_open = $2::smallint and due_at < now()',
      value: () => '1',
    },
    {
      what: 'open of a person',
      query: (at) => ({ isOpen: 1, assigneeId: personAt(at) }),
      condition: 'is_open = 1 and assignee_id = $2::uuid',
      value: personAt,
    },
    {
      what: 'of a machine',
      query: (at) => ({ equipmentId: machineAt(at)?.id ?? '' }),
      condition: 'equipment_id = $2::uuid',
      value: (at) => machineAt(at)?.id ?? '',
    },
    {
      what: 'open of a site',
      query: (at) => ({ isOpen: 1, siteId: machineAt(at)?.site_id ?? '' }),
      condition: 'is_open = 1 and site_id = $2::uuid',
      value: (at) => machineAt(at)?.site_id ?? '',
    },
    {
      what: 'by the digits of its number',
      query: (at) => ({ orderNumber: digitsAt(at) }),
      condition: `order_number like '%' || $2 || '%'`,
      value: digitsAt,
    },
    {
      what: 'by its whole number',
      query: (at) => ({ orderNumber: numberAt(at) }),
      condition: 'lower(order_number) = lower($2)',
      value: numberAt,
    },
  ]
  const found = []
  for (const { what, query, condition, value } of asked) {
    const ours = await timed(async (at) => {
      const answer = await admin.get<{ list: unknown[] }>(LIST, { pageSize: PAGE, ...query(at) })
      if (answer.http !== 200) throw new Error(`${what}: ${answer.message}`)
    })
    const theirs = await timed(async (at) => {
      const from = `from work_orders where tenant_id = $1 and ${condition}`
      const values = [tenantId, value(at)]
      await bare.query({ name: `page ${what}`, text: `select * ${from} order by created_at desc, id desc limit ${PAGE}`, values })
      await bare.query({ name: `count ${what}`, text: `select count(*) from (select 1 ${from} limit 10001) counted`, values })
    })
    found.push({
      name: `${what}, of ${ORDERS} orders, p95`,
      wanted: `${MAX_MS} ms`,
      found: `${ours.toFixed(1)} ms (bare ${theirs.toFixed(1)})`,
      holds: ours <= MAX_MS,
    })
  }
  judge(found)
})
