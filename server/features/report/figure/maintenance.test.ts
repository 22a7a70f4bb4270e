/** Figures of maintenance: how long machines stood, what went in and out of stores, dates of plans, and what was found on rounds. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FigureAnswer, FigureSubject } from '../../../../model/contract/report/figure.ts'
import type { RoundDetail } from '../../../../model/contract/maintenance/rounds.ts'
import { resources } from '../../../../model/index.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { askFigure, figuresOf } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow } from '../../../../tests/support/values.ts'

const { equipment, maintenancePlans, partMoves, roundRoutes, roundStops, spareParts } = resources
const FIGURES = '/report/figure/*'
const [LIST, DETAIL] = ['/maintenance/round/queryRound', '/maintenance/round/queryRoundDetail']
const CODE = 'ROUND-MACHINE'
const ITEMS = [
  { key: 'leak', text: 'No leak', kind: 'check', required: true, opensOrder: false },
  { key: 'oil', text: 'Oil temperature', kind: 'number', unit: '°C', low: 10, high: 80, required: true, opensOrder: false },
]

const role = (roleCode: string, urls: RoleSeed['urls'], hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  ...{ roleCode, roleName: roleCode, roleDescription: '', menus: 'all', urls },
  ...{ hiddenButtons: [], hiddenFields },
})
const ROLES = [
  role('LISTS', [FIGURES, LIST]),
  role('TOLD', [FIGURES, LIST, DETAIL]),
  role('SCOPED', [FIGURES, LIST, DETAIL]),
  role('NO-STATE', [FIGURES, LIST, DETAIL], [{ menu: 'rounds', fields: ['itemsFailed'] }]),
  role('NO-WHO', [FIGURES, LIST, DETAIL], [{ menu: 'rounds', fields: ['doneBy'] }]),
  role('NO-END', [FIGURES, '/maintenance/fault/queryFault'], [{ menu: 'faults', fields: ['downTo'] }]),
]

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let machine: string
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: ROLES,
    users: ROLES.map(({ roleCode }) => buildUser({ username: roleCode.toLowerCase(), roles: [roleCode] })),
  })
  admin = await tenant.signIn('admin')
  machine = (await addRow(admin, equipment, { equipmentCode: CODE, equipmentState: 'in-service', deviceId: null })).id
  await addFaults()
  await walkRound()
  const scopes = [{ table: '', kind: 'own' }]
  expect(await admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['SCOPED'], scopes })).toMatchObject({ http: 200 })
}, 120_000)
afterAll(() => server.stop())

/** One that stood for six hours and was solved, one for an hour and a half that was rejected, one that has been standing for two hours, and one for which nothing stood. */
const addFaults = () =>
  server.database.asOwner((client) =>
    client.query(
      `insert into faults (tenant_id, id, fault_number, fault_title, equipment_id, fault_effect, fault_state, down_from, down_to)
       select $1, gen_random_uuid(), number, 'x', $2, 'stopped', state, begins, ends from (values
         ('F1', 'solved', timestamptz '2026-03-02 08:00:00+08', timestamptz '2026-03-02 14:00:00+08'),
         ('F2', 'rejected', timestamptz '2026-03-03 00:00:00+08', timestamptz '2026-03-03 01:30:00+08'),
         ('F3', 'confirmed', now() - interval '2 hours', null),
         ('F4', 'reported', null, null)) as of (number, state, begins, ends)`,
      [tenant.id, machine],
    ),
  )

/** A round of two stops: at the first, where the machine is, one of two items failed; nobody has been at the second. */
async function walkRound(): Promise<void> {
  const { id: routeId } = await addRow(admin, roundRoutes, {
    ...{ routeCode: 'ROUTE', everyCount: 1, everyUnit: 'day', firstDue: '2026-03-02 00:00:00', roundTimes: '08:00', graceMinutes: 120 },
    ...{ routeStatus: 0, assigneeId: null, notifyRole: null },
  })
  const checks = JSON.stringify(ITEMS)
  await addRow(admin, roundStops, { routeId, stopOrder: 1, equipmentId: machine, checks })
  await addRow(admin, roundStops, { routeId, stopOrder: 2, equipmentId: null, checks })
  const begun = await admin.post<{ id: string }>('/api/maintenance/round/startRound', { routeId, requestId: randomUUID() })
  expect(begun.http, JSON.stringify(begun)).toBe(200)
  const { stops } = (await admin.get<RoundDetail>(`/api${DETAIL}`, { id: begun.data.id })).data
  const results = [
    { key: 'leak', passed: true },
    { key: 'oil', value: 95 },
  ]
  const recorded = await admin.post('/api/maintenance/round/recordRoundStop', {
    ...{ id: stops[0]?.id, results, scanned: 1, requestId: randomUUID() },
  })
  expect(recorded, JSON.stringify(recorded)).toMatchObject({ http: 200 })
}

const named = ({ columns, rows }: FigureAnswer) =>
  rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null])))
const COUNT = { as: 'n', of: 'count' }
const ask = (more: object, client = admin) => askFigure(client, { format: 1, measures: [COUNT], ...more })
const figures = async (more: object, client = admin) => named(await figuresOf(client, { format: 1, measures: [COUNT], ...more }))
const person = (code: string) => tenant.signIn(code.toLowerCase())
const HOURS = { as: 'hours', of: 'sum', field: 'downHours' }

it('hours down are those from the beginning of a stoppage to its end, or to now', async () => {
  const rows = await figures({ subject: 'faults', measures: [COUNT, HOURS], dimensions: [{ field: 'faultState' }] })
  const hours = Object.fromEntries(rows.map((row) => [row['faultState'], row['hours']]))
  expect(hours).toEqual({ solved: 6, rejected: 1.5, confirmed: expect.closeTo(2, 1), reported: null })
  // As failures count them, by the machine and what it is called.
  const failures = await figures({
    ...{ subject: 'faults', measures: [HOURS], dimensions: [{ field: 'equipment.equipmentCode', as: 'code' }] },
    where: {
      and: [
        { field: 'isFailure', op: 'equals', value: 1 },
        { field: 'isOpen', op: 'equals', value: 0 },
      ],
    },
  })
  expect(failures).toEqual([{ code: CODE, hours: 6 }])
})

it('hours down are as unknown as a field that there is none of to whoever does not see when a stoppage ends', async () => {
  const client = await person('NO-END')
  const asked = { subject: 'faults', measures: [COUNT, HOURS] }
  expect((await ask(asked, client)).data).toMatchObject({ rows: [[4]], omitted: ['hours'] })
  const [hidden, unknown] = await Promise.all(
    ['downHours', 'nothing'].map((field) => ask({ subject: 'faults', where: { field, op: 'greater', value: 5 } }, client)),
  )
  expect(hidden).toMatchObject({ http: 422, errors: [{ field: 'where.field' }] })
  expect(JSON.stringify(hidden?.errors).replaceAll('downHours', 'nothing')).toBe(JSON.stringify(unknown?.errors))
  const { list } = (await client.get<{ list: FigureSubject[] }>('/api/report/figure/querySubject')).data
  expect(list.find(({ subject }) => subject === 'faults')?.fields.map(({ field }) => field)).not.toContain('downHours')
})

it('a stoppage that is not over has no last moment', async () => {
  const standing = { field: 'faultState', op: 'equals', value: 'confirmed' }
  expect(await figures({ subject: 'faults', measures: [{ as: 'last', of: 'max', field: 'downUntil' }], where: standing })).toEqual([
    { last: null },
  ])
  const rows = await figures({
    ...{ subject: 'faults', where: standing, dimensions: [{ field: 'downUntil', as: 'day', bucket: 'day' }] },
    time: { field: 'createTime', range: 'today', compare: 'previous' },
  })
  expect(rows).toEqual([{ day: null, n: 1, nBefore: null }])
})

it('spare parts are added up by what came in and what went out, with the part that a move is of', async () => {
  const { id: partId } = await addRow(admin, spareParts, {
    partCode: 'PART',
    equipmentId: [],
    category: '',
    partMinimum: 0,
    keeperId: null,
  })
  for (const [moveKind, quantity] of [
    ['in', 10],
    ['out', 2.5],
    ['out', 1],
  ] as const)
    expect(
      await admin.post('/api/maintenance/partmove/movePart', { partId, moveKind, quantity, moveReason: 'test', requestId: randomUUID() }),
    ).toMatchObject({ http: 200 })
  const of = (kind: string) => ({ as: kind, of: 'sum', field: 'quantity', where: { field: 'moveKind', op: 'equals', value: kind } })
  expect(
    await figures({
      subject: partMoves.name,
      measures: [of('in'), of('out'), { as: 'change', of: 'sum', field: 'stockChange' }],
      dimensions: [{ field: 'part.partCode', as: 'code' }],
    }),
  ).toEqual([{ code: 'PART', in: 10, out: 3.5, change: 6.5 }])
  expect(await figures({ subject: spareParts.name, measures: [{ as: 'stock', of: 'sum', field: 'partStock' }] })).toEqual([{ stock: 6.5 }])
})

it('days on which plans were due begin by the clock of the tenant', async () => {
  const { id: planId } = await addRow(admin, maintenancePlans, { equipmentId: machine, planStatus: 0 })
  await server.database.asOwner((client) =>
    client.query(
      `insert into plan_dates (tenant_id, plan_id, due_on, date_outcome) values ($1, $2, date '2026-03-02', 'skipped'), ($1, $2, date '2026-03-05', 'missed')`,
      [tenant.id, planId],
    ),
  )
  expect(
    await figures({
      ...{ subject: 'plan-dates', dimensions: [{ field: 'dueOn', as: 'month', bucket: 'month' }] },
      measures: [COUNT, { as: 'first', of: 'min', field: 'dueOn' }, { as: 'last', of: 'max', field: 'dueOn' }],
    }),
  ).toEqual([{ month: '2026-03-01 00:00:00', n: 2, first: '2026-03-02 00:00:00', last: '2026-03-05 00:00:00' }])
})

it('what was found on rounds is a row for each stop, with its machine and its route, recorded or not', async () => {
  expect(
    await figures({
      subject: 'round-results',
      measures: [
        COUNT,
        { as: 'items', of: 'sum', field: 'stopItems' },
        { as: 'failed', of: 'sum', field: 'stopItemsFailed' },
        { as: 'share', formula: 'failed / items' },
      ],
      dimensions: ['stopOrder', 'stopResult', 'stopScanned', 'equipment.equipmentCode', 'route.routeCode'].map((field) => ({
        field,
        as: field.split('.').at(-1),
      })),
      order: [['stopOrder', 'ascend']],
    }),
  ).toEqual([
    expect.objectContaining({
      stopOrder: 1,
      stopResult: 'failed',
      stopScanned: 1,
      equipmentCode: CODE,
      routeCode: 'ROUTE',
      n: 1,
      items: 2,
      failed: 1,
      share: 0.5,
    }),
    expect.objectContaining({
      stopOrder: 2,
      stopResult: 'open',
      stopScanned: null,
      equipmentCode: null,
      n: 1,
      items: 2,
      failed: null,
      share: null,
    }),
  ])
})

it('what was found on rounds is told to nobody who is not told the stops of one, and who recorded it to those who are told of the round', async () => {
  const unknown = await ask({ subject: 'round-nothing' })
  for (const code of ['LISTS', 'NO-STATE']) {
    const client = await person(code)
    const refused = await ask({ subject: 'round-results' }, client)
    expect([refused.http, refused.message], code).toEqual([422, unknown.message.replaceAll('round-nothing', 'round-results')])
    const { list } = (await client.get<{ list: FigureSubject[] }>('/api/report/figure/querySubject')).data
    expect(list.map(({ subject }) => subject)).not.toContain('round-results')
  }
  const byWhom = { subject: 'round-results', dimensions: [{ field: 'recordedBy' }] }
  expect((await ask(byWhom, await person('TOLD'))).data.rows).toHaveLength(2)
  expect(await ask(byWhom, await person('NO-WHO'))).toMatchObject({ http: 422, errors: [{ field: 'dimensions[0].field' }] })
})

it('what was found on rounds is that of rounds in the scope of their reader, and of no other tenant', async () => {
  expect((await ask({ subject: 'round-results' }, await person('TOLD'))).data.rows).toEqual([[2]])
  expect((await ask({ subject: 'round-results' }, await person('SCOPED'))).data.rows).toEqual([[0]])
  const stranger = await buildTenant(server)
  expect((await ask({ subject: 'round-results' }, await stranger.signIn('admin'))).data.rows).toEqual([[0]])
})
