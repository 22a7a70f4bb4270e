/** A large import as a job. */
import { z } from 'zod'
import { reportSchema } from '../../../model/contract/exchange/imports.ts'
import { id } from '../../../model/fields.ts'
import type { LabelKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { pathOf } from '../../../model/noun-calls.ts'
import { XLSX } from '../../documents/index.ts'
import { fail } from '../../kernel/errors.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { FileOfJob, Outcome } from '../../kernel/runtime/jobs.ts'
import type { Job } from '../../kernel/runtime/job.ts'
import type { Values } from '../../kernel/resources/noun-writes.ts'
import { build } from '../../kernel/database/sql.ts'
import { annotated, annotatedName } from './annotate.ts'
import { IMPORT, enqueueWithFile, withFileOf } from './file-job.ts'
import type { Importable } from './registry.ts'
import { importableNamed } from './registry.ts'
import { assertKind, hasFile, runImport } from './run.ts'
import type { ImportKind, ImportMode, ImportReport } from './types.ts'
import { kinds, modes } from './types.ts'
import { inScopeFor } from './in-scope.ts'

const inputSchema = z.object({
  noun: z.string(),
  mode: z.enum(modes),
  kind: z.enum(kinds),
  basis: z.string().optional(),
  fileName: z.string(),
  upload: id,
  extra: z.record(z.string(), z.unknown()),
})

/** What a job of this kind leaves. */
export const resultSchema = z.object({ report: reportSchema })

interface ImportRequest {
  of: Resource
  mode: ImportMode
  kind: ImportKind
  basis?: string | undefined
  path: string
  fileName: string
  extra: Values
}

/** Stores the file and a job that imports it; returns the id of the job. */
export function enqueueImport(call: Call<unknown>, { of, path, fileName, ...asked }: ImportRequest): Promise<string> {
  const { t } = call
  return enqueueWithFile(call, {
    kind: IMPORT,
    path,
    title: t(asked.mode === 'check' ? 'import.job-check' : 'import.job', { noun: t(`noun.${of.name}` as LabelKey), file: fileName }),
    input: (upload) => ({ noun: of.name, fileName, upload, ...asked }) satisfies z.input<typeof inputSchema>,
  })
}

/** The annotated file of an import, for a caller who may still import: as it came, with what is wrong in it marked. */
export const markedFile: FileOfJob = ({ input, result }, caller, t) => {
  const [{ data: asked }, { data: done }] = [inputSchema.safeParse(input), resultSchema.safeParse(result)]
  const importable = asked && importableNamed(asked.noun)
  if (!importable || !done || !caller.urls.has(pathOf(importable.of, 'import'))) return undefined
  return { name: annotatedName(done.report, t), type: XLSX }
}

/** Runs an import job. Done at most once: rows and the entry among the imports, under the id of the job, are stored together. */
export async function performImport(job: Job): Promise<Outcome> {
  const { noun, upload, ...asked } = inputSchema.parse(job.input)
  const importable = importableNamed(noun)
  if (!importable || !job.caller.urls.has(pathOf(importable.of, 'import'))) fail('permission.denied')
  assertKind(importable, asked.kind, job.caller)
  const before = await job.inTenant(
    (tx) => tx.first(build.selectFrom('imports').select(['rows', 'added', 'changed']).where('id', '=', job.id)),
    'read',
  )
  if (before) return { done: 100, result: { report: recoveredReport(job, asked, before) } }
  return withFileOf(job, upload, (path) => perform(job, importable, { of: importable.of, path, ...asked }))
}

async function perform(job: Job, { special }: Importable, request: ImportRequest): Promise<Outcome> {
  const { caller, t, services, signal } = job
  const outcome = await runImport({
    ...request,
    special,
    asking: { caller, t, services },
    within: inScopeFor(services.transactions, { ...caller, operationId: job.id }),
    id: job.id,
    onProgress(percent) {
      signal.throwIfAborted()
      job.progress(Math.floor(percent), 100)
    },
  })
  const { report } = outcome
  const result = { report }
  if (!hasFile(outcome)) return { done: 100, result }
  return {
    done: 100,
    result,
    file: await services.jobFiles.write(annotated(request.path, outcome, t, request.mode === 'good' ? 'wrong' : 'all'), signal),
  }
}

/** The server died between storing the rows and saying so; what was wrong with the others is lost. */
function recoveredReport(
  { id: importId }: Job,
  { mode, kind, fileName }: Pick<ImportRequest, 'mode' | 'kind' | 'fileName'>,
  { rows, added, changed }: { rows: number; added: number; changed: number },
): ImportReport {
  return {
    mode,
    fileName,
    rows,
    good: added + changed,
    badRows: rows - added - changed,
    added,
    ...(kind === 'add' ? {} : { changes: { changed, unchanged: 0, differences: [], differenceTotal: 0, basis: '' } }),
    comments: 0,
    headings: { unknown: [], ignored: [], missing: [] },
    errors: [],
    errorTotal: 0,
    importId,
  }
}
