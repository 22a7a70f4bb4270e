/** What the log keeps of a request, from what its route declares: never more of the input than the schema names, and no secret. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { TenantId } from '../../model/brands.ts'
import type { LogResult, LogTitle, LogType } from '../../model/admin/logs.ts'
import { LOG_TITLES } from '../../model/admin/logs.ts'
import { resources } from '../../model/index.ts'
import type { Resource } from '../../model/resource.ts'
import { browserOf } from '../kernel/http/browser.ts'
import { statusOf } from '../kernel/http/failures.ts'
import type { Route } from '../kernel/http/http.ts'
import { newId } from '../kernel/ids.ts'

/** A row of the log, as the columns are called. */
export interface Entry {
  tenant_id: TenantId
  id: string
  title: LogTitle
  log_type: LogType
  result: LogResult
  method: string
  url: string
  user_id: string | null
  username: string | null
  address: string
  browser: string
  parameters: Record<string, unknown>
  error: string | null
  duration: number
  operation_id: string
  created_at: string
}

/** Whose log it goes into. A sign-in that fails may name a user who does not exist. */
export interface Author {
  readonly tenantId: TenantId
  readonly userId?: string
  readonly username?: string
}

const words: readonly [RegExp, LogType][] = [
  [/^signOut$/, 'sign-out'],
  [/^(query|get|compare|verify|open)/, 'query'],
  [/^(add|register)/, 'add'],
  [/^(update|move|restore)/, 'update'],
  [/^(delete|remove|erase|empty)/, 'delete'],
  [/^(export|download)/, 'export'],
  [/^(import|upload)/, 'import'],
  [/^(authorize|grant)/, 'grant'],
]

/** What kind of operation a call is, for the log. @example `/admin/sysuser/addSysUser` → `add` */
export function typeOf({ path, method }: Pick<Route, 'path' | 'method'>): LogType {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (path === '/uaa/oauth/token') return 'sign-in'
  if (method === 'GET') return /^(export|download)/.test(name) ? 'export' : 'query'
  return words.find(([pattern]) => pattern.test(name))?.[1] ?? 'execute'
}

/** Where the noun of the route or of its address does not tell. */
const titleOfTag: Readonly<Record<string, LogTitle>> = {
  'sign-in': 'session',
  captcha: 'session',
  recovery: 'account',
  registration: 'registrations',
  session: 'account',
  profile: 'account',
  'second-factors': 'account',
  oauth: 'authorizations',
  push: 'devices',
}
const titleOfBase: Readonly<Record<string, LogTitle>> = {
  '/admin/sysmenu': 'menus',
  '/admin/logsystem': 'backups',
  '/account/trend': 'trends',
  '/report/report': 'reports',
}
const titleOfNounAt = new Map(Object.values<Resource>(resources).map(({ api, name }) => [api.base, name]))
const titles = new Set<string>(LOG_TITLES)

/** The title under which an operation stands in the log: its noun, or its group in the API document; otherwise `other`. */
export function titleOf({ tag, route }: { tag: string; route: Pick<Route, 'of' | 'path'> }): LogTitle {
  const base = route.path.slice(0, route.path.lastIndexOf('/'))
  const title = [titleOfTag[tag], route.of?.name, titleOfBase[base], titleOfNounAt.get(base), tag].find(
    (name) => name !== undefined && titles.has(name),
  )
  return (title as LogTitle | undefined) ?? 'other'
}

/** Names whose value nobody may read later. Fields that the model calls secret are left out whatever their name. */
const SECRET = /pass|pwd|token|secret|captcha|verifier|assertion|credential|signature|^code$|^key$|^otp$/i

/** Longest text that is kept of one value, and most members of one list or object. */
const MAX_TEXT_LENGTH = 256
const MAX_MEMBERS = 50
const MAX_DEPTH = 3

const namesOf = new WeakMap<Route, readonly string[]>()

function allowed(route: Route): readonly string[] {
  let names = namesOf.get(route)
  if (!names) {
    const { properties = {} } = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' })
    const { of, unloggedInput = [] } = route
    names = Object.keys(properties).filter(
      (name) => !SECRET.test(name) && of?.fields[name]?.access !== 'secret' && !unloggedInput.includes(name),
    )
    namesOf.set(route, names)
  }
  return names
}

/** The parameters that the route declares, without secrets and cut to size. */
export function parametersOf(route: Route, request: Pick<FastifyRequest, 'query' | 'body'>): Record<string, unknown> {
  const body = (typeof request.body === 'object' && request.body !== null && !Buffer.isBuffer(request.body) ? request.body : {}) as Record<
    string,
    unknown
  >
  const query = (request.query ?? {}) as Record<string, unknown>
  // Neither is copied: what was refused may have a hundred thousand members.
  const given = (name: string) => (Object.hasOwn(body, name) ? body[name] : Object.hasOwn(query, name) ? query[name] : undefined)
  return Object.fromEntries(
    allowed(route)
      .filter((name) => given(name) !== undefined)
      .map((name) => [name, cut(given(name), 0)]),
  )
}

function cut(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleaned(value, MAX_TEXT_LENGTH)
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((each) => cut(each, depth + 1))
  const members: [string, unknown][] = []
  // Not all of a hundred thousand are looked at, of which fifty are kept.
  for (const name of Object.keys(value)) {
    if (members.length === MAX_MEMBERS) break
    if (!SECRET.test(name)) members.push([cleaned(name, 64), cut((value as Record<string, unknown>)[name], depth + 1)])
  }
  return Object.fromEntries(members)
}

/** PostgreSQL takes neither U+0000 nor half a surrogate pair; whatever arrived, the entry has to be kept. */
function cleaned(text: string, longest: number): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text
  return short.toWellFormed().replaceAll('\u0000', '\ufffd')
}

/** The result that the log shows for an HTTP status. */
export function resultOf(status: number): LogResult {
  if (status < 400) return 'ok'
  return status === 401 || status === 403 || status === 429 ? 'refused' : 'failed'
}

/** The record of a request for the audit log, with secrets left out and long values cut. */
export function entryOf(
  document: { tag: string; route: Route },
  request: FastifyRequest,
  reply: FastifyReply,
  author: Author,
  error: string | undefined,
): Entry {
  return {
    tenant_id: author.tenantId,
    id: newId(),
    title: titleOf(document),
    log_type: typeOf(document.route),
    result: resultOf(statusOf(reply)),
    method: request.method,
    url: document.route.path,
    user_id: author.userId ?? null,
    username: author.username === undefined ? null : cleaned(author.username, 64),
    address: cleaned(request.ip, 64),
    browser: cleaned(browserOf(request.headers['user-agent']), 64),
    parameters: parametersOf(document.route, request),
    error: error ?? null,
    duration: Math.round(reply.elapsedTime),
    operation_id: request.id,
    created_at: new Date().toISOString(),
  }
}
