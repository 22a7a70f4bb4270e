/** Who may call a route: decided for every route in one place, by what the route declares, before its body is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, Identity } from './caller.ts'
import { callerOf, rolesOfHeader } from './caller.ts'
import { fail } from './errors.ts'
import type { Sessions } from './sessions.ts'

/** `public`: nobody needs to be signed in. `signed-in`: any session. `granted`: an active role holds the permission. */
export type Access = 'public' | 'signed-in' | 'granted'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that declares none stops the server from starting (guards.ts). */
    access?: Access
    /** Name in the URL catalogue that a role has to hold; needed with `granted`. */
    permission?: string
  }
}

const callers = new WeakMap<FastifyRequest, Caller>()

/** After the rate limit (`onRequest`), so that guessing tokens costs the guesser before it costs the database. */
export function enforceAccess(app: FastifyInstance, sessions: Sessions): void {
  app.addHook('preParsing', async (request) => {
    const { access, permission } = request.routeOptions.config
    // Only the answer "there is nothing here" has no declaration.
    if (access === undefined || access === 'public') return
    const token = bearerOf(request)
    if (token === undefined) fail('session.missing')
    const caller = narrowed(await sessions.authenticate(token), request.headers['rolecode'])
    if (access === 'granted' && (permission === undefined || !caller.urls.has(permission))) fail('permission.denied')
    request.log = request.log.child({ tenant: caller.tenantId, user: caller.userId })
    callers.set(request, caller)
  })
}

/** Who makes this request; `undefined` on public routes, even for somebody signed in. */
export function callerOfRequest(request: FastifyRequest): Caller | undefined {
  return callers.get(request)
}

export function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 && token.length <= 512 ? token : undefined
}

/** Callers are remembered with the identity they come from, so they are forgotten together with it. */
const narrowings = new WeakMap<Identity, Map<string, Caller>>()

function narrowed(identity: Identity, header: string | string[] | undefined): Caller {
  const wanted = rolesOfHeader(header)
  const held = wanted && identity.roles.map((role) => role.code).filter((code) => wanted.includes(code))
  const key = held?.join(',') ?? '*'
  let known = narrowings.get(identity)
  if (!known) narrowings.set(identity, (known = new Map()))
  let caller = known.get(key)
  if (!caller) known.set(key, (caller = callerOf(identity, held)))
  return caller
}
