/** Throws away what has run its course, so that tables which every sign-in writes to do not grow for ever. */
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import { worker } from './worker.ts'
import { build } from '../database/sql.ts'
import type { TransactionScopes } from '../database/tenant.ts'

const EVERY_MS = 60 * 60 * 1000

/**
 * Starts the hourly deletion of what has expired.
 *
 * Runs now and every hour until the function it gives back is called, and `chores` beside it, each by itself. What fails is told to
 * `onError` and tried again, soon at first and every hour in the end.
 */
export function startHousekeeping(
  { transactions, clock }: { transactions: TransactionScopes; clock: Clock },
  onError: (error: unknown) => void,
  chores: readonly (() => Promise<void>)[] = [],
): () => Promise<void> {
  const workers = [() => throwAway(transactions), ...chores].map((work) => worker({ clock, every: EVERY_MS, work, onError }))
  return async () => void (await Promise.all(workers.map((each) => each.stop())))
}

/** How long what was sent, and decided registrations, can be looked up. */
const KEPT_DAYS = { messages: 30, registrations: 90 }
const days = (count: number) => sql<Date>`now() - ${sql.lit(`${count} days`)}::interval`

/** Deletes attempts whose window is over, and sessions that are over and can no longer be refreshed, with their tokens. */
export async function throwAway(transactions: TransactionScopes): Promise<void> {
  await transactions.inPlatform('what is over belongs to no tenant any more', async (tx) => {
    await tx.run(build.deleteFrom('attempts').where('window_ends_at', '<', sql<Date>`now()`))
    await tx.run(build.deleteFrom('refresh_tokens').where('expires_at', '<', sql<Date>`now()`))
    await tx.run(build.deleteFrom('factor_challenges').where('expires_at', '<', sql<Date>`now()`))
    // A used code is remembered for a day: should somebody come with it again, they are known.
    await tx.run(build.deleteFrom('authorization_codes').where('expires_at', '<', sql<Date>`now() - interval '1 day'`))
    await tx.run(build.deleteFrom('captchas').where('created_at', '<', sql<Date>`now() - interval '1 hour'`))
    await tx.run(build.deleteFrom('entry_requests').where('created_at', '<', sql<Date>`now() - interval '1 hour'`))
    await tx.run(build.deleteFrom('one_time_secrets').where('expires_at', '<', days(1)))
    await tx.run(build.deleteFrom('pending_contacts').where('expires_at', '<', sql<Date>`now()`))
    // Their bytes follow (partial-uploads.ts, sweep).
    await tx.run(build.deleteFrom('uploads').where('expires_at', '<', sql<Date>`now()`))
    await tx.run(build.deleteFrom('download_tickets').where('expires_at', '<', sql<Date>`now()`))
    await tx.run(build.deleteFrom('received_minutes').where('minute', '<', days(2)))
    await tx.run(
      build
        .updateTable('messages')
        .set({ secret: null })
        .where('secret', 'is not', null)
        .where('expires_at', '<', sql<Date>`now()`),
    )
    await tx.run(build.deleteFrom('messages').where('created_at', '<', days(KEPT_DAYS.messages)))
    await tx.run(build.deleteFrom('registrations').where('decided_at', '<', days(KEPT_DAYS.registrations)))
    await tx.run(
      build
        .deleteFrom('sessions')
        .where((where) => where.or([where('client_id', 'is', null), where('expires_at', '<', sql<Date>`now()`)]))
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
    )
  })
}
