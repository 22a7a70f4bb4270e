/** A report as its caller has it: a built-in one or a published template, for which period, filled with what they see. */
import type { ReportAsked } from '../../../../model/contract/report/reports.ts'
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import type { ReportCode } from '../../../../model/reports/built-in/asked.ts'
import { REPORT_CODES } from '../../../../model/reports/built-in/asked.ts'
import { takesPoints } from '../../../../model/reports/built-in/taking-points.ts'
import { BUILT_IN, declaredBy } from '../../../../model/reports/built-in/index.ts'
import { periodOf } from '../../../../model/reports/period.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import type { Settings } from '../../../../model/system/known-parameters.ts'
import { subjectsFor } from '../../../figures/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import type { Fill, MadeReport, Making } from './make-sheet.ts'
import { makeSheet } from './make-sheet.ts'
import { publishedReport } from './published.ts'

/** Whether the caller may have figures of a subject. */
export function hasSubjects(caller: Caller, t: Translate): (subject: string) => boolean {
  const subjects = new Set(subjectsFor(caller, t).map(({ subject }) => subject))
  return (subject) => subjects.has(subject)
}

/** The codes of the reports whose figures the caller may have. */
export function reportsFor(caller: Caller, t: Translate): ReportCode[] {
  const has = hasSubjects(caller, t)
  return REPORT_CODES.filter((code) => [BUILT_IN[code].subject, ...(BUILT_IN[code].also ?? [])].every(has))
}

/** The code of a built-in report; nothing for a template of the tenant. */
export const codeOf = (report: string): ReportCode | undefined => REPORT_CODES.find((code) => code === report)

/** The data sets of a built-in report as far as they declare what it is asked for by. */
export const builtInSets = (t: Translate, code: ReportCode): ReportTemplate['sets'] =>
  Object.fromEntries(declaredBy(t, code).map((document, at) => [`declared${at}`, { document: { ...document } }]))

/** The hour at which the days of a report begin: 0 but of those that are of production days. @param read The settings of its tenant */
export async function dayBeginsOf(report: string, read: () => Promise<Settings>): Promise<number> {
  const code = codeOf(report)
  return code !== undefined && BUILT_IN[code].isOfProductionDays ? (await read())['report.dayBegins'] : 0
}

/** Does nothing for a report that can be made of these points. @throws Failure `report.no-points`: it would have all points instead */
export function assertTakesPoints(
  report: string,
  points: readonly string[],
  field?: { readonly name: string; readonly label: LabelKey },
): void {
  if (points.length > 0 && !takesPoints(report)) fail('report.no-points', field ? { field } : {})
}

/** The report that is asked for. @throws Failure `report.unknown`, `report.no-points`, `report.parameters`, `report.too-much` or what its figures cannot be asked for */
export async function makeReport<Sheet>(making: Making, asked: ReportAsked, fill: Fill<Sheet>): Promise<MadeReport<Sheet>> {
  const { services, caller, t } = making
  const code = codeOf(asked.report)
  assertTakesPoints(asked.report, asked.pointId ?? [])
  if (code === undefined) {
    const { title, version, content } = await publishedReport(services, caller, t, asked.report)
    const made = await makeSheet(making, asked, { title, fill, template: () => content, sets: content.sets })
    return { ...made, version: { templateId: asked.report, templateVersion: version } }
  }
  if (!reportsFor(caller, t).includes(code)) fail('report.unknown')
  const { deviceId, siteId, pointId: pointIds, params } = asked
  return makeSheet(making, asked, {
    dayBegins: await dayBeginsOf(code, () => services.settings.of(caller.tenantId)),
    title: t(BUILT_IN[code].title),
    fill,
    template: (made) => BUILT_IN[code].template(t, { ...made, deviceId, siteId, pointIds, params, has: hasSubjects(caller, t) }),
    sets: builtInSets(t, code),
  })
}

/**
 * What the report and its file are called, and the first day of its period (`yyyy-MM-dd`), before anything is read for it.
 * @throws Failure `report.unknown`
 */
export async function periodAsked(
  { services, caller, t }: Making,
  { report, period = 'day', date }: ReportAsked,
): Promise<{ readonly title: string; readonly day: string }> {
  const code = codeOf(report)
  const title = code === undefined ? (await publishedReport(services, caller, t, report)).title : t(BUILT_IN[code].title)
  const zone = await services.transactions.timeZoneOf(caller.tenantId)
  const dayBegins = await dayBeginsOf(report, () => services.settings.of(caller.tenantId))
  const { name, from } = periodOf(period, date, zone, services.clock.now(), dayBegins)
  return { title: `${title} ${name}`, day: from.slice(0, 10) }
}

/** Whether a job may make what is too large to be waited for. */
export const isForJob = (error: unknown): boolean =>
  error instanceof Failure && (error.code === 'report.as-job' || error.code === 'figure.as-job')
