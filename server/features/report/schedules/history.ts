/** What became of the runs of a schedule, and one that is asked for by hand. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/report/schedules.ts'
import { devices, issuedReports, reportSchedules, users } from '../../../../model/index.ts'
import { lastOver } from '../../../../model/reports/schedule.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { consumeAllowances, keyOf } from '../../../kernel/database/counters.ts'
import { isNarrowed } from '../../../kernel/database/row-scope.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { assertAllExist } from '../../../kernel/resources/write.ts'
import { personIn } from '../../../kernel/resources/people.ts'
import type { RunFailure } from './failure.ts'
import { sentenceOf } from './failure.ts'
import type { DuePayload } from './rows.ts'
import { BY_HAND, readSchedules, rhythmOf } from './rows.ts'
import { newRun } from './runs.ts'

/** Devices that are named as late; their number stands beside. */
const MAX_LATE = 10
/** By hand, each time with its mails: of one schedule, and of all of a tenant. */
const BY_HAND_EACH = { most: 10, seconds: 3600 }
const BY_HAND_ALL = { most: 100, seconds: 3600 }

export const runReportSchedule = implement(contract.runReportSchedule, {
  access: 'granted',
  summary: 'Make the report of the newest period that is over, with the rights of the owner of the schedule, and tell its recipients',
  of: reportSchedules,
  handle: async ({ input: { id }, caller: { tenantId }, services: { transactions, scheduler, clock, settings }, inTenant }) => {
    await inTenant((tx) => assertAllExist(tx, reportSchedules, [id]))
    await consumeAllowances(transactions, [
      { key: keyOf('schedule-by-hand', id), ...BY_HAND_EACH },
      { key: keyOf('schedules-by-hand', tenantId), ...BY_HAND_ALL },
    ])
    return inTenant(async (tx) => {
      const [schedule] = await readSchedules(tx, [id])
      if (!schedule) return fail('row.not-found')
      const { day } = lastOver(await tx.timeZone(), await rhythmOf(tx, { settings }, schedule), clock.now())
      const run = await tx.first(
        newRun(tenantId, schedule, day, 'hand', 'waiting')
          .onConflict((conflict) => conflict.doNothing())
          .returning('id'),
      )
      if (!run) return fail('schedule.running')
      await scheduler.schedule(tx, { kind: BY_HAND, key: run.id, dueAt: new Date(clock.now()), payload: { day } satisfies DuePayload })
      return { runId: run.id }
    })
  },
})

export const queryScheduleRun = implement(contract.queryScheduleRun, {
  access: 'granted',
  allowedWith: ['read-only'],
  summary: 'What became of each period of a schedule, the newest first: how long it took, how many rows it has, and why it failed',
  of: reportSchedules,
  handle: ({ input: { id, currentPage, pageSize }, caller, inTenant, t }) =>
    inTenant(async (tx) => {
      const view = viewOf(caller, reportSchedules)
      if (!view.sees('lastRunState') || !view.sees('lastRunAt')) fail('permission.denied')
      await assertAllExist(tx, reportSchedules, [id])
      const seesOwner = view.sees('ownerId')
      // Of an owner who is gone the account is kept. Whoever sees some rows only is not told it: for them a user beyond their rows looks the same.
      const seesKept = viewOf(caller, users).sees('username') && !isNarrowed(caller.rows)
      const seesNumber = viewOf(caller, issuedReports).sees('reportNumber')
      const of = build.selectFrom('schedule_runs as run').where('run.schedule_id', '=', id)
      const count = await tx.first(of.select(sql<number>`count(*)::integer`.as('total')))
      const rows = await tx.all(
        of
          // In the scope of the caller: of an issued report that they do not see nothing is told.
          .leftJoin('issued_reports as issued', (on) =>
            on.onRef('issued.tenant_id', '=', 'run.tenant_id').onRef('issued.id', '=', 'run.issued_id'),
          )
          .leftJoin('users as owner', (on) => on.onRef('owner.tenant_id', '=', 'run.tenant_id').onRef('owner.id', '=', 'run.owner_id'))
          .selectAll('run')
          .select([
            'owner.id as known',
            personIn(caller, 'owner').as('owner'),
            sql<string>`period_day::text`.as('day'),
            'issued.id as seenId',
            'issued.report_number',
            sql<number>`(select count(*)::integer from schedule_links l where l.tenant_id = run.tenant_id and l.run_id = run.id)`.as(
              'recipients',
            ),
          ])
          .orderBy('run.created_at', 'desc')
          .orderBy('run.id', 'desc')
          .limit(pageSize)
          .offset((currentPage - 1) * pageSize),
      )
      const late = [...new Set(rows.flatMap((row) => row.late_devices))]
      const seen =
        late.length > 0 && viewOf(caller, devices).sees('deviceName')
          ? await tx.all(build.selectFrom('devices').select(['id', 'device_name']).where('id', 'in', late))
          : []
      const nameOf = new Map(seen.map((row) => [row.id, row.device_name]))
      return {
        total: count?.total ?? 0,
        list: rows.map((row) => ({
          id: row.id,
          day: row.day,
          state: row.run_state,
          trigger: row.run_trigger,
          startedAt: row.started_at?.getTime() ?? null,
          finishedAt: row.finished_at?.getTime() ?? null,
          ms: row.took_ms,
          rows: row.row_count,
          error: row.error_code === null ? null : sentenceOf({ code: row.error_code, values: row.error_values ?? {} } as RunFailure, t),
          owner: seesOwner ? (row.known === null ? (seesKept ? row.owner_name : null) : row.owner) : null,
          issuedId: row.seenId,
          reportNumber: seesNumber ? row.report_number : null,
          latePoints: row.late_points,
          lateDevices: row.late_devices.flatMap((device) => nameOf.get(device) ?? []).slice(0, MAX_LATE),
          recipients: row.recipients,
          expiresAt: row.expires_at?.getTime() ?? null,
        })),
      }
    }),
})
