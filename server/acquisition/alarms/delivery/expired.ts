/** Deliveries of long ago; what waits for its alarm to come back is of now. */
import { build } from '../../../kernel/database/sql.ts'
import type { TransactionScopes } from '../../../kernel/database/tenant.ts'
import type { Chore } from '../../../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../../../kernel/runtime/housekeeping.ts'

/** As long as the messages themselves (server/messaging/expired.ts). */
const DELIVERY_DAYS = 30

/** A chore that deletes them. */
export function expiredDeliveries(transactions: TransactionScopes): Chore {
  return deleting(transactions, [
    build.deleteFrom('deliveries').where('created_at', '<', daysAgo(DELIVERY_DAYS)).where('put_aside', '=', false),
  ])
}
