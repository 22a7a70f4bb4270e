/** The calls of an import: the file goes along with each, a large one becomes a job that is asked how far it is. */
import { queryOptions } from '@tanstack/react-query'
import type { Imported, ImportKind, ImportMode, ImportReport, SentFile } from '../../../../model/contract/exchange/imports.ts'
import {
  cancelImportJob,
  downloadImportErrors,
  queryImportJob,
  queryImports,
  undoImport as undo,
} from '../../../../model/contract/exchange/imports.ts'
import type { Resource } from '../../../../model/resource.ts'
import type { Saved } from '../../http/api.ts'
import { ApiError } from '../../http/api.ts'
import { ask, askFile } from '../../http/ask.ts'
import { t } from '../../i18n/i18n.ts'
import type { AskOptions } from '../../http/ask.ts'
import type { ImportInput } from '../../http/resource-client.ts'

/** What an import left: its report, and how to get the file with the errors marked, if there are any. */
export interface ImportOutcome {
  readonly report: ImportReport
  readonly errorFile: (() => Promise<Saved>) | undefined
  /** Secrets that were made for the rows and are told only now. */
  readonly handed?: Saved | undefined
}

/** Ten megabytes over a slow line. */
const UPLOAD_LIMIT = 5 * 60_000
export const DOWNLOAD_LIMIT = 60_000
const ASK_EVERY = 700

export interface Sending {
  /** Has the server check or store the rows. */
  readonly target: { send(input: ImportInput, options: AskOptions): Promise<Imported> }
  readonly file: File
  readonly mode: ImportMode
  readonly kind?: ImportKind | undefined
  readonly basis?: string | undefined
  /** What the server knows as the initial password: a hash. */
  readonly initialPassword?: string | undefined
  readonly signal: AbortSignal
  /** From 0 to 100; `undefined` while that is not known. */
  readonly onProgress: (percent: number | undefined) => void
}

/**
 * What the import left, once the server has checked or stored the file.
 * @throws ApiError whose message is to be shown; the AbortError of the signal.
 */
export async function sendImport({
  target,
  file,
  mode,
  kind,
  basis,
  initialPassword,
  signal,
  onProgress,
}: Sending): Promise<ImportOutcome> {
  const {
    jobId,
    report,
    file: marked,
    handed,
  } = await target.send({ mode, kind, basis, initialPassword, file }, { limit: UPLOAD_LIMIT, signal, quiet: true })
  if (jobId !== null) return followJob(jobId, signal, onProgress)
  if (report === null) throw new ApiError(t('failure.unknown'), 0, 0)
  return { report, errorFile: marked ? async () => savedOf(marked) : undefined, handed: handed ? savedOf(handed) : undefined }
}

async function followJob(id: string, signal: AbortSignal, onProgress: Sending['onProgress']): Promise<ImportOutcome> {
  signal.addEventListener('abort', () => void ask(cancelImportJob, { id }, { quiet: true }).catch(() => undefined))
  for (;;) {
    const { status, percent, message, report, hasFile } = await ask(queryImportJob, { id }, { signal, quiet: true })
    if (status === 'done' && report) {
      return {
        report,
        errorFile: hasFile ? () => askFile(downloadImportErrors, { id }, { limit: DOWNLOAD_LIMIT }) : undefined,
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

/** The query for the latest imports of the noun. */
export function pastImports(of: Resource) {
  return queryOptions({
    queryKey: ['imports', of.name],
    queryFn: ({ signal }) => ask(queryImports, { noun: of.name }, { signal }),
  })
}

/** The answer to taking an import back; it may take minutes. @throws ApiError */
export const undoImport = (id: string) => ask(undo, { id }, { limit: DOWNLOAD_LIMIT })
