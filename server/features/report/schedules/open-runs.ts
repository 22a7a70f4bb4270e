/** Runs that nothing makes any more, because their schedule was saved meanwhile or their work is gone: they are ended, and say so. */
import { sql } from 'kysely'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { BY_HAND, DUE } from './rows.ts'

/** Of the period that the work was planned for, or of a later one that it has found: what is planned for a later one does not make it. */
const isMadeInTime = sql<boolean>`exists (select from scheduled_work w
  join report_schedules s on s.tenant_id = w.tenant_id and s.id = schedule_runs.schedule_id and s.rhythm = schedule_runs.rhythm
  where w.tenant_id = schedule_runs.tenant_id and w.kind = ${DUE} and w.key = schedule_runs.schedule_id::text and w.dead_at is null
    and w.payload ->> 'day' <= schedule_runs.period_day::text)`

const isMadeByHand = sql<boolean>`exists (select from scheduled_work w
  where w.tenant_id = schedule_runs.tenant_id and w.kind = ${BY_HAND} and w.key = schedule_runs.id::text and w.dead_at is null)`

const ended = (state: 'missed' | 'failed') =>
  build
    .updateTable('schedule_runs')
    .set({ run_state: state, finished_at: sql<Date>`now()` })
    .where('run_state', 'in', ['waiting', 'running'])

/** Of schedules that were planned anew, periods that are made no more are missed. Asks what is planned, so it follows the planning. */
export const missReplanned = (tx: Transaction, ids: readonly string[]): Promise<number> =>
  tx.run(
    ended('missed')
      .where('schedule_id', 'in', ids)
      .where('run_trigger', '=', 'due')
      .where(sql<boolean>`not ${isMadeInTime}`),
  )

/** Of all tenants, runs whose work was given up or has not come along from another database have failed. */
export const failAbandoned = (tx: Transaction): Promise<number> =>
  tx.run(
    ended('failed')
      .set({ error_code: 'job.interrupted', error_values: '{}' })
      .where(sql<boolean>`not case run_trigger when 'due' then ${isMadeInTime} else ${isMadeByHand} end`),
  )
