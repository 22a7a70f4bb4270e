/** How a sheet lies on its pages: which rows and columns stand on which of them, and where. Lengths are points. */
import type { Band, ReportSheet, SheetCell } from './expand.ts'

/** Points, upright. */
export const PAPER = { A3: [841.89, 1190.55], A4: [595.28, 841.89], A5: [419.53, 595.28], letter: [612, 792] } as const

/** A sheet that is wider than its page is made this much smaller at the most; what does not fit then goes on on pages of its own. */
const MIN_SCALE = 0.6
/** Rows or columns, the last one included. */
export interface Strip {
  readonly from: number
  readonly to: number
}

/** A sheet without its rows. */
export type SheetFrame = Pick<ReportSheet, 'page' | 'columns' | 'styles' | 'head' | 'foot'>

export interface Layout {
  readonly count: number
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  /** Of the page between its margins, in lengths of the sheet. */
  readonly roomHeight: number
  readonly scale: number
  /** From one column of a page to the next, and how many there are. */
  readonly apart: number
  readonly beside: number
  readonly strips: readonly Strip[]
  readonly bodies: readonly Strip[]
  readonly pagesOfStrip: number
  /** Where columns begin, and the last one ends. */
  readonly edges: readonly number[]
  readonly heights: Lengths
}

type Lengths = readonly number[] | Float64Array

/** How the columns of a sheet lie on its pages. */
interface Across {
  readonly scale: number
  /** Of a column of a page, and how many there are. */
  readonly wide: number
  readonly beside: number
  readonly strips: readonly Strip[]
  /** Of the page between its margins, in lengths of the sheet. */
  readonly roomHeight: number
}

/** How small a sheet is made, and which of its columns stand on pages beside one another. */
export function acrossOf(sheet: SheetFrame): Across {
  const [short, long] = PAPER[sheet.page.size]
  const [width, height] = sheet.page.landscape ? [long, short] : [short, long]
  const [top, right, bottom, left] = sheet.page.margins
  const total = sheet.columns.reduce((sum, each) => sum + each, 0)
  const { count: beside, gap } = sheet.page.columns ?? { count: 1, gap: 0 }
  const wide = (width - left - right - gap * (beside - 1)) / beside
  // Columns of a page are beside one another, so a sheet that is wider than one does not go on on a page of its own.
  const scale = Math.max(beside > 1 ? 0 : MIN_SCALE, Math.min(1, wide / total))
  return { scale, wide, beside, strips: stripsOf(sheet.columns, wide / scale), roomHeight: (height - top - bottom) / scale }
}

/** The pages that a sheet with rows of these heights has: those below one another first, then those beside. */
export function layoutOf(sheet: SheetFrame, heights: Lengths, breaks: ReadonlySet<number>): Layout {
  const [short, long] = PAPER[sheet.page.size]
  const [width, height] = sheet.page.landscape ? [long, short] : [short, long]
  const [top, , , left] = sheet.page.margins
  const { scale, wide, beside, strips, roomHeight } = acrossOf(sheet)
  const gap = sheet.page.columns?.gap ?? 0
  const isRepeated = (row: number) => [sheet.head, sheet.foot].some((band) => isIn(row, band))
  const bodies = stripsOf(heights, roomHeight - sumOf(heights, sheet.head) - sumOf(heights, sheet.foot), isRepeated, breaks)
  const pagesOfStrip = Math.ceil(bodies.length / beside)
  const edges = [0]
  for (const each of sheet.columns) edges.push((edges.at(-1) as number) + each)
  const count = pagesOfStrip * strips.length
  return { count, width, height, left, top, roomHeight, scale, apart: wide + gap, beside, strips, bodies, pagesOfStrip, edges, heights }
}

/** Whether a row is one of a band. */
export const isIn = (row: number, band: Band | undefined): boolean => band !== undefined && row >= band[0] && row <= band[1]

const sumOf = (lengths: Lengths, band: readonly [number, number] | undefined): number =>
  band ? (lengths.slice(band[0], band[1] + 1) as number[]).reduce((sum, each) => sum + each, 0) : 0

/** Lines parted where the next does not fit any more; one that is longer than the room stands alone. */
function stripsOf(
  lengths: Lengths,
  room: number,
  isLeftOut: (line: number) => boolean = () => false,
  breaks: ReadonlySet<number> = new Set(),
): Strip[] {
  const strips: Strip[] = []
  let from = 0
  let used = 0
  for (const [line, length] of lengths.entries()) {
    if (isLeftOut(line)) continue
    if (used > 0 && (breaks.has(line) || used + length > room + EPSILON)) {
      strips.push({ from, to: line - 1 })
      from = line
      used = 0
    }
    used += length
  }
  return [...strips, { from, to: lengths.length - 1 }]
}

/** Sums of lengths are as exact as numbers are. */
export const EPSILON = 0.001

export interface Placed {
  readonly row: number
  readonly y: number
  readonly height: number
}

/** The rows of a page from its top. The head stands above them, on the first page where it stands in the sheet; the foot at the end of the page. */
export function rowsOnPage(
  sheet: SheetFrame,
  { heights, roomHeight: room }: Layout,
  body: Strip,
  isFirst: boolean,
): ReadonlyMap<number, Placed> {
  const { head, foot } = sheet
  const placed = new Map<number, Placed>()
  let y = 0
  const put = (row: number) => {
    placed.set(row, { row, y, height: heights[row] as number })
    y += heights[row] as number
  }
  const headRows = head ? Array.from({ length: head[1] - head[0] + 1 }, (_, at) => head[0] + at) : []
  let isHeadDrawn = headRows.length === 0
  if (!isFirst) {
    headRows.forEach(put)
    isHeadDrawn = true
  }
  for (let row = body.from; row <= body.to; row += 1) {
    if (isIn(row, foot)) continue
    if (isIn(row, head)) {
      if (!isHeadDrawn) put(row)
      continue
    }
    put(row)
  }
  if (foot) {
    y = Math.max(y, room - sumOf(heights, foot))
    for (let row = foot[0]; row <= foot[1]; row += 1) put(row)
  }
  return placed
}

export interface Spot {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where a cell stands on the page, as far as it does: one that goes on on the next page has its text on both. */
export function spotOf(cell: SheetCell, placed: ReadonlyMap<number, Placed>, edges: readonly number[], strip: Strip): Spot | undefined {
  const [from, to] = [Math.max(cell.column, strip.from), Math.min(cell.column + cell.columns - 1, strip.to)]
  if (from > to) return undefined
  let [y, end] = [Infinity, -Infinity]
  const put = (at: Placed | undefined) => {
    if (!at) return
    y = Math.min(y, at.y)
    end = Math.max(end, at.y + at.height)
  }
  // A cell may go on over a hundred thousand rows, of which a page has some forty.
  if (cell.rows > placed.size) {
    for (const at of placed.values()) if (at.row >= cell.row && at.row < cell.row + cell.rows) put(at)
  } else for (let row = cell.row; row < cell.row + cell.rows; row += 1) put(placed.get(row))
  if (y === Infinity) return undefined
  const edge = (at: number) => edges[at] as number
  return { x: edge(from) - edge(strip.from), y, width: edge(to + 1) - edge(from), height: end - y }
}
