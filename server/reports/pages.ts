/** A sheet parted into pages of boxes, in points: what the preview shows and what the PDF has are the same boxes. */
import type { DiagonalHead, Style } from '../../model/reports/template.ts'
import type { BoxLine, BoxPage, Measure, PageBox } from '../documents/index.ts'
import { fail } from '../kernel/errors.ts'
import type { Medium } from './background.ts'
import { backgroundBoxes } from './background.ts'
import type { CellValue } from './data.ts'
import { NOTHING } from './data.ts'
import { boxPaths, widthOfBox } from './check-boxes.ts'
import { diagonalLines, diagonalPath } from './diagonal.ts'
import type { ReportSheet, SheetCell } from './expand.ts'
import { subtotalOf } from './expand.ts'
import type { Frame } from './drawn.ts'
import { chartBoxes, codeBoxes } from './drawn.ts'
import { heightsOf, openHeights } from './heights.ts'
import type { Layout, SheetFrame, Spot, Strip } from './layout.ts'
import { EPSILON, isRepeated, layoutOf, rowsOnPage, spotOf } from './layout.ts'
import { placeOfPicture } from './pictures.ts'
import { pieBoxes } from './pie.ts'
import { richBoxes } from './rich-text.ts'
import type { RowSheet, SheetRow } from './stream.ts'
import { textOf } from './texts.ts'
import type { Steps } from './cooperative.ts'
import { runCooperatively } from './cooperative.ts'
import { LEADING, MAX_CELL_LINES, PADDING, SIZE, ASCENT } from './text-size.ts'

export interface PagedReport {
  readonly count: number
  readonly width: number
  readonly height: number
  /** Resolves to the page; others have their turn between the cells on it. @param number From 0 */
  page(number: number): Promise<BoxPage>
}

/** The pages of a sheet: those below one another first, then those beside. @param medium What they are for: of a form that paper has already, only a screen shows the background */
export async function paginate(sheet: ReportSheet, measure: Measure, medium: Medium = 'paper'): Promise<PagedReport> {
  const heights = await runCooperatively(heightsOf(sheet, measure))
  const layout = layoutOf(sheet, heights, sheet)
  const byRow = new Map<number, SheetCell[]>()
  const tall = sheet.cells.filter(({ rows }) => rows > 1)
  for (const cell of sheet.cells) {
    if (cell.rows !== 1) continue
    const row = byRow.get(cell.row)
    if (row) row.push(cell)
    else byRow.set(cell.row, [cell])
  }
  const { count, width, height } = layout
  return {
    count,
    width,
    height,
    page: (number) =>
      runCooperatively(
        pageOf({ sheet, layout, measure, behind: backgroundBoxes(sheet, medium) }, number, {
          inRow: (row) => byRow.get(row) ?? [],
          tall: () => tall,
        }),
      ),
  }
}

export interface PagedRows extends Omit<PagedReport, 'page'> {
  /** One after the other. */
  pages(): AsyncIterable<BoxPage>
}

/** The most rows of a PDF: nothing opens more in a time anybody waits. */
const MAX_PDF_ROWS = 200_000

/** The pages of a sheet that is read row by row: once for the heights of rows, and once for each strip of pages. @throws Failure `report.too-much` */
export async function paginateRows(sheet: RowSheet, measure: Measure, signal?: AbortSignal): Promise<PagedRows> {
  if (sheet.count > MAX_PDF_ROWS) fail('report.too-much', { values: { most: MAX_PDF_ROWS } })
  const heights = new Float64Array(sheet.count)
  const heightOf = openHeights(sheet, measure)
  const breaks = new Set<number>()
  const keeps = new Map<number, number>()
  /** Cells of the rows that stand on each page. */
  const repeated = new Map<number, readonly SheetCell[]>()
  function* measured(): Steps<void> {
    let at = 0
    for (const { height, isBreak, keepTo, cells } of sheet.rows()) {
      heights[at] = cells.reduce((most, cell) => Math.max(most, heightOf(cell)), height)
      if (isBreak) breaks.add(at)
      if (keepTo !== undefined) keeps.set(at, keepTo)
      if (isRepeated(sheet, at)) repeated.set(at, cells)
      at += 1
      yield
    }
  }
  await runCooperatively(measured(), signal)
  const layout = layoutOf(sheet, heights, { breaks, keeps })
  const paging = { sheet, layout, measure, behind: backgroundBoxes(sheet, 'paper') }
  const { count, width, height, strips, bodies, beside, pagesOfStrip } = layout
  async function* pages(): AsyncGenerator<BoxPage> {
    for (let strip = 0; strip < strips.length; strip += 1) {
      const rows = sheet.rows()[Symbol.iterator]()
      let read = 0
      const known = new Map<number, readonly SheetCell[]>()
      let tall: SheetCell[] = []
      for (let page = 0; page < pagesOfStrip; page += 1) {
        const own = bodies.slice(page * beside, (page + 1) * beside)
        const [from, to] = [own[0]?.from ?? 0, own.at(-1)?.to ?? 0]
        for (; read <= to; read += 1) {
          const { cells } = rows.next().value as SheetRow
          if (!isRepeated(sheet, read)) known.set(read, cells)
          for (const cell of cells) if (cell.rows > 1) tall.push(cell)
        }
        for (const row of known.keys()) if (row < from) known.delete(row)
        tall = tall.filter((cell) => cell.row + cell.rows > from || isRepeated(sheet, cell.row))
        const cellsOf = (row: number) => (repeated.get(row) ?? known.get(row) ?? []).filter((cell) => cell.rows === 1)
        yield await runCooperatively(pageOf(paging, strip * pagesOfStrip + page, { inRow: cellsOf, tall: () => tall }), signal)
      }
    }
  }
  return { count, width, height, pages }
}

/** Cells that stand in one row, and those that stand in several. */
interface Cells {
  inRow(row: number): readonly SheetCell[]
  tall(): readonly SheetCell[]
}

interface Paging {
  readonly sheet: SheetFrame
  readonly layout: Layout
  readonly measure: Measure
  /** Drawn before anything else of each page. */
  readonly behind: readonly PageBox[]
}

/** A page, in steps: one QR code may take a few milliseconds, and a page of a metre has tens of thousands of texts. */
function* pageOf({ sheet, layout, measure, behind }: Paging, number: number, cells: Cells): Steps<BoxPage> {
  const { count, width, height, left, top, scale, apart, beside, strips, bodies, pagesOfStrip, edges } = layout
  const strip = strips[Math.floor(number / pagesOfStrip)] as Strip
  const first = (number % pagesOfStrip) * beside
  const boxes: PageBox[] = []
  // The columns of a page, or all of one that has none.
  for (const [at, body] of bodies.slice(first, first + beside).entries()) {
    const placed = rowsOnPage(sheet, layout, body, first + at)
    for (const cell of [...[...placed.keys()].flatMap((row) => cells.inRow(row)), ...cells.tall()]) {
      boxes.push(...boxesOf(cell, { body, placed, from: left + at * apart }))
      yield
    }
  }
  const shown = boxes.filter((box) => box.lines.length > 0 || box.fill || box.border || box.paths || box.picture)
  return { width, height, boxes: [...behind, ...shown] }

  function boxesOf(
    cell: SheetCell,
    { body, placed, from }: { body: Strip; placed: Parameters<typeof spotOf>[1]; from: number },
  ): PageBox[] {
    const spot = spotOf(cell, placed, edges, strip)
    if (!spot) return []
    const style = cell.style === undefined ? {} : (sheet.styles[cell.style] as Style)
    const box = {
      x: from + spot.x * scale,
      y: top + spot.y * scale,
      width: spot.width * scale,
      height: spot.height * scale,
    }
    const words = (text: string) =>
      cell.isPageNumber ? text.replaceAll('{page}', String(number + 1)).replaceAll('{pages}', String(count)) : text
    const value = cell.subtotal ? subtotalOf(cell.subtotal, body.to + 1, body.from) : cell.value
    const text = words(cell.subtotal ? textOf(value, cell.format) : cell.text)
    const drawn = drawnOf(cell, rounded(box), text, style, measure)
    if (drawn) return drawn
    if (cell.rich) {
      const { border, fill } = style
      const ground = {
        ...rounded(box),
        size: round((style.font?.[1] ?? SIZE) * scale),
        lines: [],
        ...(border ? { border } : {}),
        ...(fill ? { fill } : {}),
      }
      const shown = cell.isPageNumber ? cell.rich.map((run) => ({ ...run, text: words(run.text) })) : cell.rich
      return [ground, ...richBoxes(shown, style, { frame: box, spot, scale }, measure)]
    }
    const picture = pictureOf(cell, box, style)
    const ticked = checkOf(cell, style, spot, measure)
    const lines = cell.diagonal
      ? linesOfHead(cell.diagonal, words, style, spot, measure)
      : (ticked?.lines ?? linesOf(text, style, spot, value, measure))
    const paths = [
      ...(cell.diagonal ? [diagonalPath(rounded(box), style)] : []),
      ...(cell.check && ticked
        ? boxPaths(cell.check, { x: box.x + ticked.x * scale, y: box.y + ticked.y * scale }, (style.font?.[1] ?? SIZE) * scale)
        : []),
    ]
    return [
      {
        ...rounded(box),
        size: round((style.font?.[1] ?? SIZE) * scale),
        ...(style.font?.[2] ? { isBold: true } : {}),
        ...(style.fill ? { fill: style.fill } : {}),
        ...(style.colour ? { colour: style.colour } : {}),
        ...(style.border ? { border: style.border } : {}),
        ...(paths.length > 0 ? { paths } : {}),
        ...(picture ? { picture } : {}),
        lines: lines.map(({ text: part, x, y, width: length }) => ({
          text: part,
          x: round(box.x + x * scale),
          y: round(box.y + y * scale),
          width: round(length * scale),
        })),
      },
    ]
  }

  /** Where the picture of a cell stands; undefined for a cell without one. */
  function pictureOf({ picture: id }: SheetCell, frame: Frame, style: Style): PageBox['picture'] {
    const picture = id === undefined ? undefined : sheet.pictures.get(id)
    const at = picture && placeOfPicture(picture, frame, style)
    return id === undefined || !at ? undefined : { id, ...rounded(at) }
  }
}

/** A chart or a code in its frame; undefined for a cell of text, and for a text that its code cannot hold. */
function drawnOf({ chart, code }: SheetCell, frame: Frame, text: string, { border, fill }: Style, measure: Measure): PageBox[] | undefined {
  if (chart) return (chart.kind === 'pie' ? pieBoxes : chartBoxes)(chart, frame, measure, border)
  const [first, ...others] = (code && codeBoxes(code, text, frame, measure)) ?? []
  return first && [{ ...first, ...(border ? { border } : {}), ...(fill ? { fill } : {}) }, ...others]
}

const round = (value: number): number => Math.round(value * 100) / 100
const rounded = (box: { x: number; y: number; width: number; height: number }) => ({
  x: round(box.x),
  y: round(box.y),
  width: round(box.width),
  height: round(box.height),
})

/** The texts of a diagonal head within its box, from the box's upper left corner. */
function linesOfHead(head: DiagonalHead, words: (text: string) => string, style: Style, spot: Spot, measure: Measure): BoxLine[] {
  const size = style.font?.[1] ?? SIZE
  const setting = { size, leading: size * LEADING, ascent: size * ASCENT, padding: PADDING }
  return diagonalLines({ rows: words(head.rows), columns: words(head.columns) }, spot, setting, measure)
}

/** Where the box of a cell that is one begins, on the baseline of the first line of its label, and the lines of that; undefined of any other cell. */
function checkOf({ check }: SheetCell, style: Style, spot: Spot, measure: Measure): { x: number; y: number; lines: BoxLine[] } | undefined {
  if (!check) return undefined
  const taken = widthOfBox(check, style.font?.[1] ?? SIZE)
  // A blank is as high as any line. Whatever the value is that ticks it, its label is a text.
  const found = linesOf(check.label || ' ', style, { ...spot, width: spot.width - taken }, NOTHING, measure)
  const x = Math.min(...found.map((line) => line.x))
  return { x, y: found[0]?.y ?? 0, lines: check.label === '' ? [] : found.map((line) => ({ ...line, x: line.x + taken })) }
}

/** The lines of a text within its box, from the box's upper left corner. Numbers and times stand at the right unless the style says otherwise. */
function linesOf(text: string, style: Style, spot: Spot, value: CellValue, measure: Measure): BoxLine[] {
  if (text === '') return []
  const size = style.font?.[1] ?? SIZE
  const found = measure(text, size, spot.width - 2 * PADDING, style.wrap ? MAX_CELL_LINES : 1)
  const leading = size * LEADING
  const fitting = found.slice(0, Math.max(1, Math.floor((spot.height - 2 * PADDING + EPSILON) / leading)))
  const align = style.align ?? (value.kind === 'number' ? 'right' : 'left')
  const spare = spot.height - fitting.length * leading
  const above = { top: PADDING, middle: spare / 2, bottom: spare - PADDING }[style.vertical ?? 'middle']
  return fitting.map((line, at) => ({
    text: line.text,
    width: line.width,
    x: align === 'left' ? PADDING : align === 'right' ? spot.width - PADDING - line.width : (spot.width - line.width) / 2,
    y: above + at * leading + size * ASCENT,
  }))
}
