/** Trends under a name: one's own and nobody else's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
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
    roles: [role],
    users: [buildUser({ username: 'second', roles: ['ROLE_ADMIN'] }), buildUser({ username: 'none', roles: ['NONE'] })],
  })
  admin = await tenant.signIn('admin')
  second = await tenant.signIn('second')
})
afterAll(() => server.stop())

const listOf = async (client: Client) => (await client.get<{ list: Kept[] }>(`${BASE}/queryTrend`)).data.list

describe("a trend of one's own", () => {
  it('is kept, renamed, changed and deleted', async () => {
    const { data: id } = await admin.post<string>(`${BASE}/addTrend`, { trendName: 'Boiler', state })
    expect(await listOf(admin)).toEqual([{ id, trendName: 'Boiler', version: 1, state }])
    const changed = { points: [ID], hidden: [ID], range: { from: Date.UTC(2026, 0), to: Date.UTC(2026, 1) } }
    expect((await admin.put(`${BASE}/updateTrend`, { id, version: 1, trendName: 'Boilers', state: changed })).http).toBe(200)
    expect(await listOf(admin)).toEqual([{ id, trendName: 'Boilers', version: 2, state: changed }])
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
