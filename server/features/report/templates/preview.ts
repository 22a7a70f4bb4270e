/** How a draft looks when it is filled: with the rights of whoever designs it, and the boxes that a report has. */
import * as contract from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { openMeasure } from '../../../documents/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { fillReport, paginate } from '../../../reports/index.ts'
import { makeSheet } from '../shared/make-sheet.ts'
import { serialiseReports, pageOf } from '../shared/pages.ts'
import { draftFrom } from '../shared/content.ts'
import { assertPictures } from '../shared/pictures.ts'
import { keptContent } from './design.ts'

export const previewReportTemplate = implement(contract.previewReportTemplate, {
  access: 'granted',
  allowedWith: ['read-only'],
  summary: 'One page of the draft of a report template as boxes in points, filled with what the caller may see',
  of: reportTemplates,
  async handle({ input, services, caller, t, request, inTenant }) {
    const { id, content: given, page, ...asked } = input
    const kept = await inTenant((tx) =>
      tx.first(build.selectFrom('report_templates').select(['template_name', 'content']).where('id', '=', id)),
    )
    if (!kept) return fail('row.not-found')
    const content = draftFrom(given, t, keptContent(kept.content))
    await inTenant((tx) => assertPictures(tx, t, content))
    const making = { services, caller, t, language: languageOfRequest(request) }
    const { sheet, title } = await serialiseReports(caller.tenantId, () =>
      makeSheet(making, asked, {
        title: viewOf(caller, reportTemplates).sees('templateName') ? kept.template_name : '',
        fill: fillReport,
        template: () => content,
        sets: content.sets,
      }),
    )
    const { pictures, omitted, path } = sheet
    return pageOf({ title, paged: await paginate(sheet, await openMeasure(), 'screen'), pictures, omitted: omitted.length, path }, page)
  },
})
