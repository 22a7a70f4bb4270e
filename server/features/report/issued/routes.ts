/** Issued reports: listed, issued, read, revised, withdrawn, signed, verified. Nobody adds, changes or removes one in any other way. */
import { issuedReports } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { list } from '../../../kernel/resources/list.ts'
import { queryIssuedReportDetail, withdrawReport } from './detail.ts'
import { issueReport, reviseReport } from './issuing.ts'
import { downloadIssuedReport, queryIssuedReportPage } from './pages.ts'
import { signReport } from './sign.ts'
import { verifyReport } from './verify.ts'

export const issuedReportsFeature: Feature = {
  tag: 'issued-reports',
  routes: [
    list(issuedReports),
    queryIssuedReportDetail,
    queryIssuedReportPage,
    downloadIssuedReport,
    issueReport,
    reviseReport,
    withdrawReport,
    signReport,
    verifyReport,
  ],
}
