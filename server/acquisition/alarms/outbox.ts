/** Changes on their way into the tables: what waits, in the order it came, and whoever carries it. */
import type { TenantId } from '../../../model/brands.ts'
import type { TransactionScopes, Transaction } from '../../kernel/database/tenant.ts'
import type { Stored } from './store.ts'
import type { Change, RuleInstance } from './rule-instance.ts'

/** Changes of one alarm that wait; beyond, a pair of them, there and back, is as if it had not been. */
const MAX_CHANGES_PER_ALARM = 16
/** Alarms changed in one transaction. */
const MAX_ALARMS_PER_TRANSACTION = 1000
const RETRY_MS = 500
/** A foreign key that leads nowhere: the tenant is no more. */
const GONE = '23503'

export interface Outbox {
  add(change: Change): void
  isWaiting(watch: RuleInstance): boolean
  /** Carries from now on. */
  open(): void
  /** Resolves when nothing waits. */
  empty(): Promise<void>
  close(): Promise<void>
}

export interface OutboxParts {
  readonly transactions: TransactionScopes
  readonly store: (tx: Transaction, tenantId: TenantId, changes: readonly Change[]) => Promise<Stored[]>
  /** Told after the commit. */
  readonly onStored: (stored: Stored) => void
  readonly onGone: (tenantId: TenantId) => void
  readonly onError: (error: unknown) => void
}

/** The queue between alarm evaluation and the database: changes are merged by alarm, stored in batches, and tried again after a failure. */
export function openOutbox({ transactions, store, onStored, onGone, onError }: OutboxParts): Outbox {
  const waiting = new Map<TenantId, Map<RuleInstance, Change[]>>()
  let carrying: Promise<void> | undefined
  let isOpen = false
  let isClosing = false

  const wake = () => {
    if (!isOpen || isClosing || carrying || waiting.size === 0) return
    carrying = carry().finally(() => {
      carrying = undefined
      // What came when the last of it was stored.
      wake()
    })
  }

  async function carry(): Promise<void> {
    // What else this batch of samples brings goes along.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    for (let [next] = waiting; next; [next] = waiting) {
      const [tenantId, lists] = next
      const taken = [...lists].slice(0, MAX_ALARMS_PER_TRANSACTION)
      const changes = taken.flatMap(([, list]) => list)
      waiting.delete(tenantId)
      for (const [watch] of taken) lists.delete(watch)
      // Others of the tenants have their turn before the rest of this one.
      if (lists.size > 0) waiting.set(tenantId, lists)
      try {
        for (const each of await transactions.inTenant({ tenantId }, (tx) => store(tx, tenantId, changes))) onStored(each)
      } catch (error) {
        onError(error)
        if ((error as { code?: string }).code === GONE) {
          waiting.delete(tenantId)
          onGone(tenantId)
          continue
        }
        giveBack(tenantId, taken)
        // What was not stored is found again by whoever starts next.
        if (isClosing) return
        await new Promise((resolve) => {
          setTimeout(resolve, RETRY_MS)
        })
      }
    }
  }

  function giveBack(tenantId: TenantId, taken: readonly (readonly [RuleInstance, Change[]])[]): void {
    const since = waiting.get(tenantId) ?? new Map<RuleInstance, Change[]>()
    for (const [watch, list] of taken) since.set(watch, [...list, ...(since.get(watch) ?? [])].slice(-MAX_CHANGES_PER_ALARM))
    waiting.set(tenantId, since)
  }

  return {
    add(change) {
      const { tenantId } = change.watch.point
      let lists = waiting.get(tenantId)
      if (!lists) waiting.set(tenantId, (lists = new Map()))
      const list = lists.get(change.watch)
      if (!list) lists.set(change.watch, [change])
      else if (list.length >= MAX_CHANGES_PER_ALARM) list.pop()
      else list.push(change)
      wake()
    },
    isWaiting: (watch) => waiting.get(watch.point.tenantId)?.has(watch) === true,
    open() {
      isOpen = true
      wake()
    },
    async empty() {
      while (carrying) await carrying
    },
    async close() {
      wake()
      isClosing = true
      while (carrying) await carrying
    },
  }
}
