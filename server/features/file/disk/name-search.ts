/** Files by a part of their name: which can have it, before row security has judged whose they are. */
import { sql } from 'kysely'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { TransactionScopes } from '../../../kernel/database/tenant.ts'
import { findByPart } from '../../../kernel/resources/part-search.ts'
import { containing } from './folder-pages.ts'

/**
 * Ids of the tenant's files that have it in their names and are not in the bin; `undefined` when there are many, or the index is of no
 * use. Nobody is told of them: the caller's rows are read among them (pages.ts), behind row security.
 */
export async function searchByName(
  transactions: TransactionScopes,
  { tenantId }: Caller,
  part: string,
): Promise<readonly string[] | undefined> {
  const found = await findByPart(transactions, tenantId, {
    index: 'files_name_parts_idx',
    table: 'files',
    column: 'name_key',
    part,
    has: sql<boolean>`name_key like lower(${containing(part)})`,
    where: sql<boolean>`bin_id is null`,
  })
  return found === 'many' ? undefined : found
}
