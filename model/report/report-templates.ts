import { integer, oneOf, text, time } from '../fields.ts'
import { resource } from '../resource.ts'

/** What a report is about, by which people find it. */
export const TEMPLATE_KINDS = ['curing', 'alarms', 'devices', 'other'] as const

const BASE = '/report/template'

/**
 * Reports that people of the tenant design. What is designed is a draft, which stands beside the fields and is kept by calls of its own; publishing it
 * makes a version that nobody can change any more, and the newest one is offered where reports are (docs/decisions/0149-the-designer-of-reports.md).
 */
export const reportTemplates = resource({
  name: 'report-templates',
  api: { base: BASE, noun: 'ReportTemplate' },
  table: 'report_templates',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'reporttemplate',
  title: 'templateName',
  order: ['createTime', 'descend'],
  unique: ['templateName'],
  serverColumns: ['content', 'saved_by', 'saved_at'],
  calls: {
    design: `${BASE}/saveReportDraft`,
    open: `${BASE}/queryReportDesign`,
    publish: `${BASE}/publishReportTemplate`,
    versions: `${BASE}/queryReportVersion`,
    restore: `${BASE}/restoreReportVersion`,
    copy: `${BASE}/copyReportTemplate`,
    bring: `${BASE}/importReportDesign`,
    workbook: `${BASE}/readReportWorkbook`,
    file: `${BASE}/downloadReportDesign`,
    preview: `${BASE}/previewReportTemplate`,
  },
  fields: {
    templateName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    templateKind: oneOf({ of: TEMPLATE_KINDS, required: true, filter: 'equals', sort: true }),
    /** Offered among the reports: 1, once a version is published. */
    templateStatus: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
    /** The newest published version; 0 before the first. */
    templateVersion: integer({ sort: true, write: 'never' }),
    publishedAt: time({ write: 'never', filter: 'range', sort: true }),
    templateDescription: text({ max: 256 }),
  },
})
