/** What is drawn of the answer to a figures document: categories and series, as the options of a widget name its columns. Pure. */
import type { FigureAnswer, FigureColumn } from '../../../../model/contract/report/figure.ts'
import type { Series } from '../../../ui/chart-options.ts'

type Cell = FigureAnswer['rows'][number][number]

/** Columns that stand beside others: the name of what is pointed at, whether it is the others together, and what was before. */
const BESIDE = /(Cn|Rest|Before)$/

/** The place of a column; undefined of one that the answer has not, since it was withheld or is called otherwise. */
export function placeOf({ columns }: FigureAnswer, name: string | undefined): number | undefined {
  const at = name === undefined ? -1 : columns.findIndex((column) => column.name === name)
  return at < 0 ? undefined : at
}

/** The dimensions and measures of an answer in their order, without the columns that stand beside them. */
export function columnsOf({ columns }: FigureAnswer): {
  readonly dimensions: readonly FigureColumn[]
  readonly measures: readonly FigureColumn[]
} {
  const names = new Set(columns.map(({ name }) => name))
  const own = columns.filter(({ name }) => !(BESIDE.test(name) && names.has(name.replace(BESIDE, ''))))
  // A time or a choice is never a measure; numbers that come before them are dimensions of numbers, which are seldom and last of all wanted.
  return { dimensions: own.filter(({ kind }) => kind !== 'number'), measures: own.filter(({ kind }) => kind === 'number') }
}

export interface FigureWords {
  readonly rest: string
  readonly nothing: string
}

const LENGTHS: Readonly<Record<string, readonly [number, number]>> = {
  minute: [11, 16],
  'quarter-hour': [11, 16],
  hour: [5, 16],
  day: [5, 10],
  week: [5, 10],
  month: [0, 7],
  year: [0, 4],
  shift: [5, 10],
  'shift-day': [5, 10],
}

/** What a row is called in a column: by its name where it points at something, and of a moment what its stretch of time is called. */
export function textIn(answer: FigureAnswer, cells: readonly Cell[], name: string, words: FigureWords): string {
  const at = placeOf(answer, name)
  if (at === undefined) return ''
  const rest = placeOf(answer, `${name}Rest`)
  if (rest !== undefined && cells[rest] === 1) return words.rest
  const value = cells[at] ?? null
  const called = placeOf(answer, `${name}Cn`)
  const named = called === undefined ? null : (cells[called] ?? null)
  const { bucket } = answer.columns[at] as FigureColumn
  if (value === null) return words.nothing
  if (bucket === 'shift' && named !== null) return `${String(value).slice(5, 10)} ${named}`
  if (named !== null) return String(named)
  const part = bucket === undefined ? undefined : LENGTHS[bucket]
  return part && /^\d{4}-/.test(String(value)) ? String(value).slice(...part) : String(value)
}

export interface Charted {
  readonly categories: readonly string[]
  readonly series: readonly Series[]
}

interface Chosen {
  readonly x?: string | undefined
  readonly by?: string | undefined
  readonly series?: readonly string[] | undefined
}

/** More than these nobody tells apart from afar. */
const MAX_CATEGORIES = 400
const MAX_SERIES = 12

/**
 * Categories of `x`, and a series for each measure and each value of `by`. What is not chosen is taken as it comes: the first dimension, all measures. What
 * the answer has no row for is null.
 */
export function charted(answer: FigureAnswer, chosen: Chosen, words: FigureWords): Charted {
  const { dimensions, measures } = columnsOf(answer)
  const x = chosen.x ?? dimensions.find(({ name }) => name !== chosen.by)?.name
  const wanted = chosen.series ?? measures.map(({ name }) => name).filter((name) => name !== x)
  const shown = wanted.flatMap((name) => {
    const at = placeOf(answer, name)
    return at === undefined ? [] : [{ at, label: answer.columns[at]?.label ?? name }]
  })
  const categories = new Map<string, number>()
  const splits = new Map<string, Map<number, readonly Cell[]>>()
  for (const cells of answer.rows) {
    const category = x === undefined ? '' : textIn(answer, cells, x, words)
    const split = chosen.by === undefined ? '' : textIn(answer, cells, chosen.by, words)
    let place = categories.get(category)
    if (place === undefined) {
      if (categories.size >= MAX_CATEGORIES) continue
      categories.set(category, (place = categories.size))
    }
    let rows = splits.get(split)
    if (!rows) splits.set(split, (rows = new Map()))
    rows.set(place, cells)
  }
  const series = [...splits].flatMap(([split, rows]) =>
    shown.map(({ at, label }) => ({
      name: [...(chosen.by === undefined ? [] : [split]), ...(chosen.by !== undefined && shown.length === 1 ? [] : [label])].join(' · '),
      values: Array.from({ length: categories.size }, (_, place) => numberIn(rows.get(place)?.[at])),
    })),
  )
  return { categories: [...categories.keys()], series: series.slice(0, MAX_SERIES) }
}

/** Six digits are more than anybody reads off a wall. */
const numberIn = (value: Cell | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(6)) : null

export interface Dated {
  /** `2026-11-30`. */
  readonly day: string
  readonly value: number | null
}

/** Values by days, in the order of the days. @param day A dimension by days; without one the first time */
export function dated(answer: FigureAnswer, day: string | undefined, measure: string | undefined): Dated[] {
  const { dimensions, measures } = columnsOf(answer)
  const dayAt = placeOf(answer, day ?? (dimensions.find(({ kind }) => kind === 'time') ?? dimensions[0])?.name)
  const at = placeOf(answer, measure ?? measures[0]?.name)
  if (dayAt === undefined || at === undefined) return []
  return answer.rows
    .flatMap((cells) => {
      const text = String(cells[dayAt] ?? '').slice(0, 10)
      return /^\d{4}-\d\d-\d\d$/.test(text) ? [{ day: text, value: numberIn(cells[at]) }] : []
    })
    .sort((one, other) => (one.day < other.day ? -1 : 1))
}

/** The first and the last day that figures are of, where they are of a range. @param dayOf The day of a moment by the clock of the tenant */
export const endsOf = ({ coverage }: FigureAnswer, dayOf: (moment: number) => string): readonly string[] | undefined =>
  coverage ? [dayOf(coverage.from), dayOf(coverage.to - 1)] : undefined
