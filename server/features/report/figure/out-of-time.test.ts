/** Figures whose statement does not end in time: whoever waits is told to have them made in the background, where it may take longer. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statement } from '../../../acquisition/index.ts'
import type { Extent } from '../../../figures/index.ts'
import { openFigures } from '../../../figures/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import { identityOf } from '../../../kernel/authorization/user-identity.ts'
import type { TransactionScopes } from '../../../kernel/database/tenant.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const t = translatorFor('en')
const document = { format: 1, subject: 'users', measures: [{ as: 'n', of: 'count' }] }

let server: TestServer
let caller: Caller
beforeAll(async () => {
  server = await sharedServer()
  const tenant = await buildTenant(server)
  const { transactions, grants } = server.services
  const identity = await identityOf(transactions, grants, {
    tenantId: tenant.id,
    userId: tenant.users['admin'] as string,
    sessionId: 'test',
  })
  if (!identity) throw new Error('there is no administrator')
  caller = callerOf(identity, undefined)
})
afterAll(() => server.stop())

const ask = (inTenant: TransactionScopes['inTenant'], extent: Extent) =>
  openFigures({ ...server.services, isAlone: false, transactions: { ...server.services.transactions, inTenant } }).query(
    caller,
    t,
    { document },
    extent,
  )

it.each([
  ['page', 'figure.as-job'],
  ['job', 'figure.too-much'],
] as const)('a %s is refused as %s', async (extent, code) => {
  // As PostgreSQL says it (query_canceled).
  const canceled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  await expect(ask(() => Promise.reject(canceled), extent)).rejects.toMatchObject({ code, status: 422 })
})

it('a statement of a job may take ten minutes, and none of a page more than any call has', async () => {
  const times: string[] = []
  const noting: TransactionScopes['inTenant'] = (actor, work, mode) =>
    server.services.transactions.inTenant(
      actor,
      async (tx) => {
        const result = await work(tx)
        times.push((await tx.first(statement(sql<{ most: string }>`select current_setting('statement_timeout') as most`)))?.most ?? '')
        return result
      },
      mode,
    )
  expect((await ask(noting, 'page')).rows).toHaveLength(1)
  expect((await ask(noting, 'job')).rows).toHaveLength(1)
  expect(times).toEqual([expect.not.stringMatching(/^10min$/), '10min'])
})
