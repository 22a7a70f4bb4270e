/** Reports: which there are, and their pages for the preview. Each is made with the rights of whoever asks. */
import { issueReport } from '../../../../model/contract/report/issued-reports.ts'
import * as contract from '../../../../model/contract/report/reports.ts'
import type { ReportAsked } from '../../../../model/contract/report/reports.ts'
import { REPORT_CODES } from '../../../../model/reports/built-in/asked.ts'
import { BUILT_IN, declaredBy } from '../../../../model/reports/built-in/index.ts'
import { askedOfReader } from '../../../../model/reports/parameters.ts'
import { textOfParams } from '../../../../model/reports/params-text.ts'
import type { ReportPath } from '../../../../model/reports/path.ts'
import { openMeasure } from '../../../documents/index.ts'
import { openAnswerCache, rightsOf } from '../../../figures/index.ts'
import type { Call, Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import type { PagedReport, Pictures } from '../../../reports/index.ts'
import { fillReport, paginate } from '../../../reports/index.ts'
import type { MadeReport } from '../shared/make-sheet.ts'
import { dayBeginsOf, makeReport, reportsFor } from '../shared/made.ts'
import { serialiseReports, pageOf } from '../shared/pages.ts'
import { publishedReport, publishedReports } from '../shared/published.ts'
import { exportRoutes } from './export.ts'

type Asking = Omit<Call<ReportAsked>, 'handle'>

const made = ({ input, services, caller, t, request }: Asking): Promise<MadeReport> =>
  serialiseReports(caller.tenantId, () => makeReport({ services, caller, t, language: languageOfRequest(request) }, input, fillReport))

interface Pages extends Pick<MadeReport, 'title'> {
  readonly paged: PagedReport
  readonly pictures: Pictures
  readonly omitted: number
  readonly cells: number
  readonly path: ReportPath
}

/** Whoever leafs through a report gets pages of the same one for so long. */
const LEAFING_MS = 15_000
const BYTES_A_CELL = 300
/** Pictures are held once for all of its pages. */
const bytesOf = ({ cells, pictures }: Pages) => [...pictures.values()].reduce((sum, { bytes }) => sum + bytes.length, cells * BYTES_A_CELL)
const leafed = openAnswerCache<Pages>({ bytesOf, isOver: () => false, freshMs: LEAFING_MS })

/** Its pages, for the same person with the same rights as long as they leaf. It says who made it, and when. */
async function pagesOf(call: Asking): Promise<Pages> {
  const { caller, request, input, services, t } = call
  const { report, period, date, deviceId, siteId, pointId, params } = input
  // One that was published anew, or is out of use, is not leafed through any more.
  const version = isBuiltIn(report) ? 0 : (await publishedReport(services, caller, t, report)).version
  const asked = [report, version, period, date, deviceId, siteId, pointId, textOfParams(params ?? {})]
  const key = JSON.stringify([rightsOf(caller), caller.dialect ?? null, caller.userId, languageOfRequest(request), ...asked])
  return leafed.get(key, async () => {
    const { sheet, title } = await made(call)
    return {
      title,
      paged: await paginate(sheet, await openMeasure(), 'screen'),
      pictures: sheet.pictures,
      omitted: sheet.omitted.length,
      cells: sheet.cells.length,
      path: sheet.path,
    }
  })
}

const isBuiltIn = (report: string) => REPORT_CODES.some((code) => code === report)

const FILES = ['exportReport', 'exportWordReport', 'exportPDFReport'] as const
const ISSUE = 'issueReport' as const

const queryReport = implement(contract.queryReport, {
  access: 'granted',
  allowedWith: ['read-only'],
  summary: 'The reports whose figures the caller may have, and what they may do with them',
  handle: async ({ caller, t, inTenant, services }) => ({
    list: [
      ...(await Promise.all(
        reportsFor(caller, t).map(async (report) => {
          const documents = declaredBy(t, report)
          const parameters = askedOfReader(
            documents,
            documents.map(() => true),
          )
          const dayBegins = await dayBeginsOf(report, () => services.settings.of(caller.tenantId))
          return {
            report,
            title: t(BUILT_IN[report].title),
            ...(dayBegins === 0 ? {} : { dayBegins }),
            ...(parameters.length === 0 ? {} : { parameters }),
          }
        }),
      )),
      ...(await publishedReports(inTenant, caller, t)),
    ],
    allowed: [...FILES.filter((name) => caller.urls.has(contract[name].path)), ...(caller.urls.has(issueReport.path) ? [ISSUE] : [])],
  }),
})

const queryReportPage = implement(contract.queryReportPage, {
  access: 'granted',
  allowedWith: ['read-only'],
  summary: 'One page of a report as boxes in points: the same that its PDF has. Fields that the caller does not see show a dash',
  async handle(call) {
    return pageOf(await pagesOf(call), call.input.page)
  },
})

export const reportFeature: Feature = {
  tag: 'reports',
  routes: [queryReport, queryReportPage, ...exportRoutes],
}
