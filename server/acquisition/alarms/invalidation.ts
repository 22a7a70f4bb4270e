/** Open pages hear of alarms at once, and twice a second while there are many: they ask again, and see all of them. */
import type { TenantId } from '../../../model/brands.ts'
import type { Invalidations } from '../../kernel/runtime/invalidations.ts'
import type { TransactionScopes, Transaction } from '../../kernel/database/tenant.ts'
import type { Clock, Timer } from '../../kernel/runtime/clock.ts'

/** Whoever may ask for alarms is told of them. */
export const ALARM_LIST = '/acquisition/alarm/queryAlarm'
const EVERY_MS = 500

export interface AlarmInvalidation {
  publish(tx: Transaction, tenantId: TenantId): Promise<void>
  stop(): void
}

/** A publisher that tells open alarm lists to refetch, at most twice a second for each tenant. */
export function openAlarmInvalidation(transactions: TransactionScopes, invalidations: Invalidations, clock: Clock): AlarmInvalidation {
  const publishedAt = new Map<string, number>()
  const later = new Map<string, Timer>()
  const publishNow = (tx: Transaction, tenantId: TenantId) => {
    publishedAt.set(tenantId, clock.now())
    return invalidations.publish(tx, { kind: 'news', tenantId, topic: 'alarms', permission: ALARM_LIST })
  }
  return {
    async publish(tx, tenantId) {
      // A clock that was set back keeps nobody waiting longer.
      const wait = Math.min(EVERY_MS, (publishedAt.get(tenantId) ?? -EVERY_MS) + EVERY_MS - clock.now())
      if (wait <= 0) return publishNow(tx, tenantId)
      if (later.has(tenantId)) return
      // Pages that miss this hear of the next.
      later.set(
        tenantId,
        clock.timeout(wait, () => {
          later.delete(tenantId)
          void transactions.inTenant({ tenantId }, (own) => publishNow(own, tenantId)).catch(() => undefined)
        }),
      )
    },
    stop() {
      for (const timer of later.values()) timer.cancel()
      later.clear()
    },
  }
}
