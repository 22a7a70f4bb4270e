/** Sessions that are over and can no longer be refreshed, with their tokens; codes, challenges, captchas and links that are good no more. */
import { sql } from 'kysely'
import { build } from '../kernel/database/sql.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'
import type { Chore } from '../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../kernel/runtime/housekeeping.ts'
import { PUBLISHED_DAYS } from './signing-keys.ts'

/** How long decided registrations can be looked up. */
const REGISTRATION_DAYS = 90

/** A chore that deletes tokens, codes, keys, challenges and the like of this subsystem once they are of no use any more. */
export function expiredIdentity(transactions: TransactionScopes): Chore {
  return deleting(transactions, [
    build.deleteFrom('refresh_tokens').where('expires_at', '<', sql<Date>`now()`),
    build.deleteFrom('factor_challenges').where('expires_at', '<', sql<Date>`now()`),
    // A used code is remembered for a day: should somebody come with it again, they are known.
    build.deleteFrom('authorization_codes').where('expires_at', '<', daysAgo(1)),
    build.deleteFrom('captchas').where('created_at', '<', sql<Date>`now() - interval '1 hour'`),
    build.deleteFrom('signing_keys').where('created_at', '<', daysAgo(PUBLISHED_DAYS)),
    build.deleteFrom('one_time_secrets').where('expires_at', '<', daysAgo(1)),
    build.deleteFrom('pending_contacts').where('expires_at', '<', sql<Date>`now()`),
    build.deleteFrom('registrations').where('decided_at', '<', daysAgo(REGISTRATION_DAYS)),
    build
      .deleteFrom('sessions')
      .where((where) =>
        where.or([
          where.and([where('client_id', 'is', null), where('screen_link_id', 'is', null)]),
          where('expires_at', '<', sql<Date>`now()`),
          // A display that was opened again each day would leave a row each day, for as long as its link lasts.
          where.and([where('screen_link_id', 'is not', null), where('ended_at', '<', daysAgo(1))]),
        ]),
      )
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('refresh_tokens')
              .select('hash')
              .whereRef('refresh_tokens.tenant_id', '=', 'sessions.tenant_id')
              .whereRef('session_id', '=', 'sessions.id')
              .where('expires_at', '>', sql<Date>`now()`),
          ),
        ),
      ),
  ])
}
