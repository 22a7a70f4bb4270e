/**
 * When scheduled reports are made: each period once, however many servers are at it and however often one of them dies, and not before the readings of the period are put together.
 * The row of a run holds that: it is ended in the transaction that stores what the run has made, and once it is ended nobody makes it again.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { TenantId } from '../../../../model/brands.ts'
import { rangeInMillis } from '../../../../model/brands.ts'
import type { DuePeriod, Rhythm } from '../../../../model/reports/schedule.ts'
import { lastDue, periodOn, periodsBefore } from '../../../../model/reports/schedule.ts'
import type { LateReadings } from '../../../acquisition/index.ts'
import { lateReadings } from '../../../acquisition/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { newId } from '../../../kernel/ids.ts'
import type { DueWork, WorkHandler, WorkHandlers } from '../../../kernel/runtime/scheduler-runner.ts'
import type { Services } from '../../../kernel/services.ts'
import { carryOut } from './carry-out.ts'
import type { DuePayload, ScheduleRow } from './rows.ts'
import { BY_HAND, DUE, LOOK_AGAIN_MS, NOTIFYING, plan, readSchedules, rhythmOf } from './rows.ts'
import { notifyRecipients } from './notify-recipients.ts'

/** Milliseconds that readings are waited for; then the report says what was late. */
const MAX_WAIT_MS = 15 * 60_000
/** Of periods that nobody was there for, the newest so many are named. */
const MAX_MISSED = 31

const duePayload = z.object({ day: z.string(), since: z.number().optional() })

/** The handlers of the work that makes scheduled reports, and tells of them. */
export const scheduleHandlers = (services: Services): WorkHandlers => ({
  [DUE]: makeInTime(services),
  [BY_HAND]: makeByHand(services),
  [NOTIFYING]: notifyRecipients(services),
})

/** What is over by the time it is taken up: paused, removed, or made already. */
type Found =
  | 'over'
  | {
      readonly schedule: ScheduleRow
      readonly rhythm: Rhythm
      readonly period: DuePeriod
      readonly zone: string
      readonly late: LateReadings
    }

function makeInTime(services: Services): WorkHandler {
  const { transactions, scheduler, clock } = services
  return async (work) => {
    const { tenantId, key: id } = work
    const payload: DuePayload = duePayload.parse(work.payload)
    const goOn = async (tx: Transaction) => {
      await work.finish(tx)
      await plan(tx, services, [id])
    }
    const found = await transactions.inTenant({ tenantId }, (tx) => look(tx, services, id, payload), 'read')
    if (found === 'over') return transactions.inTenant({ tenantId }, goOn)
    const { schedule, rhythm, period, zone, late } = found
    const since = payload.since ?? clock.now()
    if (late.points > 0 && clock.now() - since < MAX_WAIT_MS)
      return transactions.inTenant({ tenantId }, async (tx) => {
        await work.finish(tx)
        const again = { ...payload, since } satisfies DuePayload
        await scheduler.schedule(tx, { kind: DUE, key: id, dueAt: new Date(clock.now() + LOOK_AGAIN_MS), payload: again })
      })
    const runId = await transactions.inTenant({ tenantId }, async (tx) => {
      for (const { day } of periodsBefore(zone, rhythm, payload.day, period, MAX_MISSED))
        await tx.run(newRun(tenantId, schedule, day, 'due', 'missed').onConflict((conflict) => conflict.doNothing()))
      return begin(tx, tenantId, schedule, period.day)
    })
    await carryOut(services, work, { runId, day: period.day, schedule, late, finish: goOn })
  }
}

/** Whose readings a report of the period waits for. */
const stretchOf = ({ deviceId, siteId, pointIds }: ScheduleRow, { from, to }: DuePeriod) => ({
  ...rangeInMillis({ from, to }),
  deviceId,
  siteId,
  pointIds,
})

async function look(tx: Transaction, services: Services, id: string, { day }: DuePayload): Promise<Found> {
  const zone = await tx.timeZone()
  const [schedule] = await readSchedules(tx, [id])
  if (!schedule?.isActive) return 'over'
  const rhythm = await rhythmOf(tx, services, schedule)
  const period = lastDue(zone, rhythm, services.clock.now())
  const run = await tx.first(
    build
      .selectFrom('schedule_runs')
      .select('run_state')
      .where('schedule_id', '=', id)
      .where('run_trigger', '=', 'due')
      // The first day of a week was a day of its own, of a schedule that made reports of days before.
      .where('rhythm', '=', schedule.rhythm)
      .where('period_day', '=', period.day),
  )
  // A clock that was set back, or a rhythm that has changed: nothing is due.
  if (period.day < day || (run && run.run_state !== 'running')) return 'over'
  return {
    schedule,
    rhythm,
    period,
    zone,
    late: await lateReadings(tx, stretchOf(schedule, period)),
  }
}

/** The row of the period's run, which is there from now on. Gives its id. */
async function begin(tx: Transaction, tenantId: TenantId, schedule: ScheduleRow, day: string): Promise<string> {
  const row = await tx.first(
    newRun(tenantId, schedule, day, 'due', 'running')
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'schedule_id', 'rhythm', 'period_day'])
          // As a literal: a plan that is kept for any value of a parameter does not find the index of these alone.
          .where('run_trigger', '=', sql.lit('due'))
          .doUpdateSet({ started_at: sql<Date>`schedule_runs.started_at` }),
      )
      .returning('id'),
  )
  if (!row) throw new Error('a run was neither added nor found')
  return row.id
}

/** The statement that adds a run. */
export const newRun = (
  tenantId: TenantId,
  { id: scheduleId, rhythm }: Pick<ScheduleRow, 'id' | 'rhythm'>,
  day: string,
  trigger: 'due' | 'hand',
  state: 'running' | 'waiting' | 'missed',
) =>
  build.insertInto('schedule_runs').values({
    tenant_id: tenantId,
    id: newId(),
    schedule_id: scheduleId,
    rhythm,
    period_day: day,
    run_trigger: trigger,
    run_state: state,
    owner_id: null,
    owner_name: null,
    owner_scope: null,
    started_at: state === 'running' ? sql<Date>`now()` : null,
    finished_at: state === 'missed' ? sql<Date>`now()` : null,
    took_ms: null,
    row_count: null,
    error_code: null,
    error_values: null,
    report_title: null,
    period_name: null,
    issued_id: null,
    documents: null,
    expires_at: null,
  })

function makeByHand(services: Services): WorkHandler {
  const { transactions, scheduler, clock } = services
  return async (work: DueWork) => {
    const { tenantId, key: runId } = work
    const found = await transactions.inTenant({ tenantId }, (tx) => lookByHand(tx, services, runId), 'read')
    if (!found) return
    const { schedule, period, late } = found
    const since = duePayload.parse(work.payload).since ?? clock.now()
    if (late.points > 0 && clock.now() - since < MAX_WAIT_MS)
      return transactions.inTenant({ tenantId }, async (tx) => {
        await work.finish(tx)
        const again = { day: period.day, since } satisfies DuePayload
        await scheduler.schedule(tx, { kind: BY_HAND, key: runId, dueAt: new Date(clock.now() + LOOK_AGAIN_MS), payload: again })
      })
    await transactions.inTenant({ tenantId }, (tx) =>
      tx.run(
        build
          .updateTable('schedule_runs')
          .set({ run_state: 'running', started_at: sql<Date>`coalesce(started_at, now())` })
          .where('id', '=', runId)
          .where('run_state', '=', 'waiting'),
      ),
    )
    await carryOut(services, work, { runId, day: period.day, schedule, late, finish: work.finish })
  }
}

async function lookByHand(tx: Transaction, services: Services, runId: string) {
  const run = await tx.first(
    build
      .selectFrom('schedule_runs')
      .select(['schedule_id', 'run_state', 'rhythm', sql<string>`period_day::text`.as('day')])
      .where('id', '=', runId),
  )
  if (!run || (run.run_state !== 'waiting' && run.run_state !== 'running')) return undefined
  const [now] = await readSchedules(tx, [run.schedule_id])
  if (!now) return undefined
  // Of the period that was asked for, whatever the schedule makes by now.
  const schedule = { ...now, rhythm: run.rhythm }
  const period = periodOn(await tx.timeZone(), await rhythmOf(tx, services, schedule), run.day)
  return period && { schedule, period, late: await lateReadings(tx, stretchOf(schedule, period)) }
}
