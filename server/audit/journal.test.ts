/** Entries that come close together share an insert; the first after a pause, and those that somebody waits for, do not wait. */
import { describe, expect, it } from 'vitest'
import type { TransactionScopes } from '../kernel/database/tenant.ts'
import type { Entry } from './journal-entry.ts'
import { openJournal } from './journal.ts'

/** A journal over a database that only keeps, insert by insert, the numbers of the entries and when they came. */
function kept() {
  const inserts: { numbers: number[]; at: number }[] = []
  const run = async (statement: { compile(): { parameters: readonly unknown[] } }) => {
    const [entries] = statement.compile().parameters
    inserts.push({ numbers: (JSON.parse(String(entries)) as Entry[]).map(({ duration }) => duration), at: performance.now() })
    return 1
  }
  const transactions = {
    inPlatform: (_reason: string, work: (tx: unknown) => Promise<unknown>) => work({ run }),
  } as unknown as TransactionScopes
  const journal = openJournal(transactions)
  return { inserts, journal, note: (number: number) => journal.note({ duration: number } as Entry) }
}

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(() => setImmediate(resolve))
  })

describe('the log of operations', () => {
  it('stores the first entry at once and what follows closely in few inserts, in order and each once', async () => {
    const { inserts, journal, note } = kept()
    const began = performance.now()
    note(0)
    await turn()
    expect(inserts.map(({ numbers }) => numbers)).toEqual([[0]])
    for (let number = 1; number <= 30; number += 1) {
      note(number)
      await turn()
    }
    const elapsed = performance.now() - began
    await journal.flush()
    expect(inserts.flatMap(({ numbers }) => numbers)).toEqual(Array.from({ length: 31 }, (_, number) => number))
    expect(inserts.length).toBeLessThanOrEqual(elapsed / 15 + 3)
    const gaps = inserts.slice(1, -1).map(({ at }, index) => at - (inserts[index]?.at ?? 0))
    for (const gap of gaps) expect(gap).toBeGreaterThan(15)
  })

  it('keeps nobody waiting who asks for all of it', async () => {
    const { inserts, journal, note } = kept()
    note(1)
    await turn()
    note(2)
    const before = performance.now()
    const flushed = journal.flush()
    await turn()
    expect(inserts.map(({ numbers }) => numbers)).toEqual([[1], [2]])
    await flushed
    expect(performance.now() - before).toBeLessThan(1000)
    note(3)
    await journal.close()
    expect(inserts.flatMap(({ numbers }) => numbers)).toEqual([1, 2, 3])
  })
})
