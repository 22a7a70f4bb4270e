import { integer, oneOf, reference, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { anyOf, creator, place } from '../row-scope.ts'
import { ISSUED_STATES, MAX_WITHDRAW_REASON } from './issued.ts'

const PATH = '/report/issued'
/** What has the number, the title and who issued it printed on it. */
const DISCLOSING = ['queryIssuedReportPage', 'downloadIssuedReport'].map((call) => `${PATH}/${call}`)
const printed = <Of extends object>(field: Of): Of & { readonly withholds: readonly string[] } => ({ ...field, withholds: DISCLOSING })

/** A report as it was issued: its figures, pages and files are those of that moment. The server writes them; only what becomes of it changes. */
export const issuedReports = resource({
  name: 'issued-reports',
  api: { base: PATH, noun: 'IssuedReport' },
  table: 'issued_reports',
  scope: 'tenant',
  ownedBy: anyOf(place('site_id'), creator),
  menu: 'issuedreport',
  title: 'reportNumber',
  order: ['createTime', 'descend'],
  unique: ['reportNumber'],
  serverColumns: [
    ...['created_by', 'report_asked', 'report_language', 'documents', 'token_hash', 'superseded_by', 'withdrawn_at'],
    ...['template_id', 'template_version', 'report_parameters'],
  ],
  calls: {
    issue: `${PATH}/issueReport`,
    detail: `${PATH}/queryIssuedReportDetail`,
    page: `${PATH}/queryIssuedReportPage`,
    download: `${PATH}/downloadIssuedReport`,
    revise: `${PATH}/reviseReport`,
    void: `${PATH}/withdrawReport`,
    sign: `${PATH}/signReport`,
  },
  fields: {
    reportNumber: printed(text({ max: 64, write: 'never', filter: 'contains', sort: true })),
    reportTitle: printed(text({ max: 128, write: 'never', filter: 'contains', sort: true })),
    periodName: printed(text({ max: 32, write: 'never', filter: 'contains', sort: true })),
    reportState: oneOf({ of: ISSUED_STATES, write: 'never', filter: 'equals', sort: true }),
    /** Of how many signatures it has. */
    signatureCount: integer({ write: 'never', filter: 'range', sort: true }),
    siteId: reference({ to: 'sites', show: 'site_name', write: 'never', filter: 'equals' }),
    issuedBy: printed(text({ max: 64, write: 'never', filter: 'contains', from: { noun: 'users', field: 'username' } })),
    /** 0 for the first issue. */
    revision: integer({ write: 'never' }),
    supersedesId: reference({ to: 'issued-reports', show: 'report_number', write: 'never' }),
    withdrawReason: text({ max: MAX_WITHDRAW_REASON, write: 'never' }),
  },
})
