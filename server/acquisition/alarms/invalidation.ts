/** Open pages hear of alarms at once, and twice a second while there are many: they ask again, and see all of them. */
import type { Invalidations } from '../../kernel/runtime/invalidations.ts'
import type { TransactionScopes, Transaction } from '../../kernel/database/tenant.ts'

/** Whoever may ask for alarms is told of them. */
export const ALARM_LIST = '/acquisition/alarm/queryAlarm'
const EVERY_MS = 500

export interface AlarmInvalidation {
  publish(tx: Transaction, tenantId: string): Promise<void>
  stop(): void
}

/** A publisher that tells open alarm lists to refetch, at most twice a second for each tenant. */
export function openAlarmInvalidation(transactions: TransactionScopes, invalidations: Invalidations): AlarmInvalidation {
  const toldAt = new Map<string, number>()
  const later = new Map<string, NodeJS.Timeout>()
  const tell = (tx: Transaction, tenantId: string) => {
    toldAt.set(tenantId, performance.now())
    return invalidations.publish(tx, { kind: 'news', tenantId, topic: 'alarms', permission: ALARM_LIST })
  }
  return {
    async publish(tx, tenantId) {
      const wait = (toldAt.get(tenantId) ?? -EVERY_MS) + EVERY_MS - performance.now()
      if (wait <= 0) return tell(tx, tenantId)
      if (later.has(tenantId)) return
      // Pages that miss this hear of the next.
      later.set(
        tenantId,
        setTimeout(() => {
          later.delete(tenantId)
          void transactions.inTenant({ tenantId }, (own) => tell(own, tenantId)).catch(() => undefined)
        }, wait).unref(),
      )
    },
    stop() {
      for (const timer of later.values()) clearTimeout(timer)
      later.clear()
    },
  }
}
