/** Report templates: the standard verbs, their draft and its versions. */
import { reportTemplates } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { queryReportDesign, restoreReportVersion, saveReportDraft } from './design.ts'
import { copyReportTemplate, importReportDesign, templateWrites } from './make.ts'
import { queryReportPicture, uploadReportPicture } from './pictures.ts'
import { previewReportTemplate } from './preview.ts'
import { downloadReportDesign, readReportWorkbook } from './workbook.ts'
import { publishReportTemplate, queryReportVersion, queryReportVersionContent } from './publish.ts'

export const reportTemplatesFeature: Feature = {
  tag: 'report-templates',
  routes: [
    list(reportTemplates),
    options(reportTemplates),
    add(templateWrites),
    update(templateWrites),
    remove(templateWrites),
    ...exportsOf(reportTemplates),
    queryReportDesign,
    saveReportDraft,
    publishReportTemplate,
    queryReportVersion,
    queryReportVersionContent,
    restoreReportVersion,
    copyReportTemplate,
    importReportDesign,
    uploadReportPicture,
    queryReportPicture,
    readReportWorkbook,
    downloadReportDesign,
    previewReportTemplate,
  ],
}
