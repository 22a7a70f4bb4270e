/** How a sheet lies on its pages: which rows and columns stand on which of them, and where. Lengths are points. */
import { paperOf } from '../../model/reports/paper.ts'
import type { Band, ReportSheet, SheetCell } from './expand.ts'

/** A sheet that is wider than its page is made this much smaller at the most; what does not fit then goes on on pages of its own. */
const MIN_SCALE = 0.6
/** Rows or columns, the last one included. */
export interface Strip {
  readonly from: number
  readonly to: number
  /** It begins where it does so that its first rows stand on one page. */
  readonly isKept?: true
}

/** Where pages begin in a sheet, as it says itself. */
type Paging = Pick<ReportSheet, 'breaks' | 'keeps'>

/** A sheet without its rows. */
export type SheetFrame = Pick<ReportSheet, 'page' | 'columns' | 'styles' | 'head' | 'foot' | 'firstHead' | 'firstFoot' | 'pictures'>

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
  const { width, height } = paperOf(sheet.page)
  const [top, right, bottom, left] = sheet.page.margins
  const total = sheet.columns.reduce((sum, each) => sum + each, 0)
  const { count: beside, gap } = sheet.page.columns ?? { count: 1, gap: 0 }
  const wide = (width - left - right - gap * (beside - 1)) / beside
  // Columns of a page are beside one another, so a sheet that is wider than one does not go on on a page of its own.
  const scale = Math.max(beside > 1 ? 0 : MIN_SCALE, Math.min(1, wide / total))
  return { scale, wide, beside, strips: stripsOf(sheet.columns, () => wide / scale), roomHeight: (height - top - bottom) / scale }
}

/** The pages that a sheet with rows of these heights has: those below one another first, then those beside. */
export function layoutOf(sheet: SheetFrame, heights: Lengths, paging: Paging): Layout {
  const { width, height } = paperOf(sheet.page)
  const [top, , , left] = sheet.page.margins
  const { scale, wide, beside, strips, roomHeight } = acrossOf(sheet)
  const gap = sheet.page.columns?.gap ?? 0
  const roomOf = (body: number) => {
    const { head, foot } = bandsOn(sheet, body < beside)
    return roomHeight - sumOf(heights, head) - sumOf(heights, foot)
  }
  const bodies = stripsOf(heights, roomOf, (row) => isRepeated(sheet, row), paging)
  const pagesOfStrip = Math.ceil(bodies.length / beside)
  const edges = [0]
  for (const each of sheet.columns) edges.push((edges.at(-1) as number) + each)
  const count = pagesOfStrip * strips.length
  return { count, width, height, left, top, roomHeight, scale, apart: wide + gap, beside, strips, bodies, pagesOfStrip, edges, heights }
}

/** The rows before which a page begins so that they stand on one with those below them. */
export const keptBreaks = (bodies: readonly Strip[]): number[] => bodies.flatMap(({ from, isKept }) => (isKept ? [from] : []))

type Bands = Pick<SheetFrame, 'head' | 'foot' | 'firstHead' | 'firstFoot'>

/** The rows at the head and at the foot of the first page, or of those behind it. */
function bandsOn({ head, foot, firstHead, firstFoot }: Bands, isFirst: boolean): Pick<Bands, 'head' | 'foot'> {
  const band = (first: Band | 'none' | undefined, usual: Band | undefined) =>
    !isFirst || first === undefined ? usual : first === 'none' ? undefined : first
  return { head: band(firstHead, head), foot: band(firstFoot, foot) }
}

/** Whether a row of the sheet is one of those that stand at the head or foot of pages. */
export const isRepeated = ({ head, foot, firstHead, firstFoot }: Bands, row: number): boolean =>
  isIn(row, head) || isIn(row, foot) || (firstHead !== 'none' && isIn(row, firstHead)) || (firstFoot !== 'none' && isIn(row, firstFoot))

/** Whether a row is one of a band. */
export const isIn = (row: number, band: Band | undefined): boolean => band !== undefined && row >= band[0] && row <= band[1]

const sumOf = (lengths: Lengths, band: readonly [number, number] | undefined): number =>
  band ? (lengths.slice(band[0], band[1] + 1) as number[]).reduce((sum, each) => sum + each, 0) : 0

/** Lines parted where the next does not fit any more; one that is longer than the room stands alone. @param roomOf Of a part, by its number from 0 */
export function stripsOf(
  lengths: Lengths,
  roomOf: (strip: number) => number,
  isLeftOut: (line: number) => boolean = () => false,
  { breaks, keeps = new Map() }: Paging = { breaks: new Set() },
): Strip[] {
  const strips: Strip[] = []
  let from = 0
  let used = 0
  let room = roomOf(0)
  let isKept = false
  const strip = (to: number): Strip => ({ from, to, ...(isKept ? { isKept } : {}) })
  for (const [line, length] of lengths.entries()) {
    if (isLeftOut(line)) continue
    const isFull = breaks.has(line) || used + length > room + EPSILON
    if (used > 0 && (isFull || (keeps.has(line) && keptLength(line, roomOf(strips.length + 1)) > room - used + EPSILON))) {
      strips.push(strip(line - 1))
      from = line
      used = 0
      isKept = !isFull
      room = roomOf(strips.length)
    }
    used += length
  }
  return [...strips, strip(lengths.length - 1)]

  /** How long the lines are that stand together from a line on; 0 where a page has no room for them. What they take along themselves comes along, if there is room for it as well. */
  function keptLength(line: number, most: number): number {
    let [own, sum, last] = [0, 0, keeps.get(line) ?? line]
    for (let at = line; at <= last && at < lengths.length; at += 1) {
      // Where a page begins in any case, nothing further can be kept.
      if (at > line && breaks.has(at)) break
      if (!isLeftOut(at)) sum += lengths[at] as number
      if (sum > most + EPSILON) return own
      if (at === keeps.get(line)) own = sum
      last = Math.max(last, keeps.get(at) ?? at)
    }
    return sum
  }
}

/** Sums of lengths are as exact as numbers are. */
export const EPSILON = 0.001

export interface Placed {
  readonly row: number
  readonly y: number
  readonly height: number
}

/**
 * The rows of a page from its top. The head stands above them, on the first page where it stands in the sheet unless that page has one of its own; the foot at
 * the end of the page.
 * @param nth Which of the bodies it is
 */
export function rowsOnPage(
  sheet: SheetFrame,
  { heights, roomHeight: room, beside }: Layout,
  body: Strip,
  nth: number,
): ReadonlyMap<number, Placed> {
  const { head, foot } = bandsOn(sheet, nth < beside)
  const isInPlace = nth === 0 && sheet.firstHead === undefined
  const placed = new Map<number, Placed>()
  let y = 0
  const put = (row: number) => {
    placed.set(row, { row, y, height: heights[row] as number })
    y += heights[row] as number
  }
  const putAll = (band: Band | undefined) => {
    if (band) for (let row = band[0]; row <= band[1]; row += 1) put(row)
  }
  if (!isInPlace) putAll(head)
  for (let row = body.from; row <= body.to; row += 1) if (!isRepeated(sheet, row) || (isInPlace && isIn(row, head))) put(row)
  if (foot) y = Math.max(y, room - sumOf(heights, foot))
  putAll(foot)
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
