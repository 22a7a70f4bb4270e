/** Files by a part of their name: which can have it, before row security has judged whose they are. */
import { sql } from 'kysely'
import QuickLRU from 'quick-lru'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { TransactionScopes } from '../../../kernel/database/tenant.ts'
import { containing } from './pages.ts'

/** With more of them it is as quick to read the folder. */
const MAX_MATCHES = 1000
/** For so long a part that many names have is not asked for again: to find out costs half of what reading the folder does. */
const COMMON_MS = 60_000
const MAX_COMMON_PARTS = 1000
const common = new QuickLRU<string, number>({ maxSize: MAX_COMMON_PARTS })
/** What the index knows: three letters or digits in a row. */
const IN_INDEX = /[\p{L}\p{N}]{3}/u

/**
 * Ids of the tenant's files that have it in their names and are not in the bin; `undefined` when there are many, or the index is of no
 * use. Nobody is told of them: the caller's rows are read among them (pages.ts), behind row security.
 */
export async function searchByName(transactions: TransactionScopes, { tenantId }: Caller, part: string): Promise<string[] | undefined> {
  const key = `${tenantId} ${part}`
  if (!IN_INDEX.test(part) || (common.get(key) ?? 0) > Date.now()) return undefined
  const ids = await transactions.inPlatform(
    "an index of parts cannot be asked behind row security; of what it gives the caller's rows are read behind it",
    (tx) =>
      tx.all(
        build
          .selectFrom('files')
          .select('id')
          .where('tenant_id', '=', tenantId)
          .where('bin_id', 'is', null)
          .where(sql<boolean>`name_key like lower(${containing(part)})`)
          .limit(MAX_MATCHES + 1),
      ),
    'read',
  )
  if (ids.length <= MAX_MATCHES) return ids.map(({ id }) => id)
  common.set(key, Date.now() + COMMON_MS)
  return undefined
}
