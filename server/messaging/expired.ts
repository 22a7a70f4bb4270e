/** What was sent long ago, and the codes in it that are good no more. */
import { sql } from 'kysely'
import { build } from '../kernel/database/sql.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'
import type { Chore } from '../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../kernel/runtime/housekeeping.ts'

/** How long what was sent can be looked up. */
const MESSAGE_DAYS = 30

/** A chore that deletes them. */
export function expiredMessages(transactions: TransactionScopes): Chore {
  return deleting(transactions, [
    build.deleteFrom('entry_requests').where('created_at', '<', sql<Date>`now() - interval '1 hour'`),
    build
      .updateTable('messages')
      .set({ secret: null })
      .where('secret', 'is not', null)
      .where('expires_at', '<', sql<Date>`now()`),
    build.deleteFrom('messages').where('created_at', '<', daysAgo(MESSAGE_DAYS)),
  ])
}
