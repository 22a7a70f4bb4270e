/** What the operator sees of the platform is right, and is never for a tenant. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlatformState } from '../../../../model/contract/admin/backups.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildPlatform, buildTenant } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

const PATH = '/api/admin/logsystem/queryPlatformState'

let server: TestServer
let operator: Client
let tenant: BuiltTenant
beforeAll(async () => {
  server = await startServer()
  operator = await (await buildPlatform(server)).signIn('admin')
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

const read = async () => (await operator.get<PlatformState>(PATH)).data
const asOwner = (text: string, values: unknown[] = []) => server.database.asOwner((client) => client.query(text, values))

it('is refused to every tenant, whatever their administrator holds', async () => {
  for (const user of ['admin', 'viewer']) expect(await (await tenant.signIn(user)).get(PATH), user).toMatchObject({ http: 403, data: null })
  expect((await call(server.url, 'GET', PATH)).http).toBe(401)
})

it('counts tenants that expire or are suspended, and names quotas that are nearly used up', async () => {
  const before = await read()
  await asOwner("update tenants set expires_at = now() + interval '3 days', user_quota = 3 where id = $1", [tenant.id])
  const soon = await read()
  expect(soon.tenants.expiring).toBe(before.tenants.expiring + 1)
  expect(soon.tenants.all).toBe(before.tenants.all)
  expect(soon.quotas).toContainEqual(expect.objectContaining({ id: tenant.id, quota: 'users', used: 3, most: 3 }))
  await asOwner("update tenants set expires_at = now() - interval '1 day', user_quota = 4 where id = $1", [tenant.id])
  const over = await read()
  expect(over.tenants.expiring).toBe(before.tenants.expiring)
  expect(over.tenants.suspended).toBe(before.tenants.suspended + 1)
  expect(
    over.quotas.filter(({ id }) => id === tenant.id),
    'three of four are not near',
  ).toEqual([])
})

it('tells of failed backups, what waits, and disk', async () => {
  const before = await read()
  expect(before.backups).toEqual({ failed: 0, passedAt: null })
  const row =
    "insert into backups (id, file_name, backup_state, verdict, engine, engine_version, started_by, marked, created_at, finished_at) values (gen_random_uuid(), $1, $2, $3, 'embedded', '1', 'x', 0, $4, $4)"
  const passed = new Date(Date.now() - 3_600_000)
  await asOwner(row, ['a', 'done', 'passed', passed])
  await asOwner(row, ['b', 'failed', null, passed])
  await asOwner(row, ['c', 'done', 'failed', passed])
  await asOwner(row, ['d', 'failed', null, new Date(Date.now() - 8 * 86_400_000)])
  const after = await read()
  expect(after.backups).toEqual({ failed: 2, passedAt: passed.getTime() })
  expect(after.disk.totalMb).toBeGreaterThanOrEqual(after.disk.freeMb)
  expect(after.disk.totalMb).toBeGreaterThan(0)
})
