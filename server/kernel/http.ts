/**
 * A route is declared once: who may call it, what it takes, what it gives. The declaration validates the request, writes
 * the API document and decides about access; the handler only does its work and returns data.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Translate } from '../../model/labels/index.ts'
import { describe } from '../../model/messages.ts'
import type { Resource } from '../../model/resource.ts'
import { callerOf, rolesOfHeader } from './caller.ts'
import type { Caller } from './caller.ts'
import { fail } from './errors.ts'
import { inputOf } from './input.ts'
import { languageOfRequest, translatorFor } from './language.ts'
import type { Services } from './services.ts'
import type { Mode, Transaction } from './tenant.ts'
import { viewOf, withoutHidden } from './view.ts'

/** `public`: nobody needs to be signed in. `signed-in`: any session. `granted`: an active role holds this URL. */
export type Access = 'public' | 'signed-in' | 'granted'

/** What a handler is given. */
export interface Call<Input> {
  readonly input: Input
  /** The signed-in caller. On public routes reading it fails. */
  readonly caller: Caller
  readonly t: Translate
  readonly services: Services
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** A transaction in the caller's tenant; read only for GET. */
  inTenant<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, such as `/admin/sysuser/querySysUser`; for `granted` routes also the name of the permission. */
  readonly path: string
  readonly access: Access
  /** One English sentence for the API document and the URL catalogue. */
  readonly summary: string
  /** Noun whose labels name the fields in messages. */
  readonly of?: Resource
  readonly input: z.ZodType
  readonly output: z.ZodType
  handle(call: Call<never>): Promise<unknown>
}

/** Declares a route; the handler's input is typed by the schema. */
export function route<Input extends z.ZodType>(
  declaration: Omit<Route, 'handle' | 'input' | 'output'> & {
    input?: Input
    output?: z.ZodType
    handle(call: Call<z.output<Input>>): Promise<unknown>
  },
): Route {
  const { input = z.object({}), output = z.null(), ...rest } = declaration
  return { ...rest, input, output, handle: declaration.handle as Route['handle'] }
}

/** Data whose members also stand beside it at the top of the envelope, as some of the specified calls want it. */
export class OnTop {
  readonly data: Readonly<Record<string, unknown>>
  constructor(data: Readonly<Record<string, unknown>>) {
    this.data = data
  }
}

export interface Feature {
  /** Group of the API document. */
  readonly tag: string
  readonly routes: readonly Route[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route says who may call it; one that does not stops the server from starting (guards.ts). */
    access?: Access
    document?: { tag: string; route: Route }
  }
}

export function mount(app: FastifyInstance, features: readonly Feature[], services: Services): void {
  for (const { tag, routes } of features) {
    for (const declared of routes) {
      app.route({
        method: declared.method,
        url: `/api${declared.path}`,
        config: { access: declared.access, document: { tag, route: declared } },
        handler: (request, reply) => answer(declared, services, request, reply),
      })
    }
  }
}

async function answer(declared: Route, services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const t = translatorFor(languageOfRequest(request))
  const caller = declared.access === 'public' ? undefined : await authorise(declared, services, request)
  const mode: Mode = declared.method === 'GET' ? 'read' : 'write'
  const given = inputOf(request)
  const visible = caller && declared.of && mode === 'read' ? withoutHidden(given, declared.of, viewOf(caller, declared.of)) : given
  const parsed = declared.input.safeParse(visible, { reportInput: true })
  if (!parsed.success) fail('request.invalid', { fields: describe(parsed.error.issues, declared.of, t) })
  const call: Call<unknown> = {
    input: parsed.data, t, services, request, reply,
    get caller() { return caller ?? fail('session.missing') },
    inTenant: (work) => services.doors.inTenant(caller ?? fail('session.missing'), work, mode),
  }
  const data = await declared.handle(call as Call<never>)
  return data instanceof OnTop
    ? { code: 200, status: 200, message: 'success', ...data.data, data: data.data }
    : { code: 200, status: 200, message: 'success', data: data ?? null }
}

/** @throws Failure without a usable session (401), or when no active role holds the route's URL (403). */
export async function authorise(declared: Pick<Route, 'access' | 'path'>, { sessions }: Pick<Services, 'sessions'>, request: FastifyRequest): Promise<Caller> {
  const token = bearerOf(request)
  if (token === undefined) fail('session.missing')
  const identity = await sessions.authenticate(token)
  const caller = narrowed(identity, request.headers['rolecode'])
  if (declared.access === 'granted' && !caller.urls.has(declared.path)) fail('permission.denied')
  request.log = request.log.child({ tenant: caller.tenantId, user: caller.userId })
  return caller
}

export function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 && token.length <= 512 ? token : undefined
}

/** Callers are remembered with the identity they come from, so they are forgotten together with it. */
const callers = new WeakMap<object, Map<string, Caller>>()

function narrowed(identity: Parameters<typeof callerOf>[0], header: string | string[] | undefined): Caller {
  const wanted = rolesOfHeader(header)
  const held = wanted && identity.roles.map((role) => role.code).filter((code) => wanted.includes(code))
  const key = held?.join(',') ?? '*'
  let known = callers.get(identity)
  if (!known) callers.set(identity, (known = new Map()))
  let caller = known.get(key)
  if (!caller) known.set(key, (caller = callerOf(identity, held)))
  return caller
}
