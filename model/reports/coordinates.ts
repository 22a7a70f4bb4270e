/**
 * What a name in a formula means: a cell, one of its figures (`RUN:C1`), or a cell by position: `C1[A1:-1]` is C1 where A1 is the one before, `C1[A1:2]`
 * where it is the second. These are the names that readCellFormula puts into the tree, so that both sides read them in one place.
 */
import { isPlace } from './places.ts'

/** In front of the name of a cell: which of its figures is meant where that is not its value. */
export const MEANINGS = ['RANK', 'SHARE', 'PREV', 'RUN', 'TEXT'] as const
export type Meaning = (typeof MEANINGS)[number]

/** Which member of a cell that expands: so many on from the one that the formula stands in, or the one at a position, counted from 1. */
export interface Step {
  readonly cell: string
  readonly by: 'offset' | 'position'
  readonly count: number
}

export interface NamedCell {
  readonly meaning: Meaning | undefined
  readonly cell: string
  readonly steps: readonly Step[]
}

/** Steps of one name. */
export const MAX_STEPS = 4
const POSITIONED = /^([A-Z]{1,2}[1-9]\d{0,2})\[([^\]]+)\]$/
const STEP = /^([A-Z]{1,2}[1-9]\d{0,2}):([+-]?)([1-9]\d{0,4})$/

/** The cell that a name in a tree means; undefined for a parameter, an area, and whatever else is no cell. */
export function cellNamed(name: string): NamedCell | undefined {
  const meaning = MEANINGS.find((each) => name.startsWith(`${each}:`))
  const rest = meaning ? name.slice(meaning.length + 1) : name
  if (isPlace(rest)) return { meaning, cell: rest, steps: [] }
  const [, cell, written] = POSITIONED.exec(rest) ?? []
  if (cell === undefined || written === undefined) return undefined
  const steps = written.split(',').map(stepNamed)
  return steps.length <= MAX_STEPS && steps.every((step) => step !== undefined) ? { meaning, cell, steps } : undefined
}

function stepNamed(text: string): Step | undefined {
  const [, cell, sign, digits] = STEP.exec(text) ?? []
  if (cell === undefined) return undefined
  const count = Number(digits)
  return sign === '' ? { cell, by: 'position', count } : { cell, by: 'offset', count: sign === '-' ? -count : count }
}
