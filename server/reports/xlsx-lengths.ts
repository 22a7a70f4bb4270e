/** How wide and how high the lines of a sheet are in a workbook, and where its pages begin, so that its print has the pages of the PDF. Lengths are points. */
import type { Measure } from '../documents/index.ts'
import type { ReportSheet } from './expand.ts'
import { openHeights } from './heights.ts'
import { EPSILON, acrossOf, isIn, keptBreaks, stripsOf } from './layout.ts'
import { numberOfPaper } from './paper-numbers.ts'
import type { RowSheet, SheetRow } from './stream.ts'
import { rowsOfSheet } from './stream.ts'
import type { Steps } from './cooperative.ts'
import { runCooperatively } from './cooperative.ts'

/** What spreadsheets round widths and heights to. */
const PIXEL = 0.75

type FittedRow = Pick<SheetRow, 'height' | 'isBreak'>

/** A sheet as it goes into a workbook. */
export interface Fitted {
  readonly widths: readonly number[]
  /** Columns before which a page begins. */
  readonly columnBreaks: readonly number[]
  /** In percent; undefined where all columns are made to fit. */
  readonly scale: number | undefined
  /** Asked of one row after the other, from the first on. */
  nextRow(row: SheetRow): FittedRow
}

/** A template, which keeps its lengths, since it is read again. */
export const asItIs = (widths: readonly number[]): Fitted => ({
  widths,
  columnBreaks: [],
  scale: undefined,
  nextRow: ({ height, isBreak }) => ({ height, isBreak }),
})

/**
 * Resolves to a sheet whose lengths are those of its pages. Programs scale by whole percents and round widths and heights to pixels: what that loses of the scale is taken from the lengths,
 * and edges are rounded instead of lengths, from the beginning of each page, so that nothing adds up.
 */
export async function fittedOf(sheet: ReportSheet | RowSheet, measure: Measure): Promise<Fitted> {
  const { scale, strips, beside, roomHeight } = acrossOf(sheet)
  const percent = Math.ceil(scale * 100 - 1e-9)
  const shrunk = (scale * 100) / percent
  const heightOf = openHeights(sheet, measure)
  const highest = ({ height, cells }: SheetRow) => cells.reduce((most, cell) => Math.max(most, heightOf(cell)), height)
  const isBand = (row: number) => isIn(row, sheet.head) || isIn(row, sheet.foot)
  const room = roomHeight - bandsOf(sheet, isBand, highest)
  const isOwnPaper = numberOfPaper(sheet.page) === undefined
  const kept = await runCooperatively(keptRows(sheet, isBand, highest, room))
  let [at, used, down] = [0, 0, pixelEdges(shrunk)]
  return {
    widths: strips.flatMap(({ from, to }) => {
      const across = pixelEdges(shrunk)
      return sheet.columns.slice(from, to + 1).map(across)
    }),
    columnBreaks: strips.slice(1).map(({ from }) => from),
    scale: strips.length > 1 || beside > 1 ? percent : undefined,
    nextRow(row) {
      const height = highest(row)
      // A workbook cannot say that rows stand on one page: where they do, a page begins before them.
      let isBreak = row.isBreak || kept.has(at)
      if (!isBand(at)) {
        // Nothing but its head would stand on a page before the first row.
        isBreak &&= used > 0
        if (used > 0 && (isBreak || used + height > room + EPSILON)) {
          // What is made smaller has smaller lines below its pages in some programs, which leaves room for another row. Elsewhere pages begin where they are full, also when rows are hidden.
          // Of paper without a number some programs know nothing, and take that of their printer.
          isBreak ||= scale < 1 || isOwnPaper
          used = 0
          down = pixelEdges(shrunk)
        }
        used += height
      }
      at += 1
      return { height: down(height), isBreak }
    },
  }
}

/** The rows before which a page begins so that they stand on one with those below them. All rows are gone through for it once more, where some are to. */
function* keptRows(
  sheet: ReportSheet | RowSheet,
  isBand: (row: number) => boolean,
  heightOf: (row: SheetRow) => number,
  room: number,
): Steps<ReadonlySet<number>> {
  const isKeeping = 'cells' in sheet ? (sheet.keeps?.size ?? 0) > 0 : sheet.isKeeping
  if (!isKeeping) return new Set()
  const heights: number[] = []
  const breaks = new Set<number>()
  const keeps = new Map<number, number>()
  for (const row of rowsOfSheet(sheet)) {
    if (row.isBreak) breaks.add(heights.length)
    if (row.keepTo !== undefined) keeps.set(heights.length, row.keepTo)
    heights.push(heightOf(row))
    yield
  }
  return new Set(keptBreaks(stripsOf(heights, () => room, isBand, { breaks, keeps })))
}

/** How high the rows are that stand on each page. */
function bandsOf(sheet: ReportSheet | RowSheet, isBand: (row: number) => boolean, heightOf: (row: SheetRow) => number): number {
  const last = Math.max(sheet.head?.[1] ?? -1, sheet.foot?.[1] ?? -1)
  if (last < 0) return 0
  let [at, sum] = [0, 0]
  for (const row of rowsOfSheet(sheet)) {
    if (isBand(at)) sum += heightOf(row)
    if ((at += 1) > last) break
  }
  return sum
}

/** The lengths of lines beside one another, each between edges at whole pixels. */
function pixelEdges(shrunk: number): (length: number) => number {
  let [edge, pixels] = [0, 0]
  return (length) => {
    edge += (length * shrunk) / PIXEL
    const before = pixels
    // Sums are as exact as numbers are.
    pixels = Math.floor(edge + 1e-6)
    return (pixels - before) * PIXEL
  }
}
