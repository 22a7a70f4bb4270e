/** What a document comes to: its columns and rows, as they are told to whoever asked. */
import type { MillisRange } from '../../model/brands.ts'
import type { FigureAnswer, FigureColumn } from '../../model/contract/report/figure.ts'
import { companions } from '../../model/figures/read.ts'
import { bucketNumber } from '../../model/figures/ranges.ts'
import type { Translate } from '../../model/labels/index.ts'
import { EVEN_MS, offsetOfRepeated, secondText } from '../../model/zone.ts'
import type { Plan, PlannedDimension } from './plan.ts'

/** A row of the statement, by its columns. */
export type FigureRow = Readonly<Record<string, string | number | null>>
type Cell = string | number | null

export interface Period {
  readonly range: MillisRange
  readonly rows: readonly FigureRow[]
}

interface AnswerSource {
  readonly plan: Plan
  readonly rows: readonly FigureRow[]
  readonly range: MillisRange | undefined
  readonly before: Period | undefined
  readonly now: number
  readonly zone: string
  readonly t: Translate
  /** Whether minutes and hours that clocks show twice say which of the two they are (`2026-10-25 02:15:00+02:00`). */
  readonly marksRepeated?: boolean | undefined
}

/** The answer: a dimension that is a reference or a choice has its name beside it, a measure that of the period before. */
export function answerOf({ rows, ...of }: AnswerSource): FigureAnswer {
  const { rowsOf, ...about } = streamedAnswer(of)
  return { ...about, rows: rowsOf(rows) }
}

/** An answer whose rows come later. */
export interface StreamedAnswer extends Omit<FigureAnswer, 'rows'> {
  rowsOf(rows: readonly FigureRow[]): Cell[][]
}

/** The answer without its rows, and what makes these of the rows of the statement. */
export function streamedAnswer({ plan, range, before, now, zone, t, marksRepeated }: Omit<AnswerSource, 'rows'>): StreamedAnswer {
  const earlier = before && range ? rowsByKey(plan, before, zone) : undefined
  const parts = [
    ...plan.dimensions.flatMap((dimension) => partsOfDimension(plan, dimension, { zone, t, marksRepeated })),
    ...plan.columns.flatMap(({ as, kind, column }): Part[] => {
      const cell = (row: FigureRow | undefined): Cell => shown(row?.[column] ?? null, kind === 'time' ? zone : undefined)
      return [
        { column: { name: as, kind, label: as }, cell },
        ...(earlier
          ? [
              {
                column: { name: `${as}${companions.before}`, kind, label: as },
                cell: (row: FigureRow) => cell(earlier.get(keyOf(plan, row, range as MillisRange, zone))),
              },
            ]
          : []),
      ]
    }),
  ]
  return {
    columns: parts.map(({ column }) => column),
    rowsOf: (rows) => rows.map((row) => parts.map(({ cell }) => cell(row))),
    omitted: [...plan.omitted],
    asOf: now,
    coverage: range ? { ...range, ...(before ? { before: before.range } : {}) } : null,
  }
}

interface Part {
  readonly column: FigureColumn
  cell(row: FigureRow): Cell
}

function partsOfDimension(
  { top }: Plan,
  { as, found, bucket, column, isTop, name: stretchName }: PlannedDimension,
  { zone, t, marksRepeated = false }: Pick<AnswerSource, 'zone' | 't' | 'marksRepeated'>,
): Part[] {
  const label = t(found.label)
  const isRepeated = marksRepeated && bucket !== undefined && Object.hasOwn(EVEN_MS, bucket)
  const shownOf = found.kind === 'time' ? shownInOrder(zone, isRepeated) : (value: Cell) => value
  const value: Part = {
    column: { name: as, kind: found.kind, label, ...(bucket ? { bucket } : {}) },
    cell: (row) => shownOf(row[column] ?? null),
  }
  const named = (cell: Part['cell']): Part => ({ column: { name: `${as}${companions.name}`, kind: 'text', label }, cell })
  const name =
    (found.kind === 'reference' && found.showsName) || stretchName
      ? [named((row) => row[`${column}_name`] ?? null)]
      : found.words === undefined
        ? []
        : [named((row) => wordOf(found.words as string, row[column] ?? null, t))]
  const rest: Part[] =
    isTop && top?.rest ? [{ column: { name: `${as}${companions.rest}`, kind: 'number', label }, cell: (row) => row['rest'] ?? 0 }] : []
  return [value, ...name, ...rest]
}

const wordOf = (words: string, member: Cell, t: Translate): Cell =>
  member === null ? null : t(`${words}${member}` as Parameters<Translate>[0])

/** A moment as every list writes it, by the clock of the tenant: nothing for one after every other, as the end of a stoppage has that is not over. */
function shown(value: Cell, zone: string | undefined): Cell {
  if (zone === undefined || value === null) return value
  return Number.isFinite(Number(value)) ? secondText(zone, Number(value)) : null
}

/** The same, for rows in the order of time: of those of one moment it is written once. */
function shownInOrder(zone: string, marksRepeated: boolean): (value: Cell) => Cell {
  let [last, text]: [Cell, Cell] = [null, null]
  return (value) => {
    if (value === last) return text
    const offset = marksRepeated && value !== null ? offsetOfRepeated(zone, Number(value)) : ''
    ;[last, text] = [value, offset === '' ? shown(value, zone) : `${shown(value, zone)}${offset}`]
    return text
  }
}

/** Rows of the period before by what they are laid on each other by: the stretches of both periods have numbers. */
function rowsByKey(plan: Plan, { range, rows }: Period, zone: string): ReadonlyMap<string, FigureRow> {
  return new Map(rows.map((row) => [keyOf(plan, row, range, zone), row]))
}

function keyOf({ dimensions }: Plan, row: FigureRow, range: MillisRange, zone: string): string {
  const parts = dimensions.map(({ column, bucket }) => {
    const value = row[column] ?? null
    if (bucket === undefined || value === null) return value
    return Number.isFinite(Number(value)) ? bucketNumber(zone, bucket, range, Number(value)) : String(value)
  })
  return JSON.stringify([...parts, row['rest'] ?? 0])
}
