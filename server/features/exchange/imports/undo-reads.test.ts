/** Taking back what an import changed costs by the changes that it made, and not by their square. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildFor, typedAs } from '../../../kernel/database/sql.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

/** As many as ten of the batches that they are changed back in. */
const ROWS = 10_000

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

/** Users without a history, and then an import that gave each another name. Gives its id. */
async function changedUsers(): Promise<string> {
  const operation = randomUUID()
  const admin = tenant.users['admin'] as string
  await server.database.asOwner(async (client) => {
    await client.query(
      `insert into users (tenant_id, id, username, nickname, password_hash, email, prefix, mobile, org_id, status)
      select tenant_id, gen_random_uuid(), 'many' || n, 'before', password_hash, 'many' || n || '@example.com', '86', '15' || lpad(n::text, 9, '0'), org_id, 1
      from users, generate_series(1, $2::int) n where tenant_id = $1 and username = 'admin'`,
      [tenant.id, ROWS],
    )
    await client.query('begin')
    await client.query(`select set_config('app.operation_id', $1, true), set_config('app.user_id', $2, true)`, [operation, admin])
    await client.query(`update users set nickname = 'after', version = version + 1 where tenant_id = $1 and username like 'many%'`, [
      tenant.id,
    ])
    await client.query(
      `insert into imports (tenant_id, id, noun, file_name, user_id, rows, added, changed) values ($1, $2, 'users', 'many.xlsx', $3, $4, 0, $4)`,
      [tenant.id, operation, admin, ROWS],
    )
    await client.query('commit')
    await client.query('analyze changes')
  })
  return operation
}

/** Rows of the history that the database read in a transaction, as it counts them itself. */
const READ = typedAs<{ read: string }>(
  buildFor
    .selectFrom('pg_stat_xact_user_tables')
    .select(sql`coalesce(sum(seq_tup_read), 0) + coalesce(sum(idx_tup_fetch), 0)`.as('read'))
    .where('relname', '=', 'changes'),
)

it('reads each change of the import a few times, however many batches there are', async () => {
  const id = await changedUsers()
  const admin = await tenant.signIn('admin')
  let read = 0
  const { transactions } = server.services
  const { inTenant } = transactions
  const counting = vi.spyOn(transactions, 'inTenant').mockImplementation((actor, work, mode) =>
    inTenant(
      actor,
      async (tx) => {
        const before = Number((await tx.first(READ))?.read)
        const result = await work(tx)
        read += Number((await tx.first(READ))?.read) - before
        return result
      },
      mode,
    ),
  )
  try {
    const undone = await admin.post<{ removed: number }>('/api/admin/imports/undoImport', { id })
    expect([undone.http, undone.data?.removed]).toEqual([200, ROWS])
  } finally {
    counting.mockRestore()
  }
  // Which rows it changed, whether they are as it left them, and what they were before.
  expect(read).toBeGreaterThanOrEqual(ROWS)
  expect(read).toBeLessThan(5 * ROWS)
}, 120_000)
