import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { users } from '../../../model/index.ts'
import { newId } from '../ids.ts'
import type { Statement, Transaction } from '../database/tenant.ts'
import { rowsOf } from './select.ts'
import type { Again } from './totals.ts'
import { BOUND, countOf, knownTotal, totalsAreCounted, withTotal, withTotalOfOneReading } from './totals.ts'

const view = { fields: [], allowed: [], language: 'en' as const, isPlatform: false, sees: () => true, names: () => true, naming: () => [] }
const FIRST = { limit: 10, offset: 0 }
const full = (rows = 10) => Array.from({ length: rows }, (_, id) => ({ id }))

/** The rows of a tenant of its own, as many as `rows()` says, and how often they were counted, and without a bound. */
function tableOf(rows: (isBounded: boolean) => number | Promise<number>, { tenantId = newId(), key = '' } = {}) {
  const asked = { bounded: 0, whole: 0 }
  const transaction = () => {
    const effects: (() => void)[] = []
    const first = async (statement: Statement<unknown>) => {
      const isBounded = statement.compile().sql.includes('limit')
      asked[isBounded ? 'bounded' : 'whole'] += 1
      const count = await rows(isBounded)
      return { count: String(isBounded ? Math.min(count, BOUND + 1) : count) }
    }
    return {
      tx: {
        tenantId,
        rows: { statements: '', key },
        first,
        afterCommit: (effect: () => void) => effects.push(effect),
      } as unknown as Transaction,
      effects,
    }
  }
  const again: Again = (work) => work(transaction().tx)
  return {
    asked,
    /** The total of one request, whose transaction ends with it. */
    async total(filters = {}, part = FIRST, list = full(part.limit)) {
      const { tx, effects } = transaction()
      const { total, totalIs } = await withTotal(tx, countOf(rowsOf(users, view, filters)), part, async () => list, again)
      for (const effect of effects) effect()
      return [total, totalIs]
    },
    known: () => knownTotal(transaction().tx, countOf(rowsOf(users, view, {}))),
    async readOnce(part = FIRST, list = full(part.limit)) {
      const { total, totalIs } = await withTotalOfOneReading(
        transaction().tx,
        countOf(rowsOf(users, view, { nickname: 'x' })),
        part,
        async () => list,
        async () => {
          asked.whole += 1
          return { list, total: await rows(false) }
        },
      )
      return [total, totalIs]
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the total of a list', () => {
  it('is exact up to the bound, and counted each time', async () => {
    let rows = BOUND - 1
    const { asked, total } = tableOf(() => rows++)
    expect([await total(), await total()]).toEqual([
      [BOUND - 1, 'exact'],
      [BOUND, 'exact'],
    ])
    expect(asked).toEqual({ bounded: 2, whole: 0 })
  })

  it('is at least the bound where there are more, and then what was counted behind the answer', async () => {
    let rows = 1_000_000
    const { asked, total } = tableOf(() => rows)
    expect(await total()).toEqual([BOUND, 'at-least'])
    await totalsAreCounted()
    expect(await total()).toEqual([1_000_000, 'about'])
    rows = 1_000_007
    expect(await total()).toEqual([1_000_000, 'about'])
    expect(asked.whole).toBe(1)
    vi.advanceTimersByTime(30_001)
    expect(await total()).toEqual([1_000_000, 'about'])
    await totalsAreCounted()
    expect(await total()).toEqual([1_000_007, 'about'])
    expect(asked.whole).toBe(2)
  })

  it('is kept for the same question of the same tenant', async () => {
    const { total } = tableOf(() => 20_000)
    const other = tableOf(() => 30_000)
    await total()
    await totalsAreCounted()
    expect(await other.total()).toEqual([BOUND, 'at-least'])
    expect(await total({ status: 1 })).toEqual([BOUND, 'at-least'])
    await totalsAreCounted()
    expect(await total()).toEqual([20_000, 'about'])
    expect(await other.total()).toEqual([30_000, 'about'])
  })

  it('is told to nobody who sees other rows', async () => {
    const tenantId = newId()
    const [whole, narrowed] = [tableOf(() => 20_000, { tenantId }), tableOf(() => 11_000, { tenantId, key: 'some' })]
    await whole.total()
    await totalsAreCounted()
    expect(await whole.total()).toEqual([20_000, 'about'])
    expect(await narrowed.total()).toEqual([BOUND, 'at-least'])
    await totalsAreCounted()
    expect(await narrowed.total()).toEqual([11_000, 'about'])
  })

  it('is exact at once when few rows are left of many', async () => {
    let rows = 20_000
    const { total } = tableOf(() => rows)
    await total()
    await totalsAreCounted()
    rows = 3
    expect(await total()).toEqual([3, 'exact'])
  })

  it('is told exactly by the last page, and never less than what was seen', async () => {
    const { total } = tableOf(() => 12_345)
    expect(await total({}, { limit: 10, offset: 12_340 }, full(5))).toEqual([12_345, 'exact'])
    expect(await total({}, { limit: 10, offset: 12_330 })).toEqual([12_340, 'at-least'])
  })

  it('is counted while one waits behind the last page, once', async () => {
    let rows = 20_000
    const { asked, total } = tableOf(() => rows)
    await total()
    await totalsAreCounted()
    rows = 15_000
    expect(await total({}, { limit: 10, offset: 19_990 }, [])).toEqual([15_000, 'exact'])
    expect(await total({}, { limit: 10, offset: 19_990 }, [])).toEqual([15_000, 'about'])
    expect(asked.whole).toBe(2)
  })

  it('is counted by one at a time, and asked for again after a count that failed', async () => {
    let isGone = true
    let isBusy = 0
    let most = 0
    const { total } = tableOf(async (isBounded) => {
      if (isGone && !isBounded) throw new Error('gone')
      return 20_000
    })
    await total()
    await totalsAreCounted()
    isGone = false
    expect(await total()).toEqual([BOUND, 'at-least'])
    await totalsAreCounted()
    expect(await total()).toEqual([20_000, 'about'])
    const others = Array.from({ length: 5 }, () =>
      tableOf(async () => {
        most = Math.max(most, (isBusy += 1))
        await Promise.resolve()
        isBusy -= 1
        return 20_000
      }),
    )
    for (const other of others) await other.total()
    most = 0
    await totalsAreCounted()
    expect(most).toBe(1)
  })

  it('is never missing: a count that gives no number is an error', async () => {
    const { total, known } = tableOf(() => undefined as unknown as number)
    await expect(total()).rejects.toThrow('no number')
    await expect(known()).rejects.toThrow('no number')
  })

  it('is at most five seconds old where rows are found by it', async () => {
    let rows = 20_000
    const { known } = tableOf(() => rows)
    expect(await known()).toEqual({ total: 20_000, totalIs: 'exact' })
    rows = 20_001
    expect(await known()).toEqual({ total: 20_000, totalIs: 'about' })
    vi.advanceTimersByTime(5001)
    expect(await known()).toEqual({ total: 20_001, totalIs: 'exact' })
  })
})

describe('the total of a list whose rows are all looked at', () => {
  it('is exact when it is read, and kept where it is large', async () => {
    let rows = BOUND
    const { asked, readOnce } = tableOf(() => rows)
    expect([await readOnce(), await readOnce()]).toEqual([
      [BOUND, 'exact'],
      [BOUND, 'exact'],
    ])
    rows = 20_000
    expect([await readOnce(), await readOnce()]).toEqual([
      [20_000, 'exact'],
      [20_000, 'about'],
    ])
    expect(asked.whole).toBe(3)
    expect(await readOnce({ limit: 10, offset: 20_010 }, full(4))).toEqual([20_014, 'exact'])
  })

  it('is read anew by one request, while the others go on with what is known', async () => {
    let arrived = (_count: number): void => undefined
    let isSlow = false
    const { readOnce } = tableOf(() =>
      isSlow
        ? new Promise<number>((resolve) => {
            arrived = resolve
          })
        : 60_000,
    )
    await readOnce()
    vi.advanceTimersByTime(30_001)
    isSlow = true
    const anew = readOnce()
    expect(await readOnce()).toEqual([60_000, 'about'])
    arrived(60_001)
    expect(await anew).toEqual([60_001, 'exact'])
    expect(await readOnce()).toEqual([60_001, 'about'])
  })

  it('is asked for again after a reading that failed', async () => {
    const answers = [60_000, new Error('gone'), 60_002]
    const { readOnce } = tableOf(() => {
      const next = answers.shift() as number | Error
      if (next instanceof Error) throw next
      return next
    })
    await readOnce()
    vi.advanceTimersByTime(30_001)
    await expect(readOnce()).rejects.toThrow('gone')
    expect(await readOnce()).toEqual([60_002, 'exact'])
  })
})
