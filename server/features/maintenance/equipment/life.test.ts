/** The life of a machine tells of its faults, orders, parts and rounds: to whoever may list each, of the fields that they see, and of the rows in their scope. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EquipmentLife, LifeKind } from '../../../../model/contract/maintenance/equipment.ts'
import type { RoundDetail } from '../../../../model/contract/maintenance/rounds.ts'
import { resources } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { administrator } from '../../../../seeds/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { hiderOf, hiding } from '../../../../tests/support/hiding.ts'
import { wordsOfPdf } from '../../../../tests/support/pdf-words.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow } from '../../../../tests/support/values.ts'

const { calibrations, equipment, faults, partMoves, roundRoutes, roundStops, rounds, sites, spareParts, workOrders } = resources
const BASE = '/api/maintenance/equipment'
const CHECKS = JSON.stringify([
  { key: 'leak', text: 'No leak', kind: 'check', required: true, opensOrder: false },
  { key: 'oil', text: 'Oil temperature', kind: 'number', unit: '°C', low: 10, high: 80, required: true, opensOrder: false },
])
/** A machine of which nothing is told. */
const PLAIN = { deviceId: '', keeperId: null, orgId: null, purchasedAt: '', commissionedAt: '', equipmentState: 'in-service' }
/** All that is told of upkeep to whoever sees everything, the latest first where it happened in this order. */
const UPKEEP = ['fault-reported', 'fault-solved', 'finding', 'order-finished', 'order-opened', 'part-returned', 'part-taken'] as const

interface Made {
  readonly id: string
  readonly fault: string
  readonly order: string
  readonly round: string
  readonly words: Readonly<Record<'fault' | 'remedy' | 'order' | 'done' | 'part' | 'stop' | 'item', string>>
}

/** A field that is hidden, and what is no longer told then. */
const HIDDEN: readonly (readonly [of: Resource, field: string, missing: readonly LifeKind[]])[] = [
  [faults, 'equipmentId', ['fault-reported', 'fault-solved']],
  [faults, 'createTime', ['fault-reported']],
  [faults, 'solvedAt', ['fault-solved']],
  [faults, 'faultState', ['fault-solved']],
  [workOrders, 'equipmentId', ['order-opened', 'order-finished', 'part-taken', 'part-returned']],
  [workOrders, 'createTime', ['order-opened']],
  [workOrders, 'finishedAt', ['order-finished']],
  [partMoves, 'quantity', ['part-taken', 'part-returned']],
  [partMoves, 'orderId', ['part-taken', 'part-returned']],
  [partMoves, 'createTime', ['part-taken', 'part-returned']],
  [rounds, 'itemsFailed', ['finding']],
  [rounds, 'roundState', ['finding']],
  [roundStops, 'equipmentId', ['finding']],
  [calibrations, 'equipmentId', ['calibrated']],
]
/** A field that is hidden, and the words that are in no event then. */
const WORDLESS: readonly (readonly [of: Resource, field: string, words: keyof Made['words']])[] = [
  [faults, 'faultTitle', 'fault'],
  [faults, 'faultRemedy', 'remedy'],
  [workOrders, 'orderTitle', 'order'],
  [workOrders, 'orderRemedy', 'done'],
  [spareParts, 'partName', 'part'],
  [roundStops, 'stopName', 'stop'],
  [roundStops, 'checks', 'item'],
]

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let hider: Client
let reader: Client
beforeAll(async () => {
  server = await sharedServer()
  const hiders = [...new Map([...HIDDEN, ...WORDLESS].map(([of, field]) => [hiderOf(of, field), hiding(of, field)])).values()]
  const role = { roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  tenant = await buildTenant(server, {
    roles: [
      ...hiders,
      { ...role, roleCode: 'READER', roleName: 'reader', urls: ['/maintenance/equipment/query*'] },
      { ...administrator, roleCode: 'LOCAL', roleName: 'local', roleDescription: '' },
    ],
    users: [
      buildUser({ username: 'hider', roles: hiders.map(({ roleCode }) => roleCode) }),
      buildUser({ username: 'reader', roles: ['READER'] }),
      buildUser({ username: 'local', roles: ['LOCAL'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  ;[hider, reader] = [await tenant.signIn('hider'), await tenant.signIn('reader')]
})
afterAll(() => server.stop())

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (owner) => (await owner.query(text, [tenant.id, ...values])).rows as Row[])
const lifeOf = async (client: Client, id: string, headers: Record<string, string> = {}) => {
  const { http, data } = await client.get<EquipmentLife>(`${BASE}/queryEquipmentLife`, { id }, headers)
  expect(http).toBe(200)
  return data.life
}
const kindsOf = (life: EquipmentLife['life']) => life.map(({ kind }) => kind).toSorted()
/** Sends something and expects that it is done. */
const done = async <Answer>(path: string, body: object): Promise<Answer> => {
  const { http, data, message } = await admin.post<Answer>(`/api/maintenance/${path}`, body)
  expect(http, `${path}: ${message}`).toBe(200)
  return data
}
const site = async () => (await addRow(admin, sites)).id
const move = (partId: string, moveKind: 'in' | 'out', quantity: number, orderId?: string) =>
  done('partmove/movePart', { partId, moveKind, quantity, orderId, moveReason: 'test', requestId: randomUUID() })

/** A machine to which everything has happened: a fault that was solved, an order that is done and has taken three parts and given one back, and a round that found a leak. */
async function machine({ storeAt, routeAt, ...values }: { storeAt?: string; routeAt?: string; siteId?: string } = {}): Promise<Made> {
  const word = { fault: unique(), remedy: unique(), order: unique(), done: unique(), part: unique(), stop: unique() }
  const { id } = await addRow(admin, equipment, { ...PLAIN, ...values })
  await addRow(admin, calibrations, { equipmentId: id })

  const fault = await addRow(admin, faults, { equipmentId: id, faultTitle: word.fault, faultRemedy: word.remedy, downFrom: '', downTo: '' })
  const confirmed = await done<{ version: number }>('fault/actOnFault', { id: fault.id, version: 1, transition: 'confirm' })
  await done('fault/actOnFault', { id: fault.id, version: confirmed.version, transition: 'solve' })

  const order = await addRow(admin, workOrders, { equipmentId: id, siteId: null, assigneeId: null, orderTitle: word.order, mustSign: 0 })
  const store = storeAt === undefined ? {} : { siteId: storeAt }
  const named = { partName: word.part, partUnit: 'pcs', partMinimum: 0, keeperId: null }
  const part = await addRow(admin, spareParts, { equipmentId: [id], category: '', ...named, ...store })
  await move(part.id, 'in', 10)
  await move(part.id, 'out', 3, order.id)
  await move(part.id, 'in', 1, order.id)
  await rows(
    `update work_orders set order_state = 'done', started_at = now(), finished_at = now(), order_remedy = $3 where tenant_id = $1 and id = $2`,
    [order.id, word.done],
  )

  const route = await addRow(admin, roundRoutes, {
    // It falls due on no day of this test.
    firstDue: '2099-01-01 00:00:00',
    ...{ everyCount: 1, everyUnit: 'day', roundTimes: '08:00', graceMinutes: 120, routeStatus: 1, assigneeId: null, notifyRole: null },
    ...(routeAt === undefined ? {} : { siteId: routeAt }),
  })
  await addRow(admin, roundStops, { routeId: route.id, stopOrder: 1, stopName: word.stop, equipmentId: id, checks: CHECKS })
  await addRow(admin, roundStops, { routeId: route.id, stopOrder: 2, equipmentId: id, checks: CHECKS })
  const round = await done<{ id: string }>('round/startRound', { routeId: route.id, requestId: randomUUID() })
  const { data } = await admin.get<RoundDetail>('/api/maintenance/round/queryRoundDetail', { id: round.id })
  const found = [
    { key: 'leak', passed: false },
    { key: 'oil', value: 85 },
  ]
  const fine = [
    { key: 'leak', passed: true },
    { key: 'oil', value: 55 },
  ]
  for (const [at, results] of [found, fine].entries())
    await done('round/recordRoundStop', { id: data.stops[at]?.id, results, scanned: 0, requestId: randomUUID() })
  return { id, fault: fault.id, order: order.id, round: round.id, words: { ...word, item: 'No leak' } }
}

describe('the life of a machine', () => {
  it('tells of its faults, orders, parts and what rounds found, each with its row and how that stands', async () => {
    const made = await machine()
    const life = await lifeOf(admin, made.id)
    expect(kindsOf(life).filter((kind) => kind !== 'calibrated')).toEqual(UPKEEP)
    const one = (kind: LifeKind) => life.find((event) => event.kind === kind)
    const { fault, remedy, order, done: work, part, stop } = made.words
    expect(one('fault-reported')).toMatchObject({ rowId: made.fault, state: 'solved', text: expect.stringContaining(fault) })
    expect(one('fault-solved')).toMatchObject({ rowId: made.fault, text: expect.stringMatching(new RegExp(`${fault} · ${remedy}$`)) })
    expect(one('order-opened')).toMatchObject({
      rowId: made.order,
      state: 'done',
      text: expect.stringMatching(new RegExp(`^WO-.* · ${order}$`)),
    })
    expect(one('order-finished')).toMatchObject({ rowId: made.order, text: expect.stringMatching(new RegExp(`${order} · ${work}$`)) })
    expect(one('part-taken')).toMatchObject({ rowId: made.order, text: expect.stringMatching(new RegExp(`${part} · 3 pcs$`)) })
    expect(one('part-returned')).toMatchObject({ rowId: made.order, text: expect.stringMatching(new RegExp(`${part} · 1 pcs$`)) })
    // The second stop of the round was fine.
    expect(one('finding')).toMatchObject({ rowId: made.round, text: `${stop} · No leak · Oil temperature 85 °C` })
    for (const kind of ['fault-reported', 'part-taken', 'finding'] as const) expect(one(kind)?.by, kind).toContain('admin')
  })

  it('tells nothing of another machine', async () => {
    await machine()
    const { id } = await addRow(admin, equipment, PLAIN)
    expect(await lifeOf(admin, id)).toEqual([])
  })

  it('tells whoever may see machines alone nothing of what they may not list', async () => {
    const { id } = await machine()
    expect(await lifeOf(reader, id)).toEqual([])
  })
})

describe('a field that a role hides', () => {
  let made: Made
  beforeAll(async () => {
    made = await machine()
  })

  it.each(HIDDEN.map(([of, field, missing]) => [`${of.name}.${field}`, of, field, missing] as const))(
    '%s: an event that is made of it is not told',
    async (_name, of, field, missing) => {
      const life = await lifeOf(hider, made.id, { rolecode: hiderOf(of, field) })
      expect(kindsOf(life)).toEqual(['calibrated' as LifeKind, ...UPKEEP].filter((kind) => !missing.includes(kind)).toSorted())
    },
  )

  it.each(WORDLESS.map(([of, field, words]) => [`${of.name}.${field}`, of, field, words] as const))(
    '%s: its words stand in no event',
    async (_name, of, field, words) => {
      const life = await lifeOf(hider, made.id, { rolecode: hiderOf(of, field) })
      expect(kindsOf(life)).toEqual(['calibrated', ...UPKEEP].toSorted())
      expect(JSON.stringify(life)).not.toContain(made.words[words])
      expect(JSON.stringify(await lifeOf(admin, made.id))).toContain(made.words[words])
    },
  )

  it('of the state leaves a fault and an order without one', async () => {
    const [fault] = (await lifeOf(hider, made.id, { rolecode: hiderOf(faults, 'faultState') })).filter(
      ({ kind }) => kind === 'fault-reported',
    )
    expect(fault).toMatchObject({ rowId: made.fault, state: null })
  })
})

it('parts of a store and rounds of a route at another site are not told to those who see the site of the machine alone', async () => {
  const [here, there] = [await site(), await site()]
  const made = await machine({ siteId: here, storeAt: there, routeAt: there })
  const near = await machine({ siteId: here, storeAt: here, routeAt: here })
  const scope = { roleId: tenant.roles['LOCAL'], scopes: [{ table: '', kind: 'some', sites: [here] }] }
  expect((await admin.post('/api/admin/sysrole/authorizeDataScope', scope)).http).toBe(200)
  const local = await tenant.signIn('local')
  const elsewhere: readonly LifeKind[] = ['finding', 'part-taken', 'part-returned']
  expect(kindsOf(await lifeOf(local, made.id)).filter((kind) => kind !== 'calibrated')).toEqual(
    UPKEEP.filter((kind) => !elsewhere.includes(kind)),
  )
  expect(kindsOf(await lifeOf(local, near.id)).filter((kind) => kind !== 'calibrated')).toEqual(UPKEEP)
})

it('the archive as a document has the parts used and the findings, of whoever may list them', async () => {
  const made = await machine()
  const archiveOf = async (client: Client, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.url}${BASE}/exportEquipmentArchive`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ id: [made.id] }),
    })
    expect(answer.status).toBe(200)
    return wordsOfPdf(Buffer.from(await answer.arrayBuffer()))
  }
  const words = await archiveOf(admin)
  expect(words).toContain(made.words.part)
  expect(words).toContain(made.words.stop)
  const fewer = await archiveOf(hider, { rolecode: hiderOf(partMoves, 'quantity') })
  expect(fewer).not.toContain(made.words.part)
  expect(fewer).toContain(made.words.stop)
})
