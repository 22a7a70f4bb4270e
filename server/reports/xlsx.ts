/**
 * A sheet of a report as a workbook (ECMA-376): numbers and times as such, everything else as texts, so that nothing in the data becomes a formula. Printed,
 * it has the pages of the PDF: widths, heights, scale and breaks are those of its layout, and each page has the same rows at its head.
 */
import { MAX_CELL_CHARACTERS, XML, columnName, dayNumber, sheetName, sheetText } from '../../model/workbook.ts'
import type { Style } from '../../model/reports/template.ts'
import type { Measure } from '../documents/index.ts'
import { openMeasure, packWorkbook } from '../documents/index.ts'
import type { Steps } from './cooperative.ts'
import { ROWS_PER_SLICE } from './cooperative.ts'
import { workbookHead } from './diagonal.ts'
import type { ReportSheet, SheetCell } from './expand.ts'
import { drawingsOf } from './office-charts.ts'
import { paperXml } from './paper-numbers.ts'
import { shortened } from './rich-text.ts'
import type { RowSheet } from './stream.ts'
import { rowsOfSheet } from './stream.ts'
import { SIZE } from './text-size.ts'
import { UNKNOWN } from './texts.ts'
import type { Fitted } from './xlsx-lengths.ts'
import { asItIs, fittedOf } from './xlsx-lengths.ts'
import { chartDataXml, drawingParts } from './xlsx-drawings.ts'
import type { StyleOf } from './xlsx-styles.ts'
import { MAIN, openStyles, runXml } from './xlsx-styles.ts'

/** Points that a digit of the normal font is wide. */
const DIGIT = 6
/** What Excel takes of one sheet. */
const MAX_BREAKS = 1026
/** Merged areas of one sheet: programs take long to open one with more of them. */
const MAX_MERGES = 100_000
/** Rows that are made into one text. */
const ROWS_AT_ONCE = 50
const INCH = 72
/** Points of rows that stay in sight. */
const MAX_FROZEN = 160

/** The bytes of a workbook with this sheet, made while they are read. @param title Of the report; its first 31 characters name the sheet @param onRows Is told how many rows have been written */
export async function* writeReportXlsx(
  sheet: ReportSheet | RowSheet,
  title: string,
  onRows: (rows: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const styles = openStyles(sheet.styles)
  const repeats = sheet.head && ([sheet.head[0] + 1, sheet.head[1] + 1] as const)
  const drawings = 'cells' in sheet ? await drawingsOf(sheet) : { all: [], media: [] }
  const isDrawn = drawings.all.length > 0
  const fitted = 'isTemplate' in sheet ? asItIs(sheet.columns) : await fittedOf(sheet, await measureFor(sheet))
  const own = { name: sheetName(title, 1), xml: xmlOf(sheet, fitted, styles.of, isDrawn, onRows) }
  const data = { name: sheetName(title, 2), xml: drawings.all.some(({ chart }) => chart) ? chartDataXml(drawings.all) : '' }
  const around = {
    // Which formats the styles go together with is known when the rows have been written.
    get styles() {
      return styles.xml()
    },
    ...(repeats ? { repeats } : {}),
  }
  yield* packWorkbook(
    data.xml === '' ? [own] : [own, data],
    around,
    isDrawn && 'cells' in sheet ? drawingParts(drawings, sheet, data.name) : undefined,
  )
}

/** What measures the texts of a sheet that break. A font of 10 MB, and what reads it, are for those sheets alone that have some. */
const measureFor = ({ styles }: ReportSheet | RowSheet): Promise<Measure> =>
  styles.some(({ wrap }) => wrap) ? openMeasure() : Promise.resolve(measuresNothing)

const nothing = (): never => {
  throw new Error('no text of this sheet breaks')
}
const measuresNothing: Measure = Object.assign(nothing, { spread: nothing })

async function* xmlOf(
  sheet: ReportSheet | RowSheet,
  fitted: Fitted,
  styleOf: StyleOf,
  isDrawn: boolean,
  onRows: (rows: number) => void,
): AsyncGenerator<string> {
  yield await Promise.resolve(
    `${XML}<worksheet ${MAIN}>${fitted.scale === undefined ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : ''}<sheetViews><sheetView workbookViewId="0" showGridLines="0">${paneXml(sheet)}</sheetView></sheetViews>` +
      `<cols>${fitted.widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${(width / DIGIT).toFixed(4)}" customWidth="1"/>`).join('')}</cols><sheetData>`,
  )
  const seen: Seen = { merges: [], breaks: [] }
  const letters = sheet.columns.map((_, at) => columnName(at))
  let pieces = ''
  let written = 0
  for (const xml of rowsXml(sheet, fitted, styleOf, letters, seen)) {
    pieces += xml
    if ((written += 1) % ROWS_AT_ONCE > 0) continue
    yield pieces
    pieces = ''
    onRows(written)
  }
  yield pieces
  onRows(written)
  const [top, right, bottom, left] = sheet.page.margins.map((margin) => (margin / INCH).toFixed(3))
  yield (
    `</sheetData>${mergesXml(seen.merges)}` +
    `<pageMargins left="${left}" right="${right}" top="${top}" bottom="${bottom}" header="0.2" footer="0.2"/>` +
    `<pageSetup ${paperXml(sheet.page)} ${fitted.scale === undefined ? 'fitToWidth="1" fitToHeight="0"' : `scale="${fitted.scale}"`}/>` +
    `<headerFooter><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>${breaksXml('rowBreaks', seen.breaks, 16_383)}${breaksXml('colBreaks', fitted.columnBreaks, 1_048_575)}${isDrawn ? '<drawing r:id="rId1"/>' : ''}</worksheet>`
  )
}

/** Rows down to the head stay in sight where they leave room for the others (ECMA-376 part 1, 18.3.1.66); a template is read again as it is drawn. */
function paneXml(sheet: ReportSheet | RowSheet): string {
  if (!sheet.head || 'isTemplate' in sheet) return ''
  const [, last] = sheet.head
  let left = MAX_FROZEN
  let at = 0
  for (const { height } of rowsOfSheet(sheet)) {
    if ((left -= height) < 0) return ''
    if ((at += 1) > last) break
  }
  return `<pane ySplit="${last + 1}" topLeftCell="A${last + 2}" activePane="bottomLeft" state="frozen"/>`
}

/** What stands behind the rows of a worksheet is known when they have been written. */
interface Seen {
  readonly merges: string[]
  readonly breaks: number[]
}

/** A break stands behind the row or the column of its number (ECMA-376 part 1, 18.3.1.3). */
const breaksXml = (name: 'rowBreaks' | 'colBreaks', breaks: readonly number[], last: number): string =>
  breaks.length === 0
    ? ''
    : `<${name} count="${breaks.length}" manualBreakCount="${breaks.length}">${breaks.map((line) => `<brk id="${line}" max="${last}" man="1"/>`).join('')}</${name}>`

const areaOf = ({ row, column, rows, columns }: SheetCell) =>
  `${columnName(column)}${row + 1}:${columnName(column + columns - 1)}${row + rows}`

const mergesXml = (merges: readonly string[]): string =>
  merges.length === 0
    ? ''
    : `<mergeCells count="${merges.length}">${merges.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells>`

/** The parts of a text that goes on on the next page, on each of which it stands. A number stands once, since it may be added up. */
function cutAt(breaks: readonly number[], cell: SheetCell): readonly SheetCell[] {
  const { column, columns, value } = cell
  const cuts = value.kind === 'number' || value.kind === 'time' ? [] : breaks.filter((at) => at > column && at < column + columns)
  return cuts.length === 0
    ? [cell]
    : [column, ...cuts].map((from, at) => ({ ...cell, text: cell.text, column: from, columns: (cuts[at] ?? column + columns) - from }))
}

/** What the work comes to; others have their turn meanwhile, where a piece of nothing is written. */
function* cooperatively<Result>(work: Steps<Result>): Generator<string, Result> {
  for (let steps = 1; ; steps += 1) {
    const { done, value } = work.next()
    if (done) return value
    if (steps % ROWS_PER_SLICE === 0) yield ''
  }
}

/** The XML of each row. Of a merged area each cell has its lines. */
function* rowsXml(
  sheet: ReportSheet | RowSheet,
  fitted: Fitted,
  styleOf: StyleOf,
  letters: readonly string[],
  { merges, breaks }: Seen,
): Generator<string> {
  const shown = (cell: SheetCell): SheetCell => {
    if (!cell.diagonal) return cell
    const width = sheet.columns.slice(cell.column, cell.column + cell.columns).reduce((sum, each) => sum + each, 0)
    return { ...cell, text: workbookHead(cell.diagonal, width, sheet.styles[cell.style ?? -1]?.font?.[1] ?? SIZE) }
  }
  let number = 0
  /** Merged areas that go on in the row. */
  let open: readonly SheetCell[] = []
  for (const row of rowsOfSheet(sheet)) {
    const { height, isBreak } = fitted.nextRow(row)
    const cells = fitted.columnBreaks.length === 0 ? row.cells : row.cells.flatMap((cell) => cutAt(fitted.columnBreaks, cell))
    if (isBreak && breaks.length < MAX_BREAKS) breaks.push(number)
    number += 1
    let xml = `<row r="${number}" ht="${height}" customHeight="1">`
    const cover = ({ column, columns, style }: SheetCell, from: number) => {
      let covered = ''
      for (let at = from; at < column + columns; at += 1)
        covered += `<c r="${letters[at]}${number}" s="${styleOf(style, undefined, false)}"/>`
      return covered
    }
    // Most rows have nothing that goes on from above, and their cells stand in their order: no list is made for these.
    const parts: { readonly column: number; readonly xml: string }[] = open.map((cell) => ({
      column: cell.column,
      xml: cover(cell, cell.column),
    }))
    for (const cell of cells) {
      const formula = cell.live && (yield* cooperatively(cell.live()))
      let own = cellXml(shown(cell), `${letters[cell.column]}${number}`, styleOf, sheet.styles, formula)
      if (cell.columns > 1) own += cover(cell, cell.column + 1)
      if ((cell.rows > 1 || cell.columns > 1) && merges.length < MAX_MERGES) merges.push(areaOf(cell))
      if (open.length > 0) parts.push({ column: cell.column, xml: own })
      else xml += own
    }
    for (const part of parts.sort((one, other) => one.column - other.column)) xml += part.xml
    yield `${xml}</row>`
    if (open.length > 0 || cells.some(({ rows }) => rows > 1)) open = [...open, ...cells].filter(({ row, rows }) => row + rows > number)
  }
}

/** @param formula What its value comes of, where the workbook says it */
function cellXml(cell: SheetCell, place: string, styleOf: StyleOf, styles: readonly Style[], formula?: string): string {
  const { value, style, format } = cell
  // A box that is ticked by a number is none.
  const kind = cell.check ? 'text' : value.kind
  if (kind === 'number' && typeof value.value === 'number' && Number.isFinite(value.value))
    return `<c r="${place}" s="${styleOf(style, format, false)}">${formula === undefined ? '' : `<f>${formula}</f>`}<v>${value.value}</v></c>`
  const days = kind === 'time' && typeof value.value === 'string' ? dayNumber(value.value) : undefined
  if (days !== undefined) return `<c r="${place}" s="${styleOf(style, format ?? 'yyyy-MM-dd HH:mm:ss', false)}"><v>${days}</v></c>`
  const { text } = cell
  const isDiagonal = cell.diagonal !== undefined
  if (text.trim() === '') return `<c r="${place}" s="${styleOf(style, undefined, false, isDiagonal)}"/>`
  // The program that prints it counts the pages.
  const shown = cell.isPageNumber ? '' : kind === 'hidden' ? UNKNOWN : text
  const inside =
    cell.rich && shown !== ''
      ? shortened(cell.rich, MAX_CELL_CHARACTERS)
          .map((run) => runXml(run, styles[style ?? -1] ?? {}))
          .join('')
      : `<t xml:space="preserve">${sheetText(shown)}</t>`
  return `<c r="${place}" s="${styleOf(style, undefined, true, isDiagonal)}" t="inlineStr"><is>${inside}</is></c>`
}
