/** The daily backup: at its hour, once a day whichever server is first, and no more of them than are to be kept. */
import { sql } from 'kysely'
import { Failure } from '../kernel/errors.ts'
import { worker } from '../kernel/runtime/worker.ts'
import type { Services } from '../kernel/services.ts'
import { build } from '../kernel/database/sql.ts'
import { forgetOldest } from './backups.ts'

const EVERY_MS = 60_000
/** A server that has just been started has other things to do; what is missed is made up for afterwards. */
const FIRST_MS = 15 * 60_000

type Needed = Pick<Services, 'backups' | 'transactions' | 'settings'>

/** Starts the schedule, which looks every minute from a quarter of an hour after the start on; returns the function that ends it. */
export function startBackupSchedule(services: Needed & Pick<Services, 'clock'>, onError: (error: unknown) => void): () => Promise<void> {
  return worker({
    clock: services.clock,
    every: EVERY_MS,
    first: FIRST_MS,
    onError,
    work: async () =>
      void (await backUpWhenDue(services).catch((error: unknown) => {
        // Another server, or a person, was faster.
        if (!(error instanceof Failure && error.code === 'backup.running')) throw error
      })),
  }).stop
}

/** Gives whether one was begun. A server that was away at the hour makes up for it on the same day. */
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
