import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { buildTenant } from '../../../tests/support/builders.ts'
import { requestToken } from '../../../tests/support/client.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { expiredIdentity } from '../../identity/index.ts'
import { expiredCounters } from './housekeeping.ts'
import { build } from '../database/sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

it('removes sessions that nothing can continue and counters that are over, and keeps the rest', async () => {
  const tenant = await buildTenant(server)
  const kept = await tenant.signIn('admin')
  await tenant.signIn('viewer')
  await requestToken(server.url, tenant.code, 'editor', 'wrong password')
  const { transactions } = server.services
  await transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    tx.run(
      build
        .updateTable('refresh_tokens')
        .set({ expires_at: sql`now() - interval '1 second'` })
        .where(
          'session_id',
          'in',
          build
            .selectFrom('sessions')
            .select('id')
            .where('user_id', '=', tenant.users['viewer'] as string),
        ),
    ),
  )
  const count = (table: 'sessions' | 'attempts') =>
    transactions.inPlatform(
      'a test counts',
      async (tx) => Number((await tx.first(build.selectFrom(table).select(sql<string>`count(*)`.as('n'))))?.n),
      'read',
    )
  const counters = await count('attempts')
  expect(await count('sessions')).toBe(2)

  await expiredCounters(transactions)()
  await expiredIdentity(transactions)()
  expect(await count('sessions')).toBe(1)
  expect(await count('attempts')).toBe(counters)
  expect((await kept.get('/api/uaa/users/getSysUser')).http).toBe(200)

  await transactions.inPlatform('a test lets time pass', (tx) =>
    tx.run(build.updateTable('attempts').set({ window_ends_at: sql`now() - interval '1 second'` })),
  )
  await expiredCounters(transactions)()
  await expiredIdentity(transactions)()
  expect(await count('attempts')).toBe(0)
})
