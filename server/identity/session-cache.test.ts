/** Sessions that are remembered: who is busy stays, however many others come. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { sharedServer } from '../../tests/support/server.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'
import { openSessions } from './sessions.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

it('a session that is in use is not forgotten for others that were seen once', async () => {
  const { transactions, invalidations, grants, settings, clock } = server.services
  let reads = 0
  const counted: TransactionScopes = {
    ...transactions,
    inPlatform(...given: Parameters<TransactionScopes['inPlatform']>) {
      reads += 1
      return transactions.inPlatform(...given)
    },
  } as TransactionScopes
  const sessions = openSessions(counted, invalidations, grants, settings, clock, 2)
  const tokens: string[] = []
  for (const name of ['admin', 'editor', 'viewer', 'admin', 'editor', 'viewer']) tokens.push((await tenant.signIn(name)).token)
  const [busy = '', ...others] = tokens
  await sessions.lease(busy)
  const once = reads
  expect(once).toBeGreaterThan(0)
  for (const other of others) {
    await sessions.lease(other)
    const before = reads
    await sessions.lease(busy)
    expect(reads, 'the busy one is remembered').toBe(before)
  }
  // The others were forgotten, and are read again.
  const before = reads
  await sessions.lease(others[0] as string)
  expect(reads).toBe(before + once)
  await sessions.close()
})
