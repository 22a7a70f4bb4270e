/** The server: what stands in front of every request, and the one list of features. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { DestinationStream } from 'pino'
import { myselfFeature } from './features/account/myself/routes.ts'
import { signInFeature } from './features/account/sign-in/routes.ts'
import { rolesFeature } from './features/authority/roles/routes.ts'
import { organisationsFeature } from './features/organisation/organisations/routes.ts'
import { usersFeature } from './features/organisation/users/routes.ts'
import { bearerOf, enforceAccess } from './kernel/access.ts'
import { addDocument } from './kernel/document.ts'
import { Failure } from './kernel/errors.ts'
import { answerFailures, send } from './kernel/failures.ts'
import { guardRoutes } from './kernel/guards.ts'
import { addHealth } from './kernel/health.ts'
import type { Feature } from './kernel/http.ts'
import { mount } from './kernel/http.ts'
import { parseForm } from './kernel/input.ts'
import { RequestLog, logOptions, standardOutput } from './kernel/log.ts'
import type { Services } from './kernel/services.ts'
import { addWeb } from './web.ts'

export const features: readonly Feature[] = [
  signInFeature,
  myselfFeature,
  usersFeature,
  organisationsFeature,
  rolesFeature,
]

export interface AppOptions {
  /** Folder of the built web; absent in tests of the HTTP calls. */
  web?: string
  /** Until this says true (seeds are in), calls answer 503. */
  isReady?: () => boolean
  /** Where logs go; standard output when absent. */
  logs?: DestinationStream
}

const MEGABYTE = 1024 * 1024

export async function buildApp(services: Services, { web, isReady = () => true, logs }: AppOptions = {}): Promise<FastifyInstance> {
  const { config, doors, sessions } = services
  const app = Fastify({
    logger: { ...logOptions(config), stream: logs ?? standardOutput() },
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    bodyLimit: MEGABYTE,
    trustProxy: (_address, hop) => hop < config.trustProxy,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // A path that cannot even be decoded is refused before any hook runs.
    frameworkErrors: (_error, request, reply) => void send(new Failure('request.malformed'), request, reply),
    routerOptions: { querystringParser: parseForm, maxParamLength: 200 },
  })
  guardRoutes(app)
  answerFailures(app)
  // Requests are checked by their declaration (http.ts); Fastify's own schemas only feed the API document.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))

  await app.register(helmet, securityHeaders(config.publicUrl))
  await app.register(rateLimit, {
    timeWindow: 60_000,
    // A remembered session has a budget of its own; everybody else shares that of their address.
    keyGenerator: (request) => sessionOf(request) ?? request.ip,
    max: (request, key) => (key === request.ip ? Math.ceil(config.rateLimit / 10) : config.rateLimit),
    cache: 20_000,
    // The web's files cost little, and one page is many of them: a whole office may sit behind one address.
    allowList: (request) => !isData(request.url),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000))
      return new Failure('request.too-many', { values: { seconds }, retryAfter: seconds })
    },
  })
  function sessionOf(request: Parameters<typeof bearerOf>[0]): string | undefined {
    const token = bearerOf(request)
    return token === undefined ? undefined : sessions.recall(token)
  }

  // Only what is read as an input; Fastify knows plain text by itself, and no call takes it.
  app.removeContentTypeParser('text/plain')
  // For the routes that ask for it (http.ts): the web's files come compressed from the build, and no request is inflated.
  await app.register(compress, {
    globalCompression: false, globalDecompression: false, threshold: 2048, encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, // about the time gzip takes
  })
  await app.register(formbody, { bodyLimit: MEGABYTE, parser: parseForm })
  enforceAccess(app, sessions)
  await addDocument(app)
  app.addHook('onRequest', async (request, reply) => {
    if (!isData(request.url)) return
    // What the answer says depends on who asks, and in which role and language: it is kept nowhere on the way.
    reply.header('cache-control', 'no-store')
    if (!isReady()) throw new Failure('server.busy', { retryAfter: 1 })
  })
  addHealth(app, doors, isReady)
  mount(app, features, services)
  if (web) await addWeb(app, web)
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !/^\/(api|assets)\//.test(request.url)
    const acceptsPage = wantsPage && (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/)
    if (web && acceptsPage) return reply.header('cache-control', 'no-cache').sendFile('index.html')
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
        defaultSrc: ['\'self\''],
        scriptSrc: ['\'self\''],
        styleSrc: ['\'self\'', '\'unsafe-inline\''],
        imgSrc: ['\'self\'', 'data:', 'blob:'],
        connectSrc: ['\'self\''],
        fontSrc: ['\'self\''],
        objectSrc: ['\'none\''],
        baseUri: ['\'none\''],
        formAction: ['\'self\''],
        frameAncestors: ['\'none\''],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' as const },
    referrerPolicy: { policy: 'same-origin' as const },
    crossOriginEmbedderPolicy: false,
  }
}
