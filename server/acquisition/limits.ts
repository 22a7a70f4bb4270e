/** How much a tenant may send, and how often a name may be tried with a wrong secret. In memory, of this server. */
import type { TenantId } from '../../model/brands.ts'
import QuickLRU from 'quick-lru'

export interface Allowance {
  /** Takes that much, or says in how many milliseconds it will be there. What is more than a second's worth is taken on credit. */
  take(tenantId: TenantId, amount: number, perSecond: number): number
}

/** Buckets that hold two seconds' worth: a device that comes back with a backlog is not told off for its first message. */
const BURST_SECONDS = 2
const MAX_BUCKETS = 10_000

/** A token bucket for each tenant. @param now Milliseconds of a monotonic clock. */
export function openAllowance(now: () => number = () => performance.now()): Allowance {
  const buckets = new QuickLRU<string, { left: number; at: number }>({ maxSize: MAX_BUCKETS })
  return {
    take(tenantId, amount, perSecond) {
      const at = now()
      const before = buckets.get(tenantId) ?? { left: perSecond * BURST_SECONDS, at }
      const left = Math.min(perSecond * BURST_SECONDS, before.left + ((at - before.at) / 1000) * perSecond)
      // A message that is larger than the bucket passes when the bucket is full, and the debt is waited for.
      const needed = Math.min(amount, perSecond * BURST_SECONDS)
      const isEnough = left >= needed
      buckets.set(tenantId, { left: isEnough ? left - amount : left, at })
      return isEnough ? 0 : Math.ceil(((needed - left) / perSecond) * 1000)
    },
  }
}

export interface Failures {
  /** Whether they have failed so often that they are not looked at for a while. */
  isBlocked(...keys: readonly string[]): boolean
  count(...keys: readonly string[]): void
}

const WINDOW_MS = 60_000
const MAX_KEYS = 20_000

/**
 * A limit of failed sign-ins by name and address, in memory. Secrets have 256 random bits, so nobody guesses one; this keeps a
 * misconfigured device, or somebody who tries, from keeping the database busy. One name at one address may fail ten times a minute, an
 * address a hundred times, whatever the names.
 */
export function openFailures(most = { name: 10, address: 100 }, now: () => number = () => performance.now()): Failures {
  const counts = new QuickLRU<string, { count: number; until: number }>({ maxSize: MAX_KEYS })
  const limitOf = (key: string) => (key.includes(' ') ? most.name : most.address)
  return {
    isBlocked: (...keys) =>
      keys.some((key) => {
        const found = counts.get(key)
        return found !== undefined && found.until > now() && found.count >= limitOf(key)
      }),
    count(...keys) {
      for (const key of keys) {
        const found = counts.get(key)
        if (found && found.until > now()) found.count += 1
        else counts.set(key, { count: 1, until: now() + WINDOW_MS })
      }
    },
  }
}
