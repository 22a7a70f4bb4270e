/** Waiting for a job within the request that asked for it: for clients that know nothing of jobs. */
import type { Selectable } from 'kysely'
import type { Caller } from '../authorization/caller.ts'
import { build } from '../database/sql.ts'
import type { DatabaseTables } from '../database/tables.ts'
import type { TransactionScopes } from '../database/tenant.ts'
import type { Clock } from './clock.ts'
import type { Invalidations } from './invalidations.ts'

/** A job that is over, whichever way. */
export type EndedJob = Pick<Selectable<DatabaseTables['jobs']>, 'status' | 'title' | 'error' | 'result' | 'blob_id'>

/** The caller's job once it is over; `undefined` when it is not within `mostMs`, or not there any more. @throws the reason of the signal */
export type JobWait = (caller: Caller, id: string, mostMs: number, signal: AbortSignal) => Promise<EndedJob | undefined>

/** Word of a change may be lost together with the link between servers, so that it is looked for as well. */
const LOOK_MS = 2000

/** Returns what waits for jobs; one for the whole server, since it listens to all changes of jobs. */
export function jobWaits(transactions: TransactionScopes, invalidations: Invalidations, clock: Clock): JobWait {
  const waiting = new Map<string, Set<() => void>>()
  invalidations.subscribe((invalidation) => {
    if (invalidation && invalidation.kind !== 'job-changed') return
    for (const [id, wakes] of waiting) if (!invalidation || invalidation.jobId === id) for (const wake of wakes) wake()
  })

  function changeOf(id: string, ms: number, signal: AbortSignal): { readonly come: Promise<undefined>; readonly forget: () => void } {
    const { promise: come, resolve: done } = Promise.withResolvers<undefined>()
    const resolve = () => done(undefined)
    const timer = clock.timeout(ms, resolve)
    const wakes = waiting.get(id) ?? new Set()
    waiting.set(id, wakes.add(resolve))
    signal.addEventListener('abort', resolve)
    return {
      come,
      forget() {
        timer.cancel()
        signal.removeEventListener('abort', resolve)
        wakes.delete(resolve)
        if (wakes.size === 0) waiting.delete(id)
      },
    }
  }

  return async (caller, id, mostMs, signal) => {
    const ends = clock.now() + mostMs
    for (;;) {
      // Before it is read: a change between the two must not be slept through.
      const change = changeOf(id, Math.min(LOOK_MS, Math.max(0, ends - clock.now())), signal)
      try {
        signal.throwIfAborted()
        const job = await transactions.inTenant(
          caller,
          (tx) =>
            tx.first(
              build
                .selectFrom('jobs')
                .select(['status', 'title', 'error', 'result', 'blob_id'])
                .where('id', '=', id)
                .where('user_id', '=', caller.userId),
            ),
          'read',
        )
        if (!job) return undefined
        if (job.status !== 'queued' && job.status !== 'running') return job
        if (clock.now() >= ends) return undefined
        await change.come
      } finally {
        change.forget()
      }
    }
  }
}
