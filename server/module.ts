/**
 * A module is a part of the server as the start sees it: what it offers by HTTP, what it does in the background and what it throws away.
 * `modules.ts` lists them; routes, jobs, workers and their end follow from the list.
 */
import type { FastifyInstance } from 'fastify'
import type { TenantId } from '../model/brands.ts'
import type { Belongings } from '../seeds/belongings.ts'
import type { Feature } from './kernel/http/http.ts'
import type { DomainEventSchemas } from './kernel/runtime/domain-events.ts'
import type { Subscriptions } from './kernel/runtime/event-subscribers.ts'
import type { Chore } from './kernel/runtime/housekeeping.ts'
import type { JobKinds } from './kernel/runtime/job.ts'
import type { JobFiles } from './kernel/runtime/jobs.ts'
import type { WorkHandlers } from './kernel/runtime/scheduler-runner.ts'
import type { Services } from './kernel/services.ts'
import type { Answers, Channels } from './messaging/index.ts'

/** Work of its own beside requests. `stop` waits for the round that is running. */
export interface Running {
  stop(): Promise<unknown>
}

/** The whole server, for the few that look at all of it. */
export interface Whole {
  readonly app: FastifyInstance
  readonly services: Services
  readonly features: readonly Feature[]
}

/** A tenant of the demonstration whose rows are in. */
export interface DemonstrationTenant {
  readonly tenantId: TenantId
  readonly things: Belongings
}

export interface Module {
  readonly name: string
  /** Groups of routes. */
  readonly features?: readonly Feature[]
  /** What can be done in the background, by the kind of a job. */
  readonly jobs?: JobKinds | ((whole: Whole) => JobKinds)
  /** Which of these jobs leave a file. */
  readonly jobFiles?: JobFiles
  /** What is done at a time that was scheduled, by the kind of the work. */
  readonly scheduled?: (services: Services) => WorkHandlers
  /** The same of work that waits while its tenant is out of use. */
  readonly scheduledInUse?: (services: Services) => WorkHandlers
  /** What its domain events carry, by the kind. */
  readonly events?: DomainEventSchemas
  /** What is done when something has happened, by the name of the subscriber. */
  readonly subscriptions?: (services: Services) => Subscriptions
  /** What is sent to those who ask before they are signed in, by the purpose. */
  readonly answers?: (services: Services) => Answers
  /** What open pages can subscribe to on their socket, by the name of the channel. */
  readonly channels?: (services: Services) => Channels
  /** Runs from when the server listens until it closes. */
  readonly workers?: (whole: Whole) => readonly Running[]
  /** Runs from when the first rows are in until the server closes. */
  readonly maintenance?: (whole: Whole) => readonly Running[]
  /** Done every hour. */
  readonly chores?: (services: Services) => readonly Chore[]
  /** What the demonstration has of it that comes about in no other way than everybody's does: done once, when it is made. */
  readonly demonstration?: (services: Services, tenant: DemonstrationTenant) => Promise<void>
}

/** The module as it is. */
export function defineModule(module: Module): Module {
  return module
}

/** Members of all modules that are read by a name; two modules never declare the same. @throws Error naming the one that stands twice */
export function mergedByName<Value>(parts: readonly (Readonly<Record<string, Value>> | undefined)[]): Readonly<Record<string, Value>> {
  const merged: Record<string, Value> = {}
  for (const [name, value] of parts.flatMap((part) => Object.entries(part ?? {}))) {
    if (name in merged) throw new Error(`two modules declare ${name}`)
    merged[name] = value
  }
  return merged
}

/** Starts work when the server listens, and stops all of it when the server closes. */
export function runWhileListening(app: FastifyInstance, start: () => readonly Running[]): void {
  let running: readonly Running[] = []
  app.addHook('onReady', async () => {
    running = start()
  })
  app.addHook('onClose', async () => void (await Promise.all(running.map((each) => each.stop()))))
}
