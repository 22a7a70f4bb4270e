import type { TenantId } from '../../model/brands.ts'
/** How many values came in during the last minute, by tenant. In memory, of this server. */

export interface Meter {
  count(tenantId: TenantId, values: number): void
  /** Values of the last sixty seconds; of all tenants without one. */
  perMinute(tenantId?: TenantId): number
}

const SLOTS = 12
const SLOT_MS = 60_000 / SLOTS

/** A counter of values per minute and tenant, over a sliding window of sixty seconds. @param now Milliseconds of a monotonic clock. */
export function openMeter(now: () => number = () => performance.now()): Meter {
  const tenants = new Map<string, { slot: number; values: number[] }>()
  const slotNow = () => Math.floor(now() / SLOT_MS)
  const move = (of: { slot: number; values: number[] }, slot: number) => {
    for (let gone = Math.min(SLOTS, slot - of.slot); gone > 0; gone -= 1) {
      of.values.pop()
      of.values.unshift(0)
    }
    of.slot = slot
    return of
  }
  return {
    count(tenantId, values) {
      const slot = slotNow()
      const of = move(tenants.get(tenantId) ?? { slot, values: Array<number>(SLOTS).fill(0) }, slot)
      of.values[0] = (of.values[0] ?? 0) + values
      tenants.set(tenantId, of)
    },
    perMinute(tenantId) {
      const slot = slotNow()
      const wanted = tenantId === undefined ? [...tenants.values()] : [tenants.get(tenantId)].filter((of) => of !== undefined)
      return wanted.reduce((sum, of) => sum + move(of, slot).values.reduce((some, value) => some + value, 0), 0)
    },
  }
}
