/** Reports are issued and revised: at once, or by a job where their figures take longer than anybody waits for. */
import { z } from 'zod'
import * as contract from '../../../../model/contract/report/issued-reports.ts'
import { exportReport } from '../../../../model/contract/report/reports.ts'
import type { ReportAsked } from '../../../../model/contract/report/reports.ts'
import { BUILT_IN } from '../../../../model/reports/built-in/index.ts'
import { issuedReports } from '../../../../model/index.ts'
import { mayCall } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest, translatorFor } from '../../../kernel/http/language.ts'
import type { Job } from '../../../kernel/runtime/job.ts'
import type { Outcome } from '../../../kernel/runtime/jobs.ts'
import type { Language } from '../../../../model/language.ts'
import type { Issued, Predecessor } from '../shared/issue.ts'
import { issue, readValid } from '../shared/issue.ts'
import { codeOf, isForJob } from '../shared/made.ts'
import { readWhole } from './read.ts'

/** What the jobs are called that issue a report. */
export const ISSUING = 'issue-report'

type Asking = Pick<Call<unknown>, 'caller' | 'services' | 'inTenant'>
type Queued = { readonly jobId: string; readonly queued: true }

async function issueOrQueue(
  { caller, services, inTenant }: Asking,
  language: Language,
  asked: ReportAsked,
  predecessor?: Predecessor,
): Promise<Issued | Queued> {
  const t = translatorFor(language)
  try {
    // Figures have names in the language of their caller; all of a report speaks one.
    return await issue({ services, caller: { ...caller, language }, t, language, inTenant }, asked, predecessor)
  } catch (error) {
    if (!isForJob(error)) throw error
    const code = codeOf(asked.report)
    const job = {
      kind: ISSUING,
      title: t(code === undefined ? 'choice.title.reports' : BUILT_IN[code].title),
      input: { asked, predecessor },
      total: 1,
    }
    return { jobId: await inTenant((tx) => services.jobs.enqueue(tx, caller, language, job)), queued: true }
  }
}

export const issueReport = implement(contract.issueReport, {
  access: 'granted',
  summary:
    'Issue a report as it is now, with a number, with its files and unchangeable; by a job where its figures take longer than anybody waits for',
  of: issuedReports,
  handle: (call) => issueOrQueue(call, languageOfRequest(call.request), call.input),
})

export const reviseReport = implement(contract.reviseReport, {
  access: 'granted',
  summary: 'Issue the same report once more, with the figures of now, in the place of one that still holds',
  of: issuedReports,
  async handle(call) {
    const { input: predecessor, caller } = call
    const row = await call.inTenant(async (tx) => {
      await readWhole(tx, caller, predecessor.id)
      return readValid(tx, predecessor)
    })
    // The one that takes its place speaks its language.
    return issueOrQueue(call, row.report_language, exportReport.input.parse(row.report_asked), predecessor)
  },
})

const jobInput = z.object({
  asked: z.unknown(),
  predecessor: z.object({ id: z.string(), version: z.number().optional() }).optional(),
})

/** The job: once, though a server that takes it over does it again. @throws Failure `permission.denied` when its person may not issue reports any more */
export async function issueAsJob(job: Job): Promise<Outcome> {
  const { asked, predecessor } = jobInput.parse(job.input)
  const { caller, language, t, services, signal } = job
  if (!mayCall(caller, (predecessor ? contract.reviseReport : contract.issueReport).path)) fail('permission.denied')
  const before = await job.inTenant((tx) => issuedBy(tx, job.id), 'read')
  const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) => job.inTenant(work)
  const making = { services, caller, t, language, extent: 'job' as const, inTenant, signal }
  const result =
    before ??
    (await issue(making, exportReport.input.parse(asked), predecessor, (tx, issued) => assertOnly(tx, job.id, issued)).catch(
      async (error: unknown) => {
        const other = await job.inTenant((tx) => issuedBy(tx, job.id), 'read')
        if (!other) throw error
        return other
      },
    ))
  return { done: 1, result }
}

/** A server that was taken for dead may be as far as the one that took over: under the lock of the job one of them stores its report. @throws Failure `row.changed` */
async function assertOnly(tx: Transaction, jobId: string, issued: Issued): Promise<void> {
  const job = await tx.first(build.selectFrom('jobs').select('status').where('id', '=', jobId).forUpdate())
  if (job?.status !== 'running' || (await issuedBy(tx, jobId, issued.id))) fail('row.changed')
}

/** What a job has issued already, besides the one that is being stored: changes are kept under its id. */
async function issuedBy(tx: Transaction, jobId: string, besides?: string): Promise<Issued | undefined> {
  const rows = await tx.all(
    build
      .selectFrom('changes')
      .innerJoin('issued_reports', (on) =>
        on.onRef('issued_reports.tenant_id', '=', 'changes.tenant_id').onRef('issued_reports.id', '=', 'changes.row_id'),
      )
      .select(['issued_reports.id', 'report_number'])
      .where('operation_id', '=', jobId)
      .where('table_name', '=', 'issued_reports')
      .where('verb', '=', 'add'),
  )
  const row = rows.find(({ id }) => id !== besides)
  return row && { id: row.id, reportNumber: row.report_number }
}
