/**
 * Every call to the server goes through here: the headers, the time limit, the one renewal of an expired token, and what
 * people see of a failure (sections 7 and 8 of the specification).
 */
import type { Envelope } from '../../../model/contract/envelope.ts'
import type { FieldError } from '../../../model/errors.ts'
import { toast } from '../../ui/toast.ts'
import { earlyAnswer } from './early-answer.ts'
import { currentLanguage, t } from '../i18n/i18n.ts'
import { renewToken } from './renewal.ts'
import { askToSignInAgain } from './sign-in-again.ts'
import { holdsOwnToken, readToken } from './token.ts'

const TIMEOUT = 5000
/** Between two tries while the server starts, and how long that is waited for. */
const STARTING_RETRY_MS = 1000
const MAX_STARTING_MS = 120_000
export const EXPIRED = 50014
const SESSION_CODES = [50008, 50012, EXPIRED]

/** A failed call: what the server said, or (with code 0) why it could not be reached. People have been told already. */
export class ApiError extends Error {
  readonly code: number
  readonly status: number
  readonly errors: readonly FieldError[]
  /** Whatever else the server said: some failures tell how to go on. */
  readonly answer: Readonly<Record<string, unknown>>
  constructor(message: string, code: number, status: number, errors: readonly FieldError[] = [], answer: object = {}) {
    super(message)
    this.code = code
    this.status = status
    this.errors = errors
    this.answer = answer as Readonly<Record<string, unknown>>
  }
}

/** A list goes comma-joined. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>

export interface CallOptions {
  readonly query?: Query
  /** Sent as a form. */
  readonly form?: Query
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as multipart/form-data: files. */
  readonly parts?: FormData
  /** Milliseconds the answer may take, where that is more than usual. */
  readonly limit?: number
  /** The answer is a file: its data is a {@link Saved}. */
  readonly file?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** No toast: the caller shows the failure in its own place. Whether to sign in again is asked all the same. */
  readonly quiet?: boolean
  /** The caller deals with a session that has ended by itself: nobody is asked whether to sign in again. */
  readonly ownsSession?: boolean
  /** The answer is a document, not an envelope. */
  readonly document?: boolean
}

/** A file that the server sent, under the name it gave. */
export interface Saved {
  readonly name: string
  readonly content: Blob
}

let activeRoles: readonly string[] = []

/** The roles that later calls name in the `RoleCode` header; none before user info is known. */
export function actAs(roles: readonly string[]): void {
  activeRoles = roles
}

/** The `data` of the answer. A token that has expired is renewed once. @throws ApiError, or the AbortError of the given signal */
export async function call<Data>(method: string, path: string, options: CallOptions = {}): Promise<Data> {
  const used = readToken()
  let answer = await attempt<Data>(method, path, options)
  if (await isWorthRepeating(answer.code, used)) answer = await attempt<Data>(method, path, options)
  if (answer.code === 200) return answer.data
  // Signed out before the answer came, there is nothing to ask about: the sign-in page is on its way already.
  const isOver = readToken() === undefined && (used !== undefined || options.quiet === true)
  throw report(
    new ApiError(answer.message || t('failure.unknown'), answer.code, answer.status, answer.errors, answer),
    isOver ? { ...options, ownsSession: true } : options,
  )
}

/** The token has expired and could be renewed, or another tab renewed it while this call was on its way. */
async function isWorthRepeating(code: number, used: string | undefined): Promise<boolean> {
  if (code === EXPIRED) return renewToken(used)
  const now = readToken()
  return SESSION_CODES.includes(code) && now !== undefined && now !== used
}

/** The `data` of the answer to a GET. @throws ApiError, or the AbortError of the given signal */
export const get = <Data>(path: string, query: Query = {}, options: CallOptions = {}) => call<Data>('GET', path, { ...options, query })

/** The answer of a server that has started: until then it has done nothing of any call, and each is sent once more. */
async function attempt<Data>(method: string, path: string, options: CallOptions): Promise<Envelope<Data>> {
  let answer = await attemptOnce<Data>(method, path, options)
  if (!answer.starting) return answer
  const hide = toast.busy(answer.message)
  try {
    for (const end = Date.now() + MAX_STARTING_MS; answer.starting && Date.now() < end;) {
      await new Promise((resolve) => setTimeout(resolve, STARTING_RETRY_MS))
      answer = await attemptOnce<Data>(method, path, options)
    }
    return answer
  } finally {
    hide()
  }
}

async function attemptOnce<Data>(method: string, path: string, options: CallOptions): Promise<Envelope<Data>> {
  try {
    return await send<Data>(method, path, options)
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    const late = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw report(new ApiError(t(late ? 'failure.timeout' : 'failure.network'), 0, 0), options)
  }
}

async function send<Data>(method: string, path: string, options: CallOptions): Promise<Envelope<Data>> {
  const limit = AbortSignal.timeout(options.limit ?? TIMEOUT)
  const headers = headersOf(options)
  const response =
    (await earlyAnswer(path, headers)) ??
    (await fetch(path + textOfQuery(options.query), {
      method,
      credentials: 'same-origin',
      headers,
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
      ...(options.form === undefined ? {} : { body: parametersOf(options.form) }),
      ...(options.parts === undefined ? {} : { body: options.parts }),
    }))
  if (options.file && response.ok && response.headers.has('content-disposition'))
    return { code: 200, status: 200, message: 'success', data: (await savedOf(response)) as Data }
  const body = (await response.json()) as Envelope<Data>
  return options.document && response.ok ? { code: 200, status: 200, message: 'success', data: body as Data } : body
}

/** RFC 8187: `attachment; filename*=UTF-8''users.xlsx`. */
async function savedOf(response: Response): Promise<Saved> {
  const [, name = 'file'] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { name: decodeURIComponent(name), content: await response.blob() }
}

function headersOf({ json, headers }: CallOptions): Record<string, string> {
  return { ...sessionHeaders(), ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers }
}

/** Who asks, and in which language; for requests that another library sends. */
export function sessionHeaders(): Record<string, string> {
  const token = readToken()
  return {
    'Accept-Language': currentLanguage(),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(token && activeRoles.length > 0 ? { RoleCode: activeRoles.join(',') } : {}),
  }
}

function report(error: ApiError, { quiet, ownsSession }: CallOptions): ApiError {
  if (!quiet) toast.error(error.message)
  // A page with a session of its own is told wherever that was noticed.
  if (SESSION_CODES.includes(error.code) && (!ownsSession || holdsOwnToken())) void askToSignInAgain()
  return error
}

/** The query string, with its question mark; empty where there is nothing to ask. */
export function textOfQuery(query: Query = {}): string {
  const text = parametersOf(query).toString()
  return text && `?${text}`
}

function parametersOf(query: Query): URLSearchParams {
  const given = Object.entries(query).map(([name, value]) => [name, String(value ?? '')])
  return new URLSearchParams(given.filter(([, text]) => text !== ''))
}
