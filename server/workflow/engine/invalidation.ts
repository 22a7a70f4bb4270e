/** Open pages hear that tasks and instances have changed, at most twice a second for each tenant: they ask again, and see what is theirs. */
import type { TenantId } from '../../../model/brands.ts'
import type { TransactionScopes, Transaction } from '../../kernel/database/tenant.ts'
import type { Clock, Timer } from '../../kernel/runtime/clock.ts'
import type { Invalidations } from '../../kernel/runtime/invalidations.ts'

const EVERY_MS = 500

export interface ProcessInvalidation {
  publish(tx: Transaction, tenantId: TenantId): Promise<void>
  stop(): void
}

/** Returns the publisher of what happens to processes. */
export function openProcessInvalidation(transactions: TransactionScopes, invalidations: Invalidations, clock: Clock): ProcessInvalidation {
  const publishedAt = new Map<TenantId, number>()
  const later = new Map<TenantId, Timer>()
  const publishNow = (tx: Transaction, tenantId: TenantId) => {
    publishedAt.set(tenantId, clock.now())
    return invalidations.publish(tx, { kind: 'news', tenantId, topic: 'processes' })
  }
  return {
    async publish(tx, tenantId) {
      const wait = (publishedAt.get(tenantId) ?? -Infinity) + EVERY_MS - clock.now()
      if (wait <= 0) return publishNow(tx, tenantId)
      if (later.has(tenantId)) return
      const timer = clock.timeout(wait, () => {
        later.delete(tenantId)
        // Pages that miss this hear of the next.
        void transactions.inTenant({ tenantId }, (own) => publishNow(own, tenantId)).catch(() => undefined)
      })
      later.set(tenantId, timer)
    },
    stop() {
      for (const timer of later.values()) timer.cancel()
      later.clear()
    },
  }
}
