/**
 * Samples and roll-ups have no foreign key to their tenant: it would be looked up for every sample, which takes longer than
 * storing it. What a foreign key does is done once a batch instead. Erasing a tenant locks its entry first
 * (tenancy/erase-tenant.ts), and so either waits for this transaction or keeps it from storing anything of that tenant.
 */
import { sql } from 'kysely'
import type { Transaction } from '../kernel/database/tenant.ts'
import { pgArray } from '../kernel/database/pg-array.ts'
import { statement } from './statement.ts'

/** Ids of those tenants that exist and are not about to be erased, with a share lock until the end of the transaction. */
export async function shareLockTenants(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  // Who is being erased is skipped: waiting would hold up the readings of all other tenants.
  const rows = await tx.all(
    statement(sql<{ id: string }>`select id from tenants where id = any(${pgArray(ids)}::uuid[]) order by id for key share skip locked`),
  )
  return new Set(rows.map(({ id }) => id))
}
