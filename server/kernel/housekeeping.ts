/** Throws away what has run its course, so that tables which every sign-in writes to do not grow for ever. */
import { sql } from 'kysely'
import { build } from './sql.ts'
import type { Doors } from './tenant.ts'

const EVERY_MS = 60 * 60 * 1000

/** Runs now and every hour until the function it gives back is called. A round that fails is told to `onError` and tried again in an hour. */
export function startHousekeeping(doors: Doors, onError: (error: unknown) => void): () => void {
  const round = () => void throwAway(doors).catch(onError)
  const timer = setInterval(round, EVERY_MS)
  timer.unref()
  round()
  return () => clearInterval(timer)
}

/** Attempts whose window is over, and sessions that can no longer be refreshed, with their tokens. */
export async function throwAway(doors: Doors): Promise<void> {
  await doors.inPlatform('what is over belongs to no tenant any more', async (tx) => {
    await tx.run(build.deleteFrom('attempts').where('window_ends_at', '<', sql<Date>`now()`))
    await tx.run(build.deleteFrom('refresh_tokens').where('expires_at', '<', sql<Date>`now()`))
    await tx.run(build.deleteFrom('sessions').where((where) => where.not(where.exists(
      where.selectFrom('refresh_tokens').select('hash').whereRef('refresh_tokens.tenant_id', '=', 'sessions.tenant_id')
        .whereRef('session_id', '=', 'sessions.id').where('expires_at', '>', sql<Date>`now()`)))))
  })
}
