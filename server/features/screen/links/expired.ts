/** Links that have led nowhere for a while, with the sessions behind them, and displays that have not been seen for long. */
import { sql } from 'kysely'
import { build } from '../../../kernel/database/sql.ts'
import type { TransactionScopes } from '../../../kernel/database/tenant.ts'
import type { Chore } from '../../../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../../../kernel/runtime/housekeeping.ts'
import './tables.ts'

/** How long a link that is revoked or has expired is still listed, so that it can be told who made it and when it ended. */
const LISTED_DAYS = 90
const SEEN_DAYS = 30

/** A chore that deletes them. */
export function expiredScreenLinks(transactions: TransactionScopes): Chore {
  return deleting(transactions, [
    build
      .deleteFrom('screen_links')
      .where((where) => where.or([where('expires_at', '<', daysAgo(LISTED_DAYS)), where('revoked_at', '<', daysAgo(LISTED_DAYS))])),
    build.deleteFrom('screen_displays').where('seen_at', '<', daysAgo(SEEN_DAYS)),
    build.deleteFrom('sessions').where((where) =>
      where.exists(
        where
          .selectFrom('screen_links')
          .select(sql`1`.as('one'))
          .whereRef('screen_links.tenant_id', '=', 'sessions.tenant_id')
          .whereRef('screen_links.id', '=', 'sessions.screen_link_id')
          .where('revoked_at', 'is not', null),
      ),
    ),
  ])
}
