/** What somebody has to have for a schedule to make its report: the same that they need to make it by hand, and the right to share reports so. */
import { issueReport } from '../../../../model/contract/report/issued-reports.ts'
import { reportSchedules } from '../../../../model/index.ts'
import { pathOf } from '../../../../model/noun-calls.ts'
import { exportPDFReport, exportReport, exportWordReport } from '../../../../model/contract/report/reports.ts'
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import type { ScheduleFormat } from '../../../../model/reports/schedule.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { mayCall } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Failure } from '../../../kernel/errors.ts'
import { fail } from '../../../kernel/errors.ts'
import { refusalOf } from '../../../kernel/resources/noun-writes.ts'
import { assertTakesPoints, builtInSets, codeOf, reportsFor } from '../shared/made.ts'
import { readParameters, refuseText } from '../shared/parameters.ts'
import { readPublished } from '../shared/published.ts'
import type { ScheduleRow } from './rows.ts'

const CALLS = { pdf: exportPDFReport.path, xlsx: exportReport.path, docx: exportWordReport.path } as const satisfies Record<
  ScheduleFormat,
  string
>

/** Who shares reports by schedules has one of these. */
const SHARES = (['add', 'update'] as const).map((verb) => pathOf(reportSchedules, verb))

const fieldOf = (name: 'ownerId' | 'issues' | 'scheduleFormats' | 'deviceId' | 'siteId' | 'pointId' | 'reportCode' | 'templateId') =>
  ({ name, label: `field.report-schedules.${name}` as LabelKey }) as const

export interface ScheduledReport extends Pick<
  ScheduleRow,
  'report' | 'deviceId' | 'siteId' | 'pointIds' | 'params' | 'issues' | 'formats'
> {
  /** No report is made of what is saved so: its parameters are not looked at. */
  readonly isPaused?: boolean
}

/**
 * Does nothing for whoever may have the report as it is asked for.
 * @param tx In the scope of the caller
 * @param now Milliseconds since 1970
 * @throws Failure `report.parameters` for values that the report is not made with, `schedule.right` with the field that they may not have so, `report.unknown` of a built-in report that they have not, `report.no-points` of one that takes none, and
 *   `reference.not-found` of a template, a device, a site or a point beyond their scope
 */
export async function assertMayHave(tx: Transaction, caller: Caller, t: Translate, wanted: ScheduledReport, now: number): Promise<void> {
  const { report, deviceId, siteId, pointIds, params } = wanted
  assertMayMake(caller, wanted)
  const code = codeOf(report)
  if (code !== undefined && !reportsFor(caller, t).includes(code)) fail('report.unknown', { field: fieldOf('reportCode') })
  const published = code === undefined ? await publishedOrNone(tx, caller, t, report) : undefined
  if (code === undefined && !published) fail('reference.not-found', { field: fieldOf('templateId') })
  const asking = {
    caller,
    t,
    language: caller.language,
    zone: await tx.timeZone(),
    now,
    field: 'reportParams',
    place: { deviceId, siteId },
  }
  if (!wanted.isPaused)
    await readParameters(
      tx,
      asking,
      code === undefined ? (published?.content.sets ?? {}) : builtInSets(t, code),
      params ?? refuseText(asking),
    )
  assertTakesPoints(report, pointIds, fieldOf('pointId'))
  // Of what is beyond their scope they would get an empty report, which says something else.
  if (deviceId !== undefined && !(await tx.first(build.selectFrom('devices').select('id').where('id', '=', deviceId))))
    fail('reference.not-found', { field: fieldOf('deviceId') })
  if (siteId !== undefined && !(await tx.first(build.selectFrom('sites').select('id').where('id', '=', siteId))))
    fail('reference.not-found', { field: fieldOf('siteId') })
  const seen = pointIds.length === 0 ? [] : await tx.all(build.selectFrom('points').select('id').where('id', 'in', pointIds))
  if (seen.length < pointIds.length) fail('reference.not-found', { field: fieldOf('pointId') })
}

/** Does nothing for whoever may make it by hand and share it. @throws Failure `schedule.right` for whoever may not save schedules, not issue reports, or not have them in these formats */
export function assertMayMake(caller: Caller, { issues, formats }: Pick<ScheduledReport, 'issues' | 'formats'>): void {
  if (!SHARES.some((path) => mayCall(caller, path))) fail('schedule.right', { field: fieldOf('ownerId') })
  if (issues && !mayCall(caller, issueReport.path)) fail('schedule.right', { field: fieldOf('issues') })
  if (!issues && !formats.every((format) => mayCall(caller, CALLS[format]))) fail('schedule.right', { field: fieldOf('scheduleFormats') })
}

/** Why the caller may not have it; nothing where they may. */
export const refusalToHave = (
  tx: Transaction,
  caller: Caller,
  t: Translate,
  wanted: ScheduledReport,
  now: number,
): Promise<Failure | undefined> => refusalOf(() => assertMayHave(tx, caller, t, wanted, now))

/** The newest version of a template; undefined where the caller has none. */
async function publishedOrNone(tx: Transaction, caller: Caller, t: Translate, id: string) {
  let found: Awaited<ReturnType<typeof readPublished>> | undefined
  await refusalOf(async () => (found = await readPublished(tx, caller, t, id)))
  return found
}
