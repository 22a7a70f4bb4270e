/** The maintenance console: who is told, and that each figure counts exactly the rows of the list that it opens. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Figure, FigureRows, MaintenanceConsole } from '../../../../model/contract/maintenance/console.ts'
import { resourceNamed, resources } from '../../../../model/index.ts'
import type { FigureKey } from '../../../../model/maintenance/console.ts'
import { FIGURE_KEYS } from '../../../../model/maintenance/console.ts'
import { administrator } from '../../../../seeds/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { clientWith } from '../../../../tests/support/client.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow } from '../../../../tests/support/values.ts'

const PATH = '/maintenance/console/queryConsole'
const HOUR_MS = 3_600_000
const ZONE = 'Asia/Shanghai'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let sites: [string, string]
let machines: readonly string[]

const role = { roleName: 'r', roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
const LISTS = [
  'workorder/queryWorkOrder',
  'fault/queryFault',
  'plan/queryPlan',
  'plandate/queryPlanDate',
  'round/queryRound',
  'equipment/queryEquipment',
  'sparepart/querySparePart',
]
const READS = [PATH, ...LISTS.map((call) => `/maintenance/${call}`), '/acquisition/alarm/queryAlarm', '/acquisition/run/queryRun']

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      { ...administrator, roleCode: 'SCOPED', roleName: 'scoped', roleDescription: '' },
      { ...role, roleCode: 'BARE', urls: [PATH] },
      {
        ...role,
        roleCode: 'HIDDEN',
        urls: READS,
        hiddenFields: [
          { menu: 'workorders', fields: ['estimateHours', 'dueAt'] },
          { menu: 'faults', fields: ['downTo'] },
        ],
      },
      { ...role, roleCode: 'KINDLESS', urls: READS, hiddenFields: [{ menu: 'alarms', fields: ['category'] }] },
      { ...role, roleCode: 'TIMES', urls: READS, hiddenFields: [{ menu: 'alarms', fields: ['raisedAt'] }] },
      { ...role, roleCode: 'PARTS', urls: [PATH, '/maintenance/sparepart/querySparePart'] },
    ],
    users: [
      buildUser({ username: 'ned', org: 'branch', roles: ['SCOPED'] }),
      ...['BARE', 'HIDDEN', 'KINDLESS', 'TIMES', 'PARTS'].map((code) => buildUser({ username: code.toLowerCase(), roles: [code] })),
      buildUser({ username: 'nobody', roles: ['ROLE_AUDITOR'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  sites = [await site(), await site()]
  machines = await Promise.all([
    machine(0, 'lifting'),
    machine(0, 'mixing'),
    machine(1, 'lifting'),
    machine(1, 'measuring'),
    machine(1, 'other', 'standby'),
  ])
  await fill()
  const scopes = [{ table: '', kind: 'some', sites: [sites[0]] }]
  expect(await admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['SCOPED'], scopes })).toMatchObject({ http: 200 })
})
afterAll(() => server.stop())

async function site(): Promise<string> {
  const code = unique()
  return (await admin.post<{ id: string }>('/api/acquisition/site/addSite', { siteCode: code, siteName: code })).data.id
}

async function machine(at: 0 | 1, category: string, equipmentState = 'in-service'): Promise<string> {
  return (await addRow(admin, resources.equipment, { siteId: sites[at], category, equipmentState, commissionedAt: '', purchasedAt: '' })).id
}

/** Rows of every kind, at moments of every kind, as the platform. */
async function fill(): Promise<void> {
  const device = await buildDevice(server, tenant)
  await server.database.asOwner(async (client) => {
    const run = (text: string, values: readonly unknown[] = []) => client.query(text, [tenant.id, ...values])
    await client.query('begin')
    await client.query('set local role outstation_platform')
    // Days are those of the tenant, whatever the clock of the database.
    await client.query(`set local timezone = '${ZONE}'`)
    await run('update devices set site_id = $3 where tenant_id = $1 and id = $2', [device.id, sites[0]])
    await run('update equipment set device_id = $3 where tenant_id = $1 and id = $2', [machines[0], device.id])
    const ids = [...machines]
    await run(
      `insert into calibrations (tenant_id, id, calibration_number, equipment_id, calibration_result, valid_from, valid_until, laboratory)
       select $1, gen_random_uuid(), 'C' || n, ($2::uuid[])[1 + n % 5], case n when 3 then 'fail' else 'pass' end, now() - interval '400 days' + n * interval '1 day',
         now() + ((array[-3, 5, 20, 45, 75])[1 + n % 5]) * interval '1 day', 'lab' from generate_series(0, 4) n`,
      [ids],
    )
    await run(
      `insert into faults (tenant_id, id, fault_number, fault_title, equipment_id, fault_effect, fault_state, down_from, down_to, site_id, created_at)
       select $1, gen_random_uuid(), 'F' || n, 'x', e.id, (array['stopped', 'reduced', 'quality', 'safety', 'none'])[1 + n % 5],
         (array['reported', 'confirmed', 'in-order', 'solved', 'rejected'])[1 + n / 2 % 5],
         case when n % 3 < 2 then now() - n * interval '31 hours' end, case when n % 3 < 2 and n % 7 > 0 then now() - n * interval '31 hours' + interval '50 hours' * (n % 4) / 3 end,
         e.site_id, now() - n * interval '31 hours'
       from generate_series(1, 40) n join equipment e on e.tenant_id = $1 and e.id = ($2::uuid[])[1 + n % 5]`,
      [ids],
    )
    await run(
      `insert into maintenance_plans (tenant_id, id, plan_code, plan_name, equipment_id, plan_trigger, order_priority, must_sign, plan_status, next_due)
       select $1, gen_random_uuid(), 'P' || n, 'x', ($2::uuid[])[1 + n % 5], 'calendar', 3, 0, (n % 6 > 0)::int, now() + (n - 4) * interval '4 days' from generate_series(0, 11) n`,
      [ids],
    )
    await run(
      `insert into work_orders (tenant_id, id, order_number, order_title, order_kind, order_priority, order_state, hold_reason, order_origin, equipment_id, site_id, due_at, created_at,
         finished_at, closed_at, estimate_hours, down_from, down_to)
       select $1, gen_random_uuid(), 'W' || n, 'x', (array['corrective', 'preventive', 'inspection', 'calibration', 'condition'])[1 + n % 5], 3, state,
         case when state = 'on-hold' then (array['material', 'plant', 'people', 'other'])[1 + n / 9 % 4] end, 'person', e.id, e.site_id,
         now() + (n % 50 - 20) * interval '1 day', now() - n * interval '17 hours', case when state in ('done', 'closed') then now() - n * interval '11 hours' end,
         case when state in ('closed', 'cancelled') then now() - n * interval '10 hours' end, case when n % 4 > 0 then n % 9 + 0.5 end,
         case when n % 2 = 0 then now() - n * interval '17 hours' end, case when n % 2 = 0 and n % 3 > 0 then now() - n * interval '16 hours' end
       from generate_series(1, 180) n
       cross join lateral (select (array['draft', 'waiting-approval', 'approved', 'scheduled', 'in-progress', 'on-hold', 'done', 'closed', 'cancelled'])[1 + n % 9] as state) s
       left join equipment e on e.tenant_id = $1 and e.id = ($2::uuid[])[1 + n % 6]`,
      [ids],
    )
    await run(
      `with dates as (
         insert into work_orders (tenant_id, id, order_number, order_title, order_kind, order_priority, order_state, order_origin, equipment_id, site_id, due_at, finished_at, plan_id, plan_due_on)
         select $1, gen_random_uuid(), 'D' || n, 'x', 'preventive', 3, case n % 5 when 0 then 'approved' when 4 then 'cancelled' else 'done' end, 'plan', p.equipment_id, e.site_id,
           current_date - n * 2 + interval '1 day', case when n % 5 in (1, 2, 3) then current_date - n * 2 + ((n % 5 - 1) * 13 + 1) * interval '1 hour' end, p.id, current_date - n * 2
         from generate_series(0, 40) n join maintenance_plans p on p.tenant_id = $1 and p.plan_code = 'P' || n % 12 join equipment e on e.tenant_id = $1 and e.id = p.equipment_id
         returning id, plan_id, plan_due_on)
       insert into plan_dates (tenant_id, plan_id, due_on, date_outcome, order_id) select $1, plan_id, plan_due_on, 'opened', id from dates`,
    )
    await run(
      `insert into plan_dates (tenant_id, plan_id, due_on, date_outcome) select $1, p.id, current_date - n * 7 - 1, case n % 2 when 0 then 'skipped' else 'missed' end
       from generate_series(0, 6) n join maintenance_plans p on p.tenant_id = $1 and p.plan_code = 'P' || n`,
    )
    await run(
      `with routes as (insert into round_routes (tenant_id, id, route_code, route_name, site_id, every_count, every_unit, first_due, round_times, grace_minutes, route_status)
         select $1, gen_random_uuid(), 'R' || n, 'x', ($2::uuid[])[1 + n], 1, 'day', now(), '08:00', 60, 0 from generate_series(0, 1) n returning id)
       insert into rounds (tenant_id, id, route_id, round_name, round_state, due_at, due_until, stop_count, stops_done, items_failed)
       select $1, gen_random_uuid(), r.id, 'x', (array['due', 'running', 'done', 'done', 'missed'])[1 + n % 5], now() - n * interval '20 hours', now() - n * interval '19 hours', 1, 0, 0
       from routes r, generate_series(0, 60) n`,
      [sites],
    )
    await run(
      `insert into spare_parts (tenant_id, id, part_code, part_name, part_unit, part_stock, part_minimum, site_id)
       select $1, gen_random_uuid(), 'S' || n, 'x', 'pcs', n % 4, 2, ($2::uuid[])[1 + n % 2] from generate_series(0, 9) n`,
      [sites],
    )
    await run(
      `insert into alarms (tenant_id, id, rule_id, point_id, rule_name, point_name, device_name, alarm_kind, alarm_priority, active, owed, mode, raised_at, returned_at)
       select $1, gen_random_uuid(), gen_random_uuid(), (select id from points where tenant_id = $1 and device_id = $2 limit 1), 'r' || n, 'p', 'd', 'high', 2, false, n % 3 > 0, case n % 8 when 0 then 'out-of-service' else 'in-service' end,
         now() - n * interval '1 hour', now() - n * interval '1 hour' + interval '5 minutes' from generate_series(1, 60) n`,
      [device.id],
    )
    // All returned by themselves, and every third was acknowledged afterwards.
    for (const [transition, before, after, which] of [
      ['raise', 'normal', 'unacknowledged', 'raised_at'],
      ['return', 'unacknowledged', 'returned', 'returned_at'],
      ['acknowledge', 'returned', 'normal', `returned_at + interval '1 minute'`],
    ] as const)
      await run(
        `insert into alarm_events (tenant_id, alarm_id, transition, from_state, to_state, happened_at)
         select tenant_id, id, $2, $3, $4, ${which} from alarms where tenant_id = $1 and ($2 <> 'acknowledge' or not owed)`,
        [transition, before, after],
      )
    await run(
      `insert into work_orders (tenant_id, id, order_number, order_title, order_kind, order_priority, order_state, order_origin, alarm_id, site_id)
       select $1, gen_random_uuid(), 'A' || row_number() over (), 'x', 'corrective', 2, 'approved', 'alarm', id, $2 from alarms where tenant_id = $1 and rule_name like 'r%1'`,
      [sites[0]],
    )
    await client.query('commit')
  })
}

/** Alarms by their names: what happened to each, in minutes since the night began, and the order about it, from and until when. */
const LAST_NIGHT: Readonly<
  Record<string, { events: readonly (readonly [minute: number, transition: string, to: string])[]; order?: [number, number | null] }>
> = {
  quiet: {
    events: [
      [10, 'raise', 'unacknowledged'],
      [20, 'return', 'returned'],
    ],
  },
  // Raised once more in the morning, and acknowledged then.
  again: {
    events: [
      [30, 'raise', 'unacknowledged'],
      [40, 'return', 'returned'],
      [540, 'raise', 'unacknowledged'],
      [541, 'acknowledge', 'acknowledged'],
    ],
  },
  acknowledged: {
    events: [
      [50, 'raise', 'unacknowledged'],
      [55, 'acknowledge', 'acknowledged'],
      [60, 'return', 'normal'],
    ],
  },
  late: {
    events: [
      [70, 'raise', 'unacknowledged'],
      [80, 'return', 'returned'],
      [510, 'acknowledge', 'normal'],
    ],
  },
  stands: { events: [[90, 'raise', 'unacknowledged']] },
  ordered: {
    events: [
      [100, 'raise', 'unacknowledged'],
      [110, 'return', 'returned'],
    ],
    order: [115, null],
  },
  // Once by itself, and once by somebody.
  twice: {
    events: [
      [120, 'raise', 'unacknowledged'],
      [125, 'return', 'returned'],
      [130, 'raise', 'unacknowledged'],
      [131, 'acknowledge', 'acknowledged'],
      [140, 'return', 'normal'],
    ],
  },
  // Its order was closed before.
  over: {
    events: [
      [160, 'raise', 'unacknowledged'],
      [170, 'return', 'returned'],
    ],
    order: [-600, -300],
  },
  // Before the night and behind it, and not within.
  around: {
    events: [
      [-60, 'raise', 'unacknowledged'],
      [-50, 'return', 'returned'],
      [500, 'raise', 'unacknowledged'],
      [510, 'return', 'returned'],
    ],
  },
  // Put aside: nobody was told.
  silent: {
    events: [
      [150, 'raise', 'shelved'],
      [155, 'return', 'shelved'],
    ],
  },
}

/** These alarms in a tenant. @param from When the night began, in milliseconds since 1970 */
async function storeAlarms(of: BuiltTenant, from: number): Promise<void> {
  const at = (minute: number | null) => (minute === null ? null : new Date(from + minute * 60_000))
  await server.database.asOwner(async (client) => {
    await client.query('begin')
    await client.query('set local role outstation_platform')
    for (const [name, { events, order }] of Object.entries(LAST_NIGHT)) {
      const raised = events.findLast(([, transition]) => transition === 'raise')?.[0] ?? null
      const { rows } = await client.query<{ id: string }>(
        `insert into alarms (tenant_id, id, rule_id, point_id, rule_name, point_name, device_name, alarm_kind, alarm_priority, active, owed, mode, raised_at)
         values ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $2, 'p', 'd', 'high', 2, false, true, 'in-service', $3) returning id`,
        [of.id, name, at(raised)],
      )
      for (const [minute, transition, to] of events)
        await client.query(
          `insert into alarm_events (tenant_id, alarm_id, transition, from_state, to_state, happened_at) values ($1, $2, $3, 'normal', $4, $5)`,
          [of.id, rows[0]?.id, transition, to, at(minute)],
        )
      if (order)
        await client.query(
          `insert into work_orders (tenant_id, id, order_number, order_title, order_kind, order_priority, order_state, order_origin, alarm_id, created_at, closed_at)
           values ($1, gen_random_uuid(), $2, 'x', 'corrective', 2, case when $5::timestamptz is null then 'approved' else 'closed' end, 'alarm', $3, $4, $5)`,
          [of.id, `L-${name}`, rows[0]?.id, at(order[0]), at(order[1])],
        )
    }
    await client.query('commit')
  })
}

const ask = async (client: Client, query: Record<string, string | number> = {}) =>
  (await client.get<MaintenanceConsole>(`/api${PATH}`, query)).data

/** Every set of rows that an answer leads to. */
function setsOf({ figures, orders, failing }: MaintenanceConsole): FigureRows[] {
  const ofFigures = figures.flatMap(({ numerator, denominator }) => [...numerator, ...denominator].flatMap(({ rows }) => rows ?? []))
  return [...ofFigures, ...(orders ?? []).map(({ rows }) => rows), ...(failing ?? []).flatMap(({ rows }) => rows)]
}

async function totalOf(client: Client, { list, filters }: FigureRows): Promise<number> {
  const of = resourceNamed(list)
  if (!of) throw new Error(list)
  const answer = await client.get<{ total: number }>(`/api${of.api.base}/query${of.api.noun}`, { pageSize: 1, ...filters })
  expect(answer, `${list} ${JSON.stringify(filters)}`).toMatchObject({ http: 200 })
  return answer.data.total
}

/** The names of the alarms of a set, in order. */
async function namesOf(client: Client, set: FigureRows | null | undefined): Promise<unknown[]> {
  const { list } = (
    await client.get<{ list: Record<string, unknown>[] }>('/api/acquisition/alarm/queryAlarm', { pageSize: 100, ...set?.filters })
  ).data
  return list.map((row) => row['ruleName']).sort()
}

async function expectLists(client: Client, answer: MaintenanceConsole): Promise<number> {
  const sets = [...new Map(setsOf(answer).map((set) => [JSON.stringify([set.list, set.filters]), set])).values()]
  const found = []
  for (const set of sets) found.push({ ...set, count: await totalOf(client, set) })
  expect(found).toEqual(sets)
  return sets.filter(({ count }) => count > 0).length
}

const figureOf = (answer: MaintenanceConsole, key: FigureKey): Figure | undefined => answer.figures.find((figure) => figure.key === key)
const valueOf = (answer: MaintenanceConsole, key: FigureKey) => figureOf(answer, key)?.value

describe('the console', () => {
  it('is told to those who may call it, with every figure', async () => {
    expect((await clientWith(server.url, '').get(`/api${PATH}`)).http).toBe(401)
    expect((await (await tenant.signIn('nobody')).get(`/api${PATH}`)).http).toBe(403)
    expect(await admin.get(`/api${PATH}`, { days: 8 })).toMatchObject({ http: 422, errors: [{ field: 'days' }] })
    expect(await admin.get(`/api${PATH}`, { category: 'none' })).toMatchObject({ http: 422, errors: [{ field: 'category' }] })
    const answer = await ask(admin)
    expect(answer.figures.map(({ key }) => key).sort()).toEqual([...FIGURE_KEYS].sort())
    expect(answer.window).toEqual({ from: answer.asOf - 30 * 24 * HOUR_MS, to: answer.asOf })
    expect(answer.night).toMatchObject({ shift: null })
    expect(answer.night.to - answer.night.from).toBe(8 * HOUR_MS)
  })

  it('counts what the lists behind its figures have, of any window, site and category', async () => {
    for (const query of [
      {},
      { days: 365 },
      { days: 7, siteId: sites[1] },
      { category: 'lifting', days: 90 },
      { siteId: sites[0], category: 'lifting' },
    ])
      expect(await expectLists(admin, await ask(admin, query)), JSON.stringify(query)).toBeGreaterThan(25)
  })

  it('is narrowed by a site and a category', async () => {
    const [all, ofSite, ofCategory] = [await ask(admin), await ask(admin, { siteId: sites[1] }), await ask(admin, { category: 'lifting' })]
    for (const key of ['orders-open', 'faults-open', 'plans-due-30', 'calibration-7'] as const)
      expect(Math.max(valueOf(ofSite, key) ?? 0, valueOf(ofCategory, key) ?? 0), key).toBeLessThan(valueOf(all, key) as number)
    expect(valueOf(ofSite, 'parts-short')).toBeLessThan(valueOf(all, 'parts-short') as number)
    expect(figureOf(ofCategory, 'parts-short')).toEqual({ ...figureOf(all, 'parts-short'), isOfAllCategories: true })
  })

  it('names the alarms out of service that its figure counts, of the site and the category alone', async () => {
    const kindless = await tenant.signIn('kindless')
    // Of sixty alarms every eighth; all are of the device of the first machine, for lifting, at the first site.
    for (const [query, count] of [
      [{}, 7],
      [{ category: 'lifting' }, 7],
      [{ category: 'mixing' }, 0],
      [{ siteId: sites[0], category: 'lifting' }, 7],
      [{ siteId: sites[1], category: 'lifting' }, 0],
    ] as const) {
      const answer = await ask(admin, query)
      expect([answer.outOfService?.length, valueOf(answer, 'alarms-out')], JSON.stringify(query)).toEqual([count, count])
      expect((await ask(kindless, query)).outOfService?.length, JSON.stringify(query)).toBe('category' in query ? undefined : count)
    }
  })

  it('is a ratio of the sums it names', async () => {
    const answer = await ask(admin, { days: 90 })
    const sum = (figure: Figure | undefined, side: 'numerator' | 'denominator') =>
      (figure?.[side] ?? []).reduce((all, { count, hours }) => all + (hours ?? count), 0)
    for (const key of ['planned-share', 'rounds-done', 'compliance-30', 'compliance-90', 'mtbf', 'mttr', 'availability'] as const) {
      const figure = figureOf(answer, key)
      expect(figure?.value, key).toBeGreaterThan(0)
      expect(sum(figure, 'numerator') / sum(figure, 'denominator'), key).toBeCloseTo(figure?.value as number, 6)
    }
    expect(valueOf(answer, 'orders-open')).toBe(answer.orders?.reduce((all, { rows }) => all + rows.count, 0))
    // Fifteen dates within 30 days, of which every fifth was cancelled; of five more three were skipped and two missed. Forty and seven within 90 days.
    expect(figureOf(answer, 'compliance-30')?.denominator.map(({ count }) => count)).toEqual([6, 3, 3, 3, 2])
    expect(figureOf(answer, 'compliance-30')?.numerator.map(({ count }) => count)).toEqual([6])
    expect(figureOf(answer, 'compliance-90')?.denominator.map(({ count }) => count)).toEqual([16, 8, 8, 4, 3])
    expect(valueOf(answer, 'compliance-90')).toBeCloseTo(16 / 39, 6)
    // P1 to P3 lie before today (P0 is off, P4 is due today); every fifth date of the 40 days that are over has an open order.
    expect(figureOf(answer, 'plans-overdue')?.numerator.map(({ count }) => count)).toEqual([3, 8])
  })

  it('reckons reliability by what stood', async () => {
    const stranger = await buildTenant(server)
    const client = await stranger.signIn('admin')
    const { id } = await addRow(client, resources.equipment, { equipmentState: 'in-service', commissionedAt: '', purchasedAt: '' })
    const before = await ask(client)
    expect(figureOf(before, 'mtbf')).toMatchObject({ value: null, missing: 'no-failures' })
    expect(figureOf(before, 'mttr')).toMatchObject({ value: null, missing: 'no-repairs' })
    expect(figureOf(before, 'availability')).toMatchObject({ value: null, missing: 'no-failures' })
    await server.database.asOwner(async (owner) => {
      await owner.query('begin')
      await owner.query('set local role outstation_platform')
      // Two at once, one that goes on, one from before the window, and one that was rejected.
      await owner.query(
        `insert into faults (tenant_id, id, fault_number, fault_title, equipment_id, fault_effect, fault_state, down_from, down_to)
         select $1, gen_random_uuid(), 'F' || n, 'x', $2, 'stopped', case n when 5 then 'rejected' else 'confirmed' end,
           date_trunc('second', now()) - ((array[100, 95, 10, 800, 300])[n]) * interval '1 hour', date_trunc('second', now()) - ((array[90, 80, null, 700, 200])[n]) * interval '1 hour' from generate_series(1, 5) n`,
        [stranger.id, id],
      )
      await owner.query('commit')
    })
    const answer = await ask(client)
    // Two of the three that count are one failure. Of 720 hours it stood from 100 to 80 and from 10 hours ago on, and for the first 20 of the window.
    const [operating, repaired] = [720 - 20 - 10 - 20, 20 + 100]
    expect(valueOf(answer, 'mtbf')).toBeCloseTo(operating / 2, 2)
    expect(valueOf(answer, 'mttr')).toBeCloseTo(repaired / 2, 2)
    expect(valueOf(answer, 'availability')).toBeCloseTo(operating / (operating + repaired), 4)
    expect(answer.failing).toMatchObject([{ equipmentId: id, failures: 2 }])
    await expectLists(client, answer)
  })

  it('counts of last night what happened then, whatever has become of it since, and its lists have exactly that', async () => {
    const stranger = await buildTenant(server)
    const client = await stranger.signIn('admin')
    const { night } = await ask(client)
    await storeAlarms(stranger, night.from)
    const answer = await ask(client)
    expect(answer.night).toEqual(night)
    const [nothing, raised] = [
      figureOf(answer, 'alarms-nothing')?.numerator[0]?.rows,
      figureOf(answer, 'alarms-nothing')?.denominator[0]?.rows,
    ]
    expect([await namesOf(client, nothing), await namesOf(client, raised)]).toEqual([
      ['again', 'over', 'quiet'],
      ['acknowledged', 'again', 'late', 'ordered', 'over', 'quiet', 'stands', 'twice'],
    ])
    expect(valueOf(answer, 'alarms-nothing')).toBe(3)
    await expectLists(client, answer)
  })

  it('tells nobody who does not see when alarms were raised, and filters nothing by it', async () => {
    const times = await tenant.signIn('times')
    const keys = (await ask(times)).figures.map(({ key }) => key)
    expect(keys).toContain('alarms-out')
    expect(keys).not.toContain('alarms-nothing')
    const total = (client: Client, filters: Record<string, string>) => totalOf(client, { list: 'alarms', filters, count: 0 })
    for (const key of ['raisedDuring', 'goneDuring'])
      for (const filters of [{ [`${key}Start`]: '2100-01-01 00:00:00' }, { [`${key}End`]: '2001-01-01 00:00:00' }])
        expect([await total(admin, filters), await total(times, filters)], JSON.stringify(filters)).toEqual([0, 60])
  })

  it('gives somebody who sees one site the rows of that site', async () => {
    const ned = await tenant.signIn('ned')
    const [all, own] = [await ask(admin), await ask(ned)]
    expect(await expectLists(ned, own)).toBeGreaterThan(25)
    for (const key of ['orders-open', 'faults-open', 'parts-short', 'rounds-open'] as const) {
      expect(valueOf(own, key), key).toBeGreaterThan(0)
      expect(valueOf(own, key), key).toBeLessThan(valueOf(all, key) as number)
    }
    const dates = (answer: MaintenanceConsole) =>
      figureOf(answer, 'compliance-90')?.denominator.reduce((sum, { count }) => sum + count, 0) ?? 0
    expect(dates(own)).toBeGreaterThan(0)
    expect(dates(own)).toBeLessThan(dates(all))
  })

  it('leaves out what is built on hidden fields, and on lists that somebody may not open', async () => {
    const hidden = await ask(await tenant.signIn('hidden'))
    const keys = hidden.figures.map(({ key }) => key)
    expect(keys).toContain('orders-open')
    for (const gone of ['backlog', 'orders-overdue', 'orders-due-7', 'mtbf', 'mttr', 'availability']) expect(keys, gone).not.toContain(gone)
    expect(hidden.failing).toBeNull()
    const parts = await ask(await tenant.signIn('parts'))
    expect([parts.figures.map(({ key }) => key), parts.orders, parts.failing, parts.outOfService]).toEqual([
      ['parts-short'],
      null,
      null,
      null,
    ])
    expect((await ask(await tenant.signIn('bare'))).figures).toEqual([])
  })

  it('counts nothing of another tenant', async () => {
    const stranger = await buildTenant(server)
    const answer = await ask(await stranger.signIn('admin'), { siteId: sites[0] })
    expect(setsOf(answer).filter(({ count }) => count > 0)).toEqual([])
    expect(answer.figures.filter(({ value }) => value !== null && value !== 0)).toEqual([])
  })
})
