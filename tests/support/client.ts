/** A caller over real HTTP. */
import { wirePassword } from '../../server/identity/secrets.ts'
import type { Exchanged } from './exchange.ts'
import { exchange } from './exchange.ts'
import { rowsOfFile } from './files.ts'

export interface Answer<Data = unknown> {
  http: number
  headers: Headers
  code: number
  status: number
  message: string
  data: Data
  errors?: { field: string; message: string }[]
  [more: string]: unknown
}

export interface Client {
  readonly token: string
  readonly refreshToken: string
  get<Data = unknown>(path: string, query?: Record<string, string | number>, headers?: Record<string, string>): Promise<Answer<Data>>
  post<Data = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Data>>
  put<Data = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Data>>
}

/** One call as it goes over the wire: JSON body, or none. */
export async function call<Data = unknown>(
  url: string,
  method: string,
  path: string,
  options: { query?: Record<string, string | number>; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<Data>> {
  const { query = {}, body, headers = {} } = options
  const search = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString()
  const response = await exchange(`${url}${path}${search && `${path.includes('?') ? '&' : '?'}${search}`}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const isFile = response.headers.has('content-disposition')
  // A file is told by what stands in it: that of two can be compared, and searched for what must not be there.
  const text = isFile ? await textOfFile(response) : textOf(response)
  const envelope = (text.startsWith('{') ? JSON.parse(text) : { text }) as Omit<Answer<Data>, 'http' | 'headers'>
  return { ...envelope, http: response.status, headers: response.headers } as Answer<Data>
}

async function textOfFile({ body, headers }: Exchanged): Promise<string> {
  return `file ${JSON.stringify((await rowsOfFile(body, headers.get('content-type') ?? '')) ?? body.toString('latin1'))}`
}

/** As `fetch` reads it: without a byte order mark. */
const textOf = ({ body }: Exchanged) => new TextDecoder().decode(body)

export interface TokenAnswer {
  access_token: string
  refresh_token: string
  expires_in: number
  token_type: string
  scope: string
  id_token?: string
}

/** The token call as our browser client makes it. `password` is the plain one. */
export async function requestToken(url: string, tenantCode: string, username: string, password: string): Promise<Answer<TokenAnswer>> {
  return postForm(url, '/api/uaa/oauth/token', {
    scope: 'ui',
    grant_type: 'password',
    client_id: 'ui',
    type: 'account',
    tenantCode,
    username,
    password: wirePassword(password),
  })
}

export async function postForm<Data = unknown>(
  url: string,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer<Data>> {
  const response = await exchange(`${url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8', ...headers },
  })
  return {
    ...(JSON.parse(textOf(response)) as Omit<Answer<Data>, 'http' | 'headers'>),
    http: response.status,
    headers: response.headers,
  } as Answer<Data>
}

/** @throws Error when the sign-in is refused. */
export async function signIn(url: string, tenantCode: string, username: string, password: string): Promise<Client> {
  const answer = await requestToken(url, tenantCode, username, password)
  if (answer.http !== 200) throw new Error(`${tenantCode}/${username} cannot sign in: ${answer.http} ${answer.message}`)
  return clientWith(url, answer.data.access_token, answer.data.refresh_token)
}

export function clientWith(url: string, token: string, refreshToken = ''): Client {
  const authorization = { authorization: `Bearer ${token}` }
  return {
    token,
    refreshToken,
    get: (path, query = {}, headers = {}) => call(url, 'GET', path, { query, headers: { ...authorization, ...headers } }),
    post: (path, body, headers = {}) => call(url, 'POST', path, { body, headers: { ...authorization, ...headers } }),
    put: (path, body, headers = {}) => call(url, 'PUT', path, { body, headers: { ...authorization, ...headers } }),
  }
}
