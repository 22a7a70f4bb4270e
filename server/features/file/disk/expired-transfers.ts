/** Uploads that were never finished, whose bytes follow (storage/partial-uploads.ts, sweep), and tickets that are good no more. */
import { sql } from 'kysely'
import { build } from '../../../kernel/database/sql.ts'
import type { TransactionScopes } from '../../../kernel/database/tenant.ts'
import type { Chore } from '../../../kernel/runtime/housekeeping.ts'
import { deleting } from '../../../kernel/runtime/housekeeping.ts'

/** A chore that deletes them. */
export function expiredTransfers(transactions: TransactionScopes): Chore {
  return deleting(transactions, [
    build.deleteFrom('uploads').where('expires_at', '<', sql<Date>`now()`),
    build.deleteFrom('download_tickets').where('expires_at', '<', sql<Date>`now()`),
  ])
}
