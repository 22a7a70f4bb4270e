/** Sets that are kept column by column: what was put down comes back, and there is an end to it. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_SET_ROWS, memoryOf, nothingTaken, openColumns, openPacked } from './columns.ts'
import type { DataSet, PackedSet, Scalar } from './data.ts'

const COLUMNS = [
  { name: 'n', label: 'n', kind: 'number' as const },
  { name: 't', label: 't', kind: 'text' as const },
]

it('whatever was put down comes back, also in another thread', () => {
  const number = fc.oneof(fc.double(), fc.constantFrom<Scalar>(null, NaN, -0, Infinity, 'no number'))
  const text = fc.oneof(fc.string(), fc.constantFrom<Scalar>(null, '', '=1+1'))
  fc.assert(
    fc.property(fc.array(fc.tuple(number, text), { maxLength: 3000 }), (rows) => {
      const columns = openColumns(COLUMNS, nothingTaken())
      for (let at = 0; at < rows.length; at += 700) columns.add(rows.slice(at, at + 700))
      const set = columns.set(['hidden'])
      expect(set.count).toBe(rows.length)
      expect(set.omitted).toEqual(['hidden'])
      const assertHas = (found: DataSet) =>
        rows.forEach(([n, t], row) => {
          if (!Object.is(found.at(row, 0), n) || !Object.is(found.at(row, 1), t)) expect.fail(`row ${row}: ${String(n)}, ${String(t)}`)
        })
      assertHas(set)
      const packed = set.pack?.() as PackedSet
      const there = openPacked(structuredClone(packed, { transfer: memoryOf(packed) }))
      expect([there.count, there.omitted, [...there.columns.keys()]]).toEqual([rows.length, ['hidden'], ['n', 't']])
      assertHas(there)
      // It has gone there: no second copy stays here.
      expect(memoryOf(packed).map((memory) => memory.byteLength)).toEqual(rows.length > 0 ? [0, 0] : [])
      expect(rows.length > 0 && set.at(0, 0) !== null).toBe(false)
    }),
    { numRuns: 20 },
  )
})

it('more rows, and more letters, than memory has room for are refused', () => {
  const many = openColumns(COLUMNS, nothingTaken())
  expect(() => many.add(Array<Scalar[]>(MAX_SET_ROWS + 1).fill([1, 'x']))).toThrow('report.too-much')
  const long = openColumns(COLUMNS, nothingTaken())
  const texts = Array.from({ length: 140 }, (_, at) => [at, String(at).padEnd(1_000_000, 'x')])
  expect(() => texts.forEach((row) => long.add([row]))).toThrow('report.too-much')
})

it('sets of one report have this room together', () => {
  const taken = nothingTaken()
  const half = Array<Scalar[]>(MAX_SET_ROWS / 2).fill([1, 'x'])
  const [one, other] = [openColumns(COLUMNS, taken), openColumns(COLUMNS, taken)]
  one.add(half)
  other.add(half)
  expect(taken.rows).toBe(MAX_SET_ROWS)
  expect(() => openColumns(COLUMNS, taken).add([[1, 'x']])).toThrow('report.too-much')
  const letters = nothingTaken()
  const texts = Array.from({ length: 140 }, (_, at) => [at, String(at).padEnd(1_000_000, 'x')])
  expect(() => texts.forEach((row) => openColumns(COLUMNS, letters).add([row]))).toThrow('report.too-much')
})

it('rows of several pieces come back, each from its own, here and in another thread', () => {
  const columns = openColumns(COLUMNS, nothingTaken())
  const rows = Array.from({ length: 200_000 }, (_, at): Scalar[] => [at % 3 === 0 ? null : at, at % 5 === 0 ? null : `text ${at % 90_000}`])
  for (let at = 0; at < rows.length; at += 30_000) columns.add(rows.slice(at, at + 30_000))
  const set = columns.set([])
  const packed = set.pack?.() as PackedSet
  expect(memoryOf(packed)).toHaveLength(8)
  const there = openPacked(structuredClone(packed, { transfer: memoryOf(packed) }))
  const wrong = rows.findIndex(([n, t], row) => there.at(row, 0) !== n || there.at(row, 1) !== t)
  expect(wrong).toBe(-1)
})

it('more texts than two bytes tell apart come back as well', () => {
  const columns = openColumns(COLUMNS, nothingTaken())
  const rows = Array.from({ length: 70_000 }, (_, at): Scalar[] => [at, `text ${at}`])
  columns.add(rows)
  const set = columns.set([])
  for (const at of [0, 1, 65_534, 65_535, 65_536, 69_999]) expect(set.at(at, 1)).toBe(`text ${at}`)
})
