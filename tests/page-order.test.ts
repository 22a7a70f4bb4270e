/** Rows that are alike in the column a list is sorted by: in the order of their ids, so that each stands on one page. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant } from './support/builders.ts'
import type { Client } from './support/client.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'

const ALIKE = 60
const PAGE = 7

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  // Random ids, so that the order in which rows were written is not the one in which they have to come; all at one moment.
  await server.database.asOwner((client) =>
    client.query(
      `insert into users (tenant_id, id, username, nickname, password_hash, email, prefix, mobile, org_id, status, created_at)
       select $1, gen_random_uuid(), 'alike' || n, 'Alike', '', 'alike' || n || '@example.com', '86', '139' || lpad(n::text, 8, '0'), $2, 1, now()
       from generate_series(1, ${ALIKE}) as n`,
      [tenant.id, tenant.organisations['branch']],
    ),
  )
})
afterAll(() => server.stop())

/** Ids of all pages, as they are turned one after the other. */
async function turned(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let currentPage = 1; ; currentPage += 1) {
    const { data } = await admin.get<{ list: { id: string }[]; total: number }>('/api/admin/sysuser/querySysUser', {
      ...query,
      currentPage,
      pageSize: PAGE,
    })
    expect(data.total).toBe(ALIKE)
    ids.push(...data.list.map(({ id }) => id))
    if (data.list.length < PAGE) return ids
  }
}

it.each([
  ['by a text, with a filter that looks at every row', { sorter: 'nickname_ascend', nickname: 'Alike' }, 1],
  ['the other way round', { sorter: 'nickname_descend', nickname: 'Alike' }, -1],
  ['by the time, as the list comes by itself', { nickname: 'Alike' }, -1],
  ['by a choice, with another filter', { sorter: 'status_ascend', nickname: 'Alike', status: '1' }, 1],
])('%s', async (_name, query, direction) => {
  const ids = await turned(query)
  expect(new Set(ids).size).toBe(ALIKE)
  expect(ids).toEqual([...ids].sort((one, other) => (one < other ? -direction : direction)))
})
