/**
 * Routes as a server answers them: each is registered with what is decided about it before its body is read, its request is validated, and what its handler
 * gives is put into the envelope.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type {} from '@fastify/compress'
import { z } from 'zod'
import type { Envelope } from '../../../model/contract/envelope.ts'
import { describe } from '../../../model/messages.ts'
import { inScopeOf } from '../authorization/in-scope-of.ts'
import { viewOf, withoutHidden } from '../authorization/view.ts'
import type { Purpose } from '../database/embedded/space.ts'
import type { Mode } from '../database/tenant.ts'
import { fail } from '../errors.ts'
import type { Services } from '../services.ts'
import { callerOfRequest } from './access.ts'
import { Download, sendDownload } from './download.ts'
import type { Call, Feature, Route } from './http.ts'
import { FlatEnvelope, MAX_BODY, MAX_PUBLIC_BODY } from './http.ts'
import { inputOf } from './input.ts'
import { languageOfRequest, translatorFor } from './language.ts'
import { inOlderRows, inOurNames, inOurValues, inOurWords, isOlderClient, olderAnswer, parseOlder } from './older-clients.ts'
import type { Upload } from './uploads.ts'
import { MAX_MEMORY_FILE_MB, acceptUploads, receiveUpload } from './uploads.ts'

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
          ...(declared.access === 'machine'
            ? { rateLimit: false as const }
            : { takesFiles: Boolean(declared.upload ?? declared.protocol) }),
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
  const named = isOlder ? inOurNames(inOurValues(given, declared.olderValues), declared.olderNames) : given
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
  const answered = isOlder && declared.olderRow ? inOlderRows(declared.olderRow, data) : data
  const enveloped: Envelope<unknown> = { code: 200, status: 200, message: 'success', data: answered ?? null }
  return data instanceof FlatEnvelope ? { ...enveloped, ...data.data, data: data.data } : enveloped
}
