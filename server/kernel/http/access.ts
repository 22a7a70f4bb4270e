/** Who may call a route: decided for every route in one place, by what the route declares, before its body is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../../model/errors.ts'
import { EVERYTHING, leastScopeFor, ownScopeOf, reaches } from '../../../model/oauth/scopes.ts'
import type { Language } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import type { Caller, Identity, Limit } from '../authorization/caller.ts'
import { callerOf, rolesOfHeader } from '../authorization/caller.ts'
import { isWithheld } from '../authorization/withheld.ts'
import { fail } from '../errors.ts'
import { languageOfRequest } from './language.ts'
import type { Mode } from '../database/tenant.ts'

/**
 * `public`: nobody needs to be signed in. `signed-in`: any session. `granted`: an active role holds the permission.
 * `platform`: granted, and only to people of the platform tenant, whatever a role of another tenant may hold.
 * `machine`: a machine proves what it is with each request, by name and secret (RFC 7617); nobody's session opens it.
 */
export type Access = 'public' | 'signed-in' | 'granted' | 'platform' | 'machine'

/**
 * The access that a route of this noun declares. What reading or changing rows of a noun needs: the platform's rows are changed by its own
 * people.
 */
export function accessTo({ scope }: Resource, mode: Mode): Access {
  return scope === 'platform' || (scope === 'shared' && mode === 'write') ? 'platform' : 'granted'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that declares none stops the server from starting (guards.ts). */
    access?: Access
    /** Name in the URL catalogue that a role has to hold; needed with `granted` and `platform`. */
    permission?: string
    /** Limited sessions that it is open to all the same. */
    allowedWith?: readonly Limit[]
    /** Query by which it answers with what is the caller's own, and is open to whoever is signed in. */
    ownWith?: Readonly<Record<string, string>>
    /** It answers with a file, which is more than looking. */
    takesAway?: boolean
  }
}

const callers = new WeakMap<FastifyRequest, Caller>()
const principals = new WeakMap<FastifyRequest, object>()

/** How those who call prove who they are; a subsystem each. */
export interface Authenticators {
  /** The person, application or display of an access token, as far as it is good at this address. @throws Failure `session.…` */
  session(token: string, address: string): Promise<Identity>
  /** What makes a request on the routes of machines. @throws Failure of the subsystem that knows them */
  machine(request: FastifyRequest): Promise<object>
}

/**
 * Adds the hook that authenticates and authorises every request. After the rate limit (`onRequest`), so that guessing tokens costs the
 * guesser before it costs the database.
 */
export function enforceAccess(app: FastifyInstance, authenticators: Authenticators): void {
  app.addHook('preParsing', async (request) => {
    const { access, ownWith, ...others } = request.routeOptions.config
    // Only the answer "there is nothing here" has no declaration.
    if (access === undefined || access === 'public') return
    if (access === 'machine') return void principals.set(request, await authenticators.machine(request))
    const token = bearerOf(request)
    if (token === undefined) fail('session.missing')
    const caller = narrowed(await authenticators.session(token, request.ip), request.headers['rolecode'], languageOfRequest(request))
    request.log = request.log.child({ tenant: caller.tenantId, user: caller.userId })
    const declared = { ...others, isOwn: ownWith !== undefined && asksOwn(ownWith, request.query) }
    // Before it is decided: the log keeps who was refused.
    callers.set(request, caller)
    const refusal = decide({ access, ...declared }, caller, request.method)
    if (refusal !== undefined) fail(refusal, refusal === 'permission.scope' ? { values: { scope: scopeFor({ access, ...declared }) } } : {})
  })
}

/** What a route declares about who may call it. */
export interface Declared {
  readonly access: Exclude<Access, 'public' | 'machine'>
  /** Name in the URL catalogue. */
  readonly permission?: string | undefined
  readonly allowedWith?: readonly Limit[] | undefined
  readonly takesAway?: boolean | undefined
  /** It asks for what is the caller's own, of a call that answers whoever is signed in with it. */
  readonly isOwn?: boolean | undefined
}

const asksOwn = (ownWith: Readonly<Record<string, string>>, query: unknown): boolean =>
  Object.entries(ownWith).every(([name, value]) => (query as Readonly<Record<string, unknown>>)[name] === value)

/**
 * The error code for which a signed-in caller may not make this call; `undefined` where they may. Of the request it looks at the method
 * alone.
 */
export function decide(declared: Declared, caller: Caller, method: string): ErrorCode | undefined {
  const { access, permission, isOwn = false } = declared
  const limited = beyondLimit(caller, declared, method)
  if (limited !== undefined) return limited
  if (caller.client) {
    // An application reads what everybody signed in may read, as far as its scopes reach; what people do for themselves it never does for them.
    if (access === 'signed-in' && (permission === undefined || !(isRead(method) || ownScopeOf(permission)))) return 'permission.application'
    if (permission !== undefined && !reaches(caller.client.scopes, permission)) return 'permission.scope'
  }
  if (access !== 'signed-in' && !isOwn && (permission === undefined || !caller.urls.has(permission))) return 'permission.denied'
  if (permission !== undefined && isWithheld(caller.hiddenFields, permission)) return 'permission.withheld'
  return access === 'platform' && !caller.isPlatform ? 'permission.denied' : undefined
}

/** What a token lacks for a call that its scopes do not reach. Of calls that no role is given, few have a scope for themselves. */
function scopeFor({ access, permission = '' }: Declared): string {
  return ownScopeOf(permission) ?? (access === 'signed-in' ? EVERYTHING : leastScopeFor(permission))
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/**
 * Why not, where a preview would change or carry off something, somebody goes on without a password, or a second factor, of their own, or a display asks for
 * more than its screen.
 */
function beyondLimit({ limit }: Caller, { allowedWith = [], takesAway = false }: Declared, method: string): ErrorCode | undefined {
  if (limit === undefined || allowedWith.includes(limit)) return undefined
  if (limit === 'password') return 'password.must-change'
  if (limit === 'enrol') return 'factor.must-enrol'
  // Reading as well: what is open to it, routes say one by one.
  if (limit === 'screen') return 'permission.denied'
  return !isRead(method) || takesAway ? 'session.read-only' : undefined
}

/** What the authenticator of machines gave for this request; `undefined` on all other routes. */
export function principalOfRequest(request: FastifyRequest): object | undefined {
  return principals.get(request)
}

/** Who makes this request; `undefined` on public routes, even for somebody signed in. */
export function callerOfRequest(request: FastifyRequest): Caller | undefined {
  return callers.get(request)
}

/** The token of the header `Authorization: Bearer` (RFC 6750, section 2.1); `undefined` without one. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 && token.length <= 512 ? token : undefined
}

/** Callers are remembered with the identity they come from, so they are forgotten together with it. */
const narrowings = new WeakMap<Identity, Map<string, Caller>>()

function narrowed(identity: Identity, header: string | string[] | undefined, language: Language): Caller {
  const wanted = rolesOfHeader(header)
  const held = wanted && identity.roles.map((role) => role.code).filter((code) => wanted.includes(code))
  const key = `${language} ${held?.join(',') ?? '*'}`
  let known = narrowings.get(identity)
  if (!known) narrowings.set(identity, (known = new Map()))
  let caller = known.get(key)
  if (!caller) known.set(key, (caller = callerOf(identity, held, language)))
  return caller
}
