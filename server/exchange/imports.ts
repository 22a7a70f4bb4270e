/**
 * `import{Noun}`: rows from a workbook, judged by the model that judges a form. Without errors it stores all of them; with
 * `mode=check` none, with `mode=good` those that are right.
 */
import { buffer } from 'node:stream/consumers'
import { importContract } from '../../model/contract/nouns.ts'
import { localeOf } from '../../model/labels/index.ts'
import type { Translate } from '../../model/labels/index.ts'
import type { Resource } from '../../model/resource.ts'
import { accessTo } from '../kernel/http/access.ts'
import { writeXlsx } from '../documents/index.ts'
import { fail } from '../kernel/errors.ts'
import type { Call, Route } from '../kernel/http/http.ts'
import { implement } from '../kernel/http/http.ts'
import { annotated, annotatedName } from './imports/annotate.ts'
import { enqueueImport } from './imports/job.ts'
import { register } from './imports/registry.ts'
import type { ImportOutcome } from './imports/run.ts'
import { assertKind, hasFile, runImport } from './imports/run.ts'
import type { ImportKind, ImportMode, Special } from './imports/types.ts'
import { openKeyedMutex } from '../kernel/database/keyed-mutex.ts'
import { inScopeFor } from './imports/in-scope.ts'
import { refuseSize } from '../kernel/http/uploads.ts'
import { noteOf } from './about.ts'
import type { NounWrites, Values } from '../kernel/resources/noun-writes.ts'
import { writesOf } from '../kernel/resources/noun-writes.ts'

type Input = { mode: ImportMode; kind: ImportKind; basis?: string } & Values

/** The routes that import the noun: template, check, import, undo. @example import: importOf(organisations) */
export function importOf(noun: Resource | NounWrites, special: Special = {}): Route {
  const {
    of,
    add: { issuedLabels },
  } = writesOf(noun)
  if (issuedLabels && special.most === undefined)
    throw new Error(`an import of ${of.name} hands out what no job may keep, so it needs a limit of rows`)
  register({ of, special })
  return implement(importContract(of, special.by === undefined ? 'add' : 'update', special.options ?? {}), {
    access: accessTo(of, 'write'),
    summary: `Import ${of.name} from a workbook: check it, store the good rows, or store all or nothing`,
    of,
    upload: true,
    handle: (call) => importNow(call as Call<Input>, of, special),
  })
}

/** Bytes of a file that is imported while the caller waits: some thousand rows. A larger one becomes a job. */
const SMALL = 128 * 1024
/** Bytes of a file whose rows are few and never become a job. */
const FEW = 1024 * 1024

/** Imports of one tenant wait for one another: each takes a thread and some memory. */
const queue = openKeyedMutex(10)

async function importNow(call: Call<Input>, of: Resource, special: Special) {
  const {
    input: { mode, kind, basis, ...options },
    caller,
    t,
    services,
    request,
  } = call
  const { path, name, size = 0, most = 0 } = call.upload ?? {}
  if (path === undefined || size === 0) fail('import.empty', { field: { name: 'file', label: 'error.import.empty' } })
  if (size >= most) refuseSize(most)
  if (!/\.xlsx$/i.test(name ?? '')) fail('import.type', { field: { name: 'file', label: 'error.import.type' } })
  assertKind({ of, special }, kind, caller)
  const extra = mode === 'check' ? {} : ((await special.columns?.(options)) ?? {})
  if (special.most !== undefined && size > FEW) fail('import.too-many', { values: { most: special.most } })
  if (special.most === undefined && size > SMALL)
    return {
      jobId: await enqueueImport(call, { of, mode, kind, basis, path, fileName: name ?? '', extra }),
      report: null,
      file: null,
      handed: null,
    }
  const outcome = await queue.run(caller.tenantId, () =>
    runImport({
      of,
      special,
      asking: { caller, t, services },
      within: inScopeFor(services.transactions, { ...caller, operationId: request.id }),
      id: request.id,
      mode,
      kind,
      basis,
      extra,
      path,
      fileName: name ?? '',
      onProgress: () => undefined,
    }),
  )
  const file = await fileOf(outcome, path, t)
  assertImported(outcome, file, t)
  return { jobId: null, report: outcome.report, file, handed: await handedFile(outcome, call) }
}

/** @throws Failure when rows were to be stored and none was: with the whole report, so that people see why. */
function assertImported({ report }: ImportOutcome, file: unknown, t: Translate): void {
  if (report.mode === 'check' || report.importId !== null || (report.good > 0 && report.badRows === 0)) return
  const {
    errors,
    badRows,
    headings: { missing },
  } = report
  if (missing.length > 0) fail('import.columns-missing', { values: { columns: missing.join(t('common.between')) }, more: { report, file } })
  const fields = errors.map(({ row, column, field, message }) => ({ field, message: `${column}${row}: ${message}` }))
  fail('import.refused', { values: { count: badRows }, fields, more: { report, file } })
}

async function fileOf(outcome: ImportOutcome, path: string, t: Call<Input>['t']) {
  if (!hasFile(outcome)) return null
  const { report } = outcome
  const bytes = await buffer(annotated(path, outcome, t, report.mode === 'good' ? 'wrong' : 'all'))
  return { name: annotatedName(report, t), content: bytes.toString('base64') }
}

/** What is told once, as a workbook that exists in this answer alone. */
async function handedFile({ handed }: ImportOutcome, { t, caller, services }: Call<Input>) {
  if (!handed || handed.lines.length === 0) return null
  const title = t('import.handed')
  const columns = handed.headings.map((heading) => ({ heading, kind: 'text' as const, width: 24 }))
  const bytes = await buffer(
    writeXlsx({
      title,
      tenant: '',
      note: await noteOf(services, caller),
      locale: localeOf[caller.language],
      columns,
      rows: (async function* () {
        yield handed.lines
      })(),
    }),
  )
  return { name: `${title}.xlsx`, content: bytes.toString('base64') }
}
