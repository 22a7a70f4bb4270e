/** The server: what stands in front of every request, and the one list of features. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { DestinationStream } from 'pino'
import { addDiscovery, oauthFeature } from './features/account/oauth/routes.ts'
import { listViewsFeature } from './features/account/list-views/routes.ts'
import { myselfFeature } from './features/account/myself/routes.ts'
import { profileFeature } from './features/account/profile/routes.ts'
import { secondFactorsFeature } from './features/account/second-factors/routes.ts'
import { pushFeature } from './features/acquisition/push/routes.ts'
import { overviewFeature } from './features/acquisition/overview/routes.ts'
import { performReadingImport } from './features/acquisition/readings/import/job.ts'
import { readingsFeature } from './features/acquisition/readings/routes.ts'
import { captchaFeature } from './features/account/captcha/routes.ts'
import { sendPasswordLink } from './features/account/recovery/link.ts'
import { recoveryFeature } from './features/account/recovery/routes.ts'
import { registrationFeature } from './features/account/registration/routes.ts'
import { sendSignInCode } from './features/account/sign-in/code.ts'
import { signInFeature } from './features/account/sign-in/routes.ts'
import { menuGrantsFeature } from './features/authority/menu-grants/routes.ts'
import { alarmsFeature } from './features/acquisition/alarms/routes.ts'
import { alarmRulesFeature } from './features/acquisition/alarm-rules/routes.ts'
import { collectorsFeature } from './features/acquisition/collectors/routes.ts'
import { deviceTypesFeature } from './features/acquisition/device-types/routes.ts'
import { devicesFeature } from './features/acquisition/devices/routes.ts'
import { pointsFeature } from './features/acquisition/points/routes.ts'
import { projectsFeature } from './features/acquisition/projects/routes.ts'
import { sitesFeature } from './features/acquisition/sites/routes.ts'
import { typePointsFeature } from './features/acquisition/type-points/routes.ts'
import { backupsFeature } from './features/admin/backups/routes.ts'
import { outboxFeature } from './features/admin/outbox/routes.ts'
import { startClock } from './features/admin/notifications/clock.ts'
import { notificationsFeature } from './features/admin/notifications/routes.ts'
import { logsFeature } from './features/admin/logs/routes.ts'
import { exportCentre } from './features/admin/export-centre/routes.ts'
import { rolesFeature } from './features/authority/roles/routes.ts'
import { urlsFeature } from './features/authority/urls/routes.ts'
import { whyFeature } from './features/authority/why/routes.ts'
import { filesFeature } from './features/file/disk/routes.ts'
import { workbenchFeature } from './features/home/workbench/routes.ts'
import { importsFeature } from './features/exchange/imports/routes.ts'
import { onlineUsersFeature } from './features/organisation/online-users/routes.ts'
import { appClientsFeature } from './features/oauth/app-clients/routes.ts'
import { organisationsFeature } from './features/organisation/organisations/routes.ts'
import { postsFeature } from './features/organisation/posts/routes.ts'
import { registrationsFeature } from './features/organisation/registrations/routes.ts'
import { userPostsFeature } from './features/organisation/user-posts/routes.ts'
import { usersFeature } from './features/organisation/users/routes.ts'
import { isolationFeature } from './features/tenant/isolation/routes.ts'
import { isolationJobs } from './features/tenant/isolation/run.ts'
import { packagesFeature } from './features/tenant/packages/routes.ts'
import { tenantFiles, tenantJobs } from './features/tenant/tenants/archive.ts'
import { tenantsFeature } from './features/tenant/tenants/routes.ts'
import { errorLogFeature } from './features/template/error-log/routes.ts'
import { statisticsFeature } from './features/template/statistics/routes.ts'
import { dictionariesFeature } from './features/system/dictionaries/routes.ts'
import { menusFeature } from './features/system/menus/routes.ts'
import { parametersFeature } from './features/system/parameters/routes.ts'
import { regionsFeature } from './features/system/regions/routes.ts'
import { enforceAccess } from './kernel/http/access.ts'
import { startCollectors, authenticateDevice, PagePoints } from './acquisition/index.ts'
import { addDocument } from './kernel/http/document.ts'
import { Failure } from './kernel/errors.ts'
import { addSecurityHeaders } from './kernel/http/security-headers.ts'
import { answerFailures, send } from './kernel/http/failures.ts'
import { guardRoutes } from './kernel/http/guards.ts'
import { addHealth } from './kernel/http/health.ts'
import type { Feature } from './kernel/http/http.ts'
import { MAX_PUBLIC_BODY, mount } from './kernel/http/http.ts'
import { IMPORT, READINGS, markedFile, performImport, exportedFile, runExport } from './exchange/index.ts'
import { parseForm } from './kernel/http/input.ts'
import { addEvents, startDeliveryWorker } from './messaging/index.ts'
import { keepJournal } from './audit/index.ts'
import { RequestLog, logOptions, standardOutput } from './kernel/http/log.ts'
import { runJobs } from './kernel/runtime/job-runner.ts'
import type { JobFiles, JobKinds } from './kernel/runtime/jobs.ts'
import type { Answers } from './messaging/index.ts'
import type { Services } from './kernel/services.ts'
import { limitTraffic } from './kernel/http/traffic.ts'
import { addWeb, sendPage } from './web.ts'

/** What can be done in the background, by the kind of a job. */
export const jobKinds: JobKinds = { export: runExport, [IMPORT]: performImport, [READINGS]: performReadingImport, ...tenantJobs }

/** Which of them leave a file. */
const jobFiles: JobFiles = { export: exportedFile, [IMPORT]: markedFile, ...tenantFiles }

export const features: readonly Feature[] = [
  signInFeature,
  captchaFeature,
  recoveryFeature,
  registrationFeature,
  oauthFeature,
  myselfFeature,
  listViewsFeature,
  workbenchFeature,
  profileFeature,
  secondFactorsFeature,
  usersFeature,
  onlineUsersFeature,
  organisationsFeature,
  postsFeature,
  userPostsFeature,
  registrationsFeature,
  menusFeature,
  dictionariesFeature,
  regionsFeature,
  parametersFeature,
  rolesFeature,
  urlsFeature,
  menuGrantsFeature,
  whyFeature,
  tenantsFeature,
  packagesFeature,
  appClientsFeature,
  importsFeature,
  logsFeature,
  backupsFeature,
  outboxFeature,
  notificationsFeature,
  isolationFeature,
  statisticsFeature,
  errorLogFeature,
  filesFeature,
  projectsFeature,
  sitesFeature,
  deviceTypesFeature,
  typePointsFeature,
  devicesFeature,
  pointsFeature,
  alarmRulesFeature,
  alarmsFeature,
  pushFeature,
  readingsFeature,
  overviewFeature,
  collectorsFeature,
  exportCentre(jobFiles),
]

/** What is sent to whoever asks for it at the door, by the purpose. */
const answers = (services: Services): Answers => ({ 'sign-in-code': sendSignInCode(services), 'password-link': sendPasswordLink(services) })

export interface AppOptions {
  /** Folder of the built web; absent in tests of the HTTP calls. */
  web?: string
  /** Until this says true (seeds are in), calls answer 503. */
  isReady?: () => boolean
  /** Where logs go; standard output when absent. */
  logs?: DestinationStream
  kinds?: JobKinds
}

export async function buildApp(
  services: Services,
  { web, isReady = () => true, logs, kinds = jobKinds }: AppOptions = {},
): Promise<FastifyInstance> {
  const { config, sessions } = services
  const app = Fastify({
    logger: { ...logOptions(config), stream: logs ?? standardOutput() },
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    bodyLimit: MAX_PUBLIC_BODY,
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

  await addSecurityHeaders(app, securityHeaders(config.publicUrl))
  await limitTraffic(app, services, isData)
  // Only what is read as an input; Fastify knows plain text by itself, and no call takes it.
  app.removeContentTypeParser('text/plain')
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
    session: (token) => sessions.authenticate(token),
    device: (request) => authenticateDevice(request, services.acquisition.signIn),
  })
  await addDocument(app)
  app.addHook('onRequest', async (request, reply) => {
    if (!isData(request.url)) return
    // What the answer says depends on who asks, and in which role and language: it is kept nowhere on the way.
    reply.header('cache-control', 'no-store')
    if (!isReady()) throw new Failure('server.busy', { retryAfter: 1 })
  })
  app.addHook('onClose', () => sessions.close())
  await addEvents(app, services, (page) => new PagePoints(page, services.transactions, services.acquisition.subscriptions))
  addHealth(app, services, isReady)
  addDiscovery(app, config)
  keepJournal(app, services.journal, services.settings)
  mount(app, features, services)
  workOnJobs(app, services, { ...isolationJobs(app, () => features), ...kinds })
  carryMessages(app, services)
  publishOnTime(app, services)
  collect(app, services)
  if (web) await addWeb(app, web)
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|assets)\//.test(request.url)
    const acceptsPage = wantsPage && (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/)
    if (web && acceptsPage) return sendPage(reply)
    return send(new Failure('request.not-found'), request, reply)
  })
  return app
}

/** From when the server listens until it closes. */
function workOnJobs(app: FastifyInstance, services: Services, kinds: JobKinds): void {
  let runner: ReturnType<typeof runJobs> | undefined
  app.addHook('onReady', async () => {
    runner = runJobs(services, kinds, (error) => app.log.error({ err: error }, 'a job failed'))
  })
  app.addHook('onClose', async () => runner?.stop())
}

/** For the same time. */
function carryMessages(app: FastifyInstance, services: Services): void {
  let courier: ReturnType<typeof startDeliveryWorker> | undefined
  app.addHook('onReady', async () => {
    courier = startDeliveryWorker(services, answers(services), (error) => app.log.warn({ err: error }, 'a message was not sent'))
  })
  app.addHook('onClose', async () => courier?.stop())
}

/** For the same time. */
function publishOnTime(app: FastifyInstance, services: Services): void {
  let clock: ReturnType<typeof startClock> | undefined
  app.addHook('onReady', async () => {
    clock = startClock(services, (error) => app.log.error({ err: error }, 'a notification waits'))
  })
  app.addHook('onClose', async () => clock?.stop())
}

/** For the same time: what is sent to the collectors is stored, and what has been accepted is stored before the end. */
function collect(app: FastifyInstance, services: Services): void {
  let collectors: ReturnType<typeof startCollectors> | undefined
  app.addHook('onReady', async () => {
    collectors = startCollectors(services, app.log)
  })
  app.addHook('onClose', async () => collectors?.stop())
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
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' as const },
    referrerPolicy: { policy: 'same-origin' as const },
    crossOriginEmbedderPolicy: false,
  }
}
