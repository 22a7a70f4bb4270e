/** Changes that only hold one after the other: of two at once, each would still see the world without the other. */
import { sql } from 'kysely'
import { build } from './sql.ts'
import type { Transaction } from './tenant.ts'

/**
 * Takes an advisory lock by name until the end of the transaction, waiting while another one of the tenant (in platform scope: of anybody)
 * has it.
 */
export async function advisoryLock(tx: Transaction, what: string): Promise<void> {
  await tx.run(build.selectNoFrom(sql`pg_advisory_xact_lock(hashtext(${`${what}:${tx.tenantId ?? ''}`}))`.as('locked')))
}
