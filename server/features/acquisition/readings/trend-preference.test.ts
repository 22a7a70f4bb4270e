/** What somebody keeps of trends is theirs alone, everywhere, as far as they see it; what trends open with and what is found never reads everything. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TrendPreference } from '../../../../model/contract/acquisition/trend-preference.ts'
import { MAX_PREFERRED } from '../../../../model/contract/acquisition/trend-preference.ts'
import type { FoundPoints } from '../../../../model/contract/acquisition/trend-points.ts'
import { MAX_FOUND, queryTrendPoint } from '../../../../model/contract/acquisition/trend-points.ts'
import { administrator } from '../../../../seeds/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { statement } from '../../../acquisition/index.ts'
import { valuedPoints } from './first-trend.ts'
import { foundBy } from './trend-points.ts'

const BASE = '/api/account/trend'
const HOUR = 3_600_000
const role = { roleName: 'x', roleDescription: '', menus: 'all', urls: 'all', hiddenButtons: [], hiddenFields: [] } as const

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  tenant = await buildTenant(server, {
    roles: [
      { ...role, roleCode: 'NONE', urls: [] },
      { ...role, roleCode: 'NO_DEVICES', hiddenFields: [{ menu: 'devices', fields: ['deviceCode', 'deviceName'] }] },
      { ...administrator, roleCode: 'SCOPED', roleName: 'SCOPED', roleDescription: '' },
    ],
    users: [
      buildUser({ username: 'second', roles: ['ROLE_ADMIN'] }),
      buildUser({ username: 'none', roles: ['NONE'] }),
      buildUser({ username: 'nodevices', roles: ['NO_DEVICES'] }),
      buildUser({ username: 'ned', org: 'branch', roles: ['SCOPED'] }),
    ],
  })
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const preferenceOf = async (client: Client) => (await client.get<TrendPreference>(`${BASE}/queryTrendPreference`)).data
const idsOf = (list: readonly { pointId: string }[]) => list.map(({ pointId }) => pointId)
const look = (client: Client, points: readonly string[], more: object = {}) =>
  client.put(`${BASE}/updateLastTrend`, { state: { points, hidden: [], range: { last: HOUR }, ...more } })
const star = (client: Client, pointId: string, isFavourite = true) => client.put(`${BASE}/updateFavouritePoint`, { pointId, isFavourite })

/** The ids of a device's points, by their keys. */
async function pointsOf(device: BuiltDevice): Promise<Record<string, string>> {
  const { rows } = await server.database.asOwner((owner) =>
    owner.query<{ id: string; point_key: string }>('select id, point_key from points where tenant_id = $1 and device_id = $2', [
      tenant.id,
      device.id,
    ]),
  )
  return Object.fromEntries(rows.map(({ id, point_key: key }) => [key, id]))
}
async function report(device: BuiltDevice, key: string, hoursAgo: number, value: number | null = 1): Promise<void> {
  await server.database.asOwner(async (owner) => {
    const ago = `${hoursAgo} hours`
    await owner.query(
      `insert into point_states (tenant_id, series, time, value, quality, reason) values ($1, $2, now() - $3::interval, $4, 192, 0)`,
      [tenant.id, device.series[key], ago, value],
    )
    await owner.query(
      `insert into device_states (tenant_id, device_id, seen_at) values ($1, $2, now() - $3::interval) on conflict do nothing`,
      [tenant.id, device.id, ago],
    )
  })
}

describe('what somebody keeps of trends', () => {
  it('is the same wherever they sign in, and nobody else has it', async () => {
    const { a, b, c } = await pointsOf(await buildDevice(server, tenant, { a: { unit: 'bar' }, b: {}, c: {} }))
    expect((await look(admin, [a, b] as string[])).http).toBe(200)
    expect((await look(admin, [c, a] as string[], { marks: false, axes: { bar: { min: 1e-300, max: 1e300 } } })).http).toBe(200)
    await star(admin, a as string)
    expect(await star(admin, c as string)).toMatchObject({
      http: 200,
      data: { list: [{ pointId: c }, { pointId: a, point: { unit: 'bar' } }] },
    })
    const elsewhere = await tenant.signIn('admin')
    const kept = await preferenceOf(elsewhere)
    expect(kept.opening).toEqual({
      points: [c, a],
      hidden: [],
      range: { last: HOUR },
      marks: false,
      axes: { bar: { min: 1e-300, max: 1e300 } },
    })
    expect([idsOf(kept.recent), idsOf(kept.favourites)]).toEqual([
      [c, a, b],
      [c, a],
    ])
    await star(elsewhere, c as string, false)
    expect(idsOf((await preferenceOf(admin)).favourites)).toEqual([a])
    for (const stranger of [await tenant.signIn('second'), await (await buildTenant(server)).signIn('admin')])
      expect(await preferenceOf(stranger)).toEqual({ opening: null, recent: [], favourites: [] })
  })

  it('has its bounds, and what makes no sense is refused', async () => {
    const keys = Array.from({ length: MAX_PREFERRED.favourites + 2 }, (_, index) => `k${index}`)
    const device = await buildDevice(server, tenant, Object.fromEntries(keys.map((key) => [key, {}])))
    const points = await pointsOf(device)
    const ids = keys.map((key) => points[key] as string)
    const axes = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`${'\u0001'.repeat(14)}${at}`, { min: -1.2e-300, max: 1.2e300 }]),
    )
    for (let at = 0; at + 12 <= ids.length; at += 12) {
      const some = ids.slice(at, at + 12)
      expect((await look(admin, some, { hidden: some, axes })).http).toBe(200)
    }
    for (const id of ids.slice(0, MAX_PREFERRED.favourites)) expect((await star(admin, id)).http).toBe(200)
    expect(await star(admin, ids.at(-1) as string)).toMatchObject({ http: 409, message: expect.stringContaining('50') })
    const kept = await preferenceOf(admin)
    expect([kept.recent.length, kept.favourites.length]).toEqual([MAX_PREFERRED.recent, MAX_PREFERRED.favourites])
    // One that is gone makes room.
    await server.database.asOwner((owner) => owner.query('delete from points where tenant_id = $1 and id = $2', [tenant.id, ids[0]]))
    expect((await star(admin, ids.at(-1) as string)).http).toBe(200)
    expect((await look(admin, [])).http).toBe(422)
    expect((await star(admin, 'x')).http).toBe(422)
    expect((await star(admin, ids[0] as string)).http).toBe(404)
  })

  it('is for those who have signed in and read trends', async () => {
    expect(await call(server.url, 'GET', `${BASE}/queryTrendPreference`)).toMatchObject({ http: 401 })
    const { a } = await pointsOf(await buildDevice(server, tenant, { a: {} }))
    const none = await tenant.signIn('none')
    expect(await preferenceOf(none)).toEqual({ opening: null, recent: [], favourites: [] })
    expect((await look(none, [a as string])).http).toBe(403)
    expect((await star(none, a as string)).http).toBe(403)
    expect((await none.get<FoundPoints>(`${BASE}/queryTrendPoint`, { keyword: 'a' })).data.list).toEqual([])
  })

  it('does not tell of points that are out of sight, and has them again with the right to see them', async () => {
    const [near, far] = [await buildDevice(server, tenant, { a: {} }), await buildDevice(server, tenant, { a: {} })]
    const [{ a: own }, { a: hidden }] = [await pointsOf(near), await pointsOf(far)] as [{ a: string }, { a: string }]
    const ned = await tenant.signIn('ned')
    expect((await look(ned, [hidden, own], { compare: far.id })).http).toBe(200)
    for (const id of [own, hidden]) expect((await star(ned, id)).http).toBe(200)
    const { data: site } = await admin.post<{ id: string }>('/api/acquisition/site/addSite', {
      siteCode: 'near',
      siteName: 'near',
      orgId: tenant.organisations['branch'],
    })
    const row = (await admin.get<{ list: { version: number }[] }>('/api/acquisition/device/queryDevice', { id: near.id })).data.list[0]
    await admin.put('/api/acquisition/device/updateDevice', { id: near.id, version: row?.version, siteId: site.id })
    const scope = (kind: string) =>
      admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['SCOPED'], scopes: [{ table: '', kind }] })
    expect((await scope('below')).http).toBe(200)
    const seen = await preferenceOf(ned)
    expect(seen.opening).toEqual({ points: [own], hidden: [], range: { last: HOUR } })
    expect([idsOf(seen.recent), idsOf(seen.favourites)]).toEqual([[own], [own]])
    expect((await star(ned, hidden)).http).toBe(404)
    expect(idsOf((await ned.get<FoundPoints>(`${BASE}/queryTrendPoint`, { keyword: 'a' })).data.list)).toEqual([own])
    expect((await scope('all')).http).toBe(200)
    expect(idsOf((await preferenceOf(ned)).recent)).toEqual([hidden, own])
  })
})

describe('trends open', () => {
  it('with points of the device heard of last that has values of these hours, then with older ones, and with favourites before', async () => {
    expect((await preferenceOf(admin)).opening).toBeNull()
    const [old, empty, fresh] = [
      await buildDevice(server, tenant, { a: {} }),
      await buildDevice(server, tenant, { a: {} }),
      await buildDevice(server, tenant, { a: {}, b: {}, c: {}, d: {}, e: {}, f: {} }),
    ]
    await report(old, 'a', 50)
    const [{ a: older }, points] = [await pointsOf(old), await pointsOf(fresh)]
    const { opening } = await preferenceOf(admin)
    expect(opening).toMatchObject({ points: [older] })
    const { from, to } = opening?.range as { from: number; to: number }
    const at = Date.now() - 50 * HOUR
    expect(from < at && at < to + HOUR && to - from < 9 * HOUR).toBe(true)
    for (const [device, key, hours, value] of [
      [fresh, 'a', 2, null],
      [fresh, 'f', 30, 1],
      ...['b', 'c', 'd', 'e'].map((key) => [fresh, key, 2, 1] as const),
      [empty, 'a', 1, null],
    ] as const)
      await report(device, key, hours, value)
    const { opening: now } = await preferenceOf(admin)
    expect(now?.points.toSorted()).toEqual(['b', 'c', 'd', 'e'].map((key) => points[key]).toSorted())
    expect(now?.range).toEqual({ last: 8 * HOUR })
    await star(admin, older as string)
    expect((await preferenceOf(admin)).opening).toMatchObject({ points: [older], range: { last: 8 * HOUR } })
  })
})

describe('points for a trend', () => {
  const search = async (client: Client, query: Record<string, string | number>) =>
    (await client.get<FoundPoints>(`${BASE}/queryTrendPoint`, query)).data

  it('are found by all words in what they and their devices are called, as far as somebody sees that, page by page', async () => {
    const [one, two] = [await buildDevice(server, tenant, { pressure: {}, flow_1: {}, flow21: {} }), await buildDevice(server, tenant)]
    const of = await pointsOf(one)
    const found = async (keyword: string, client = admin) => idsOf((await search(client, { keyword })).list)
    expect(await found(`${one.code.slice(2)} PRESS`)).toEqual([of['pressure']])
    expect(await found('flow_1')).toEqual([of['flow_1']])
    expect(await found(`pressure ${two.code}`)).toEqual([])
    expect((await search(admin, { keyword: 'flow21' })).list).toMatchObject([
      { point: { deviceCode: one.code, pointKey: 'flow21' }, deviceName: one.code },
    ])
    const blind = await tenant.signIn('nodevices')
    expect(await found(one.code, blind)).toEqual([])
    const [row] = (await search(blind, { keyword: 'flow21' })).list
    expect([row?.pointId, row?.point.deviceCode, row?.deviceName]).toEqual([of['flow21'], undefined, undefined])
    expect(await found('flow21', await (await buildTenant(server)).signIn('admin'))).toEqual([])
    for (const keyword of ['', 'x'.repeat(129), 'a\u0000']) expect((await admin.get(`${BASE}/queryTrendPoint`, { keyword })).http).toBe(422)
    expect(queryTrendPoint.input.safeParse({ keyword: 'x', currentPage: 1001 }).success).toBe(false)
  })

  it('are never read all where many fit, and neither are those that trends open with', async () => {
    const PER_DEVICE = 40
    for (let count = 0; count < 60; count += 1) {
      const keys = Array.from({ length: PER_DEVICE }, (_, index) => `speed${index}`)
      await report(await buildDevice(server, tenant, Object.fromEntries(keys.map((key) => [key, {}]))), 'speed7', 1)
    }
    await server.database.asOwner((owner) => owner.query('analyze points, devices, point_states, device_states'))
    const pages = [await search(admin, { keyword: 'speed' }), await search(admin, { keyword: 'speed', currentPage: 2 })]
    expect(pages.map(({ list, left, leftIs }) => [list.length, left, leftIs])).toEqual([
      [MAX_FOUND.page, MAX_FOUND.counted, 'at-least'],
      [MAX_FOUND.page, MAX_FOUND.counted, 'at-least'],
    ])
    expect(new Set(pages.flatMap(({ list }) => idsOf(list))).size).toBe(2 * MAX_FOUND.page)
    expect(await search(admin, { keyword: 'speed7', currentPage: 2 })).toMatchObject({ list: { length: 10 }, left: 0, leftIs: 'exact' })

    const read = await rowsRead(
      foundBy(['speed'], { ofPoint: ['point_name'], ofDevice: ['device_code'], isDeviceNamed: false, isPlaced: true }, 0),
    )
    // What is told and counted, and the rest of the devices that are sorted together.
    expect(read('points', 'CTE hits')).toBeLessThanOrEqual(MAX_FOUND.page + MAX_FOUND.counted + 1 + 3 * PER_DEVICE)
    const opened = await rowsRead(valuedPoints())
    expect(opened('points')).toBeLessThanOrEqual(20 * PER_DEVICE)
  })
})

interface Plan {
  readonly 'Relation Name'?: string
  readonly 'Subplan Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** How many rows of each table a statement of the tenant reads, in all or in a part that has a name. */
async function rowsRead(raw: ReturnType<typeof sql>): Promise<(table: string, part?: string) => number> {
  const [row] = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    tx.all(statement(sql<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>`explain (analyze, format json) ${raw}`)),
  )
  const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)]
  const all = partsOf(row?.['QUERY PLAN'][0]?.Plan as Plan)
  return (table, part) =>
    (part === undefined ? all : all.filter((plan) => plan['Subplan Name'] === part).flatMap(partsOf))
      .filter((plan) => plan['Relation Name'] === table)
      .reduce((sum, plan) => sum + (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'], 0)
}
