import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from './sql.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

const owner = () => ({ tenantId: tenant.id })
const wrong = () => build.selectNoFrom(sql<number>`1 / 0`.as('never'))
const names = () =>
  server.services.transactions.inTenant(owner(), (tx) => tx.all(build.selectFrom('organisations').select('org_name')), 'read')

describe('a transaction', () => {
  it('keeps nothing when the work fails, and leaves the connection clean', async () => {
    const before = await names()
    await expect(
      server.services.transactions.inTenant(owner(), async (tx) => {
        await tx.run(build.updateTable('organisations').set({ org_name: 'lost' }))
        throw new Error('after the write')
      }),
    ).rejects.toThrow('after the write')
    expect(await names()).toEqual(before)
  })

  it('does not pretend to be committed when a failed statement was overlooked', async () => {
    await expect(
      server.services.transactions.inTenant(owner(), async (tx) => {
        void tx.all(wrong())
        await Promise.resolve()
      }),
    ).rejects.toThrow('rolled back')
  })

  it('survives statements that fail while nobody waits for them any more', async () => {
    // A rejection nobody handles ends a server, and fails this run.
    await expect(
      server.services.transactions.inTenant(owner(), async (tx) => {
        const [first, second, third] = [tx.all(wrong()), tx.first(wrong()), tx.run(wrong())]
        await first
        await Promise.all([second, third])
      }),
    ).rejects.toMatchObject({ code: '22012' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await names()).length).toBe(3)
  })

  it('writes nothing when it only reads', async () => {
    await expect(
      server.services.transactions.inTenant(owner(), (tx) => tx.run(build.deleteFrom('user_posts')), 'read'),
    ).rejects.toMatchObject({ code: '25006' })
  })

  it('takes nothing but an id for a tenant', () => {
    for (const tenantId of ['', 'x', `${tenant.id}'; reset role; --`, tenant.id.toUpperCase()]) {
      expect(() => server.services.transactions.inTenant({ tenantId }, () => Promise.resolve())).toThrow(TypeError)
    }
  })
})
