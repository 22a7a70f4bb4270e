/** Schedules as they are read for their runs, and when each is due next. */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { ReportAsked } from '../../../../model/contract/report/reports.ts'
import type { Language } from '../../../../model/language.ts'
import type { ReportParams } from '../../../../model/reports/params-text.ts'
import { readParamsText } from '../../../../model/reports/params-text.ts'
import type { DuePeriod, Rhythm, ScheduleFormat } from '../../../../model/reports/schedule.ts'
import { lastDue, nextDue } from '../../../../model/reports/schedule.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Tables } from '../../../kernel/database/tables.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Services } from '../../../kernel/services.ts'
import { dayBeginsOf } from '../shared/made.ts'

/** What the work is called that makes reports in time, by the id of the schedule. */
export const DUE = 'report-schedule'
/** By the id of the run: what was asked for by hand, and who is told of what was made. */
export const BY_HAND = 'report-schedule-by-hand'
export const NOTIFYING = 'report-schedule-telling'

/** What work in time carries. @property day First day of the period that it was planned for @property since When it began to wait for readings, in milliseconds since 1970 */
export interface DuePayload {
  readonly day: string
  readonly since?: number | undefined
}

export interface ScheduleRow extends Rhythm {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly ownerId: string | null
  readonly report: string
  readonly deviceId: string | undefined
  readonly siteId: string | undefined
  /** Those it is limited to; none of one that takes all. */
  readonly pointIds: readonly string[]
  /** Of the parameters of its template; undefined of a text that says none, which no report is made with. */
  readonly params: ReportParams | undefined
  readonly issues: boolean
  readonly formats: readonly ScheduleFormat[]
  readonly mailTo: readonly string[]
  readonly linkDays: number | null
  readonly language: Language
  readonly isActive: boolean
}

const points = sql<
  string[]
>`array(select l.point_id::text from report_schedule_points l where l.tenant_id = report_schedules.tenant_id and l.schedule_id = report_schedules.id order by l.point_id)`
const byId = (ids: readonly string[]) => build.selectFrom('report_schedules').selectAll().select(points.as('points')).where('id', 'in', ids)

/** The schedules of these ids that there are. */
export const readSchedules = async (tx: Transaction, ids: readonly string[]): Promise<ScheduleRow[]> => (await tx.all(byId(ids))).map(rowOf)

/** The same, which nobody changes or removes until the transaction ends: they are held in the order of their ids. */
export const holdSchedules = async (tx: Transaction, ids: readonly string[]): Promise<ScheduleRow[]> =>
  (await tx.all(byId(ids).orderBy('id').forUpdate())).map(rowOf)

function rowOf(row: Selectable<Tables['report_schedules']> & { readonly points: readonly string[] }): ScheduleRow {
  return {
    id: row.id,
    version: row.version,
    name: row.schedule_name,
    ownerId: row.owner_id,
    report: row.report_code ?? row.template_id ?? '',
    deviceId: row.device_id ?? undefined,
    siteId: row.site_id ?? undefined,
    pointIds: row.points,
    params: readParamsText(row.report_params),
    rhythm: row.rhythm,
    runAt: row.run_at,
    offsetDays: row.offset_days,
    issues: row.issues === 1,
    formats: row.schedule_formats.split(',') as ScheduleFormat[],
    mailTo: (row.mail_to ?? '').split(',').filter(Boolean),
    linkDays: row.link_days,
    language: row.schedule_language,
    isActive: row.schedule_status === 1,
  }
}

/** The rhythm of a schedule, with the hour at which the days of its report begin. */
export const rhythmOf = async (tx: Transaction, { settings }: Pick<Services, 'settings'>, schedule: ScheduleRow): Promise<Rhythm> => ({
  rhythm: schedule.rhythm,
  runAt: schedule.runAt,
  offsetDays: schedule.offsetDays,
  dayBegins: await dayBeginsOf(schedule.report, () => settings.within(tx, tenantOf(tx))),
})

/** What a schedule asks for, of a period. */
export const askedOf = ({ report, rhythm, deviceId, siteId, pointIds, params }: ScheduleRow, day: string): ReportAsked => ({
  report,
  period: rhythm,
  date: day,
  ...(deviceId === undefined ? {} : { deviceId }),
  ...(siteId === undefined ? {} : { siteId }),
  ...(pointIds.length === 0 ? {} : { pointId: pointIds }),
  ...(params === undefined || Object.keys(params).length === 0 ? {} : { params }),
})

/** So soon after now what waits for readings is looked at again. */
export const LOOK_AGAIN_MS = 15_000

/** Plans the next period of each of these schedules; of one that is paused or gone nothing is planned. A period that is being made, or waits for its readings, is made first. */
export async function plan(
  tx: Transaction,
  { scheduler, clock, settings }: Pick<Services, 'scheduler' | 'clock' | 'settings'>,
  ids: readonly string[],
) {
  const zone = await tx.timeZone()
  const rows = new Map((await readSchedules(tx, ids)).map((row) => [row.id, row]))
  const soon = sql<Date>`to_timestamp(${clock.now() + LOOK_AGAIN_MS}::float8 / 1000)`
  const begun = new Map(
    (
      await tx.all(
        build
          .selectFrom('scheduled_work')
          .select(['key', sql<string>`payload ->> 'day'`.as('day')])
          .where('kind', '=', DUE)
          .where('key', 'in', ids)
          .where('due_at', '<=', soon),
      )
    ).map(({ key, day }) => [key, day]),
  )
  for (const id of ids) {
    const row = rows.get(id)
    const rhythm = row?.isActive ? await rhythmOf(tx, { settings }, row) : undefined
    const due: DuePeriod | undefined = rhythm && nextDue(zone, rhythm, clock.now())
    const day = begun.get(id)
    if (rhythm && due && day !== undefined && day <= lastDue(zone, rhythm, clock.now()).day)
      await scheduler.schedule(tx, { kind: DUE, key: id, dueAt: new Date(clock.now()), payload: { day } satisfies DuePayload })
    else if (due)
      await scheduler.schedule(tx, { kind: DUE, key: id, dueAt: new Date(due.dueAt), payload: { day: due.day } satisfies DuePayload })
    else await scheduler.cancel(tx, { kind: DUE, key: id })
    if (row)
      await tx.run(
        build
          .updateTable('report_schedules')
          .set({ next_run_at: due ? sql<Date>`to_timestamp(${due.dueAt}::float8 / 1000)` : null })
          .where('id', '=', id),
      )
  }
}
