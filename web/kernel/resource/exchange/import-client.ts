/** The calls of an import: the file goes along with each, a large one becomes a job that is asked how far it is. */
import { queryOptions } from '@tanstack/react-query'
import type { Resource } from '../../../../model/resource.ts'
import type { Saved } from '../../http/api.ts'
import { ApiError, call, get } from '../../http/api.ts'
import { t } from '../../i18n/i18n.ts'
import { pathOf } from '../../http/resource-client.ts'
import type { ImportTarget } from './import-target.ts'

export type ImportMode = 'check' | 'good' | 'all'

export interface ImportError {
  readonly row: number
  readonly column: string
  readonly field: string
  readonly heading: string
  readonly value: string
  readonly message: string
}

export interface ImportReport {
  readonly mode: ImportMode
  readonly fileName: string
  readonly rows: number
  readonly good: number
  readonly badRows: number
  readonly added: number
  readonly comments: number
  readonly headings: { readonly unknown: readonly string[]; readonly ignored: readonly string[]; readonly missing: readonly string[] }
  readonly errors: readonly ImportError[]
  readonly errorTotal: number
  /** Of readings that were stored: how many values are new, corrected another one, or were there already. */
  readonly values?: { readonly stored: number; readonly corrected: number; readonly repeated: number }
  readonly importId: string | null
}

/** What an import left: its report, and how to get the file with the errors marked, if there are any. */
export interface Imported {
  readonly report: ImportReport
  readonly errorFile: (() => Promise<Saved>) | undefined
  /** Secrets that were made for the rows and are told only now. */
  readonly handed?: Saved | undefined
}

interface SentFile {
  name: string
  content: string
}
interface Answer {
  jobId: string | null
  report: ImportReport | null
  file: SentFile | null
  handed: SentFile | null
}
interface Progress {
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  percent: number
  message: string | null
  report: ImportReport | null
  hasFile: boolean
}

/** Ten megabytes over a slow line. */
const UPLOAD_LIMIT = 5 * 60_000
const DOWNLOAD_LIMIT = 60_000
const ASK_EVERY = 700

export interface Sending {
  readonly target: Pick<ImportTarget, 'path' | 'fields'>
  readonly file: File
  readonly mode: ImportMode
  /** What the server knows as the initial password: a hash. */
  readonly initialPassword?: string | undefined
  readonly signal: AbortSignal
  /** From 0 to 100; `undefined` while that is not known. */
  readonly onProgress: (percent: number | undefined) => void
}

/** @throws ApiError whose message is to be shown; the AbortError of the signal. */
export async function sendImport({ target, file, mode, initialPassword, signal, onProgress }: Sending): Promise<Imported> {
  const parts = new FormData()
  parts.set('mode', mode)
  for (const [name, value] of Object.entries(target.fields ?? {})) parts.set(name, value)
  if (initialPassword) parts.set('initialPassword', initialPassword)
  parts.set('file', file)
  const {
    jobId,
    report,
    file: marked,
    handed,
  } = await call<Answer>('POST', target.path, { parts, limit: UPLOAD_LIMIT, signal, quiet: true })
  if (jobId !== null) return followJob(jobId, signal, onProgress)
  if (report === null) throw new ApiError(t('failure.unknown'), 0, 0)
  return { report, errorFile: marked ? async () => savedOf(marked) : undefined, handed: handed ? savedOf(handed) : undefined }
}

async function followJob(id: string, signal: AbortSignal, onProgress: Sending['onProgress']): Promise<Imported> {
  signal.addEventListener(
    'abort',
    () => void call('POST', '/api/admin/imports/cancelImportJob', { query: { id }, quiet: true }).catch(() => undefined),
  )
  for (;;) {
    const { status, percent, message, report, hasFile } = await get<Progress>(
      '/api/admin/imports/queryImportJob',
      { id },
      { signal, quiet: true },
    )
    if (status === 'done' && report) {
      return {
        report,
        errorFile: hasFile
          ? () => call<Saved>('GET', '/api/admin/imports/downloadImportErrors', { query: { id }, file: true, limit: DOWNLOAD_LIMIT })
          : undefined,
      }
    }
    if (status === 'failed' || status === 'cancelled') throw new ApiError(message ?? t('import.cancelled'), 0, 0)
    onProgress(status === 'queued' ? undefined : percent)
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY))
    signal.throwIfAborted()
  }
}

function savedOf({ name, content }: SentFile): Saved {
  return { name, content: new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))]) }
}

export const readTemplate = (of: Resource) =>
  call<Saved>('POST', pathOf(of, 'export'), { query: { isTemplate: 1 }, file: true, limit: DOWNLOAD_LIMIT })

export interface PastImport {
  readonly id: string
  readonly fileName: string
  readonly rows: number
  readonly added: number
  readonly status: 'done' | 'undone'
  readonly username: string
  readonly createTime: string
  readonly mayUndo: boolean
}

export function pastImports(of: Resource) {
  return queryOptions({
    queryKey: ['imports', of.name],
    queryFn: ({ signal }) => get<{ list: readonly PastImport[] }>('/api/admin/imports/queryImports', { noun: of.name }, { signal }),
  })
}

export const undoImport = (id: string) =>
  call<{ removed: number }>('POST', '/api/admin/imports/undoImport', { query: { id }, limit: DOWNLOAD_LIMIT })
