/** A workbook that somebody has, as the draft of a report template; and a draft as a workbook. */
import { Readable } from 'node:stream'
import * as contract from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { MAX_TEMPLATE_COLUMNS, MAX_TEMPLATE_ROWS } from '../../../../model/reports/template.ts'
import { XLSX, sheetLayout } from '../../../documents/index.ts'
import { withRefusals } from '../../../exchange/index.ts'
import { openKeyedMutex } from '../../../kernel/database/keyed-mutex.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { refuseSize } from '../../../kernel/http/uploads.ts'
import { sheetOfTemplate, templateOfLayout, writeReportXlsx } from '../../../reports/index.ts'
import { draftFrom } from '../shared/content.ts'
import { readDesign } from './design.ts'

const MAX_EXTENT = { rows: MAX_TEMPLATE_ROWS, columns: MAX_TEMPLATE_COLUMNS }
const AT = { field: { name: 'file', label: 'report-list.file' } } as const

/** Workbooks of one tenant wait for one another: each takes a thread and some memory. */
const turns = openKeyedMutex(10)

export const readReportWorkbook = implement(contract.readReportWorkbook, {
  access: 'granted',
  summary: 'A sheet of a workbook as the draft of a report template, with what does not come along; nothing is stored',
  of: reportTemplates,
  upload: true,
  async handle({ input: { sheet }, upload, caller, t }) {
    const { path, name = '', size = 0, most = 0 } = upload ?? {}
    if (path === undefined || size === 0) return fail('import.empty', AT)
    if (size >= most) refuseSize(most)
    if (!/\.xlsx$/i.test(name)) fail('import.type', AT)
    const layout = await turns.run(caller.tenantId, () => withRefusals(() => sheetLayout(path, MAX_EXTENT, sheet - 1), MAX_EXTENT))
    if (layout.hasMacros) fail('template.workbook-macros', AT)
    if (layout.hasLinks) fail('template.workbook-links', AT)
    const { content, losses } = templateOfLayout(layout)
    return {
      content: draftFrom(content, t),
      sheets: [...layout.sheets],
      losses: losses.map(({ what, count, places }) => ({ what, count, places: [...places] })),
    }
  },
})

export const downloadReportDesign = implement(contract.downloadReportDesign, {
  access: 'granted',
  summary:
    'The draft of a report template as a workbook: columns of data and formulas as texts, charts in words; documents of figures are not in it',
  of: reportTemplates,
  file: XLSX,
  async handle({ input: { id }, caller, inTenant, t }) {
    const { name, content } = await inTenant((tx) => readDesign(tx, id))
    const title = viewOf(caller, reportTemplates).sees('templateName') ? name : t('menu.reporttemplate')
    return new Download({ name: `${title}.xlsx`, type: XLSX, stream: Readable.from(writeReportXlsx(sheetOfTemplate(content), title)) })
  },
})
