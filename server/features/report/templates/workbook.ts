/** A workbook that somebody has, as the draft of a report template; and a draft as a workbook. */
import { Readable } from 'node:stream'
import * as contract from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { MAX_PICTURES, MAX_PICTURE_MEGABYTES, picturesOf as namedPictures } from '../../../../model/reports/pictures.ts'
import { MAX_TEMPLATE_COLUMNS, MAX_TEMPLATE_ROWS } from '../../../../model/reports/template.ts'
import type { LayoutPicture, SheetLayout } from '../../../documents/index.ts'
import { XLSX, sheetLayout } from '../../../documents/index.ts'
import { withRefusals } from '../../../exchange/index.ts'
import { openKeyedMutex } from '../../../kernel/database/keyed-mutex.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { refuseSize } from '../../../kernel/http/uploads.ts'
import { newId } from '../../../kernel/ids.ts'
import { addressOf, sheetOfTemplate, templateOfLayout, writeReportXlsx } from '../../../reports/index.ts'
import { draftFrom } from '../shared/content.ts'
import { loadPictures, readPicture } from '../shared/pictures.ts'
import { readDesign } from './design.ts'

const MAX_EXTENT = {
  rows: MAX_TEMPLATE_ROWS,
  columns: MAX_TEMPLATE_COLUMNS,
  pictures: { count: MAX_PICTURES, bytes: MAX_PICTURE_MEGABYTES * 1024 * 1024 - 1 },
}
const AT = { field: { name: 'file', label: 'report-list.file' } } as const

/** Workbooks of one tenant wait for one another: each takes a thread and some memory. */
const queue = openKeyedMutex(10)

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
    const layout = await queue.run(caller.tenantId, () => withRefusals(() => sheetLayout(path, MAX_EXTENT, sheet - 1), MAX_EXTENT))
    if (layout.hasMacros) fail('template.workbook-macros', AT)
    if (layout.hasLinks) fail('template.workbook-links', AT)
    const pictures = await picturesOf(layout)
    const { content, losses } = templateOfLayout(layout, new Map([...pictures].map(([picture, { id }]) => [picture, id])))
    const named = namedPictures(content)
    return {
      content: draftFrom(content, t),
      pictures: Object.fromEntries([...pictures.values()].flatMap(({ id, address }) => (named.has(id) ? [[id, address] as const] : []))),
      sheets: [...layout.sheets],
      losses: losses.map(({ what, count, places }) => ({ what, count, places: [...places] })),
    }
  },
})

/** The pictures of a sheet that reports have as well, by ids of their own: the same one once. */
async function picturesOf({ pictures }: SheetLayout): Promise<Map<LayoutPicture, { readonly id: string; readonly address: string }>> {
  const known = new Map<string, string>()
  const found = new Map<LayoutPicture, { readonly id: string; readonly address: string }>()
  for (const each of pictures) {
    const picture = await readPicture(Buffer.from(each.bytes))
    if (typeof picture === 'string') continue
    const address = addressOf(picture)
    const id = known.get(address) ?? newId()
    known.set(address, id)
    found.set(each, { id, address })
  }
  return found
}

export const downloadReportDesign = implement(contract.downloadReportDesign, {
  access: 'granted',
  summary:
    'The draft of a report template as a workbook: columns of data and formulas as texts, charts in words, pictures as such; documents of figures are not in it',
  of: reportTemplates,
  file: XLSX,
  async handle({ input: { id }, caller, inTenant, services, t }) {
    const { name, content, pictures } = await inTenant(async (tx) => {
      const design = await readDesign(tx, id)
      return { ...design, pictures: await loadPictures(tx, services, [...namedPictures(design.content).keys()]) }
    })
    const title = viewOf(caller, reportTemplates).sees('templateName') ? name : t('menu.reporttemplate')
    return new Download({
      name: `${title}.xlsx`,
      type: XLSX,
      stream: Readable.from(writeReportXlsx(sheetOfTemplate(content, pictures), title)),
    })
  },
})
