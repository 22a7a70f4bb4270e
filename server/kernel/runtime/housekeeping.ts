/** Throws away what has run its course, so that tables which every sign-in writes to do not grow for ever. */
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import { worker } from './worker.ts'
import { build } from '../database/sql.ts'
import type { Statement, TransactionScopes } from '../database/tenant.ts'

const EVERY_MS = 60 * 60 * 1000

/** Deletes what is over, of all tenants. Each room throws away its own rows. */
export type Chore = () => Promise<void>

/**
 * Runs every chore now and every hour, each by itself, until the function it gives back is called. What fails is told to `onError` and
 * tried again, soon at first and every hour in the end.
 */
export function startHousekeeping(
  { clock }: { clock: Clock },
  onError: (error: unknown) => void,
  chores: readonly Chore[],
): () => Promise<void> {
  const workers = chores.map((work) => worker({ clock, every: EVERY_MS, work, onError }))
  return async () => void (await Promise.all(workers.map((each) => each.stop())))
}

/** A chore that runs these statements in one transaction. */
export function deleting(transactions: TransactionScopes, statements: readonly Statement<unknown>[]): Chore {
  return () =>
    transactions.inPlatform('what is over belongs to no tenant any more', async (tx) => {
      for (const statement of statements) await tx.run(statement)
    })
}

/** SQL for the moment so many days ago. */
export const daysAgo = (count: number) => sql<Date>`now() - ${sql.lit(`${count} days`)}::interval`

/** Attempts whose window is over. */
export const expiredCounters = (transactions: TransactionScopes): Chore =>
  deleting(transactions, [build.deleteFrom('attempts').where('window_ends_at', '<', sql<Date>`now()`)])
