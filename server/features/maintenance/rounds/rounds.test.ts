/** Rounds over real HTTP and on the clock: due once, missed when nobody came, done stop by stop, and what is sent twice is stored once. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { millis } from '../../../../model/brands.ts'
import type { RoundDetail } from '../../../../model/contract/maintenance/rounds.ts'
import { resources } from '../../../../model/index.ts'
import { dayOf } from '../../../../model/maintenance/due-days.ts'
import { nextRound } from '../../../../model/maintenance/round-times.ts'
import { administrator } from '../../../../seeds/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'
import { hashToken, newToken } from '../../../identity/index.ts'
import { lookAtRoute } from '../../../maintenance/rounds/due.ts'

const { equipment, roundRoutes, roundStops, rounds } = resources
const PATH = '/api/maintenance/round'
const ZONE = 'Asia/Shanghai'
const HOUR = 3_600_000
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const ITEMS = [
  { key: 'leak', text: 'No leak', kind: 'check', required: true, opensOrder: true },
  { key: 'oil', text: 'Oil temperature', kind: 'number', unit: '°C', low: 10, high: 80, required: true, opensOrder: true },
  { key: 'seen', text: 'Remark', kind: 'text', required: false, opensOrder: false },
]
const FINE = [
  { key: 'leak', passed: true },
  { key: 'oil', value: 55 },
]

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let operator: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      { ...administrator, roleCode: 'WALKER', roleName: 'walker', roleDescription: '' },
      { ...administrator, roleCode: 'NOBODIES', roleName: 'nobodies', hiddenFields: [{ menu: 'rounds', fields: ['doneBy'] }] },
    ],
    users: [
      buildUser({ username: 'operator', roles: ['ROLE_OPERATOR'] }),
      buildUser({ username: 'walker', roles: ['WALKER'] }),
      buildUser({ username: 'nobodies', roles: ['NOBODIES'] }),
    ],
  })
  ;[admin, operator] = [await tenant.signIn('admin'), await tenant.signIn('operator')]
})
afterAll(() => server.stop())

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (owner) => (await owner.query(text, [tenant.id, ...values])).rows as Row[])
const RHYTHM = { rhythm: { every: 1, unit: 'day' }, first: dayOf(ZONE, Date.now()), times: ['08:00', '20:00'] } as const

/** A route of two stops, the first of them at a machine. */
async function route(values: object = {}) {
  const { id } = await addRow(admin, roundRoutes, {
    ...{
      everyCount: 1,
      everyUnit: 'day',
      firstDue: `${RHYTHM.first} 00:00:00`,
      roundTimes: '08:00,20:00',
      graceMinutes: 120,
      routeStatus: 1,
    },
    ...{ assigneeId: null, notifyRole: null },
    ...values,
  })
  const { id: machine } = await addRow(admin, equipment, { deviceId: null })
  const checks = JSON.stringify(ITEMS)
  await addRow(admin, roundStops, { routeId: id, stopOrder: 1, equipmentId: machine, checks })
  await addRow(admin, roundStops, { routeId: id, stopOrder: 2, equipmentId: null, checks })
  return { id, machine }
}
/** The walker, who sees the site of this route and no other one. */
async function walkerOf(routeId: string): Promise<Client> {
  const [{ site_id: site } = { site_id: '' }] = await rows<{ site_id: string }>(
    'select site_id from round_routes where tenant_id = $1 and id = $2',
    [routeId],
  )
  const scoped = await admin.post('/api/admin/sysrole/authorizeDataScope', {
    roleId: tenant.roles['WALKER'],
    scopes: [{ table: '', kind: 'some', sites: [site] }],
  })
  expect(scoped.http, JSON.stringify(scoped)).toBe(200)
  return tenant.signIn('walker')
}
/** Somebody looks at a route at a moment, as the scheduler does. */
const look = (id: string, at: number) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    lookAtRoute(tx, { ...server.services, clock: { ...server.services.clock, now: () => millis(at) } }, id),
  )
const roundsOf = async (routeId: string) =>
  (
    await admin.get<{ list: { id: string; roundState: string; stopsDone: number; itemsFailed: number }[] }>(pathsOf(rounds).query, {
      routeId,
      pageSize: 50,
    })
  ).data.list
const detail = async (id: string, client = admin) => (await client.get<RoundDetail>(`${PATH}/queryRoundDetail`, { id })).data
const start = async (routeId: string) =>
  (await operator.post<{ id: string }>(`${PATH}/startRound`, { routeId, requestId: randomUUID() })).data.id
const record = (id: string, results: readonly object[], more: object = {}, client = operator) =>
  client.post<{ itemsFailed: number; stopsDone: number; orders: { key: string; orderNumber: string }[] }>(`${PATH}/recordRoundStop`, {
    ...{ id, results, requestId: randomUUID() },
    ...more,
  })
const ordersOf = (key: string) =>
  rows<{ id: string; order_kind: string; equipment_id: string | null }>(
    'select id, order_kind, equipment_id from work_orders where tenant_id = $1 and check_key like $2',
    [key],
  )

describe('a round', () => {
  it('falls due once at each of its times, whoever looks and however often', async () => {
    const { id } = await route()
    const due = nextRound(ZONE, RHYTHM, Date.now()) ?? 0
    await look(id, due - 1)
    expect(await roundsOf(id)).toEqual([])
    await Promise.all(Array.from({ length: 4 }, () => look(id, due)))
    await look(id, due + HOUR)
    expect(await roundsOf(id)).toMatchObject([{ roundState: 'due', stopsDone: 0 }])
    expect((await detail((await roundsOf(id))[0]?.id ?? '')).stops.map(({ checks }) => checks.length)).toEqual([3, 3])
  })

  it('of a long absence is missed, and the last one may still be due', async () => {
    const { id } = await route({ graceMinutes: 60 })
    const due = nextRound(ZONE, RHYTHM, Date.now()) ?? 0
    await look(id, due + 24 * HOUR + 1000)
    expect((await roundsOf(id)).map(({ roundState }) => roundState)).toEqual(['due', 'missed', 'missed'])
  })

  it('that nobody begins in time is missed', async () => {
    const { id } = await route()
    const due = nextRound(ZONE, RHYTHM, Date.now()) ?? 0
    await look(id, due)
    const [round] = await roundsOf(id)
    await rows(
      `update rounds set due_at = now() - interval '3 hours', due_until = now() - interval '1 hour' where tenant_id = $1 and id = $2`,
      [round?.id],
    )
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      server.services.scheduler.schedule(tx, { kind: 'maintenance-round-end', key: round?.id ?? '', dueAt: new Date() }),
    )
    await expect.poll(async () => (await roundsOf(id))[0]?.roundState, { timeout: 20_000, interval: 100 }).toBe('missed')
    // What was found in time and arrives now is kept, and shows that it is late.
    const { mayRecord, stops } = await detail(round?.id ?? '')
    expect(mayRecord).toBe(false)
    expect(await record(stops[0]?.id ?? '', FINE)).toMatchObject({ http: 200, data: { stopsDone: 1 } })
    const late = await detail(round?.id ?? '')
    expect(late).toMatchObject({ roundState: 'missed', startedAt: null, mayRecord: true })
    expect(late.stops.map(({ isLate }) => isLate)).toEqual([true, false])
  })

  it('of which every stop was recorded is done at its end, though nobody has ended it', async () => {
    const id = await start((await route()).id)
    for (const stop of (await detail(id)).stops) await record(stop.id, FINE)
    await rows(
      `update rounds set due_at = now() - interval '3 hours', started_at = now() - interval '3 hours', due_until = now() - interval '1 hour' where tenant_id = $1 and id = $2`,
      [id],
    )
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      server.services.scheduler.schedule(tx, { kind: 'maintenance-round-end', key: id, dueAt: new Date() }),
    )
    await expect.poll(async () => (await detail(id)).roundState, { timeout: 20_000, interval: 100 }).toBe('done')
    expect((await detail(id)).doneAt).not.toBeNull()
  })

  it('is not made of a route without stops', async () => {
    const { id } = await addRow(admin, roundRoutes, { firstDue: `${RHYTHM.first} 00:00:00`, roundTimes: '08:00' })
    await look(id, Date.now() + 48 * HOUR)
    expect(await roundsOf(id)).toEqual([])
    expect(await operator.post(`${PATH}/startRound`, { routeId: id, requestId: randomUUID() })).toMatchObject({ http: 409 })
  })
})

describe('a round that somebody does', () => {
  it('is begun by hand once, recorded stop by stop and finished', async () => {
    const { id: routeId } = await route()
    const requestId = randomUUID()
    const begun = await Promise.all([1, 2].map(() => operator.post<{ id: string }>(`${PATH}/startRound`, { routeId, requestId })))
    const id = begun[0]?.data.id ?? ''
    expect(begun.map(({ data }) => data.id)).toEqual([id, id])
    const { stops } = await detail(id, operator)
    expect(await record(stops[0]?.id ?? '', FINE, { scanned: 1 })).toMatchObject({ http: 200, data: { itemsFailed: 0, stopsDone: 1 } })
    expect(await operator.post(`${PATH}/finishRound`, { id })).toMatchObject({ http: 409 })
    expect(await record(stops[1]?.id ?? '', FINE)).toMatchObject({ http: 200, data: { stopsDone: 2 } })
    for (let times = 0; times < 2; times += 1) expect(await operator.post(`${PATH}/finishRound`, { id })).toMatchObject({ http: 200 })
    expect(await detail(id)).toMatchObject({ roundState: 'done', mayRecord: false })
    expect(await roundsOf(routeId)).toMatchObject([{ roundState: 'done', stopsDone: 2, itemsFailed: 0, doneBy: tenant.users['operator'] }])
    expect(await record(stops[0]?.id ?? '', FINE)).toMatchObject({ http: 409 })
  })

  it('is not begun under the name of another one, though whoever asks does not see that', async () => {
    const { id: siteId } = await addRow(admin, resources.sites)
    const [{ id: here }, { id: elsewhere }, requestId] = [await route(), await route({ siteId }), randomUUID()]
    const walker = await walkerOf(here)
    expect(await admin.post(`${PATH}/startRound`, { routeId: elsewhere, requestId })).toMatchObject({ http: 200 })
    const answer = await walker.post(`${PATH}/startRound`, { routeId: here, requestId })
    expect(answer.http).toBe(409)
    expect(answer.message).toContain('another route')
  })

  it('stores once what is sent twice, and takes a correction', async () => {
    const { id: routeId } = await route()
    const { stops } = await detail(await start(routeId), operator)
    const [stop] = stops
    const requestId = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => record(stop?.id ?? '', FINE, { requestId })))
    expect(answers.map(({ http, data }) => [http, data.stopsDone])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ])
    expect(await record(stop?.id ?? '', [FINE[0] ?? {}, { key: 'oil', value: 60 }])).toMatchObject({ http: 200, data: { stopsDone: 1 } })
    // The first one once more, late: nothing goes back.
    expect(await record(stop?.id ?? '', FINE, { requestId })).toMatchObject({ http: 200 })
    expect((await detail((await roundsOf(routeId))[0]?.id ?? '')).stops[0]?.results).toContainEqual({ key: 'oil', value: 60 })
  })

  it('keeps what was found before a stop was recorded anew, with who and when, and for whoever sees who', async () => {
    const id = await start((await route()).id)
    const stopOf = async (client = admin) => (await detail(id, client)).stops[0]
    const stopId = (await stopOf())?.id ?? ''
    const corrected = [FINE[0] ?? {}, { key: 'oil', value: 95 }]
    await record(stopId, FINE)
    const first = await stopOf()
    expect(first?.earlier).toEqual([])
    await record(stopId, corrected, {}, admin)
    // Somebody without a connection who sends theirs at last.
    await record(stopId, [FINE[0] ?? {}, { key: 'oil', value: 20 }])
    const last = await stopOf()
    expect(last?.results).toEqual([FINE[0], { key: 'oil', value: 20 }])
    expect(last?.earlier).toMatchObject([
      { results: corrected, itemsFailed: 1 },
      { results: FINE, itemsFailed: 0, recordedAt: first?.recordedAt, recordedBy: first?.recordedBy },
    ])
    expect(last?.earlier[0]?.recordedBy).toContain('admin')
    expect((await stopOf(await tenant.signIn('nobodies')))?.earlier.map(({ recordedBy }) => recordedBy)).toEqual([null, null])
    // Nobody changes or removes them.
    const attempt = (work: string) =>
      server.database.asOwner(async (owner) => {
        await owner.query('begin')
        await owner.query('set local role outstation_tenant')
        await owner.query(`select set_config('app.tenant_id', $1, true)`, [tenant.id])
        try {
          await owner.query(work)
          return 'done'
        } catch (error) {
          return (error as Error).message
        } finally {
          await owner.query('rollback')
        }
      })
    expect(await attempt('update former_round_results set items_failed = 0')).toMatch(/permission denied/)
    expect(await attempt('delete from former_round_results')).toMatch(/permission denied/)
  })

  it('names nobody to whoever does not see who has done rounds', async () => {
    const id = await start((await route()).id)
    const { stops } = await detail(id)
    for (const stop of stops) await record(stop.id, FINE)
    await operator.post(`${PATH}/finishRound`, { id })
    const whoOf = (round: RoundDetail) => [round.doneBy, ...round.stops.map(({ recordedBy }) => recordedBy)]
    expect(whoOf(await detail(id)).every((who) => who?.includes('operator'))).toBe(true)
    expect(whoOf(await detail(id, await tenant.signIn('nobodies')))).toEqual([null, null, null])
  })

  it('opens a corrective order for what failed, and one only while that is open', async () => {
    const { id: routeId, machine } = await route()
    const failing = [
      { key: 'leak', passed: false, note: 'under the flange' },
      { key: 'oil', value: 95 },
    ]
    const first = await detail(await start(routeId), operator)
    const answer = await record(first.stops[0]?.id ?? '', failing)
    expect(answer).toMatchObject({ http: 200, data: { itemsFailed: 2, orders: [{ key: 'leak' }, { key: 'oil' }] } })
    expect(await ordersOf(`round:${routeId}:%`)).toMatchObject([
      { order_kind: 'corrective', equipment_id: machine },
      { order_kind: 'corrective', equipment_id: machine },
    ])
    const second = await detail(await start(routeId), operator)
    await record(second.stops[0]?.id ?? '', failing)
    expect(await ordersOf(`round:${routeId}:%`)).toHaveLength(2)
    expect((await detail(second.id)).stops[0]?.orders.map(({ key }) => key).toSorted()).toEqual(['leak', 'oil'])
  })

  it('counts a stop as scanned by the label of its machine, and by no other', async () => {
    const { id: routeId, machine } = await route()
    const { id: foreign } = await addRow(admin, equipment, { deviceId: null })
    const labelled = async (equipmentId: string) => {
      const token = newToken()
      await rows(`insert into equipment_labels (tenant_id, id, equipment_id, token_hash) values ($1, $2, $3, $4)`, [
        ...[randomUUID(), equipmentId, hashToken(token).toString('hex')],
      ])
      return token
    }
    const [stop] = (await detail(await start(routeId), operator)).stops
    const wasScanned = async () =>
      (await rows<{ was_scanned: boolean }>('select was_scanned from round_results where tenant_id = $1 and id = $2', [stop?.id]))[0]
        ?.was_scanned
    await record(stop?.id ?? '', FINE, { scanned: 1, token: await labelled(foreign) })
    expect(await wasScanned()).toBe(false)
    await record(stop?.id ?? '', FINE, { token: await labelled(machine) })
    expect(await wasScanned()).toBe(true)
  })

  it('keeps what failed at a machine that has left the scope of whoever does it', async () => {
    const { id: routeId, machine } = await route()
    const walker = await walkerOf(routeId)
    const round = await detail(await start(routeId), walker)
    await rows('update equipment set site_id = null, org_id = null where tenant_id = $1 and id = $2', [machine])
    const answer = await record(round.stops[0]?.id ?? '', [{ key: 'leak', passed: false }, FINE[1] ?? {}], {}, walker)
    expect(answer).toMatchObject({ http: 200, data: { itemsFailed: 1, orders: [{ key: 'leak' }] } })
    expect(await ordersOf(`round:${routeId}:%`)).toMatchObject([{ equipment_id: machine }])
  })

  it('is refused with what is missing, unknown or not sent', async () => {
    const { id: routeId } = await route()
    const [stop] = (await detail(await start(routeId), operator)).stops
    const send = (results: readonly object[]) => record(stop?.id ?? '', results)
    const missing = await send([{ key: 'leak', passed: true }])
    expect(missing.http).toBe(409)
    expect(missing.message).toContain('Oil temperature')
    expect(await send([...FINE, { key: 'other', passed: true }])).toMatchObject({ http: 422 })
    expect(await send([...FINE, { key: 'seen', photos: [randomUUID()] }])).toMatchObject({ http: 422 })
    expect(await send([{ key: 'leak', passed: true, colour: 1 }])).toMatchObject({ http: 422 })
    expect((await roundsOf(routeId))[0]).toMatchObject({ stopsDone: 0 })
  })

  it('keeps pictures of a stop, each once', async () => {
    const { id: routeId } = await route()
    const round = await detail(await start(routeId), operator)
    const stopId = round.stops[0]?.id ?? ''
    const id = randomUUID()
    const send = (content: Buffer, fields: Record<string, string> = {}) =>
      upload<{ id: string }>(server.url, operator, `${PATH}/addRoundPhoto`, content, {
        name: 'leak.png',
        fields: { id, stopId, ...fields },
      })
    expect(await Promise.all([send(PIXEL), send(PIXEL)])).toMatchObject([{ http: 200 }, { http: 200 }])
    expect(await send(PIXEL)).toMatchObject({ http: 200, data: { id } })
    expect(await send(PIXEL, { stopId: round.stops[1]?.id ?? '' }), 'the id of a picture of another stop').toMatchObject({ http: 409 })
    expect(await send(Buffer.from('no picture'), { id: randomUUID() })).toMatchObject({ http: 422, errors: [{ field: 'file' }] })
    const shown = [...FINE, { key: 'seen', photos: [id] }]
    expect(await record(round.stops[1]?.id ?? '', shown), 'a picture of another stop').toMatchObject({ http: 422 })
    expect(await record(stopId, shown)).toMatchObject({ http: 200 })
    expect((await detail(round.id)).stops[0]?.photos).toEqual([id])
    const fetched = await operator.post(`${PATH}/downloadRoundPhoto`, { id })
    expect([fetched.http, fetched.headers.get('content-type')]).toEqual([200, 'image/png'])
    const stranger = await (await buildTenant(server)).signIn('admin')
    expect(await stranger.post(`${PATH}/downloadRoundPhoto`, { id })).toMatchObject({ http: 404 })
  })
})

describe('whoever does rounds', () => {
  it('is signed in, has the right, and belongs to the tenant', async () => {
    const { id: routeId } = await route()
    const id = await start(routeId)
    const [stop] = (await detail(id)).stops
    const stranger = await (await buildTenant(server)).signIn('admin')
    const viewer = await tenant.signIn('viewer')
    const bodies: readonly (readonly [string, object])[] = [
      ['startRound', { routeId, requestId: randomUUID() }],
      ['recordRoundStop', { id: stop?.id, results: FINE, requestId: randomUUID() }],
      ['finishRound', { id }],
    ]
    for (const [verb, body] of bodies) {
      expect(await call(server.url, 'POST', `${PATH}/${verb}`, { body }), verb).toMatchObject({ http: 401 })
      expect(await viewer.post(`${PATH}/${verb}`, body), verb).toMatchObject({ http: 403 })
      expect(await stranger.post(`${PATH}/${verb}`, body), verb).toMatchObject({ http: 404 })
    }
    expect(await stranger.get(`${PATH}/queryRoundDetail`, { id })).toMatchObject({ http: 404 })
    expect(await detail(id, viewer)).toMatchObject({ mayRecord: false })
    expect((await roundsOf(routeId))[0]).toMatchObject({ roundState: 'running', stopsDone: 0 })
  })
})
