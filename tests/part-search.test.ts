/** A search by part of a name among very many begins with an index of parts, and gives what going through all rows gives, of nobody else's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'

const LIST = '/api/admin/sysuser/querySysUser'
/** More than are looked at before the index is asked, and than it may name. */
const MADE = 3200

interface Answer {
  list: { id: string }[]
  total: number
  totalIs: string
}

let server: TestServer
let large: BuiltTenant
let other: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer()
  const noNames = {
    roleCode: 'NO_NAMES',
    roleName: 'x',
    roleDescription: '',
    menus: 'all',
    urls: 'all',
    hiddenButtons: [],
    hiddenFields: [{ menu: 'sysuser', fields: ['nickname'] }],
  } as const
  large = await buildTenant(server, { roles: [noNames], users: [buildUser({ username: 'nonames', roles: ['NO_NAMES'] })] })
  other = await buildTenant(server)
  await server.database.asOwner(async (client) => {
    for (const { id } of [large, other])
      await client.query(
        `insert into users (tenant_id, id, username, nickname, password_hash, email, prefix, mobile, org_id, status, created_at)
        select $1, gen_random_uuid(), 'made' || n, case when n <= 2 then 'Seldom seen ' || n when n = 3 then '100% sure' when n = 4 then '100 sure' when n in (5, 6) then chr(75 + n) || 'N-2026-000005' when n > 2100 then 'Behind the first' else '用户甲乙 ' || n end,
          '', 'made' || n || '@example.com', '86', '13' || lpad(n::text, 9, '0'), (select id from organisations where tenant_id = $1 limit 1), n % 2, now() - n * interval '1 second'
        from generate_series(1, ${MADE}) n`,
        [id],
      )
    await client.query('analyze users')
  })
  admin = await large.signIn('admin')
}, 120_000)
afterAll(() => server.stop())

async function found(client: Client, query: Record<string, string>): Promise<Answer> {
  const asked = new URLSearchParams({ currentPage: '1', pageSize: '100', ...query })
  const { http, data } = await client.get<Answer>(`${LIST}?${asked.toString()}`)
  expect(http).toBe(200)
  return data
}

/** What the rows themselves say: of this tenant, in the order of the list. */
async function inRows(condition: string, values: readonly unknown[]): Promise<string[]> {
  return server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from users where tenant_id = $1 and ${condition} order by created_at desc, id desc`,
      [large.id, ...values],
    )
    return rows.map(({ id }) => id)
  })
}

describe('a search by part of a name', () => {
  it.each([
    ['of few', { nickname: 'ldom se' }, 'nickname ilike $2', '%ldom se%'],
    ['of one, by a number', { mobile: '3000003199' }, 'mobile like $2', '%3000003199%'],
    ['of one at the end of many', { username: 'made3199' }, 'username ilike $2', '%made3199%'],
    ['of one, by a whole number whose counter another one has', { nickname: 'pn-2026-000005' }, 'nickname ilike $2', '%PN-2026-000005%'],
    ['of none', { email: 'zzzz' }, 'email ilike $2', '%zzzz%'],
    ['of another script', { nickname: '用户甲乙 171' }, 'nickname ilike $2', '%用户甲乙 171%'],
    ['shorter than the index knows', { username: '99' }, 'username like $2', '%99%'],
    ['with signs that stand for others in a pattern', { nickname: '100% sure' }, 'nickname ilike $2', '%100\\% sure%'],
    ['with signs that end a text', { nickname: "x' or 'x'='x" }, 'nickname ilike $2', "%x'' or ''x''=''x%"],
  ] as const)('%s gives what the rows say', async (_, query, condition, pattern) => {
    const ids = await inRows(condition, [pattern])
    // Twice: what was remembered of the first changes nothing.
    for (const answer of [await found(admin, query), await found(admin, query)]) {
      expect(answer.list.map(({ id }) => id)).toEqual(ids)
      expect([answer.total, answer.totalIs]).toEqual([ids.length, 'exact'])
    }
  })

  it.each([
    ['among the first', 'made'],
    ['behind the first', 'hind the fi'],
  ])('of many, %s, gives its pages', async (_, part) => {
    const key = part === 'made' ? 'username' : 'nickname'
    const ids = await inRows(`${key} ilike $2`, [`%${part}%`])
    expect(ids.length).toBeGreaterThan(1000)
    for (const page of [1, 2]) {
      const { list, total } = await found(admin, { [key]: part, currentPage: String(page) })
      expect(list.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 100, page * 100))
      expect(total).toBe(ids.length)
    }
  })

  it('goes together with other filters and orders', async () => {
    const ids = await inRows('nickname ilike $2 and status = 1', ['%ldom se%'])
    expect((await found(admin, { nickname: 'ldom se', status: '1' })).list.map(({ id }) => id)).toEqual(ids)
    const [one, two] = await inRows('nickname ilike $2', ['%ldom se%'])
    expect((await found(admin, { nickname: 'ldom se', sorter: 'nickname_descend' })).list.map(({ id }) => id)).toEqual([two, one])
  })

  it('finds nothing by a field that the caller does not see', async () => {
    const { total } = await found(await large.signIn('nonames'), { nickname: 'ldom se' })
    expect(total).toBe(MADE + 4)
  })

  it('sees a row that has just been changed, or belongs to somebody else from its beginning on', async () => {
    const theirs = await found(await other.signIn('admin'), { nickname: 'ldom se' })
    expect(theirs.total).toBe(2)
    const [id] = await inRows('nickname ilike $2', ['%用户甲乙 20'])
    const { http } = await admin.put('/api/admin/sysuser/updateSysUser', { id, nickname: 'Quite new' })
    expect(http).toBe(200)
    expect((await found(admin, { nickname: 'ite ne' })).list.map((row) => row.id)).toEqual([id])
  })
})

it('goes through the rows where there is no such index', async () => {
  const without = await startServer()
  try {
    const tenant = await buildTenant(without)
    await without.database.asOwner(async (client) => {
      await client.query('drop index users_parts_idx')
      await client.query(
        `insert into users (tenant_id, id, username, nickname, password_hash, email, prefix, mobile, org_id, status)
        select $1, gen_random_uuid(), 'made' || n, 'made', '', 'made' || n || '@example.com', '86', '13' || lpad(n::text, 9, '0'), (select id from organisations where tenant_id = $1 limit 1), 1
        from generate_series(1, ${MADE}) n`,
        [tenant.id],
      )
    })
    expect((await found(await tenant.signIn('admin'), { username: 'made3199' })).total).toBe(1)
  } finally {
    await without.stop()
  }
}, 60_000)
