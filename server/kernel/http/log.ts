/** Structured logs. What is logged is listed here, so that a secret has no way in: no headers, no query, no bodies. */
import { LogController } from 'fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pino from 'pino'
import type { DestinationStream, LoggerOptions } from 'pino'
import type { KernelConfig } from '../config.ts'
import { statusOf } from './failures.ts'

/** The logger's options: level, times in ISO 8601, and requests by their declared path, without query. */
export function logOptions({ logLevel }: Pick<KernelConfig, 'logLevel'>): LoggerOptions {
  return {
    level: logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      // The declared path, never the one that was sent: that could carry a password in its query.
      req: (request: FastifyRequest) => ({ method: request.method, path: request.routeOptions?.url ?? '(none)', address: request.ip }),
      res: (reply: FastifyReply) => ({ status: statusOf(reply) }),
      err: (error: Error & { code?: string }) => ({ name: error.name, message: error.message, code: error.code, stack: error.stack }),
    },
  }
}

/**
 * Standard output, written in one piece a tenth of a second, or sooner when much has come together: a write for each line
 * took a sixth of the time of a request (`node --cpu-prof`). What waits is written when the process ends, unless by `kill -9`.
 * Somebody who looks on at a terminal is no program that collects logs: there each line is a sentence.
 */
export function standardOutput(): DestinationStream {
  if (process.stdout.isTTY) return { write: (line) => void process.stdout.write(lineForPeople(line)) }
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 })
}

/** Nothing that is logged moves the cursor of a terminal or colours it. */
const plain = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()

interface LogLine {
  readonly level: string
  readonly time: string
  readonly msg?: string
  readonly req?: { readonly method: string; readonly path: string }
  readonly res?: { readonly status: number }
  readonly ms?: number
  readonly err?: { readonly message: string; readonly stack?: string }
}

/** A line of the log as people read it: the time of day, how bad it is, what happened, and what else is known of it. */
export function lineForPeople(line: string): string {
  const { level, time, msg = '', req, res, ms, err, ...more } = JSON.parse(line) as LogLine & Readonly<Record<string, unknown>>
  const facts = Object.entries(more)
    .filter(([name]) => name !== 'reqId')
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const parts = [
    new Date(time).toTimeString().slice(0, 8),
    level === 'info' ? '' : level.toUpperCase(),
    msg,
    req ? `${req.method} ${req.path}` : '',
    res ? String(res.status) : '',
    ms === undefined ? '' : `${ms} ms`,
    ...facts,
  ]
  const trace = err ? (err.stack ?? err.message).split('\n').map((step) => `  ${plain(step)}\n`) : []
  return [`${plain(parts.filter(Boolean).join('  '))}\n`, ...trace].join('')
}

/** One line a request, when it is answered; a second one, when it comes, would cost as much and say nothing more. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    /* see above */
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, res: reply, ms: Math.round(reply.elapsedTime) }
    if (error) reply.log.error({ ...line, err: error }, 'request errored')
    else reply.log.info(line, 'request completed')
  }
}
