/** Structured logs. What is logged is listed here, so that a secret has no way in: no headers, no query, no bodies. */
import type { FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'
import type { Config } from './config.ts'

export function logOptions({ logLevel }: Pick<Config, 'logLevel'>): LoggerOptions {
  return {
    level: logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      // The declared path, never the one that was sent: that could carry a password in its query.
      req: (request: FastifyRequest) => ({ method: request.method, path: request.routeOptions?.url ?? '(none)', address: request.ip }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: (error: Error & { code?: string }) => ({ name: error.name, message: error.message, code: error.code, stack: error.stack }),
    },
  }
}
