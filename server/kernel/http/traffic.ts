/** What one caller may ask of the server, before anything is done for them: calls a minute, time for a request, connections. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf } from './access.ts'
import type { KernelConfig } from '../config.ts'
import { networkOf } from '../database/counters.ts'
import { Failure } from '../errors.ts'
import { cutOffSlowBodies } from './slow-bodies.ts'

interface Limits {
  readonly config: Pick<KernelConfig, 'rateLimit' | 'trustProxy' | 'maxConnections' | 'requestSeconds'>
  /** Whoever was seen here with a token, if it is remembered. */
  readonly sessions: { recall(token: string): string | undefined }
}

/** Adds the rate limit per user and address. @param isCounted Whether a call at this address counts. */
export async function limitTraffic(app: FastifyInstance, { config, sessions }: Limits, isCounted: (url: string) => boolean): Promise<void> {
  app.server.maxConnections = config.maxConnections
  cutOffSlowBodies(app, config.requestSeconds)
  // A user who was seen here has one budget for all their sessions; everybody else shares that of their network.
  const keyOf = (request: FastifyRequest) => {
    const token = bearerOf(request)
    const user = token === undefined ? undefined : sessions.recall(token)
    return user === undefined ? `network ${networkOf(request.ip)}` : `user ${user}`
  }
  await app.register(rateLimit, {
    timeWindow: 60_000,
    keyGenerator: keyOf,
    max: (_request, key) => (key.startsWith('network ') ? Math.ceil(config.rateLimit / 10) : config.rateLimit),
    cache: 20_000,
    // The web's files cost little, and one page is many of them: a whole office may sit behind one address.
    allowList: (request) => !isCounted(request.url),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000))
      return new Failure('request.too-many', { values: { seconds }, retryAfter: seconds })
    },
  })
  if (config.trustProxy === 0) warnOfProxy(app)
}

/** Behind a proxy that nobody named, all people are one address: what one of them does wrong is counted for all. */
function warnOfProxy(app: FastifyInstance): void {
  let hasWarned = false
  app.addHook('onRequest', async (request) => {
    if (hasWarned || request.headers['x-forwarded-for'] === undefined) return
    hasWarned = true
    app.log.warn(
      'a request came with X-Forwarded-For, but TRUST_PROXY is 0: if a reverse proxy stands in front, set TRUST_PROXY to the number of proxies, or all people count as one address',
    )
  })
}
