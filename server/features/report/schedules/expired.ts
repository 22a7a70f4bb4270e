/** Files and links whose time is over, runs of long ago, and schedules whose work was given up. */
import { sql } from 'kysely'
import { build } from '../../../kernel/database/sql.ts'
import type { Chore } from '../../../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../../../kernel/runtime/housekeeping.ts'
import type { Services } from '../../../kernel/services.ts'
import { failAbandoned } from './open-runs.ts'
import { DUE, plan } from './rows.ts'

const RUN_DAYS = 730

/** Chores that throw away what has expired. */
export const expiredSchedules = ({ transactions, blobs }: Pick<Services, 'transactions' | 'blobs'>): Chore[] => [
  () =>
    transactions.inPlatform('files of reports that have expired are of no use to anybody', async (tx) => {
      const over = build
        .selectFrom('schedule_runs')
        .select('id')
        .where('expires_at', '<', sql<Date>`now()`)
      await tx.run(build.deleteFrom('schedule_links').where('run_id', 'in', over))
      const files = await tx.all(build.deleteFrom('schedule_files').where('run_id', 'in', over).returning('blob_id'))
      for (const { blob_id: blob } of files) await blobs.drop(tx, blob)
    }),
  deleting(transactions, [
    build.deleteFrom('schedule_runs').where('created_at', '<', daysAgo(RUN_DAYS)).where('run_state', 'in', ['done', 'failed', 'missed']),
  ]),
]

/** A chore that ends runs which nobody is at any more, and plans schedules anew which nothing is planned for: their work was given up, or has not come along from another database. */
export const revivedSchedules =
  (services: Pick<Services, 'transactions' | 'scheduler' | 'clock' | 'settings'>): Chore =>
  async () => {
    await services.transactions.inPlatform(
      'runs of schedules of all tenants are looked through for those whose work is gone',
      failAbandoned,
    )
    const rows = await services.transactions.inPlatform(
      'schedules of all tenants are looked through for those that nothing is planned for',
      (tx) =>
        tx.all(
          build
            .selectFrom('report_schedules as schedule')
            .select(['schedule.tenant_id', 'schedule.id'])
            .where('schedule_status', '=', 1)
            .where(
              sql<boolean>`not exists (select from scheduled_work w where w.tenant_id = schedule.tenant_id and w.kind = ${DUE} and w.key = schedule.id::text and w.dead_at is null)`,
            ),
        ),
      'read',
    )
    for (const { tenant_id: tenantId, id } of rows) await services.transactions.inTenant({ tenantId }, (tx) => plan(tx, services, [id]))
  }
