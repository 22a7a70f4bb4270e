/** Trends under a name: one's own and nobody else's, or shared with everybody as far as they may see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryReadingTrend } from '../../../../model/contract/acquisition/readings.ts'
import { administrator } from '../../../../seeds/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { MAX_VIEWS_PER_PAGE } from '../../../kernel/resources/saved-views.ts'

const BASE = '/api/account/trend'
const role = {
  roleCode: 'NONE',
  roleName: 'NONE',
  roleDescription: '',
  menus: 'all',
  urls: [],
  hiddenButtons: [],
  hiddenFields: [],
} as const
/** Reads trends and shares nothing. */
const reader = { ...role, roleCode: 'READER', roleName: 'READER', urls: [queryReadingTrend.path] }
const ID = '00000000-0000-7000-8000-000000000001'
const state = { points: [ID], hidden: [], range: { last: 3_600_000 } }
interface Kept {
  id: string
  trendName: string
  version: number
  state: unknown
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let second: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [role, reader, { ...administrator, roleCode: 'SCOPED', roleName: 'SCOPED', roleDescription: '' }],
    users: [
      buildUser({ username: 'reader', roles: ['READER'] }),
      buildUser({ username: 'ned', org: 'branch', roles: ['SCOPED'] }),
      buildUser({ username: 'second', roles: ['ROLE_ADMIN'] }),
      buildUser({ username: 'none', roles: ['NONE'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  second = await tenant.signIn('second')
})
afterAll(() => server.stop())

const listOf = async (client: Client) => (await client.get<{ list: Kept[] }>(`${BASE}/queryTrend`)).data.list

describe("a trend of one's own", () => {
  it('is kept, renamed, changed and deleted', async () => {
    const { data: id } = await admin.post<string>(`${BASE}/addTrend`, { trendName: 'Boiler', state })
    expect(await listOf(admin)).toEqual([{ id, trendName: 'Boiler', version: 1, state, isShared: false, mayChange: true }])
    const changed = { points: [ID], hidden: [ID], range: { from: Date.UTC(2026, 0), to: Date.UTC(2026, 1) } }
    expect((await admin.put(`${BASE}/updateTrend`, { id, version: 1, trendName: 'Boilers', state: changed })).http).toBe(200)
    expect(await listOf(admin)).toMatchObject([{ id, trendName: 'Boilers', version: 2, state: changed }])
    expect(await admin.put(`${BASE}/updateTrend`, { id, version: 1, trendName: 'x' })).toMatchObject({ http: 409 })
    expect(await admin.post(`${BASE}/addTrend`, { trendName: 'BOILERS', state })).toMatchObject({
      http: 409,
      errors: [{ field: 'trendName' }],
    })
    expect((await admin.post(`${BASE}/deleteTrend`, { id })).http).toBe(200)
    expect(await listOf(admin)).toEqual([])
  })

  it('is refused where it makes no sense', async () => {
    const range = { last: 1000 }
    for (const wrong of [
      { points: [], hidden: [], range },
      { points: ['x'], hidden: [], range },
      { points: [ID, ID], hidden: [], range },
      { points: [ID], hidden: [], range: { last: 1 } },
      { points: [ID], hidden: [], range: { from: Date.UTC(2026, 1), to: Date.UTC(2026, 0) } },
      { points: Array.from({ length: 13 }, (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`), hidden: [], range },
      { points: [ID], hidden: [], range, more: 1 },
    ])
      expect(await admin.post(`${BASE}/addTrend`, { trendName: 'x', state: wrong }), JSON.stringify(wrong)).toMatchObject({ http: 422 })
    for (const trendName of ['', ' ', 'a\u0000b', 'x'.repeat(65)])
      expect(await admin.post(`${BASE}/addTrend`, { trendName, state })).toMatchObject({ http: 422 })
    expect(await listOf(admin)).toEqual([])
  })

  it('is one of so many at most', async () => {
    for (let count = 0; count < MAX_VIEWS_PER_PAGE; count += 1)
      expect((await second.post(`${BASE}/addTrend`, { trendName: `t${count}`, state })).http).toBe(200)
    expect(await second.post(`${BASE}/addTrend`, { trendName: 'one more', state })).toMatchObject({ http: 409 })
    expect(await listOf(second)).toHaveLength(MAX_VIEWS_PER_PAGE)
  })
})

describe('others', () => {
  it('neither see nor change it, in the tenant or beyond, and the calls about lists do not reach it', async () => {
    const { data: id } = await admin.post<string>(`${BASE}/addTrend`, { trendName: 'Mine', state })
    const foreign = await (await buildTenant(server)).signIn('admin')
    for (const client of [second, foreign]) {
      expect((await listOf(client)).map((row) => row.id)).not.toContain(id)
      expect(await client.put(`${BASE}/updateTrend`, { id, trendName: 'theirs' })).toMatchObject({ http: 404 })
      expect(await client.post(`${BASE}/deleteTrend`, { id })).toMatchObject({ http: 404 })
    }
    for (const [verb, body] of [
      ['updateListView', { id, viewName: 'x' }],
      ['deleteListView', { id }],
    ] as const) {
      expect(
        await (verb === 'updateListView'
          ? admin.put(`/api/account/listview/${verb}`, body)
          : admin.post(`/api/account/listview/${verb}`, body)),
        verb,
      ).toMatchObject({ http: 404 })
    }
    expect(await admin.post('/api/admin/listview/shareListView', { id, audience: 'tenant', roleId: [] })).toMatchObject({ http: 404 })
    expect((await listOf(admin)).map((row) => row.trendName)).toEqual(['Mine'])
  })

  it('without a session or without trends are refused', async () => {
    expect(await call(server.url, 'GET', `${BASE}/queryTrend`)).toMatchObject({ http: 401 })
    const none = await tenant.signIn('none')
    expect(await listOf(none), 'what was kept while it was allowed stays out of sight').toEqual([])
    expect(await none.post(`${BASE}/addTrend`, { trendName: 'x', state })).toMatchObject({ http: 403 })
  })
})

describe('a shared trend', () => {
  const idsOf = async (device: BuiltDevice) => {
    const { data } = await admin.get<{ list: { id: string }[] }>('/api/acquisition/point/queryPoint', { deviceId: device.id })
    return data.list.map(({ id }) => id)
  }

  it('is read by everybody who may read trends, and changed by whoever may share', async () => {
    const [point] = await idsOf(await buildDevice(server, tenant, { temperature: {} }))
    const shown = { points: [point], hidden: [], range: { last: 60_000 }, compare: 'day', axes: { '°C': { min: 0 } } }
    const { data: id } = await admin.post<string>(`${BASE}/addTrend`, { trendName: 'Everybody', state: shown })
    expect((await admin.put(`${BASE}/shareTrend`, { id, isShared: true })).http).toBe(200)
    for (const [client, mayChange] of [
      [await tenant.signIn('second'), true],
      [await tenant.signIn('reader'), false],
    ] as const) {
      expect((await listOf(client)).find((row) => row.id === id)).toMatchObject({ state: shown, isShared: true, mayChange })
      expect((await client.put(`${BASE}/updateTrend`, { id, trendName: 'Everybody' })).http).toBe(mayChange ? 200 : 403)
    }
    const reader = await tenant.signIn('reader')
    expect((await reader.post(`${BASE}/deleteTrend`, { id })).http).toBe(403)
    expect((await reader.put(`${BASE}/shareTrend`, { id, isShared: false })).http).toBe(403)
    expect(await listOf(await tenant.signIn('none'))).toEqual([])
    expect((await listOf(await (await buildTenant(server)).signIn('admin'))).map((row) => row.id)).not.toContain(id)
    // It becomes the own one of whoever takes it back.
    expect((await (await tenant.signIn('second')).put(`${BASE}/shareTrend`, { id, isShared: false })).http).toBe(409)
    expect((await admin.put(`${BASE}/shareTrend`, { id, isShared: false })).http).toBe(200)
    expect((await listOf(reader)).map((row) => row.id)).not.toContain(id)
  })

  it('shows the points that its reader may see, and nobody loses what they do not see of it', async () => {
    const [near, far] = [await buildDevice(server, tenant, { temperature: {} }), await buildDevice(server, tenant, { temperature: {} })]
    const [[own], [hidden]] = [await idsOf(near), await idsOf(far)]
    const { data: site } = await admin.post<{ id: string }>('/api/acquisition/site/addSite', {
      siteCode: 'shared',
      siteName: 'shared',
      orgId: tenant.organisations['branch'],
    })
    const row = (await admin.get<{ list: { version: number }[] }>('/api/acquisition/device/queryDevice', { id: near.id })).data.list[0]
    expect((await admin.put('/api/acquisition/device/updateDevice', { id: near.id, version: row?.version, siteId: site.id })).http).toBe(
      200,
    )
    const scopes = [{ table: '', kind: 'below' }]
    expect((await admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['SCOPED'], scopes })).http).toBe(200)
    const add = async (trendName: string, points: unknown[], more: object = {}) => {
      const { data: id } = await admin.post<string>(`${BASE}/addTrend`, {
        trendName,
        state: { points, hidden: [], range: { last: 60_000 }, ...more },
      })
      expect((await admin.put(`${BASE}/shareTrend`, { id, isShared: true })).http).toBe(200)
      return id
    }
    const [both, none] = [await add('Both', [hidden, own], { hidden: [hidden], compare: far.id }), await add('Far', [hidden])]
    const ned = await tenant.signIn('ned')
    const seen = await listOf(ned)
    expect(seen.find(({ id }) => id === both)?.state).toEqual({ points: [own], hidden: [], range: { last: 60_000 } })
    expect(seen.map(({ id }) => id)).not.toContain(none)
    const change = { id: both, state: { points: [own], hidden: [], range: { last: 1000 } } }
    expect((await ned.put(`${BASE}/updateTrend`, change)).http).toBe(403)
    expect((await ned.put(`${BASE}/updateTrend`, { id: both, trendName: 'Both of them' })).http).toBe(200)
    expect((await listOf(admin)).find(({ id }) => id === both)).toMatchObject({
      trendName: 'Both of them',
      state: { points: [hidden, own] },
    })
  })
})
