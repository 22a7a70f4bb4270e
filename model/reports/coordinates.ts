/**
 * What a name in a formula means: a cell, one of its figures (`RUN:C1`), what its code is called (`DICT:unit:C1`), or a cell by position: `C1[A1:-1]` is C1 where A1 is the one before, `C1[A1:2]`
 * where it is the second. These are the names that readCellFormula puts into the tree, so that both sides read them in one place.
 */
import { isPlace } from './places.ts'

/** In front of the name of a cell: which of its figures is meant where that is not its value, or that its value is the code of a verdict, whose words are. */
export const MEANINGS = ['RANK', 'SHARE', 'PREV', 'RUN', 'TEXT', 'VERDICT'] as const
/** Its value is that of a member of a dictionary, whose name is meant. */
export const DICTIONARY = 'DICT'
export type Meaning = (typeof MEANINGS)[number] | typeof DICTIONARY

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
  /** The type of the dictionary, of {@link DICTIONARY}. */
  readonly dictionary?: string
}

/** Steps of one name. */
export const MAX_STEPS = 4
const POSITIONED = /^([A-Z]{1,2}[1-9]\d{0,2})\[([^\]]+)\]$/
const STEP = /^([A-Z]{1,2}[1-9]\d{0,2}):([+-]?)([1-9]\d{0,4})$/

/** The cell that a name in a tree means; undefined for a parameter, an area, and whatever else is no cell. */
export function cellNamed(name: string): NamedCell | undefined {
  if (name.startsWith(`${DICTIONARY}:`)) {
    const end = name.lastIndexOf(':')
    const cell = name.slice(end + 1)
    return isPlace(cell) ? { meaning: DICTIONARY, dictionary: name.slice(DICTIONARY.length + 1, end), cell, steps: [] } : undefined
  }
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

/** The name that means what the value of a cell is called in a dictionary. */
export const nameInDictionary = (dictionary: string, cell: string): string => `${DICTIONARY}:${dictionary}:${cell}`
