/** Reports as files: at once, or by a job where they are too large to be waited for, as lists are (server/exchange/exports.ts). */
import { Readable } from 'node:stream'
import { z } from 'zod'
import * as contract from '../../../../model/contract/report/reports.ts'
import type { ReportAsked } from '../../../../model/contract/report/reports.ts'
import { REPORT_PATHS } from '../../../../model/reports/path.ts'
import { DOCX, PDF, XLSX } from '../../../documents/index.ts'
import { answerByJob } from '../../../exchange/index.ts'
import { rightsOf } from '../../../figures/index.ts'
import { mayCall } from '../../../kernel/authorization/view.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import type { Job } from '../../../kernel/runtime/job.ts'
import type { FileOfJob, Outcome } from '../../../kernel/runtime/jobs.ts'
import type { ReportToWrite } from '../../../reports/index.ts'
import { fillApart, fillToWrite } from '../../../reports/index.ts'
import type { Fill, Making } from '../shared/make-sheet.ts'
import { isForJob, makeReport, periodAsked } from '../shared/made.ts'
import { serialiseReports } from '../shared/pages.ts'

/** What the jobs of these exports are called. */
export const REPORT = 'report'

const FORMATS = ['xlsx', 'docx', 'pdf'] as const
type Format = (typeof FORMATS)[number]

/** The type of each, and the path of its call. */
const formats: Readonly<Record<Format, { readonly type: string; readonly path: string }>> = {
  xlsx: { type: XLSX, path: contract.exportReport.path },
  docx: { type: DOCX, path: contract.exportWordReport.path },
  pdf: { type: PDF, path: contract.exportPDFReport.path },
}

async function opened(making: Making, asked: ReportAsked, format: Format, fill: Fill<ReportToWrite>) {
  const { sheet, title, locale, tenant } = await makeReport(making, asked, fill)
  const writer = await sheet.open(format)
  return { writer, as: { format, title, locale, author: tenant } }
}

async function answer(call: Call<ReportAsked>, format: Format) {
  const { input, services, caller, t, request } = call
  const making = { services, caller, t, language: languageOfRequest(request) }
  try {
    // Held in memory, as what somebody waits for is.
    const { title, bytes } = await serialiseReports(caller.tenantId, async () => {
      const { writer, as } = await opened(making, input, format, fillToWrite)
      return { title: as.title, bytes: await writer.write(as) }
    })
    return new Download({ name: `${title}.${format}`, type: formats[format].type, stream: Readable.from(bytes) })
  } catch (error) {
    if (!isForJob(error)) throw error
    const { title, day } = await periodAsked(making, input)
    // Of the period that its name says, also where its turn comes after midnight.
    const asked = { ...input, date: day }
    return answerByJob(call, { kind: REPORT, title: `${title}.${format}`, input: { asked, format } }, reportFile)
  }
}

export const exportRoutes = [
  implement(contract.exportReport, {
    access: 'granted',
    summary:
      'A report as .xlsx: numbers and times as such, with the merged cells, widths and print setup of its template; as a job where it is too large to be waited for',
    file: XLSX,
    handle: (call) => answer(call, 'xlsx'),
  }),
  implement(contract.exportWordReport, {
    access: 'granted',
    summary: 'A report as a Word document: one table with the looks of its template; as a job where it is too large to be waited for',
    file: DOCX,
    handle: (call) => answer(call, 'docx'),
  }),
  implement(contract.exportPDFReport, {
    access: 'granted',
    summary: 'A report as PDF: the boxes of its preview; as a job where it is too large to be waited for',
    file: PDF,
    handle: (call) => answer(call, 'pdf'),
  }),
]

const jobInput = z.object({ asked: z.unknown(), format: z.enum(FORMATS) })
const made = z.object({ format: z.enum(FORMATS), rights: z.string(), path: z.enum(REPORT_PATHS) })

/** The file of a report, for somebody who has the rights that it was made with: what a report shows depends on all of them. */
export const reportFile: FileOfJob = ({ title, result }, caller) => {
  const { data } = made.safeParse(result)
  return data && mayCall(caller, formats[data.format].path) && rightsOf(caller) === data.rights
    ? { name: title, type: formats[data.format].type }
    : undefined
}

/**
 * The job: what the caller may see is asked again, since it may be less by now.
 * @throws Failure `permission.denied` when they may not have such files any more, and whatever the report is refused for
 */
export async function exportReportAsJob({ input, caller, language, t, services, signal, progress }: Job): Promise<Outcome> {
  const { asked, format } = jobInput.parse(input)
  const { path } = formats[format]
  if (!mayCall(caller, path)) fail('permission.denied')
  // Figures have names in the language of their caller; all of a report speaks one.
  const making = { services, caller: { ...caller, language }, t, language, extent: 'job' as const, signal }
  // In its turn until it is written: all that while its data is held in memory.
  return serialiseReports(
    caller.tenantId,
    async () => {
      // In a thread of its own.
      const { writer, as } = await opened(making, contract.exportReport.input.parse(asked), format, fillApart)
      const { rows, path: way } = writer
      try {
        progress(0, rows)
        const bytes = await writer.write(as, (done) => progress(done, rows))
        const file = await services.jobFiles.write(bytes, signal)
        return { file, done: rows, result: { format, rights: rightsOf(caller), path: way } satisfies z.infer<typeof made> }
      } finally {
        await writer.close()
      }
    },
    'job',
  )
}
