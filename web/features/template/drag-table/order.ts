/** What has to be written so that rows stand in the order they are given in: as little as possible, since each row is a call of its own. */
import type { Change } from '../../../../model/contract/nouns.ts'

interface Ordered {
  readonly id: string
  readonly version?: number
  readonly [field: string]: unknown
}

/** Between two numbers there is room for others. */
const STEP = 10

/** The changes that give rows the order they stand in: only of those whose number does not rise by itself. */
export function changesFor(rows: readonly Ordered[], field: string): Change[] {
  const now = rows.map((row) => (typeof row[field] === 'number' ? row[field] : undefined))
  const wanted = withinGaps(now, longestRise(now)) ?? rows.map((_, at) => (at + 1) * STEP)
  return rows.flatMap((row, at) =>
    now[at] === wanted[at] ? [] : [{ id: row.id, ...(row.version === undefined ? {} : { version: row.version }), [field]: wanted[at] }],
  )
}

/** The places of as many numbers as possible that rise already: these rows stay as they are. */
function longestRise(numbers: readonly (number | undefined)[]): readonly number[] {
  const best: number[][] = []
  numbers.forEach((number, at) => {
    if (number === undefined) return best.push([])
    const before = best.filter((rise, other) => rise.length > 0 && (numbers[other] ?? number) < number)
    best.push([...before.reduce((most, rise) => (rise.length > most.length ? rise : most), []), at])
  })
  return best.reduce((most, rise) => (rise.length > most.length ? rise : most), [])
}

/** The kept numbers with the others between them; undefined where there is no room. */
function withinGaps(numbers: readonly (number | undefined)[], kept: readonly number[]): number[] | undefined {
  const all: number[] = []
  for (const end of [...kept, numbers.length]) {
    const count = end - all.length
    const low = all.at(-1) ?? 0
    const high = numbers[end] ?? low + STEP * (count + 1)
    if (count > 0 && high - low <= count) return undefined
    for (let one = 1; one <= count; one += 1) all.push(low + Math.floor(((high - low) * one) / (count + 1)))
    if (end < numbers.length) all.push(high)
  }
  return all
}
