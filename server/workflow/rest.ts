/** What comes due while an instance is suspended: it rests as a row that is planned later than anybody waits, and is brought forward when the instance goes on. */
import { sql } from 'kysely'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { databaseTime } from '../kernel/runtime/clock.ts'
import type { DueWork } from '../kernel/runtime/scheduler-runner.ts'
import type { EngineParts } from './engine/parts.ts'

/** Until the instance goes on, which brings it forward. */
const REST_YEARS = 100

/** Plans the work anew, with more in its payload where that is given. It comes under the lock of the instance and after the end of the work, in the same transaction. */
export const rest = (
  tx: Transaction,
  { tenantId, kind, key, payload, dueAt }: Pick<DueWork, 'tenantId' | 'kind' | 'key' | 'payload' | 'dueAt'>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<number> =>
  tx.run(
    build
      .insertInto('scheduled_work')
      .values({
        tenant_id: tenantId,
        kind,
        key,
        due_at: sql<Date>`now() + make_interval(years => ${sql.lit(REST_YEARS)})`,
        payload: JSON.stringify({ ...(payload as object), ...more, rests: dueAt.toISOString() }),
      })
      // What was planned anew meanwhile is looked at again by itself.
      .onConflict((conflict) => conflict.doNothing()),
  )

/** Brings forward what came while an instance was suspended, in the order in which it was due. */
export async function endRest(tx: Transaction, { clock, invalidations }: EngineParts, instanceId: string): Promise<void> {
  const isOf = (kind: string, key: 'process_tasks' | 'process_outside') =>
    sql<boolean>`kind = ${kind} and payload ? 'rests' and key in (select of.id::text from ${sql.table(key)} of where of.instance_id = ${instanceId}::uuid)`
  const brought = await tx.run(
    build
      .updateTable('scheduled_work')
      .set({ due_at: sql<Date>`coalesce((payload ->> 'rests')::timestamptz, ${databaseTime(clock)})` })
      .where((where) =>
        where.or([
          // Known from its work alone: whatever there is of it rests.
          where.and([where('kind', 'in', ['process-occur', 'process-continue']), sql<boolean>`starts_with(key, ${`${instanceId}:`})`]),
          isOf('process-late', 'process_tasks'),
          isOf('process-outside', 'process_outside'),
        ]),
      ),
  )
  if (brought > 0) await invalidations.publish(tx, { kind: 'work-scheduled', at: clock.now() })
}
