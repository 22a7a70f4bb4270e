/**
 * One file on its way, by the open protocol for resumable uploads (tus.io, version 1.0): after a cut, a pause or a reload it goes on
 * where it stopped. The library is loaded with the first upload.
 */
import type { DetailedError, Upload } from 'tus-js-client'
import { resumableUpload } from '../../../../model/contract/file/contents.ts'
import { EXPIRED, sessionHeaders } from '../../../kernel/http/api.ts'
import { urlOf } from '../../../kernel/http/ask.ts'
import { renewToken } from '../../../kernel/http/renewal.ts'
import { readToken } from '../../../kernel/http/token.ts'
import { KEPT } from './interrupted.ts'

/** Milliseconds before each further try; whatever arrived in between begins the row anew. */
const AGAIN = [500, 1000, 3000, 5000, 10_000, 20_000]

export interface Refusal {
  /** What the server said; empty where it could not be reached. */
  readonly message: string
  /** Something of this name is there already. */
  readonly isTaken: boolean
}

export interface Sending {
  readonly file: File
  readonly name: string
  readonly parentId: string
  /** The file that this is a newer version of. */
  readonly replaces?: string | undefined
  /** Whose upload it is: another person at this browser does not go on with it. */
  readonly userId: string
  readonly onProgress: (sent: number) => void
  readonly onDone: () => void
  readonly onRefused: (why: Refusal) => void
}

export interface Sender {
  readonly start: () => void
  readonly pause: () => void
  /** Ends it, on the server too. */
  readonly stop: () => void
}

/** A resumable upload of one file (tus 1.0), not started yet; what the server has of it already is not sent again. */
export async function senderOf({ file, name, parentId, replaces, userId, onProgress, onDone, onRefused }: Sending): Promise<Sender> {
  const tus = await import('tus-js-client')
  let renewing: Promise<unknown> | undefined
  const upload = new tus.Upload(file, {
    endpoint: urlOf(resumableUpload),
    metadata: { filename: name, parentId, ...(replaces === undefined ? {} : { replaces }) },
    retryDelays: AGAIN,
    fingerprint: () => Promise.resolve([userId, parentId, replaces ?? '', name, file.size, file.lastModified].join(' ')),
    removeFingerprintOnSuccess: true,
    onBeforeRequest: async (request) => {
      await renewing
      for (const [header, value] of Object.entries(sessionHeaders())) request.setHeader(header, value)
    },
    onShouldRetry: (failure) => {
      const status = failure.originalResponse?.getStatus() ?? 0
      const { code, taken } = answerOf(failure)
      const isExpired = code === EXPIRED
      if (isExpired) renewing = renewToken(readToken())
      // 409 of a part says that it begins elsewhere (section "PATCH" of the protocol); of a name that is taken, another try says the same.
      const isElsewhere = status === 409 && !taken && failure.originalRequest.getMethod() === 'PATCH'
      return isExpired || isElsewhere || status === 0 || status === 423 || status >= 500
    },
    onProgress: (sent) => onProgress(sent),
    onSuccess: onDone,
    onError: (failure) => onRefused(refusalOf(failure as DetailedError)),
  })
  let begun: Promise<void> | undefined
  let runs = false
  return {
    start: () => {
      runs = true
      void (begun ??= resume(upload)).then(() => {
        if (runs) upload.start()
      })
    },
    pause: () => {
      runs = false
      void upload.abort()
    },
    stop: () => {
      runs = false
      void upload.abort(true).catch(() => undefined)
    },
  }
}

/** Goes on with what was interrupted by a reload. */
async function resume(upload: Upload): Promise<void> {
  const [before] = (await upload.findPreviousUploads()).sort((a, b) => b.creationTime.localeCompare(a.creationTime))
  if (before) upload.resumeFromPreviousUpload(before)
}

interface Answer {
  readonly code: number
  readonly message: string
  readonly taken: boolean
}

function answerOf({ originalResponse }: DetailedError): Answer {
  try {
    const {
      code = 0,
      message = '',
      errors = [],
    } = JSON.parse(originalResponse?.getBody() ?? '') as { code?: number; message?: string; errors?: { field: string }[] }
    return { code, message, taken: errors.some(({ field }) => field === 'originalFilename') }
  } catch {
    return { code: 0, message: '', taken: false }
  }
}

function refusalOf(failure: DetailedError): Refusal {
  const { message, taken } = answerOf(failure)
  return { message, isTaken: taken && failure.originalResponse?.getStatus() === 409 }
}

/** Names of files are for whoever sent them: they do not stay when somebody signs out. */
export function forgetInterrupted(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT)) localStorage.removeItem(key)
}
