/**
 * What one part of the server tells the others: that a session ended, a user changed, grants changed. An invalidation is
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

export type Invalidation =
  | { kind: 'session-ended'; tenantId: TenantId; sessionId: string }
  | { kind: 'token-replaced'; tenantId: TenantId; sessionId: string }
  | { kind: 'user-changed'; tenantId: TenantId; userId: string }
  | { kind: 'client-changed'; tenantId: TenantId; clientId: string }
  | { kind: 'grants-changed'; tenantId: TenantId }
  | { kind: 'tenant-changed'; tenantId: TenantId }
  | { kind: 'parameters-changed'; tenantId: TenantId }
  | { kind: 'catalogue-changed' }
  /** Devices, points or types are not as they were: what is remembered of a tenant's registry is read again. */
  | { kind: 'registry-changed'; tenantId: TenantId }
  | { kind: 'job-changed'; tenantId: TenantId; userId: string; jobId: string }
  /** Work was scheduled for then, in milliseconds since 1970 (runtime/scheduler.ts). */
  | { kind: 'work-scheduled'; at: number }
  /** A server wrote newest values of points of these tenants: a sign for others to look at those that somebody watches (acquisition/value-subscriptions.ts). */
  | { kind: 'values-written'; server: string; tenantIds: readonly TenantId[] }
  /** Something people look at is no longer as it was; told to their browsers (live.ts), remembered by nobody. */
  | { kind: 'news'; tenantId: TenantId; topic: InvalidationTopic; userId?: string; permission?: string; notificationId?: string }

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
