/** How figures are put together: parts that are counted, and what becomes of them. */
import type { Figure, FigurePart } from '../../../../model/contract/maintenance/console.ts'
import type { FigureKey, Missing, PartField, PartName } from '../../../../model/maintenance/console.ts'
import { FIGURES } from '../../../../model/maintenance/console.ts'
import { ratioOf } from '../../../../model/maintenance/reliability.ts'
import type { Asked, Counted, Counting } from './counting.ts'

type Title = PartName | { readonly field: PartField; readonly member: string }

/** A part as it is asked for. */
export type Part = readonly [title: Title, asked: Asked]

/** Moments as filters of lists say them, by the clock of the tenant. */
export interface Times {
  readonly asOf: number
  readonly from: number
  /** The text of a moment. */
  text(moment: number): string
  /** The two filters of a range; both ends belong to it, the second one with its whole second. */
  range(field: string, from: number, to: number): Readonly<Record<string, string>>
}

/** A figure of which everything was asked for: made once it is counted. */
export type Making = () => Figure

/** The title as the answer has it. */
export const titleOf = (title: Title): FigurePart['title'] => (typeof title === 'string' ? { name: title } : title)

/** The part of rows that are counted: it adds their number, or their hours where these were asked for. */
export const partOf = (title: Title, { rows, hours }: Counted): FigurePart => ({ title: titleOf(title), rows, count: rows.count, hours })

/** What the parts add up to: hours where they have such, else rows. */
export const sumOf = (parts: readonly FigurePart[]): number => parts.reduce((sum, { count, hours }) => sum + (hours ?? count), 0)

/** The parts, once they are counted; undefined where the caller is told nothing of one of them. */
function askAll(counting: Counting, parts: readonly Part[]): (() => FigurePart[]) | undefined {
  const made = parts.map(([title, asked]) => [title, counting.ask(asked)] as const)
  if (made.some(([, give]) => give === undefined)) return undefined
  return () => made.map(([title, give]) => partOf(title, (give as () => Counted)()))
}

interface FigureParts {
  readonly key: FigureKey
  readonly above: readonly Part[]
  readonly below?: readonly Part[]
  /** What is said where nothing stands below, or, of a sum, above. */
  readonly without?: Missing
}

/** A figure of counted rows: how many of how many, their share, or what they add up to. */
export function figureOf(counting: Counting, { key, above, below = [], without }: FigureParts): Making | undefined {
  const [over, under] = [askAll(counting, above), askAll(counting, below)]
  if (over === undefined || under === undefined) return undefined
  const lists = [...above, ...below].map(([, { list }]) => list)
  return () => {
    const [numerator, denominator] = [over(), under()]
    const value = FIGURES[key] === 'share' ? ratioOf(sumOf(numerator), sumOf(denominator)) : sumOf(numerator)
    const isMissing = value === undefined || (FIGURES[key] === 'sum' && value === 0 && without !== undefined)
    return {
      key,
      value: isMissing ? null : value,
      missing: isMissing ? (without ?? 'no-basis') : null,
      numerator,
      denominator,
      isOfAllCategories: lists.some((list) => counting.isOfAllCategories(list)),
    }
  }
}
