/** Plans for a transaction in which tables grow or shrink by thousands of rows. */
import { sql } from 'kysely'
import { buildFor } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'

const raw = (text: ReturnType<typeof sql>) => ({ compile: () => text.compile(buildFor) })

/**
 * Makes the database plan foreign-key checks for tables that grow within this transaction. The database plans the check of a foreign key
 * once a connection. Planned while a table was small, it reads the whole table for every row, and goes on so while the table grows: 50,000
 * rows took minutes instead of seconds. So such plans are made anew, by index whatever the size.
 */
export async function planForMany(tx: Transaction): Promise<void> {
  await tx.run(raw(sql`set local enable_seqscan = off`))
  await tx.run(raw(sql`discard plans`))
}
