/** Answers whose file a job makes: what takes longer than a request may, or would hold a connection for a slow client. */
import type { ErrorCode } from '../../model/errors.ts'
import { listMembers } from '../../model/wire.ts'
import { callerOf } from '../kernel/authorization/caller.ts'
import { identityOf } from '../kernel/authorization/user-identity.ts'
import { fail } from '../kernel/errors.ts'
import { Download } from '../kernel/http/download.ts'
import type { Call } from '../kernel/http/http.ts'
import { languageOfRequest } from '../kernel/http/language.ts'
import type { FileOfJob, NewJob } from '../kernel/runtime/jobs.ts'

/** How long an answer waits for the file of a job: less than the five minutes after which common HTTP clients give up. */
const MAX_WAIT_MS = 240_000

/** What of a call its answer needs. */
type Waiting = Pick<Call<unknown>, 'caller' | 'services' | 't' | 'request' | 'reply'>

/**
 * The job, for clients that prefer it so (`Prefer: respond-async`, RFC 7240); its file, as soon as it is made, for all others.
 * @param fileOf What the file is, for somebody who may still see all of it
 */
export async function answerByJob(
  call: Waiting,
  job: NewJob,
  fileOf: FileOfJob,
): Promise<Download | { readonly jobId: string; readonly queued: true }> {
  const { caller, services, request, reply } = call
  // The route only reads, and so does the job; that it is asked for is written.
  const jobId = await services.transactions.inTenant(
    caller,
    (tx) => services.jobs.enqueue(tx, caller, languageOfRequest(request), job),
    'write',
  )
  if (prefersJobs(request)) {
    reply.header('preference-applied', 'respond-async')
    return { jobId, queued: true }
  }
  return fileOfJob(call, jobId, fileOf)
}

/** Whether the client understands an answer that names a job: preferences are parted by commas or stand in headers of their own. */
function prefersJobs({ headers: { prefer = '' } }: Call<unknown>['request']): boolean {
  return listMembers(String(prefer)).some((preference) => preference.split(';')[0]?.trim().toLowerCase() === 'respond-async')
}

/**
 * The file of the job, for a client that waits for it: made within the limits of all jobs, and a connection of the database is held
 * for none of the wait. Whoever hangs up gives the job up.
 * @throws Failure `export.waiting` when it is not made in time; it goes on, and its file waits in the export centre.
 */
async function fileOfJob({ caller, services, t, reply }: Omit<Waiting, 'request'>, jobId: string, fileOf: FileOfJob): Promise<Download> {
  const { transactions, grants, jobs, jobFiles } = services
  const hungUp = new AbortController()
  reply.raw.once('close', () => hungUp.abort())
  const job = await jobs.ended(caller, jobId, MAX_WAIT_MS, hungUp.signal).catch(async (error: unknown) => {
    if (hungUp.signal.aborted) await transactions.inTenant(caller, (tx) => jobs.cancel(tx, caller, jobId), 'write')
    throw error
  })
  if (!job) return fail('export.waiting')
  const { status, title, error, result, blob_id: blob } = job
  if (status !== 'done' || blob === null) {
    const { values = {} } = (result ?? {}) as { values?: Record<string, string | number> }
    return fail((error ?? 'export.cancelled') as ErrorCode, { values })
  }
  // What they may do now: it may be less than when they asked.
  const identity = await identityOf(transactions, grants, { ...caller, sessionId: jobId })
  if (!identity) return fail('session.invalid')
  const now = callerOf(
    identity,
    caller.active.map(({ code }) => code),
    caller.language,
  )
  const file = fileOf({ title, input: undefined, result, finishedAt: new Date(services.clock.now()) }, now, t) ?? fail('permission.denied')
  const { stream, size } = await transactions.inTenant(caller, (tx) => jobFiles.open(tx, blob), 'read')
  return new Download({ ...file, stream, size })
}
