/** A large import as a job. */
import { z } from 'zod'
import { reportSchema } from '../../../model/contract/exchange/imports.ts'
import { id } from '../../../model/fields.ts'
import type { LabelKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { XLSX } from '../../documents/index.ts'
import { fail } from '../../kernel/errors.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { FileOfJob, Job, Outcome } from '../../kernel/runtime/jobs.ts'
import type { Values } from '../../kernel/resources/noun-writes.ts'
import { pathTo } from '../../kernel/resources/noun-writes.ts'
import { build } from '../../kernel/database/sql.ts'
import { annotated, annotatedName } from './annotate.ts'
import { IMPORT, enqueueWithFile, withFileOf } from './file-job.ts'
import type { Importable } from './registry.ts'
import { importableNamed } from './registry.ts'
import { runImport } from './run.ts'
import type { ImportMode, ImportReport } from './types.ts'
import { modes } from './types.ts'
import { inScopeFor } from './in-scope.ts'

const inputSchema = z.object({
  noun: z.string(),
  mode: z.enum(modes),
  fileName: z.string(),
  upload: id,
  extra: z.record(z.string(), z.unknown()),
})

/** What a job of this kind leaves. */
export const resultSchema = z.object({ report: reportSchema })

interface ImportRequest {
  of: Resource
  mode: ImportMode
  path: string
  fileName: string
  extra: Values
}

/** Stores the file and a job that imports it; returns the id of the job. */
export function enqueueImport(call: Call<unknown>, { of, mode, path, fileName, extra }: ImportRequest): Promise<string> {
  const { t } = call
  return enqueueWithFile(call, {
    kind: IMPORT,
    path,
    title: t(mode === 'check' ? 'import.job-check' : 'import.job', { noun: t(`noun.${of.name}` as LabelKey), file: fileName }),
    input: (upload) => ({ noun: of.name, mode, fileName, upload, extra }) satisfies z.input<typeof inputSchema>,
  })
}

/** The annotated file of an import, for a caller who may still import: as it came, with what is wrong in it marked. */
export const markedFile: FileOfJob = ({ input, result }, caller, t) => {
  const [{ data: asked }, { data: done }] = [inputSchema.safeParse(input), resultSchema.safeParse(result)]
  const importable = asked && importableNamed(asked.noun)
  if (!importable || !done || !caller.urls.has(pathTo(importable.of, 'import'))) return undefined
  return { name: annotatedName(done.report.fileName, t), type: XLSX }
}

/** Runs an import job. Done at most once: rows and the entry among the imports, under the id of the job, are stored together. */
export async function performImport(job: Job): Promise<Outcome> {
  const { noun, mode, fileName, upload, extra } = inputSchema.parse(job.input)
  const importable = importableNamed(noun)
  if (!importable || !job.caller.urls.has(pathTo(importable.of, 'import'))) fail('permission.denied')
  const before = await job.inTenant(
    (tx) => tx.first(build.selectFrom('imports').select(['rows', 'added']).where('id', '=', job.id)),
    'read',
  )
  if (before) return { done: 100, result: { report: told(job, mode, fileName, before) } }
  return withFileOf(job, upload, (path) => perform(job, importable, { of: importable.of, mode, path, fileName, extra }))
}

async function perform(job: Job, { of, special }: Importable, { mode, path, fileName, extra }: ImportRequest): Promise<Outcome> {
  const { caller, t, services, signal } = job
  const { report, contents, findings } = await runImport({
    of,
    special,
    asking: { caller, t, services },
    within: inScopeFor(services.transactions, { ...caller, operationId: job.id }),
    id: job.id,
    mode,
    extra,
    path,
    fileName,
    onProgress(percent) {
      signal.throwIfAborted()
      job.progress(Math.floor(percent), 100)
    },
  })
  const result = { report }
  if (report.errorTotal === 0) return { done: 100, result }
  return {
    done: 100,
    result,
    file: await services.jobFiles.write(annotated(path, contents, findings, t, mode === 'good' ? 'wrong' : 'all'), signal),
  }
}

/** The server died between storing the rows and saying so; what was wrong with the others is lost. */
function told({ id: importId }: Job, mode: ImportMode, fileName: string, { rows, added }: { rows: number; added: number }): ImportReport {
  return {
    mode,
    fileName,
    rows,
    good: added,
    badRows: rows - added,
    added,
    comments: 0,
    headings: { unknown: [], ignored: [], missing: [] },
    errors: [],
    errorTotal: 0,
    importId,
  }
}
