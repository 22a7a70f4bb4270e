import { describe, expect, it, vi } from 'vitest'
import { users } from '../../../model/index.ts'
import { newId } from '../ids.ts'
import type { Transaction } from '../database/tenant.ts'
import { rowsOf } from './select.ts'
import { countOf, withTotal } from './totals.ts'

/** A transaction of a tenant of its own whose every count gives `counts()`, and how often it was asked. */
function counting(counts: () => number | Promise<number>) {
  const asked = { times: 0 }
  const first = async () => {
    asked.times += 1
    return { count: String(await counts()) }
  }
  const tx = { tenantId: newId(), first } as unknown as Transaction
  const view = { fields: [], allowed: [], language: 'en' as const, isPlatform: false, sees: () => true, names: () => true }
  const page = async () => []
  return {
    asked,
    count: async (filters = {}) =>
      (await withTotal(tx, countOf(rowsOf(users, view, filters)), page, async (all) => ({ list: [], total: await all() }))).total,
  }
}

describe('the total of a list', () => {
  it('is exact while it is small', async () => {
    let rows = 49_998
    const { count } = counting(() => rows++)
    expect([await count(), await count()]).toEqual([49_998, 49_999])
  })

  it('is remembered for a moment when it is large, for the same question of the same tenant', async () => {
    vi.useFakeTimers()
    try {
      let rows = 1_000_000
      const { asked, count } = counting(() => rows++)
      expect(await count()).toBe(1_000_000)
      expect(await count()).toBe(1_000_000)
      expect(await count({ status: 1 })).toBe(1_000_001)
      expect(await counting(() => 7).count()).toBe(7)
      expect(asked.times).toBe(2)
      vi.advanceTimersByTime(5001)
      expect(await count()).toBe(1_000_002)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is counted anew by one request, while the others go on with what is known', async () => {
    vi.useFakeTimers()
    try {
      let arrived = (_count: number): void => undefined
      let slow = false
      const { count } = counting(() =>
        slow
          ? new Promise<number>((resolve) => {
              arrived = resolve
            })
          : 60_000,
      )
      await count()
      vi.advanceTimersByTime(5001)
      slow = true
      const anew = count()
      expect(await count()).toBe(60_000)
      arrived(60_001)
      expect(await anew).toBe(60_001)
      expect(await count()).toBe(60_001)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is never missing: a count that gives no number is an error', async () => {
    const { count } = counting(() => undefined as unknown as number)
    await expect(count()).rejects.toThrow('no number')
  })

  it('is asked for again after a count that failed', async () => {
    vi.useFakeTimers()
    try {
      const answers = [60_000, new Error('gone'), 60_002]
      const { count } = counting(() => {
        const next = answers.shift() as number | Error
        if (next instanceof Error) throw next
        return next
      })
      await count()
      vi.advanceTimersByTime(5001)
      await expect(count()).rejects.toThrow('gone')
      expect(await count()).toBe(60_002)
    } finally {
      vi.useRealTimers()
    }
  })
})
