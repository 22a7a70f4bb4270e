/** The server: what stands in front of every request, and the modules behind it. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { DestinationStream } from 'pino'
import { addDiscovery, authorizationPaths } from './features/oauth/authorize/routes.ts'
import { enforceAccess } from './kernel/http/access.ts'
import { authenticateDevice } from './acquisition/index.ts'
import { addDocument } from './kernel/http/document.ts'
import { Failure } from './kernel/errors.ts'
import { onlyDocumenting } from './kernel/http/schemas.ts'
import { addSecurityHeaders } from './kernel/http/security-headers.ts'
import { answerFailures, send } from './kernel/http/failures.ts'
import { guardRoutes } from './kernel/http/guards.ts'
import { readJsonBodies } from './kernel/http/json-body.ts'
import { addHealth } from './kernel/http/health.ts'
import { MAX_PUBLIC_BODY } from './kernel/http/http.ts'
import { mount } from './kernel/http/mount.ts'
import { parseForm } from './kernel/http/input.ts'
import { addLiveSocket } from './messaging/index.ts'
import { keepJournal } from './audit/index.ts'
import { RequestLog, logOptions, standardOutput } from './kernel/http/log.ts'
import type { JobKinds } from './kernel/runtime/job.ts'
import type { Services } from './kernel/services.ts'
import { limitTraffic } from './kernel/http/traffic.ts'
import { runWhileListening } from './module.ts'
import { channelsOf, features, jobKindsOf, startWorkers } from './modules.ts'
import { PUBLIC_ROUTES } from './public-routes.ts'
import type { Phase } from './serving.ts'
import { addWeb, sendPage } from './web.ts'

export interface AppOptions {
  /** Folder of the built web; absent in tests of the HTTP calls. */
  web?: string
  /** Whether its seeds are in yet, and it has not been told to stop: calls answer 503 before and after. */
  phase?: () => Phase
  /** Where logs go; standard output when absent. */
  logs?: DestinationStream
  /** In place of the modules' kinds of the same name. */
  kinds?: JobKinds
}

/** The HTTP server with every route, guard and hook, not yet listening; closing it ends what runs beside it. */
export async function buildApp(
  services: Services,
  { web, phase = () => 'serving', logs, kinds = {} }: AppOptions = {},
): Promise<FastifyInstance> {
  const { config, sessions } = services
  const app = Fastify({
    logger: { ...logOptions(config), stream: logs ?? standardOutput() },
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    schemaController: onlyDocumenting,
    bodyLimit: MAX_PUBLIC_BODY,
    trustProxy: (_address, hop) => hop < config.trustProxy,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // A path that cannot even be decoded is refused before any hook runs.
    frameworkErrors: (_error, request, reply) => void send(new Failure('request.malformed'), request, reply),
    routerOptions: { querystringParser: parseForm, maxParamLength: 200 },
  })
  guardRoutes(app, PUBLIC_ROUTES)
  answerFailures(app)

  await addSecurityHeaders(app, securityHeaders(config.publicUrl))
  await limitTraffic(app, services, isData)
  // Only what is read as an input; Fastify knows plain text by itself, and no call takes it.
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)
  // For the routes that ask for it (http.ts): the web's files come compressed from the build, and no request is inflated.
  await app.register(compress, {
    globalCompression: false,
    globalDecompression: false,
    threshold: 2048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, // about the time gzip takes
  })
  await app.register(formbody, { parser: parseForm })
  enforceAccess(app, {
    session: (token, address) => sessions.authenticate(token, address),
    machine: (request) => authenticateDevice(request, services.acquisition.signIn),
  })
  addDocument(app, config, authorizationPaths, features)
  app.addHook('onRequest', async (request, reply) => {
    if (!isData(request.url)) return
    // What the answer says depends on who asks, and in which role and language: it is kept nowhere on the way.
    reply.header('cache-control', 'no-store')
    const now = phase()
    // By its mark the console knows that nothing was done: it waits, and sends the call once more (web/kernel/http/api.ts).
    if (now === 'starting') throw new Failure('server.starting', { retryAfter: 1, more: { starting: true } })
    if (now === 'stopping') throw new Failure('server.busy', { retryAfter: 1 })
  })
  app.addHook('onClose', () => sessions.close())
  await addLiveSocket(app, services, channelsOf(services))
  addHealth(app, services, () => phase() === 'serving')
  addDiscovery(app, config, features)
  keepJournal(app, services.journal, services.settings)
  mount(app, features, services)
  const whole = { app, services, features }
  runWhileListening(app, () => startWorkers(whole, { ...jobKindsOf(whole), ...kinds }))
  if (web) await addWeb(app, web)
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|assets|\.well-known)\//.test(request.url)
    const acceptsPage = wantsPage && (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/)
    if (web && acceptsPage) return sendPage(reply)
    return send(new Failure('request.not-found'), request, reply)
  })
  return app
}

/** Whether an address answers with data; the others are the web's files and the two questions about health. */
function isData(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/docs/json')
}

/** Strict, but for inline styles: the component library writes its styles at run time (docs/decisions). */
function securityHeaders(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Sound and moving pictures of the disk, played from this server (docs/decisions/0048).
        mediaSrc: ["'self'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // What is below this name may belong to somebody else (docs/decisions/0114-encrypted-backups.md).
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' as const },
    referrerPolicy: { policy: 'same-origin' as const },
    crossOriginEmbedderPolicy: false,
  }
}
