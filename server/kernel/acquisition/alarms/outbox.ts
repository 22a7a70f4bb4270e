/** Changes on their way into the tables: what waits, in the order it came, and whoever carries it. */
import type { Doors, Transaction } from '../../tenant.ts'
import type { Stored } from './store.ts'
import type { Change, Watch } from './watch.ts'

/** Changes of one alarm that wait; beyond, a pair of them, there and back, is as if it had not been. */
const MOST_OF_ONE = 16
/** Alarms changed in one transaction. */
const MOST_AT_ONCE = 1000
const RETRY_MS = 500
/** A foreign key that leads nowhere: the tenant is no more. */
const GONE = '23503'

export interface Outbox {
  add(change: Change): void
  isWaiting(watch: Watch): boolean
  /** Carries from now on. */
  open(): void
  /** Resolves when nothing waits. */
  empty(): Promise<void>
  close(): Promise<void>
}

export interface OutboxParts {
  readonly doors: Doors
  readonly store: (tx: Transaction, tenantId: string, changes: readonly Change[]) => Promise<Stored[]>
  /** Told after the commit. */
  readonly onStored: (stored: Stored) => void
  readonly onGone: (tenantId: string) => void
  readonly onError: (error: unknown) => void
}

export function openOutbox({ doors, store, onStored, onGone, onError }: OutboxParts): Outbox {
  const waiting = new Map<string, Map<Watch, Change[]>>()
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
    await new Promise((resolve) => { setImmediate(resolve) })
    for (let [next] = waiting; next; [next] = waiting) {
      const [tenantId, lists] = next
      const taken = [...lists].slice(0, MOST_AT_ONCE)
      const changes = taken.flatMap(([, list]) => list)
      waiting.delete(tenantId)
      for (const [watch] of taken) lists.delete(watch)
      // Others of the tenants have their turn before the rest of this one.
      if (lists.size > 0) waiting.set(tenantId, lists)
      try {
        for (const each of await doors.inTenant({ tenantId }, (tx) => store(tx, tenantId, changes))) onStored(each)
      } catch (error) {
        onError(error)
        if ((error as { code?: string }).code === GONE) { waiting.delete(tenantId); onGone(tenantId); continue }
        giveBack(tenantId, taken)
        // What was not stored is found again by whoever starts next.
        if (isClosing) return
        await new Promise((resolve) => { setTimeout(resolve, RETRY_MS) })
      }
    }
  }

  function giveBack(tenantId: string, taken: readonly (readonly [Watch, Change[]])[]): void {
    const since = waiting.get(tenantId) ?? new Map<Watch, Change[]>()
    for (const [watch, list] of taken) since.set(watch, [...list, ...(since.get(watch) ?? [])].slice(-MOST_OF_ONE))
    waiting.set(tenantId, since)
  }

  return {
    add(change) {
      const { tenantId } = change.watch.point
      let lists = waiting.get(tenantId)
      if (!lists) waiting.set(tenantId, (lists = new Map()))
      const list = lists.get(change.watch)
      if (!list) lists.set(change.watch, [change])
      else if (list.length >= MOST_OF_ONE) list.pop()
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
