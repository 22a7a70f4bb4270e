/** What is drawn of an answer: categories, series over them, and which of it is not to be relied on. Pure. */
import type { FigureAnswer } from '../../../../model/contract/report/figure.ts'
import type { Bucket, DimensionBucket, FiguresDocument, Scalar } from '../../../../model/figures/document.ts'
import { nameOfDimension } from '../../../../model/figures/document.ts'
import { bucketStart } from '../../../../model/figures/ranges.ts'
import { secondText } from '../../../../model/zone.ts'
import type { Series } from '../../../ui/chart-options.ts'
import { QUALITY, isCalendar } from './asked.ts'

export interface Category {
  readonly text: string
  /** As it stands in the answer; the others together have none. */
  readonly value: Scalar | null
  readonly isRest: boolean
}

export interface Drawn {
  readonly categories: readonly Category[]
  /** Of the second dimension; one without a value where there is none. */
  readonly splits: readonly Category[]
  readonly series: readonly Series[]
  readonly shaded: readonly (readonly [number, number])[]
  /** There are more categories than are drawn. */
  readonly isCut: boolean
}

interface Words {
  readonly zone: string
  /** What a measure is called. */
  readonly nameOf: (measure: string) => string
  readonly rest: string
  readonly nothing: string
  readonly before: (name: string) => string
}

const MAX_DRAWN = 2000

/**
 * What is drawn of an answer: a category for each value of the first dimension, with those in which nothing was where it is time, and a series for each
 * measure and each value of the second one. A value that is not there is null.
 */
export function drawnOf(answer: FigureAnswer, document: FiguresDocument, words: Words): Drawn {
  const at = new Map(answer.columns.map(({ name }, index) => [name, index]))
  type Row = FigureAnswer['rows'][number]
  const cell = (row: Row, name: string) => row[at.get(name) ?? -1] ?? null
  const [first, second] = document.dimensions ?? []
  const categoryIn = (row: Row, dimension: typeof first): Category => {
    if (!dimension) return { text: '', value: null, isRest: false }
    const name = nameOfDimension(dimension)
    const value = cell(row, name)
    const isRest = cell(row, `${name}Rest`) === 1
    const text = isRest
      ? words.rest
      : value === null
        ? words.nothing
        : isCalendar(dimension.bucket)
          ? timeLabel(String(value), dimension.bucket)
          : shiftLabel(value, cell(row, `${name}Cn`), dimension.bucket)
    return { text, value: isRest ? null : value, isRest }
  }
  // Of several runs that begin at once the names tell which is which.
  const keyOf = ({ value, isRest, text }: Category) => JSON.stringify([value, isRest, text])
  const categories = new Map<string, Category>(
    (isCalendar(first?.bucket) && answer.coverage ? stretchesOf(answer.coverage, first.bucket, words.zone) : []).map((category) => [
      keyOf(category),
      category,
    ]),
  )
  const splits = new Map<string, Category>()
  const cells = new Map<string, Row>()
  for (const row of answer.rows) {
    const [category, split] = [categoryIn(row, first), categoryIn(row, second)]
    if (!categories.has(keyOf(category))) categories.set(keyOf(category), category)
    if (!splits.has(keyOf(split))) splits.set(keyOf(split), split)
    cells.set(keyOf(category) + keyOf(split), row)
  }
  const all = [...categories.entries()]
  const shown = all.slice(0, MAX_DRAWN)
  const measures = document.measures.filter(({ as }) => as !== QUALITY && at.has(as))
  // Of what measured nothing in this range there is neither a line nor a row.
  const isMeasured = (split: string) =>
    shown.some(([key]) => {
      const row = cells.get(key + split)
      return row !== undefined && measures.some(({ as }) => cell(row, as) !== null)
    })
  const known = [...splits.entries()].filter(([split]) => document.subject !== 'readings' || isMeasured(split))
  const series = known.flatMap(([splitKey, split]) =>
    measures.flatMap((measure): Omit<Series, 'colour'>[] => {
      const name = [...(second ? [split.text] : []), ...(second && measures.length === 1 ? [] : [words.nameOf(measure.as)])].join(' · ')
      const isCounted =
        'of' in measure && (measure.of === 'count' || measure.of === 'sum' || measure.of === 'distinct' || measure.of === 'delta')
      const valuesOf = (column: string) =>
        shown.map(([key]) => {
          const row = cells.get(key + splitKey)
          // Where nothing was counted there are none; where nothing was measured nobody knows.
          return row ? shortened(cell(row, column), isShare(measure)) : isCounted && document.subject !== 'readings' ? 0 : null
        })
      const own = { name, values: valuesOf(measure.as) }
      return at.has(`${measure.as}Before`)
        ? [own, { name: words.before(name), values: valuesOf(`${measure.as}Before`), isBefore: true }]
        : [own]
    }),
  )
  let colour = -1
  return {
    categories: shown.map(([, category]) => category),
    splits: known.map(([, split]) => split),
    series: series.map((one) => ({ ...one, colour: one.isBefore ? colour : ++colour })),
    shaded: at.has(QUALITY)
      ? shadedOf(
          shown.map(([key]) => [...splits.keys()].map((split) => cells.get(key + split))),
          (row) => cell(row, QUALITY),
        )
      : [],
    isCut: all.length > shown.length,
  }
}

/** Whether a measure is a share of the whole: it is drawn as a percentage. */
export const isShare = (measure: FiguresDocument['measures'][number]): boolean =>
  'of' in measure && (measure.of === 'goodShare' || measure.of === 'coverage')

/** Six digits are more than anybody reads off a chart. */
function shortened(value: string | number | null, isPercentage: boolean): number | null {
  if (typeof value !== 'number') return null
  return Number((isPercentage ? value * 100 : value).toPrecision(6))
}

/** Every stretch of the range, those that nothing was told of too: they are gaps. */
function stretchesOf({ from, to }: { readonly from: number; readonly to: number }, bucket: Bucket, zone: string): Category[] {
  const found: Category[] = []
  for (let start = bucketStart(zone, from, bucket); start < to && found.length <= MAX_DRAWN; start = bucketStart(zone, start, bucket, 1)) {
    const value = secondText(zone, start)
    found.push({ text: timeLabel(value, bucket), value, isRest: false })
  }
  return found
}

const PARTS: Readonly<Record<Bucket, readonly [number, number]>> = {
  minute: [5, 16],
  'quarter-hour': [5, 16],
  hour: [5, 16],
  day: [0, 10],
  week: [0, 10],
  month: [0, 7],
  year: [0, 4],
}

/** What of a moment matters for a stretch that begins with it. */
export const timeLabel = (text: string, bucket: Bucket): string => text.slice(...PARTS[bucket])

/** A production day by its date, a shift by its date and its name, and everything else, runs and their stages among it, by its name. */
function shiftLabel(value: string | number, name: string | number | null, bucket: DimensionBucket | undefined): string {
  if (bucket === undefined || bucket === 'run' || bucket === 'stage') return String(name ?? value)
  const day = String(value).slice(0, 10)
  return bucket === 'shift' && name !== null ? `${day} ${name}` : day
}

/** Stretches that follow each other, of which not all values were good. */
function shadedOf<Row>(rows: readonly (readonly (Row | undefined)[])[], shareOf: (row: Row) => string | number | null): [number, number][] {
  const found: [number, number][] = []
  for (const [index, some] of rows.entries()) {
    const isPoor = some.some((row) => row !== undefined && Number(shareOf(row) ?? 1) < 1)
    if (!isPoor) continue
    const last = found.at(-1)
    if (last && last[1] === index - 1) last[1] = index
    else found.push([index, index])
  }
  return found
}
