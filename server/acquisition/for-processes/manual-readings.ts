/**
 * Readings that a process enters: noted in the transaction of its step, and brought in through the one door of all readings once that has committed, so
 * that no step ever waits for the writer, nor the writer for a step. Under its time a reading is stored once, however often it is brought.
 */
import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { micros } from '../../../model/brands.ts'
import { newId } from '../../kernel/ids.ts'
import type { Transaction, TransactionScopes } from '../../kernel/database/tenant.ts'
import { databaseTime } from '../../kernel/runtime/clock.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import type { WorkHandler } from '../../kernel/runtime/scheduler-runner.ts'
import type { Scheduler } from '../../kernel/runtime/scheduler.ts'
import type { Ingest } from '../ingest.ts'
import { arrivals } from '../ingest.ts'
import type { NamedPoint } from './points.ts'
import { deviceOf, pointNamed } from './points.ts'

/** The kind of the work; its key begins with the number of the point. */
export const MANUAL_READING = 'manual-reading'
/** Bytes that such a reading counts for in the queue. */
const SIZE = 64

/** Times of their own: those of devices are whole milliseconds, and another server enters readings as well. */
const nextArrival = arrivals()
const PHASE_US = randomInt(1, 999)

const noted = z.object({ point: z.string(), value: z.number(), time: z.number() })

/** Notes a reading of now, in the unit of the point. It is stored after the commit. */
export async function noteReading(
  tx: Transaction,
  { scheduler, clock }: { readonly scheduler: Scheduler; readonly clock: Clock },
  { point }: NamedPoint,
  value: number,
): Promise<void> {
  await scheduler.schedule(tx, {
    kind: MANUAL_READING,
    key: `${point.series}:${newId()}`,
    dueAt: databaseTime(clock),
    payload: { point: point.id, value, time: nextArrival(1) + PHASE_US },
  })
}

interface Parts {
  readonly transactions: TransactionScopes
  readonly acquisition: { readonly ingest: Pick<Ingest, 'accept'> }
}

/** Stores what was noted: judged, rolled up and shown like every other reading. Of a point that is gone meanwhile nothing is stored. */
export const storeNotedReading =
  ({ transactions, acquisition }: Parts): WorkHandler =>
  async (work) => {
    const { point, value, time } = z.parse(noted, work.payload)
    const { tenantId } = work
    const named = await transactions.inTenant({ tenantId }, (tx) => pointNamed(tx, point), 'read')
    if (named)
      await acquisition.ingest.accept(
        deviceOf(named),
        { readings: [{ key: named.point.key, time: undefined, value, isInUnit: true, isManual: true }], faults: [], arrival: micros(time) },
        SIZE,
      )
    await transactions.inTenant({ tenantId }, (tx) => work.finish(tx))
  }
