/** The daily backup: at its hour, once a day whichever server is first, and no more of them than are to be kept. */
import { sql } from 'kysely'
import { PLATFORM } from '../../model/tenant/platform.ts'
import { Failure } from '../kernel/errors.ts'
import { build } from '../kernel/database/sql.ts'
import type { WorkHandler } from '../kernel/runtime/scheduler-runner.ts'
import { worker } from '../kernel/runtime/worker.ts'
import type { Services } from '../kernel/services.ts'
import { forgetOldest } from './backups.ts'

const MEND_MS = 60_000
const HOUR_MS = 3_600_000
/** A server that has just been started has other things to do; what is missed is made up for afterwards. */
const FIRST_MS = 15 * 60_000

/** Scheduled work: a look at the clock at each full hour, by one of the servers. */
export const DAILY_BACKUP = 'daily-backup'

type Needed = Pick<Services, 'backups' | 'transactions' | 'settings'>
type Scheduling = Pick<Services, 'scheduler' | 'transactions' | 'clock' | 'invalidations'>

/**
 * Starts the schedule; returns the function that ends it. The first look is scheduled for a quarter of an hour after the start, unless there is one already, and one
 * at once whenever a parameter changes. At once and every minute, interrupted backups are told as such, and what is left of them is thrown away.
 */
export function startBackupSchedule(services: Scheduling & Needed, onError: (error: unknown) => void): () => Promise<void> {
  const { clock, invalidations, backups } = services
  const scheduling = worker({
    clock,
    every: HOUR_MS,
    onError,
    work: () => scheduleLook(services, new Date(clock.now() + FIRST_MS), 'keep'),
  })
  const changed = worker({ clock, onError, work: () => scheduleLook(services, new Date(clock.now()), 'replace') })
  invalidations.subscribe((invalidation) => {
    if (invalidation?.kind === 'parameters-changed') changed.wake()
  })
  let isFirst = true
  const mending = worker({
    clock,
    every: MEND_MS,
    onError,
    work: async () => {
      await backups.mend(isFirst ? 'at the start' : undefined)
      isFirst = false
    },
  })
  return async () => void (await Promise.all([scheduling.stop(), changed.stop(), mending.stop()]))
}

/** @param there What becomes of a look that is scheduled already. */
function scheduleLook({ scheduler, transactions }: Scheduling, dueAt: Date, there: 'keep' | 'replace'): Promise<void> {
  return transactions.inPlatform('the daily backup belongs to the platform', async (tx) => {
    const platform = await tx.first(build.selectFrom('tenants').select('id').where('tenant_code', '=', PLATFORM))
    if (!platform) return
    const known = await tx.first(
      build
        .selectFrom('scheduled_work')
        .select('due_at')
        .where('tenant_id', '=', platform.id)
        .where('kind', '=', DAILY_BACKUP)
        .where('dead_at', 'is', null),
    )
    if (there === 'replace' || !known) await scheduler.schedule(tx, { tenantId: platform.id, kind: DAILY_BACKUP, key: 'look', dueAt })
  })
}

/** Returns the handler that takes the backup of the day where it is due, and schedules the next look in the transaction that ends this one. */
export function backUpAtItsHour(services: Needed & Pick<Services, 'scheduler'>): WorkHandler {
  return async ({ tenantId, kind, key, signal, finish }) => {
    const taken = backUpWhenDue(services).catch((error: unknown) => {
      // Another server, or a person, was faster.
      if (!(error instanceof Failure && error.code === 'backup.running')) throw error
    })
    // The server does not wait for a backup to stop; it is told as interrupted, and tried again.
    await Promise.race([taken, new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))])
    await services.transactions.inTenant({ tenantId }, async (tx) => {
      const dueAt = sql<Date>`date_trunc('hour', now()) + interval '1 hour'`
      await services.scheduler.schedule(tx, { kind, key, dueAt })
      await finish(tx)
    })
  }
}

/** Returns whether one was begun. A server that was away at the hour makes up for it on the same day. */
export async function backUpWhenDue({ backups, transactions, settings }: Needed): Promise<boolean> {
  await backups.mend()
  const chosen = await settings.ofPlatform()
  if (!chosen['backup.daily']) return false
  const due = await transactions.inPlatform(
    'the daily backup looks at the clock',
    (tx) =>
      tx.first(
        build.selectNoFrom([
          sql<boolean>`extract(hour from now()) >= ${chosen['backup.hour']}::integer`.as('late'),
          // One that failed is tried again, an hour later.
          sql<boolean>`exists (select 1 from backups where started_by is null and created_at >= date_trunc('day', now())
      and (backup_state <> 'failed' or created_at >= now() - interval '1 hour'))`.as('taken'),
        ]),
      ),
    'read',
  )
  if (!due?.late || due.taken) return false
  await backups.begin(null)
  await backups.settled()
  await backups.discard(await transactions.inPlatform('the oldest backups make room', (tx) => forgetOldest(tx, chosen['backup.keep'])))
  return true
}
