/** A search in a long log goes over the different texts there are, and gives what going over all rows would give. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantId } from '../../../../model/brands.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

interface LogRow {
  id: string
  username?: string
  url: string
  orgName: string | null
  address: string
  result: string
  title: string
  marked: number
  createTime: string
  duration: number
}
interface Answer {
  list: LogRow[]
  total: number
}

const LIST = '/api/admin/syslog/querySysLog'
const ROWS = 3000

let server: TestServer
let tenant: BuiltTenant
let admin: Client
/** All entries that were made here, the latest first. */
let all: LogRow[]
beforeAll(async () => {
  server = await sharedServer()
  const noNames = {
    roleCode: 'NO_NAMES',
    roleName: 'x',
    roleDescription: '',
    menus: 'all',
    urls: 'all',
    hiddenButtons: [],
    hiddenFields: [{ menu: 'syslog', fields: ['username'] }],
  } as const
  tenant = await buildTenant(server, { roles: [noNames], users: [buildUser({ username: 'nonames', roles: ['NO_NAMES'] })] })
  const other = await buildTenant(server)
  await server.database.asOwner(async (client) => {
    const write = (tenantId: TenantId, worker: string) =>
      client.query(
        `
      insert into logs (tenant_id, id, title, log_type, result, method, url, username, org_name, address, browser, parameters, duration, operation_id, created_at)
      select $1, gen_random_uuid(), case when n % 7 = 0 then 'roles' else 'users' end, 'update', case when n % 10 = 0 then 'failed' else 'ok' end, 'POST', '/made/' || n % 40,
        case when n % 11 > 0 then $2 || n % 300 end, 'Team ' || n % 5, '10.0.0.' || n % 20, 'test', '{}', n % 50, gen_random_uuid(), timestamptz '2024-01-01' + n * interval '1 minute'
      from generate_series(1, ${ROWS}) n`,
        [tenantId, worker],
      )
    await write(tenant.id, 'worker-')
    await write(other.id, 'stranger-')
    await client.query(
      `insert into log_marks (tenant_id, log_id) select tenant_id, id from logs where tenant_id = $1 and url = '/made/3' and title = 'roles'`,
      [tenant.id],
    )
  })
  admin = await tenant.signIn('admin')
  all = (await ask(admin, { pageSize: 10_000, createTimeEnd: '2024-12-31 00:00:00' })).list
})
afterAll(() => server.stop())

const ask = async (client: Client, query: Record<string, string | number>) => (await client.get<Answer>(LIST, query)).data
const holds = (text: string, value: string | null | undefined) => value?.toLowerCase().includes(text.toLowerCase()) ?? false

type Fits = (row: LogRow) => boolean
const searches: [Record<string, string | number>, Fits, number][] = [
  [{ username: 'WORKER-17' }, (row) => holds('worker-17', row.username), 90],
  [{ username: 'worker-' }, (row) => holds('worker-', row.username), 2000],
  [{ username: 'worker_17' }, () => false, 0],
  [{ username: 'stranger' }, () => false, 0],
  [{ url: '/made/3', result: 'failed' }, (row) => holds('/made/3', row.url) && row.result === 'failed', 20],
  [
    { orgName: 'team 4', title: 'roles', createTimeStart: '2024-01-02 00:00:00' },
    (row) => row.orgName === 'Team 4' && row.title === 'roles' && row.createTime >= '2024-01-02',
    20,
  ],
  [{ address: '0.19', username: 'worker-' }, (row) => holds('0.19', row.address) && holds('worker-', row.username), 100],
  [{ marked: 1 }, (row) => row.marked === 1, 5],
  [{ marked: 0, url: '/made/3' }, (row) => row.marked === 0 && holds('/made/3', row.url), 100],
]

describe('a search in a long log', () => {
  it.each(searches)('%o: every page, in both orders and by another column', async (query, fits, least) => {
    const wanted = all.filter(fits)
    expect(wanted.length).toBeGreaterThanOrEqual(least)
    const until = { ...query, createTimeEnd: '2024-12-31 00:00:00' }
    for (const page of [1, 2, 7]) {
      const { list, total } = await ask(admin, { ...until, currentPage: page, pageSize: 10 })
      expect(total).toBe(wanted.length)
      expect(list).toEqual(wanted.slice((page - 1) * 10, page * 10))
    }
    expect((await ask(admin, { ...until, sorter: 'createTime_ascend' })).list).toEqual(wanted.toReversed().slice(0, 10))
    expect((await ask(admin, { ...until, pageSize: 10_000 })).list).toEqual(wanted)
    const longest = wanted
      .map((row) => row.duration)
      .sort((a, b) => b - a)
      .slice(0, 10)
    expect((await ask(admin, { ...until, sorter: 'duration_descend' })).list.map((row) => row.duration)).toEqual(longest)
  })

  it('finds what was written a moment ago', async () => {
    await admin.post('/api/admin/sysrole/addSysRole', {})
    await server.services.journal.flush()
    expect((await ask(admin, { url: 'addSysRole' })).list).toMatchObject([{ url: '/admin/sysrole/addSysRole', username: 'admin' }])
  })

  it('tells nothing of a column that is hidden', async () => {
    const nameless = await tenant.signIn('nonames')
    const [with17, without] = [await ask(nameless, { username: 'worker-17', pageSize: 1 }), await ask(nameless, { pageSize: 1 })]
    expect(with17.total).toBe(without.total)
    expect(with17.list[0]).not.toHaveProperty('username')
  })
})
