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
import { accessTo } from '../kernel/http/access.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { Download } from '../kernel/http/download.ts'
import { fail } from '../kernel/errors.ts'
import type { Call, Route } from '../kernel/http/http.ts'
import { implement } from '../kernel/http/http.ts'
import { answerByJob } from './answer-by-job.ts'
import type { Beside } from './beside.ts'
import { templateOf } from './imports/template.ts'
import type { FileOfJob, Outcome } from '../kernel/runtime/jobs.ts'
import type { Job } from '../kernel/runtime/job.ts'
import { languageOfRequest } from '../kernel/http/language.ts'
import { viewOf, withoutHidden } from '../kernel/authorization/view.ts'
import type { FileRequest, FormatName } from './formats.ts'
import { assertFits, bytesOf, columnsFor, formats, timeInName, titleOf } from './formats.ts'
import type { ReadAllRequest } from '../kernel/resources/read-all.ts'
import { countAll } from '../kernel/resources/read-all.ts'
import type { Filters } from '../kernel/resources/select.ts'
import { orderOf } from '../kernel/resources/select.ts'

/** The formats that have a call of their own. */
const CALLS = ['xlsx', 'docx', 'pdf'] as const satisfies readonly FormatName[]

/**
 * The routes that export the noun, at once or as a job. @example routes: [list(users), ...exportsOf(users)]
 * @param by What its files may have beside the fields; {@link exportJobs} has to know it too
 */
export function exportsOf(of: Resource, by?: Beside): Route[] {
  return CALLS.map((format) =>
    implement(exportContract(of, formats[format].verb), {
      access: accessTo(of, 'read'),
      summary: `Export ${of.name} as .${format}`,
      of,
      reads: true,
      file: formats[format].type,
      async handle(call) {
        const { isTemplate, fileFormat = format, ...asked } = call.input as Asked & { isTemplate?: boolean; fileFormat?: FormatName }
        const asking = call
        // An empty file to fill in, made by the import of the noun.
        return isTemplate ? templateOf(of, asking) : answer(asking, of, fileFormat, asked, by)
      },
    }),
  )
}

type Asked = Filters & {
  readonly sorter?: string
  readonly id?: readonly string[]
  readonly fields?: readonly string[]
  readonly beside?: readonly string[]
}

function wantedOf(
  of: Resource,
  caller: Caller,
  { sorter, id: ids, fields, beside: keys = [], ...filters }: Asked,
  by?: Beside,
): FileRequest {
  return { of, caller, filters, sorter, ids, fields, beside: by && keys.length > 0 ? { keys, by } : undefined }
}

async function answer(
  call: Call<unknown>,
  of: Resource,
  format: FormatName,
  asked: Asked,
  by: Beside | undefined,
): Promise<Download | { jobId: string; queued: true }> {
  const { caller, services, t, request, reply } = call
  const wanted = wantedOf(of, caller, asked, by)
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
    return answerByJob(
      call,
      { kind: 'export', title: name, total, input: { noun: of.name, format, asked } },
      exportJobs(by ? [by] : []).fileOf,
    )
  }
  const hungUp = new AbortController()
  reply.raw.once('close', () => hungUp.abort())
  const parts: Buffer[] = []
  for await (const part of bytesOf(services, format, wanted, { language, t }, () => undefined, hungUp.signal)) parts.push(part)
  return new Download({ name, type: formats[format].type, bytes: Buffer.concat(parts) })
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

/** What stands in the file of a job: its fields, and what columns beside them were made with where it has some. */
const made = z.object({
  noun: z.string(),
  format: jobInput.shape.format,
  fields: z.array(z.string()),
  beside: z.optional(z.array(z.string())),
})

/** Makes exports and gives their files out, as jobs: of every noun, with what `besides` say of some. */
export function exportJobs(besides: readonly Beside[]) {
  const besideOf = (of: Resource) => besides.find((by) => by.of.name === of.name)
  return {
    run: (job: Job) => runExport(job, besideOf),
    fileOf: ((job, caller) => exportedFile(job, caller, besideOf)) satisfies FileOfJob,
  }
}

type BesideOf = (of: Resource) => Beside | undefined

/** The file of an export, for somebody who may still see all that stands in it. */
function exportedFile({ title, result }: Parameters<FileOfJob>[0], caller: Caller, besideOf: BesideOf): ReturnType<FileOfJob> {
  const { data } = made.safeParse(result)
  const of = data && nounNamed(data.noun)
  if (!data || !of || !isAllowed(caller, of, data.format)) return undefined
  if (data.beside && !isBesideSeen(data.beside, caller, besideOf(of))) return undefined
  return data.fields.every((field) => viewOf(caller, of).sees(field)) ? { name: title, type: formats[data.format].type } : undefined
}

/** Whether the caller has what columns beside the fields were made with: their headings and units are of fields as well. */
function isBesideSeen(fields: readonly string[], caller: Caller, by: Beside | undefined): boolean {
  if (!by?.may(caller)) return false
  const seen = by.fieldsFor(caller)
  return fields.every((field) => seen.includes(field))
}

const nounNamed = (name: string): Resource | undefined => resourceNamed(name)

function isAllowed(caller: Caller, of: Resource, format: FormatName): boolean {
  return caller.urls.has(pathOf(of, formats[format].verb)) && (accessTo(of, 'read') !== 'platform' || caller.isPlatform)
}

/**
 * The job of an export. What the caller may see is asked again, since it may be less by now.
 * @throws Failure `permission.denied` when the export is not theirs any more, or a field they filtered by.
 */
async function runExport({ input, caller, language, t, services, signal, progress }: Job, besideOf: BesideOf): Promise<Outcome> {
  const { noun, format, asked } = jobInput.parse(input)
  const of = nounNamed(noun)
  if (!of || !isAllowed(caller, of, format)) fail('permission.denied')
  const view = viewOf(caller, of)
  const wanted = wantedOf(of, caller, asked as Asked, besideOf(of))
  const isSeen = Object.keys(withoutHidden(asked, of, view)).length === Object.keys(asked).length
  if (!isSeen || unknownIn(wanted).length > 0 || !orderOf(of, view, wanted.sorter)) fail('permission.denied')
  const total = await countAll(services, wanted)
  assertFits(format, total)
  let done = 0
  progress(0, total)
  const count = (rows: number) => progress((done = rows), Math.max(rows, total))
  const file = await services.jobFiles.write(bytesOf(services, format, wanted, { language, t }, count, signal), signal)
  const fields = columnsFor(wanted, t).map(({ name }) => name)
  // They are left out of the file for whoever may not have them, who may have the rest of it.
  const by = wanted.beside?.by
  const beside = by?.may(caller) ? [...by.fieldsFor(caller)] : undefined
  return { file, done, result: { noun, format, fields, ...(beside ? { beside } : {}) } satisfies z.infer<typeof made> }
}
