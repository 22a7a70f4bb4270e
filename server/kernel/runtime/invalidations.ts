/**
 * What one part of the server tells the others: that grants changed, a tenant, a job. An invalidation is
 * published inside the transaction that causes it and arrives after the commit: at once in this process, a moment later
 * in other servers on the same database.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import type { InvalidationTopic } from '../../../model/contract/live.ts'
import type { Database } from '../database/database.ts'
import { build } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'

/** Every kind of invalidation, with what it carries: those that the kernel itself hears, and those that the rooms which publish them declare by declaration merging. */
export interface InvalidationPayloads {
  'grants-changed': { tenantId: TenantId }
  'tenant-changed': { tenantId: TenantId }
  'parameters-changed': { tenantId: TenantId }
  'catalogue-changed': unknown
  'job-changed': { tenantId: TenantId; userId: string; jobId: string }
  /** Work was scheduled for then, in milliseconds since 1970 (runtime/scheduler.ts). */
  'work-scheduled': { at: number }
  /** Something people look at is no longer as it was; told to their browsers (live.ts), remembered by nobody. */
  news: { tenantId: TenantId; topic: InvalidationTopic; userId?: string; permission?: string; notificationId?: string }
}

export type Invalidation = { [Kind in keyof InvalidationPayloads]: { kind: Kind } & InvalidationPayloads[Kind] }[keyof InvalidationPayloads]

export interface Invalidations {
  publish(tx: Transaction, invalidation: Invalidation): Promise<void>
  /** Called with `undefined` when invalidations may have been missed: forget everything. */
  subscribe(listener: (invalidation: Invalidation | undefined) => void): void
  /** False while invalidations of other servers may be missed: then nothing may be remembered from one request to the next. */
  readonly reliable: boolean
  close(): Promise<void>
}

const CHANNEL = 'outstation_invalidations'

/** The invalidation bus: within this process, and by LISTEN/NOTIFY among the servers on one PostgreSQL. */
export async function openInvalidations(database: Database): Promise<Invalidations> {
  const self = randomUUID()
  const listeners = new Set<(invalidation: Invalidation | undefined) => void>()
  const deliver = (invalidation: Invalidation | undefined) => {
    for (const listener of listeners) listener(invalidation)
  }
  let reliable = true

  const link = await database.listen?.(
    CHANNEL,
    (payload) => {
      const { from, invalidation } = JSON.parse(payload) as { from: string; invalidation: Invalidation }
      if (from !== self) deliver(invalidation)
    },
    (up) => {
      reliable = up
      deliver(undefined)
    },
  )

  return {
    get reliable() {
      return reliable
    },
    async publish(tx, invalidation) {
      tx.afterCommit(() => deliver(invalidation))
      if (!link) return
      const payload = JSON.stringify({ from: self, invalidation })
      await tx.run(build.selectNoFrom(sql`pg_notify(${CHANNEL}, ${payload})`.as('sent')))
    },
    subscribe: (listener) => void listeners.add(listener),
    close: async () => link?.stop(),
  }
}
