/**
 * `export{Noun}`, `exportWord{Noun}`, `exportPDF{Noun}`: the list as a file, with its filters, its order and the fields the
 * caller sees. Few rows are answered at once; many become a job, whose file waits in the export centre: for clients that prefer it so
 * (`Prefer: respond-async`, RFC 7240) the answer is the job, all others get its file as soon as it is made.
 */
import { z } from 'zod'
import { exportContract } from '../../model/contract/nouns.ts'
import { resourceNamed } from '../../model/index.ts'
import { pathOf } from '../../model/noun-calls.ts'
import type { Resource } from '../../model/resource.ts'
import { listMembers } from '../../model/wire.ts'
import { accessTo } from '../kernel/http/access.ts'
import type { ErrorCode } from '../../model/errors.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { callerOf } from '../kernel/authorization/caller.ts'
import { identityOf } from '../kernel/authorization/user-identity.ts'
import { Download } from '../kernel/http/download.ts'
import { fail } from '../kernel/errors.ts'
import type { Call, Route } from '../kernel/http/http.ts'
import { implement } from '../kernel/http/http.ts'
import { templateOf } from './imports/template.ts'
import type { FileOfJob, Outcome } from '../kernel/runtime/jobs.ts'
import type { Job } from '../kernel/runtime/job.ts'
import { languageOfRequest } from '../kernel/http/language.ts'
import { viewOf, withoutHidden } from '../kernel/authorization/view.ts'
import type { FormatName } from './formats.ts'
import { assertFits, bytesOf, columnsFor, formats, timeInName, titleOf } from './formats.ts'
import type { ReadAllRequest } from '../kernel/resources/read-all.ts'
import { countAll } from '../kernel/resources/read-all.ts'
import type { Filters } from '../kernel/resources/select.ts'
import { orderOf } from '../kernel/resources/select.ts'

/** How long an answer waits for the file of a job: less than the five minutes after which common HTTP clients give up. */
const MAX_WAIT_MS = 240_000

/** The formats that have a call of their own. */
const CALLS = ['xlsx', 'docx', 'pdf'] as const satisfies readonly FormatName[]

/** The routes that export the noun, at once or as a job. @example routes: [list(users), ...exportsOf(users)] */
export function exportsOf(of: Resource): Route[] {
  return CALLS.map((format) =>
    implement(exportContract(of, formats[format].verb), {
      access: accessTo(of, 'read'),
      summary: `Export ${of.name} as .${format}`,
      of,
      reads: true,
      file: formats[format].type,
      async handle(call) {
        const { isTemplate, fileFormat = format, ...asked } = call.input as Asked & { isTemplate?: boolean; fileFormat?: FormatName }
        const asking = call as unknown as Call<unknown>
        // An empty file to fill in, made by the import of the noun.
        return isTemplate ? templateOf(of, asking) : answer(asking, of, fileFormat, asked)
      },
    }),
  )
}

type Asked = Filters & { readonly sorter?: string; readonly id?: readonly string[]; readonly fields?: readonly string[] }

function wantedOf(of: Resource, caller: Caller, { sorter, id: ids, fields, ...filters }: Asked): ReadAllRequest {
  return { of, caller, filters, sorter, ids, fields }
}

async function answer(
  call: Call<unknown>,
  of: Resource,
  format: FormatName,
  asked: Asked,
): Promise<Download | { jobId: string; queued: true }> {
  const { caller, services, t, request, reply } = call
  const wanted = wantedOf(of, caller, asked)
  if (!orderOf(of, viewOf(caller, of), asked.sorter)) fail('request.invalid', { fields: [{ field: 'sorter', message: t('check.sorter') }] })
  const unknown = unknownIn(wanted)
  if (unknown.length > 0)
    fail('request.invalid', { fields: unknown.map((field) => ({ field: 'fields', message: t('check.unknown', { field }) })) })
  const total = await countAll(services, wanted)
  assertFits(format, total)
  const name = `${titleOf(of, t)} ${await timeInName(services, caller.tenantId)}.${format}`
  const language = languageOfRequest(request)
  // The file of fewer rows is made in memory: a slow client holds no connection.
  if (total >= (await services.settings.of(caller.tenantId))['export.jobRows']) {
    // The route only reads, and so does the job; that it is asked for is written.
    const jobId = await services.transactions.inTenant(
      caller,
      (tx) => services.jobs.enqueue(tx, caller, language, { kind: 'export', title: name, total, input: { noun: of.name, format, asked } }),
      'write',
    )
    if (prefersJobs(request)) {
      reply.header('preference-applied', 'respond-async')
      return { jobId, queued: true }
    }
    return fileOfJob(call, jobId)
  }
  const hungUp = new AbortController()
  reply.raw.once('close', () => hungUp.abort())
  const parts: Buffer[] = []
  for await (const part of bytesOf(services, format, wanted, { language, t }, () => undefined, hungUp.signal)) parts.push(part)
  return new Download({ name, type: formats[format].type, bytes: Buffer.concat(parts) })
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
async function fileOfJob({ caller, services, t, reply }: Call<unknown>, jobId: string): Promise<Download> {
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
  const file = exportedFile({ title, input: undefined, result, finishedAt: new Date() }, now, t) ?? fail('permission.denied')
  const { stream, size } = await transactions.inTenant(caller, (tx) => jobFiles.open(tx, blob), 'read')
  return new Download({ ...file, stream, size })
}

/** Fields that were asked for and that the caller does not see, which is as if there were none. */
function unknownIn({ of, caller, fields = [] }: ReadAllRequest): string[] {
  const view = viewOf(caller, of)
  return fields.filter((name) => !view.fields.includes(name))
}

const jobInput = z.object({
  noun: z.string(),
  format: z.enum(Object.keys(formats) as [FormatName, ...FormatName[]]),
  asked: z.record(z.string(), z.unknown()),
})

/** What stands in the file of a job. */
const made = z.object({ noun: z.string(), format: jobInput.shape.format, fields: z.array(z.string()) })

/** The file of an export, for somebody who may still see every field that stands in it. */
export const exportedFile: FileOfJob = ({ title, result }, caller) => {
  const { data } = made.safeParse(result)
  const of = data && nounNamed(data.noun)
  if (!data || !of || !isAllowed(caller, of, data.format)) return undefined
  return data.fields.every((field) => viewOf(caller, of).sees(field)) ? { name: title, type: formats[data.format].type } : undefined
}

const nounNamed = (name: string): Resource | undefined => resourceNamed(name)

function isAllowed(caller: Caller, of: Resource, format: FormatName): boolean {
  return caller.urls.has(pathOf(of, formats[format].verb)) && (accessTo(of, 'read') !== 'platform' || caller.isPlatform)
}

/**
 * The job of an export. What the caller may see is asked again, since it may be less by now.
 * @throws Failure `permission.denied` when the export is not theirs any more, or a field they filtered by.
 */
export async function runExport({ input, caller, language, t, services, signal, progress }: Job): Promise<Outcome> {
  const { noun, format, asked } = jobInput.parse(input)
  const of = nounNamed(noun)
  if (!of || !isAllowed(caller, of, format)) fail('permission.denied')
  const view = viewOf(caller, of)
  const wanted = wantedOf(of, caller, asked as Asked)
  const isSeen = Object.keys(withoutHidden(asked, of, view)).length === Object.keys(asked).length
  if (!isSeen || unknownIn(wanted).length > 0 || !orderOf(of, view, wanted.sorter)) fail('permission.denied')
  const total = await countAll(services, wanted)
  assertFits(format, total)
  let done = 0
  progress(0, total)
  const count = (rows: number) => progress((done = rows), Math.max(rows, total))
  const file = await services.jobFiles.write(bytesOf(services, format, wanted, { language, t }, count, signal), signal)
  return { file, done, result: { noun, format, fields: columnsFor(wanted, t).map(({ name }) => name) } satisfies z.infer<typeof made> }
}
