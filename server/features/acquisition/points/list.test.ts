/** Points with what they say now: value, quality and time of the list, its filters; for those who may ask for newest values, within their scope and fields. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { points } from '../../../../model/index.ts'
import { administrator } from '../../../../seeds/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { statement } from '../../../acquisition/index.ts'
import type { View } from '../../../kernel/authorization/view.ts'
import { rowsOf } from '../../../kernel/resources/select.ts'

const QUERY = '/api/acquisition/point/queryPoint'
const NEWEST = ['newestValue', 'newestQuality', 'newestAt']
const HOUR_MS = 3_600_000

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: BuiltDevice
let other: BuiltDevice
let measured: number

beforeAll(async () => {
  server = await sharedServer()
  const role = { roleName: 'r', roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  tenant = await buildTenant(server, {
    roles: [
      { ...administrator, roleCode: 'SCOPED', roleName: 'scoped', roleDescription: '' },
      { ...role, roleCode: 'POINTS', urls: ['/acquisition/point/*'] },
      {
        ...role,
        roleCode: 'BLIND',
        urls: ['/acquisition/point/queryPoint', '/acquisition/reading/queryLatestReading'],
        hiddenFields: [{ menu: 'points', fields: ['staleSeconds'] }],
      },
    ],
    users: [
      buildUser({ username: 'scoped', roles: ['SCOPED'] }),
      buildUser({ username: 'points', roles: ['POINTS'] }),
      buildUser({ username: 'blind', roles: ['BLIND'] }),
      buildUser({ username: 'nobody', roles: ['ROLE_AUDITOR'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  device = await buildDevice(server, tenant, {
    good: { unit: 'bar' },
    uncertain: { range_low: 0, range_high: 10 },
    bad: {},
    stale: { stale_seconds: 60 },
    none: { stale_seconds: 60 },
  })
  other = await buildDevice(server, tenant, { good: {} })
  measured = Math.floor(Date.now() / 1000) * 1000
  await sendReadings(server, device, [
    { key: 'good', time: measured, value: 1.5 },
    { key: 'uncertain', time: measured, value: 11 },
    { key: 'bad', time: measured, value: undefined },
    { key: 'stale', time: measured - HOUR_MS, value: 4 },
  ])
  await sendReadings(server, other, [{ key: 'good', time: measured, value: 7 }])
  await server.services.acquisition.states.flush()
}, 60_000)
afterAll(() => server.stop())

interface Answer {
  list: Record<string, unknown>[]
  total: number
  fields: string[]
}
const listed = async (query: Record<string, string> = {}, as = admin) =>
  (await as.get<Answer>(QUERY, { pageSize: '100', deviceId: device.id, ...query })).data
const keysOf = async (query: Record<string, string>, as = admin) => (await listed(query, as)).list.map((row) => row['pointKey']).sort()

it('tells the newest value of each as it is stored, what it is worth, and when it was measured', async () => {
  const rows = new Map((await listed()).list.map((row) => [row['pointKey'], row]))
  const facts = (key: string) => [rows.get(key)?.['newestValue'], rows.get(key)?.['newestQuality']]
  expect(['good', 'uncertain', 'bad', 'stale', 'none'].map(facts)).toEqual([
    [1.5, 'good'],
    [11, 'uncertain'],
    [null, 'bad'],
    [4, 'stale'],
    [null, 'none'],
  ])
  expect(rows.get('none')?.['newestAt']).toBeNull()
  // The clock of the tenant is that of Shanghai, eight hours ahead of UTC all year.
  const wall = (moment: number) => new Date(moment + 8 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')
  expect(rows.get('stale')?.['newestAt']).toBe(wall(measured - HOUR_MS))
})

it('filters by quality, also by having no value, and by time', async () => {
  for (const worth of ['good', 'uncertain', 'bad', 'stale', 'none']) expect(await keysOf({ newestQuality: worth })).toEqual([worth])
  expect((await listed({ newestQuality: 'none' })).total).toBe(1)
  expect((await admin.get(QUERY, { newestQuality: 'fine' })).http).toBe(422)
  const { list } = await listed({ newestAtEnd: '2100-01-01 00:00:00', sorter: 'newestAt_ascend' })
  expect(list.map((row) => row['pointKey'])[0]).toBe('stale')
  expect(list).toHaveLength(4)
})

it('counts as the overview does', async () => {
  const { data } = await admin.get<{ points: Record<string, number> }>('/api/acquisition/overview/queryOverview')
  for (const worth of ['good', 'uncertain', 'bad', 'stale', 'none']) {
    const { data: list } = await admin.get<Answer>(QUERY, { newestQuality: worth })
    expect(list.total, worth).toBe(data.points[worth] ?? 0)
  }
})

it('tells nothing of values to whoever may not ask for them, nor filters or sorts by them', async () => {
  const client = await tenant.signIn('points')
  const { list, fields, total } = await listed({ newestQuality: 'good' }, client)
  // A filter by what is not told is none.
  expect(total).toBe(5)
  for (const name of NEWEST) {
    expect(fields).not.toContain(name)
    expect(list[0]).not.toHaveProperty(name)
  }
  expect((await client.get(QUERY, { sorter: 'newestAt_ascend' })).http).toBe(422)
  const fileFor = async ({ token }: Client) => {
    const response = await fetch(`${server.url}/api/acquisition/point/exportPoint`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify({ fileFormat: 'csv', deviceId: device.id }),
    })
    expect(response.status).toBe(200)
    return response.text()
  }
  expect((await fileFor(admin)).includes('Newest value')).toBe(true)
  expect((await fileFor(client)).includes('Newest value')).toBe(false)
  expect((await (await tenant.signIn('nobody')).get(QUERY)).http).toBe(403)
})

it('does not tell what is stale to whoever does not see after how long', async () => {
  const { list, fields } = await listed({}, await tenant.signIn('blind'))
  expect(fields).toEqual(expect.arrayContaining(['newestValue', 'newestAt']))
  expect(fields).not.toContain('newestQuality')
  expect(list[0]).not.toHaveProperty('newestQuality')
})

it('is narrowed to the rows of a role, and to the tenant', async () => {
  await server.database.asOwner((owner) =>
    owner.query('update devices set created_by = $2 where id = $1', [other.id, tenant.users['scoped']]),
  )
  const stored = await admin.post('/api/admin/sysrole/authorizeDataScope', {
    roleId: tenant.roles['SCOPED'],
    scopes: [{ table: '', kind: 'own' }],
  })
  expect(stored.http, JSON.stringify(stored)).toBe(200)
  const scoped = await tenant.signIn('scoped')
  const { data } = await scoped.get<Answer>(QUERY, { newestQuality: 'good' })
  expect(data.list.map((row) => row['newestValue'])).toEqual([7])
  const stranger = await (await buildTenant(server)).signIn('admin')
  expect((await stranger.get<Answer>(QUERY, { newestQuality: 'good' })).data.total).toBe(0)
})

/** How the database would find them: so few rows are read as a whole, so what is asked is which index can be used. */
async function planOf(worth: string): Promise<string> {
  const view: View = {
    fields: Object.keys(points.fields),
    allowed: [],
    language: 'en',
    isPlatform: false,
    sees: () => true,
    names: () => true,
    naming: () => [],
  }
  const query = rowsOf(points, view, { newestQuality: worth }).select(sql`row.id`.as('id'))
  const plan = await server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
    await tx.run(statement(sql`set local enable_seqscan = off`))
    await tx.run(statement(sql`set local enable_bitmapscan = off`))
    return tx.all(statement(sql`explain ${query as never}`))
  })
  return JSON.stringify(plan)
}

it.each(['bad', 'uncertain'])('finds points that are %s by an index of the few that are not good', async (worth) => {
  expect(await planOf(worth)).toContain('point_states_ill_idx')
})

it('finds points without a value as those that no stored value belongs to', async () => {
  expect(await planOf('none')).toContain('Anti Join')
})

it.each(['good', 'stale', 'none'])('finds points that are %s without reading their rows', async (worth) => {
  // Rows of pages that changed since would be looked at, whatever the index tells of them, and cost the planner as much as any other way.
  await server.database.asOwner((owner) => owner.query('vacuum analyze points'))
  expect(await planOf(worth)).toContain('Index Only Scan using points_worth_idx')
})
