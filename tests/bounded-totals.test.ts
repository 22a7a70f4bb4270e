/** A list of more rows than are counted at once says what its total is; one of fewer is exact; and no total is made of rows of others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOUND, totalsAreCounted } from '../server/kernel/resources/totals.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'

const LIST = '/api/admin/sysuser/querySysUser'
/** Of the large tenant, beside the three every tenant is built with and one more. */
const MADE = BOUND + 500
const ALL = MADE + 4
const LOCKED = MADE / 10

interface Answer {
  list: { id: string; username?: string }[]
  total: number
  totalIs: string
  pagination: { total: number; totalIs: string; pageSize: number; current: number }
}

let server: TestServer
let large: BuiltTenant
let small: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  const noStatus = {
    roleCode: 'NO_STATUS',
    roleName: 'x',
    roleDescription: '',
    menus: 'all',
    urls: 'all',
    hiddenButtons: [],
    hiddenFields: [{ menu: 'sysuser', fields: ['status'] }],
  } as const
  large = await buildTenant(server, { roles: [noStatus], users: [buildUser({ username: 'nostatus', roles: ['NO_STATUS'] })] })
  small = await buildTenant(server)
  await server.database.asOwner(async (client) => {
    const write = (tenantId: string, rows: number) =>
      client.query(
        `insert into users (tenant_id, id, username, nickname, password_hash, email, prefix, mobile, org_id, status, created_at)
        select $1, gen_random_uuid(), 'made' || n, 'made', '', 'made' || n || '@example.com', '86', '13' || lpad(n::text, 9, '0'),
          (select id from organisations where tenant_id = $1 limit 1), (n % 10 <> 0)::int, now() - n * interval '1 second'
        from generate_series(1, $2::int) n`,
        [tenantId, rows],
      )
    await write(large.id, MADE)
    await write(small.id, 30)
    await client.query('analyze users')
  })
}, 120_000)
afterAll(() => server.stop())

const read = async (client: Client, query: Record<string, string>) => {
  const asked = new URLSearchParams({ currentPage: '1', pageSize: '10', ...query })
  const { http, data } = await client.get<Answer>(`${LIST}?${asked.toString()}`)
  expect(http).toBe(200)
  expect(data.pagination).toMatchObject({ total: data.total, totalIs: data.totalIs })
  return data
}
const totalOf = async (client: Client, query: Record<string, string> = {}) => {
  const { total, totalIs } = await read(client, query)
  return [total, totalIs]
}

describe('the total of a list', () => {
  it('beyond the bound is at least that, and then what was counted; of others nothing is counted', async () => {
    const admin = await large.signIn('admin')
    expect(await totalOf(admin)).toEqual([BOUND, 'at-least'])
    await totalsAreCounted()
    expect(await totalOf(admin)).toEqual([ALL, 'about'])
    expect(await totalOf(await small.signIn('admin'))).toEqual([33, 'exact'])
  })

  it('is exact for what a filter leaves below the bound', async () => {
    const admin = await large.signIn('admin')
    expect(await totalOf(admin, { status: '0' })).toEqual([LOCKED, 'exact'])
    expect(await totalOf(admin, { username: 'made1234' })).toEqual([1, 'exact'])
    expect(await totalOf(admin, { username: 'no such name' })).toEqual([0, 'exact'])
    expect(await totalOf(await small.signIn('admin'), { username: 'made' })).toEqual([30, 'exact'])
  })

  it('does not count by a field that the caller does not see', async () => {
    const unseeing = await large.signIn('nostatus')
    await totalOf(unseeing, { status: '0' })
    await totalsAreCounted()
    expect(await totalOf(unseeing, { status: '0' })).toEqual([ALL, 'about'])
  })

  it('leads to the last page, which knows it exactly, and behind which there is nothing', async () => {
    const admin = await large.signIn('admin')
    await totalOf(admin)
    await totalsAreCounted()
    const [total] = await totalOf(admin)
    const last = await read(admin, { currentPage: String(Math.ceil(Number(total) / 10)) })
    expect([last.list.length, last.total, last.totalIs]).toEqual([ALL % 10, ALL, 'exact'])
    const behind = await read(admin, { currentPage: '5000' })
    expect([behind.list.length, behind.total]).toEqual([0, ALL])
  })
})
