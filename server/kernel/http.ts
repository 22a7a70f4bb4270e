/**
 * A route is declared once: who may call it, what it takes, what it gives. The declaration validates the request, writes
 * the API document and decides about access; the handler only does its work and returns data.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type {} from '@fastify/compress'
import { z } from 'zod'
import type { Translate } from '../../model/labels/index.ts'
import { describe } from '../../model/messages.ts'
import type { Resource } from '../../model/resource.ts'
import type { Access } from './access.ts'
import { callerOfRequest } from './access.ts'
import type { Caller } from './caller.ts'
import { fail } from './errors.ts'
import { inputOf } from './input.ts'
import { languageOfRequest, translatorFor } from './language.ts'
import type { Services } from './services.ts'
import type { Mode, Transaction } from './tenant.ts'
import { viewOf, withoutHidden } from './view.ts'

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
    document?: { tag: string; route: Route }
  }
}

export function mount(app: FastifyInstance, features: readonly Feature[], services: Services): void {
  for (const { tag, routes } of features) {
    for (const declared of routes) {
      app.route({
        method: declared.method,
        url: `/api${declared.path}`,
        config: { access: declared.access, permission: declared.path, document: { tag, route: declared } },
        compress: {},
        handler: (request, reply) => answer(declared, services, request, reply),
      })
    }
  }
}

async function answer(declared: Route, services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const t = translatorFor(languageOfRequest(request))
  const caller = callerOfRequest(request)
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
