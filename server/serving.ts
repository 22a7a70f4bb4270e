/** What a server that listens is to whoever started it. */
import type { FastifyInstance } from 'fastify'
import type { Database } from './kernel/database/database.ts'
import type { Clock } from './kernel/runtime/clock.ts'
import type { Storage } from './storage/index.ts'

/** How long running requests may take to finish once the server is told to stop, in milliseconds. */
export const DRAIN_MS = 10_000

/** What a server that listens is about: storing its seeds, answering calls, or finishing those that run. */
export type Phase = 'starting' | 'serving' | 'stopping'

/** A server that listens. */
export interface Serving {
  readonly url: string
  readonly app: FastifyInstance
  readonly database: Database
  readonly storage: Storage
  /** Takes no new request, waits for those that run, ends the work in the background and closes the database. The first call does it. */
  stop(): Promise<void>
}

export interface Hooks {
  /** Told what the operator reads while it starts. */
  readonly print: (text: string) => void
  /** Called once the port is taken, before the seeds run. */
  readonly onListening?: (server: Serving) => void
  /** What it tells the time by; the machine's clock unless a measurement moves one (bench/month.ts). */
  readonly clock?: Clock
}
