/** A file on its way with a call, followed as it goes: `fetch` does not say how far it is. */
import type { Contract, InputOf, OutputOf } from '../../../model/contract/contract.ts'
import type { Envelope } from '../../../model/contract/envelope.ts'
import { t } from '../i18n/i18n.ts'
import { ApiError, EXPIRED, sessionHeaders } from './api.ts'
import { partsOf, urlOf } from './ask.ts'
import { renewToken } from './renewal.ts'
import { readToken } from './token.ts'

interface UploadOptions {
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

/** The answer to a call that brings a file; a token that has expired is renewed once. Nobody is told of a failure. @throws ApiError, or an AbortError */
export async function askWithProgress<Declared extends Contract>(
  contract: Declared,
  input: InputOf<Declared> & { readonly file: File },
  options: UploadOptions,
): Promise<OutputOf<Declared>> {
  const used = readToken()
  let answer = await send<OutputOf<Declared>>(contract, input, options)
  if (answer.code === EXPIRED && (await renewToken(used))) answer = await send<OutputOf<Declared>>(contract, input, options)
  if (answer.code === 200) return answer.data
  throw new ApiError(answer.message || t('failure.unknown'), answer.code, answer.status, answer.errors, answer)
}

function send<Data>(contract: Contract, input: object, { onProgress, signal }: UploadOptions): Promise<Envelope<Data>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open(contract.method, urlOf(contract))
    for (const [name, value] of Object.entries(sessionHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
    request.onerror = () => reject(new ApiError(t('failure.network'), 0, 0))
    request.onloadend = () => signal.removeEventListener('abort', stop)
    request.onload = () => {
      try {
        resolve(JSON.parse(request.responseText) as Envelope<Data>)
      } catch {
        reject(new ApiError(t('failure.unknown'), 0, request.status))
      }
    }
    if (signal.aborted) return reject(new DOMException('The upload was stopped', 'AbortError'))
    signal.addEventListener('abort', stop, { once: true })
    request.send(partsOf(input as Readonly<Record<string, unknown>>))
  })
}
