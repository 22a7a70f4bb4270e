import { describe, expect, it } from 'vitest'
import { addRow, addSums, checksumOf, noRows, sumOf } from './row-sums.ts'

const sumOver = (...rows: readonly string[]) => {
  const sum = noRows()
  for (const row of rows) addRow(sum, Buffer.from(row))
  return sum
}
/** Rows like samples: of one length, with differences in a few bytes. */
const rows = Array.from(
  { length: 2000 },
  (_, index) => `0190a5c0-0000-7000-8000-00000000000${index % 3} ${String(index).padStart(8, '0')} 20.5`,
)

describe('the sum over rows', () => {
  it('is the same in whatever order and in however many pieces they come', () => {
    const whole = checksumOf(sumOver(...rows))
    expect(checksumOf(sumOver(...rows.toReversed()))).toBe(whole)
    const pieces = addSums(sumOver(...rows.slice(0, 700)), sumOver(...rows.slice(700)))
    expect([checksumOf(pieces), pieces.rows]).toEqual([whole, 2000])
    expect(whole).toMatch(/^[0-9a-f]{16}$/)
  })

  it('is another one as soon as a bit of a row is, a row is missing or there twice, or bytes have changed places', () => {
    const whole = checksumOf(sumOver(...rows))
    const seen = new Set([whole])
    for (let at = 0; at < rows.length; at += 20) {
      const row = rows[at] as string
      const bytes = Buffer.from(row)
      bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ (1 << (at % 8))
      const others = [...rows.slice(0, at), ...rows.slice(at + 1)]
      const flipped = sumOver(...others)
      addRow(flipped, bytes)
      for (const sum of [
        flipped,
        sumOver(...others),
        sumOver(...rows, row),
        sumOver(...others, row.slice(0, -1)),
        sumOver(...others, `${row}\0`),
      ])
        seen.add(checksumOf(sum))
    }
    expect(seen.size).toBe(1 + 100 * 5)
    expect(checksumOf(sumOver('ab', 'cd'))).not.toBe(checksumOf(sumOver('ac', 'bd')))
    expect(checksumOf(sumOver('abcdefgh'))).not.toBe(checksumOf(sumOver('efghabcd')))
    expect(checksumOf(sumOver(''))).not.toBe(checksumOf(sumOver()))
  })

  it('is kept as a number of rows and digits', () => {
    const sum = sumOver(...rows)
    expect(sumOf(2000, checksumOf(sum))).toEqual(sum)
    expect(addSums(sumOf(2000, checksumOf(sum)), noRows())).toEqual(sum)
  })
})
