/** Each link of the chain holds the next: whoever changes a row and seals it anew by the product's own rule is found at the seal after it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant, newUser } from '../../tests/support/builders.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { buildFor } from '../kernel/database/sql.ts'
import { appendPending } from './chain-append.ts'
import { chainHash, chainedText } from './chain-hash.ts'
import { verifyChain } from './chain-verify.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  const admin = await tenant.signIn('admin')
  for (let count = 0; count < 3; count += 1) await admin.post('/api/admin/sysuser/addSysUser', newUser(tenant))
  await server.services.journal.flush()
  await appendPending(server.services.transactions)
})
afterAll(() => server.stop())

it('a row that was changed and sealed anew is found at the next seal', async () => {
  const broken = await server.database.asOwner(async (client) => {
    const rows = async <Row>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as Row[]
    const seals = await rows<{ position: string; source: 'log' | 'change'; record: string; hash: Buffer }>(
      'select position, source, record, hash from log_seals where tenant_id = $1 order by position',
      [tenant.id],
    )
    const at = seals.findIndex(({ source }, place) => source === 'change' && place > 0 && place < seals.length - 1)
    const [before, changed, next] = seals.slice(at - 1, at + 2)
    if (!before || !changed || !next) throw new Error('the chain is too short to be changed in its middle')
    await client.query('begin')
    try {
      await client.query('update changes set user_id = null where tenant_id = $1 and position = $2', [tenant.id, changed.record])
      const text = sql<string>`select ${chainedText('change', 'change')} as text from changes as change
        where tenant_id = ${tenant.id}::uuid and position = ${changed.record}::bigint`.compile(buildFor)
      const [row] = await rows<{ text: string }>(text.sql, [...text.parameters])
      const seal = chainHash(before.hash, row?.text ?? '')
      await client.query('update log_seals set hash = $1 where tenant_id = $2 and position = $3', [seal, tenant.id, changed.position])
      const all = async (statement: { compile(): { sql: string; parameters: readonly unknown[] } }) => {
        const compiled = statement.compile()
        return rows(compiled.sql, [...compiled.parameters])
      }
      const tx = { all, first: async (statement: Parameters<typeof all>[0]) => (await all(statement))[0] }
      return { ...(await verifyChain(tx as never, tenant.id)).broken, next: next.position }
    } finally {
      await client.query('rollback')
    }
  })
  expect(broken).toMatchObject({ kind: 'changed', position: broken.next })
})
