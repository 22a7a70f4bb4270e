/** The figures of a document as a file: at once, or by a job where they take longer than anybody waits for. */
import { Readable } from 'node:stream'
import { z } from 'zod'
import * as contract from '../../../../model/contract/report/figure.ts'
import { answerByJob, timeInName } from '../../../exchange/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { mayCall } from '../../../kernel/authorization/view.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import type { Job } from '../../../kernel/runtime/job.ts'
import type { FileOfJob, Outcome } from '../../../kernel/runtime/jobs.ts'
import { rightsOf } from '../../../figures/index.ts'
import { bytesOf, formats } from './sheet.ts'

/** What the jobs of these exports are called. */
export const FIGURES = 'figures'

export const exportFigure = implement(contract.exportFigure, {
  access: 'granted',
  reads: true,
  unloggedInput: ['document', 'params', 'title', 'headings'],
  summary: 'The figures of a document as CSV or .xlsx; as a job where they take longer than anybody waits for',
  file: formats.xlsx.type,
  async handle(call) {
    const { input, caller, services, t, request } = call
    const { document, params, format, title: given, headings } = input
    const title = `${given ?? t('figures.title')} ${await timeInName(services, caller.tenantId)}.${format}`
    try {
      const answer = await services.figures.query(caller, t, { document, params })
      const bytes = await bytesOf(services, caller, answer, { t, language: languageOfRequest(request), format, title: given, headings })
      return new Download({ name: title, type: formats[format].type, stream: Readable.from(bytes) })
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'figure.as-job') throw error
      return answerByJob(call, { kind: FIGURES, title, input }, figuresFile)
    }
  },
})

const jobInput = z.object({
  document: z.record(z.string(), z.unknown()),
  params: z.record(z.string(), z.unknown()).optional(),
  format: z.enum(contract.FIGURE_FORMATS),
  title: z.string().optional(),
  headings: z.record(z.string(), z.string()).optional(),
})
const made = z.object({ format: z.enum(contract.FIGURE_FORMATS), rights: z.string() })

const mayExport = (caller: Caller) => mayCall(caller, contract.exportFigure.path)

/** The file of figures, for somebody who has the rights that it was made with: what a document shows depends on all of them. */
export const figuresFile: FileOfJob = ({ title, result }, caller) => {
  const { data } = made.safeParse(result)
  return data && mayExport(caller) && rightsOf(caller) === data.rights ? { name: title, type: formats[data.format].type } : undefined
}

/**
 * The job: what the caller may see is asked again, since it may be less by now.
 * @throws Failure `permission.denied` when they may not export figures any more, and whatever the document is refused for
 */
export async function exportFiguresAsJob({ input, caller, language, t, services, signal, progress }: Job): Promise<Outcome> {
  const { document, params, format, title, headings } = jobInput.parse(input)
  if (!mayExport(caller)) fail('permission.denied')
  const answer = await services.figures.query(caller, t, { document, params }, 'job')
  progress(0, answer.rows.length)
  const file = await services.jobFiles.write(await bytesOf(services, caller, answer, { t, language, format, title, headings }), signal)
  return { file, done: answer.rows.length, result: { format, rights: rightsOf(caller) } satisfies z.infer<typeof made> }
}
