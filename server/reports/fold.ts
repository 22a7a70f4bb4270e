/** What values come to together, one value after the other: of a million none has to be kept. */
import { compareTimes } from '../../model/reports/formats.ts'
import type { CellValue } from './data.ts'
import { NOTHING } from './data.ts'

export interface Fold {
  /** Whether further values make no difference. */
  add(value: CellValue): boolean
  result(): CellValue
}

/** A fold by one of the aggregates of cells. Nothing comes to nothing, and of times there are a first and a last one. */
export function openFold(how: string): Fold {
  let [count, numbers, sum, min, max] = [0, 0, 0, Infinity, -Infinity]
  let [first, last, earliest, latest]: (CellValue | undefined)[] = []
  // Most are of a few values: none is made that nothing is put into.
  const distinct = how === 'distinct' ? new Set<unknown>() : undefined
  const number = (value: number): CellValue => ({ kind: 'number', value })
  return {
    add(one) {
      const { kind, value } = one
      if (value === null) return false
      count += 1
      first ??= one
      last = one
      if (how === 'first') return true
      distinct?.add(value)
      if (typeof value === 'number') {
        numbers += 1
        sum += value
        min = Math.min(min, value)
        max = Math.max(max, value)
      } else if (kind === 'time') {
        if (!earliest || compareTimes(value, String(earliest.value)) < 0) earliest = one
        if (!latest || compareTimes(value, String(latest.value)) > 0) latest = one
      }
      return false
    },
    result() {
      if (how === 'first') return first ?? NOTHING
      if (how === 'last') return last ?? NOTHING
      if (how === 'count') return number(count)
      if (distinct) return number(distinct.size)
      if (numbers === 0) return (how === 'min' ? earliest : how === 'max' ? latest : undefined) ?? NOTHING
      const found = { sum, avg: sum / numbers, min, max }[how]
      return found === undefined ? NOTHING : number(found)
    },
  }
}

/** What values come to together. */
export function aggregated(how: string, values: readonly CellValue[]): CellValue {
  const fold = openFold(how)
  for (const value of values) if (fold.add(value)) break
  return fold.result()
}
