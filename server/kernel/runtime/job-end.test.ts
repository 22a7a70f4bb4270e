/** A job that is cancelled at the very moment it ends, before its server has heard of it: what it has made counts for nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { callerOf } from '../authorization/caller.ts'
import { identityOf } from '../authorization/user-identity.ts'
import { build } from '../database/sql.ts'
import { newId } from '../ids.ts'
import type { JobKinds } from './job.ts'

async function* bytes() {
  yield Buffer.from('a file')
}
const kinds: JobKinds = {
  // Cancels itself behind the back of its server, and ends well.
  ending: async ({ id, services, inTenant }) => {
    const file = await services.blobs.write(bytes())
    await inTenant((tx) => tx.run(build.updateTable('jobs').set({ status: 'cancelled' }).where('id', '=', id)))
    return { done: 1, result: { taken: 1 }, file }
  },
}

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await startServer({}, undefined, kinds)
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

it('stays cancelled, without a result, and its file is thrown away', async () => {
  const { transactions, grants, jobs } = server.services
  const identity = await identityOf(transactions, grants, {
    tenantId: tenant.id,
    userId: tenant.users['admin'] as string,
    sessionId: newId(),
  })
  if (!identity) throw new Error('no such user')
  const caller = callerOf(identity, undefined)
  const read = (id: string) =>
    transactions.inTenant({ tenantId: tenant.id }, (tx) => tx.first(build.selectFrom('jobs').selectAll().where('id', '=', id)), 'read')
  const blobs = () => transactions.inTenant({ tenantId: tenant.id }, (tx) => tx.all(build.selectFrom('blobs').select('id')), 'read')
  const before = await blobs()
  const id = await transactions.inTenant(caller, (tx) => jobs.enqueue(tx, caller, 'en', { kind: 'ending', title: 'ending', input: {} }))
  await expect.poll(async () => await read(id), { timeout: 10_000 }).toMatchObject({ attempts: 1, status: 'cancelled' })
  // Longer than what it still had to do.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await read(id)).toMatchObject({ status: 'cancelled', blob_id: null, result: null })
  expect(await blobs()).toEqual(before)
})
