/**
 * A route is declared once: who may call it, what it takes, what it gives. The declaration validates the request, writes
 * the API document and decides about access; the handler only does its work and returns data.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type {} from '@fastify/compress'
import { z } from 'zod'
import type { Envelope } from '../../../model/contract/envelope.ts'
import type { Contract, Encoding, Frozen, OutputOf } from '../../../model/contract/contract.ts'
import type { Translate } from '../../../model/labels/index.ts'
import { describe } from '../../../model/messages.ts'
import type { Resource } from '../../../model/resource.ts'
import type { Access } from './access.ts'
import { callerOfRequest } from './access.ts'
import type { Caller, Limit } from '../authorization/caller.ts'
import { Download, sendDownload } from './download.ts'
import type { Purpose } from '../database/embedded/space.ts'
import { fail } from '../errors.ts'
import { inputOf } from './input.ts'
import { languageOfRequest, translatorFor } from './language.ts'
import type { OlderShape } from './older-clients.ts'
import { inOurNames, inOurWords, isOlderClient, olderAnswer, parseOlder } from './older-clients.ts'
import type { Services } from '../services.ts'
import type { Mode, Transaction } from '../database/tenant.ts'
import type { Upload } from './uploads.ts'
import { MAX_MEMORY_FILE_MB, acceptUploads, receiveUpload } from './uploads.ts'
import { viewOf, withoutHidden } from '../authorization/view.ts'
import { inScopeOf } from '../authorization/in-scope-of.ts'

/** What a handler is given. */
export interface Call<Input> {
  readonly input: Input
  /** Fields of the noun that came along though nobody writes them; only of clients that send back what they read (older-clients.ts). */
  readonly echoed?: Readonly<Record<string, unknown>>
  /** The signed-in caller. On public routes reading it fails. */
  readonly caller: Caller
  readonly t: Translate
  readonly services: Services
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The file that came along, on routes that take one; it is gone when the call has been answered. */
  readonly upload: Upload | undefined
  /** A transaction in the caller's tenant; read only for GET and what `reads`. What it changes is kept in the history, under this request. */
  inTenant<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** A transaction where the noun's rows can be read and, on other methods than GET, written: the caller's tenant, or the platform's scope. */
  inScopeOf<Result>(of: Resource, work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, such as `/admin/sysuser/querySysUser`; for `granted` routes also the name of the permission. */
  readonly path: string
  readonly access: Access
  /**
   * Query by which it answers with what is the caller's own, and is open to whoever is signed in. The handler has the last word: whoever is not granted the
   * call is answered with nothing else, whatever they ask.
   */
  readonly ownWith?: Readonly<Record<string, string>>
  /** One English sentence for the API document and the URL catalogue. */
  readonly summary: string
  /** Sessions that may do less than their roles allow, and may call it all the same; none where it says nothing. */
  readonly allowedWith?: readonly Limit[]
  /** Leaves no entry in the audit log: a part of another operation that has one, a column that was made wider. */
  readonly unlogged?: true
  /** Parameters that the audit log does not keep: what stands in them, and who may see it, no noun says. */
  readonly unloggedInput?: readonly string[]
  /** Noun whose labels name the fields in messages. */
  readonly of?: Resource
  /** Takes a file (multipart/form-data, field `file`), of as much as the tenant allows or the route says; every other route refuses that content type. */
  readonly upload?: true | { readonly megabytes: number }
  /** Speaks a protocol of its own: here and one step below, by these methods too, with bodies that are read as they come. Its answer is a `Response`. */
  readonly protocol?: { readonly methods: readonly HTTPMethods[]; readonly contentType: string; readonly steps: readonly ProtocolStep[] }
  /** Bytes of the body at most; {@link MAX_PUBLIC_BODY} or {@link MAX_BODY} where it says nothing. Of files the route says in `upload`. */
  readonly bodyLimit?: number
  /** Takes a body of these content types as its bytes, undecoded; its input is the query string alone. */
  readonly raw?: Readonly<Record<string, RawBody>>
  /** How our own browser sends the input, for the document; every call takes it in any of the ways. */
  readonly send?: Encoding
  readonly input: z.core.$ZodType
  readonly output: z.core.$ZodType
  /** A GET that changes nothing and whose answer can be told without being made: it answers HEAD as well, with the headers alone. */
  readonly head?: true
  /** Another method than GET, though it only reads: what it names of hidden fields is as unknown as in a list. */
  readonly reads?: true
  /** What its writes need room on the disk for; absent: `bulk` where it takes files, `ordinary` elsewhere. */
  readonly space?: Purpose
  /** Names by which such clients send what the input calls otherwise (older-clients.ts). */
  readonly olderNames?: Readonly<Record<string, string>>
  /** How clients that call themselves `browser` want the list it answers with (older-clients.ts). */
  readonly olderShape?: OlderShape
  /** Media type of the file it answers with (download.ts); `output` then says what else it may answer, if anything. */
  readonly file?: string
  handle(call: Call<never>): Promise<unknown>
}

/** A body that no schema of ours reads: what it is, for the document. */
export interface RawBody {
  readonly schema: z.core.$ZodType
  /** By their names. */
  readonly examples: Readonly<Record<string, unknown>>
}

/** What a protocol does by one method, for the document. */
export interface ProtocolStep {
  readonly id: string
  readonly method: HTTPMethods
  /** One step below the path of the route, at an id. */
  readonly below: boolean
  readonly summary: string
  readonly headers: Readonly<Record<string, { readonly required?: true; readonly description: string; readonly schema: object }>>
  readonly body?: object
  /** Responses by their status, as OpenAPI has them. */
  readonly answers: Readonly<Record<number, object>>
}

const KILOBYTE = 1024
/** Bytes of a body whose sender has proved nothing: a form with a passkey's answer is a few kilobytes. */
export const MAX_PUBLIC_BODY = 32 * KILOBYTE
/** Of one whose sender is known: thousands of ids that a role is given. */
export const MAX_BODY = KILOBYTE ** 2

/** Data whose members also stand beside it at the top of the envelope, as some of the specified calls want it. */
export class FlatEnvelope<Data extends object = object> {
  readonly data: Data
  constructor(data: Data) {
    this.data = data
  }
}

type Answer<Data> = Frozen<Data> | FlatEnvelope<Frozen<Data> & object> | Download | Response

/** The route of a contract: what it takes and answers is typed by the schemas of the contract. */
export function implement<Declared extends Contract, const Result extends Answer<OutputOf<Declared>>>(
  { method, path, input, output, send }: Declared,
  declaration: Omit<Route, keyof Contract | 'handle'> & { handle(call: Call<z.output<Declared['input']>>): Promise<Result> },
): Route {
  return {
    ...declaration,
    method,
    path,
    input,
    output,
    ...(send === undefined ? {} : { send }),
    handle: declaration.handle as Route['handle'],
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

/** Registers the routes of all features: validation, envelope, and a scope of their own for uploads and protocols. */
export function mount(app: FastifyInstance, features: readonly Feature[], services: Services): void {
  mountThose(app, features, services, ({ upload, protocol, raw }) => !upload && !protocol && !raw)
  for (const declared of features.flatMap(({ routes }) => routes).filter(({ raw }) => raw))
    void app.register(async (scope) => mountRaw(scope, features, declared, services))
  for (const declared of features.flatMap(({ routes }) => routes).filter(({ protocol }) => protocol))
    void app.register(async (scope) => mountProtocol(scope, features, declared, services))
  void app.register(async (scope) => {
    await acceptUploads(scope)
    mountThose(scope, features, services, ({ upload }) => upload !== undefined)
  })
}

function mountThose(app: FastifyInstance, features: readonly Feature[], services: Services, wanted: (declared: Route) => boolean): void {
  for (const { tag, routes } of features) {
    for (const declared of routes.filter(wanted)) {
      app.route({
        method: declared.method,
        url: `/api${declared.path}`,
        config: {
          ...accessOf(declared),
          document: { tag, route: declared },
          // Devices have limits of their own, by tenant: hundreds of them may stand behind one address.
          ...(declared.access === 'device' ? { rateLimit: false as const } : { takesFiles: Boolean(declared.upload ?? declared.protocol) }),
        },
        compress: declared.file === undefined ? {} : false,
        bodyLimit: declared.bodyLimit ?? (declared.access === 'public' ? MAX_PUBLIC_BODY : MAX_BODY),
        handler: (request, reply) => answer(declared, services, request, reply),
      })
      if (declared.head)
        app.route({
          method: 'HEAD',
          url: `/api${declared.path}`,
          config: accessOf(declared),
          compress: false,
          handler: (request, reply) => answer(declared, services, request, reply),
        })
    }
  }
}

/** What is decided by before the body is read. A picture is shown, any other file is carried off. */
function accessOf({ access, path, allowedWith = [], file, ownWith }: Route) {
  return {
    access,
    permission: path,
    allowedWith,
    ...(ownWith ? { ownWith } : {}),
    takesAway: file !== undefined && !file.startsWith('image/'),
  }
}

/** A scope of its own, since every other route has its body decoded. */
function mountRaw(scope: FastifyInstance, features: readonly Feature[], declared: Route, services: Services): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(Object.keys(declared.raw ?? {}), { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  mountThose(scope, features, services, (route) => route === declared)
}

/** A scope of its own, since no other route takes such a body. The log and the document name it by its first call. */
function mountProtocol(scope: FastifyInstance, features: readonly Feature[], declared: Route, services: Services): void {
  const { methods, contentType } = declared.protocol as NonNullable<Route['protocol']>
  scope.addContentTypeParser(contentType, (_request, body, done) => done(null, body))
  mountThose(scope, features, services, (route) => route === declared)
  const config = { ...accessOf(declared), takesFiles: true }
  for (const url of [`/api${declared.path}`, `/api${declared.path}/:id`]) {
    scope.route({
      method: [...methods],
      url,
      config,
      compress: false,
      handler: (request, reply) => answer(declared, services, request, reply),
    })
  }
}

async function answer(declared: Route, services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const purpose = purposeOf(declared, request)
  const assertSpace = () => {
    if (purpose) services.transactions.assertSpace(purpose)
  }
  assertSpace()
  const upload = declared.upload
    ? await receiveUpload(request, services.config.dataDir, await megabytesOf(declared.upload, request, services), assertSpace)
    : undefined
  try {
    return await answered(declared, services, request, reply, upload)
  } finally {
    await upload?.remove()
  }
}

/** Nothing where it only reads. */
function purposeOf({ method, reads, protocol, upload, space }: Route, request: FastifyRequest): Purpose | undefined {
  if (protocol) return /^(POST|PUT|PATCH)$/.test(request.method) ? 'bulk' : undefined
  if (method === 'GET' || reads) return undefined
  return space ?? (upload ? 'bulk' : 'ordinary')
}

async function megabytesOf(upload: NonNullable<Route['upload']>, request: FastifyRequest, services: Services): Promise<number> {
  if (upload !== true) return upload.megabytes
  const tenant = callerOfRequest(request)?.tenantId
  return tenant ? Math.min(MAX_MEMORY_FILE_MB, (await services.settings.of(tenant))['upload.maxMegabytes']) : MAX_MEMORY_FILE_MB
}

async function answered(
  declared: Route,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: Upload | undefined,
): Promise<unknown> {
  const t = translatorFor(languageOfRequest(request))
  const caller = callerOfRequest(request)
  const mode: Mode = declared.method === 'GET' || declared.reads ? 'read' : 'write'
  const isOlder = isOlderClient(caller)
  const given = declared.protocol
    ? {}
    : declared.raw
      ? (request.query as Record<string, unknown>)
      : { ...inputOf(request), ...upload?.fields }
  // Before hidden fields are left out, or another name for one would get past.
  const named = isOlder ? inOurNames(given, declared.olderNames) : given
  const visible = caller && declared.of && mode === 'read' ? withoutHidden(named, declared.of, viewOf(caller, declared.of)) : named
  const { parsed, echoed } = isOlder
    ? parseOlder(declared, inOurWords(visible, declared), caller && declared.of && viewOf(caller, declared.of))
    : { parsed: z.safeParse(declared.input, visible, { reportInput: true }), echoed: {} }
  if (!parsed.success) fail('request.invalid', { fields: describe(parsed.error.issues, declared.of, t) })
  const actor = () => {
    const { tenantId, userId, isPlatform, rows } = caller ?? fail('session.missing')
    return { tenantId, userId, isPlatform, rows, operationId: request.id }
  }
  const call: Call<unknown> = {
    input: parsed.data,
    echoed,
    t,
    services,
    request,
    reply,
    upload,
    get caller() {
      return caller ?? fail('session.missing')
    },
    inTenant: (work) => services.transactions.inTenant(actor(), work, mode),
    inScopeOf: async (of, work) => inScopeOf(services.transactions, of, actor(), work, mode),
  }
  const data = await declared.handle(call as Call<never>)
  if (data instanceof Download) return sendDownload(data, reply)
  if (data instanceof Response)
    return reply
      .code(data.status)
      .headers(Object.fromEntries(data.headers))
      .send(data.body ? await data.text() : undefined)
  if (isOlder && declared.olderShape) return olderAnswer(declared.olderShape, data)
  const enveloped: Envelope<unknown> = { code: 200, status: 200, message: 'success', data: data ?? null }
  return data instanceof FlatEnvelope ? { ...enveloped, ...data.data, data: data.data } : enveloped
}
