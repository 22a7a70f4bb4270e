/** A sheet of a report as a Word document (ECMA-376): one table with the widths, merged cells and looks of the sheet, whose head stands on every page. */
import { XML } from '../../model/workbook.ts'
import type { Style } from '../../model/reports/template.ts'
import type { Entry } from '../documents/index.ts'
import { DOCX_NAMESPACES, aroundReferences, docxParts, docxRun, zip } from '../documents/index.ts'
import { diagonalWidth } from './diagonal.ts'
import type { Band, ReportSheet, SheetCell } from './expand.ts'
import type { Drawing, Drawings } from './office-charts.ts'
import { CHART_TYPE, CHART_URI, EMU, MAIN_URI, MEDIA_TYPES, PICTURE_URI, chartXml, drawingsOf, mediaName } from './office-charts.ts'
import { PAPER } from './layout.ts'

/** Twentieths of a point. */
const TWIPS = 20
const SIZE = 9
const ROWS_AT_ONCE = 50

interface About {
  /** A language tag (BCP 47). */
  readonly locale: string
  /** Above each page. */
  readonly header: string
}

/** The bytes of a Word document with this sheet. */
export async function* writeReportDocx(sheet: ReportSheet, about: About): AsyncGenerator<Buffer> {
  const drawings = await drawingsOf(sheet)
  const frame = frameOf(sheet, new Map(drawings.all.map((one) => [one.cell, one])))
  yield* zip(docxParts(about, documentOf(frame), { ...partsOf(drawings), ...aroundOf(frame) }))
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of charts and codes. A chart has its data within it, in no workbook of its own. */
function partsOf({ all: drawings, media }: Drawings) {
  if (drawings.length === 0) return { types: '', relations: '', entries: [] }
  const relation = ({ number, chart, picture }: Drawing) =>
    `<Relationship Id="drawing${number}" Type="${RELATIONS}/${chart ? 'chart' : 'image'}" Target="${chart ? `charts/chart${number}.xml` : `media/${mediaName(number, picture, media)}`}"/>`
  return {
    types: `${MEDIA_TYPES}${drawings.map(({ number, chart }) => (chart ? `<Override PartName="/word/charts/chart${number}.xml" ContentType="${CHART_TYPE}"/>` : '')).join('')}`,
    relations: drawings.map(relation).join(''),
    entries: [
      ...media.map(({ name, bytes }) => ({ path: `word/media/${name}`, content: bytes })),
      ...drawings.flatMap(({ number, chart, png }): Entry[] => {
        if (png) return [{ path: `word/media/image${number}.png`, content: png }]
        return chart ? [{ path: `word/charts/chart${number}.xml`, content: chartXml(chart) }] : []
      }),
    ],
  }
}

/** A drawing as a letter of its paragraph. @param scale How much smaller the sheet is in the document */
function drawingXml({ number, chart, picture, width, height }: Drawing, scale: number): string {
  // Cells have room at both sides, and lines above and below; that of a picture is left free already.
  const free = picture === undefined ? { width: 6, height: 4 } : { width: 0, height: 0 }
  const [cx, cy] = [(width - free.width) * scale, (height - free.height) * scale].map((side) => Math.max(1, Math.round(side * EMU)))
  const size = `cx="${cx}" cy="${cy}"`
  const inside = chart
    ? `<a:graphicData uri="${CHART_URI}"><c:chart xmlns:c="${CHART_URI}" r:id="drawing${number}"/></a:graphicData>`
    : `<a:graphicData uri="${PICTURE_URI}"><pic:pic xmlns:pic="${PICTURE_URI}"><pic:nvPicPr><pic:cNvPr id="${number}" name="${picture === undefined ? 'Code' : 'Picture'} ${number}"/><pic:cNvPicPr/></pic:nvPicPr>` +
      `<pic:blipFill><a:blip r:embed="drawing${number}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData>`
  return (
    `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/>` +
    `<wp:docPr id="${number}" name="Drawing ${number}"/><a:graphic xmlns:a="${MAIN_URI}">${inside}</a:graphic></wp:inline></w:drawing></w:r>`
  )
}

/** A sheet with what its table is made by. */
interface DocxFrame {
  readonly sheet: ReportSheet
  /** Of the page, in twips. */
  readonly width: number
  readonly height: number
  readonly margins: readonly [number, number, number, number]
  readonly columns: { readonly count: number; readonly gap: number }
  readonly widths: readonly number[]
  readonly byRow: readonly (readonly SheetCell[])[]
  drawn(cell: SheetCell): string | undefined
}

function frameOf(sheet: ReportSheet, drawings: ReadonlyMap<SheetCell, Drawing>): DocxFrame {
  const [short, long] = PAPER[sheet.page.size]
  const [width, height] = (sheet.page.landscape ? [long, short] : [short, long]).map((length) => Math.round(length * TWIPS)) as [
    number,
    number,
  ]
  const margins = sheet.page.margins.map((margin) => Math.round(margin * TWIPS)) as [number, number, number, number]
  const total = sheet.columns.reduce((sum, each) => sum + each, 0)
  // What is wider than the page is made narrower: a table that leaves its page is cut.
  const columns = sheet.page.columns ?? { count: 1, gap: 0 }
  const scale = Math.min(1, ((width - margins[3] - margins[1]) / TWIPS - columns.gap * (columns.count - 1)) / columns.count / total)
  const widths = sheet.columns.map((each) => Math.floor(each * scale * TWIPS))
  return { sheet, width, height, margins, columns, widths, byRow: cellsByRow(sheet), drawn: (cell) => drawnIn(cell, drawings, scale) }
}

/** What begins a table of the sheet. */
const tableXml = (widths: readonly number[]): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="${sumOf(widths)}" w:type="dxa"/><w:jc w:val="center"/><w:tblLayout w:type="fixed"/>` +
  `<w:tblCellMar><w:left w:w="40" w:type="dxa"/><w:right w:w="40" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${widths.map((each) => `<w:gridCol w:w="${each}"/>`).join('')}</w:tblGrid>`

/** Whether the first page has a head or foot of its own: rows of such stand in headers and footers, and not in the table. */
const isOther = ({ firstHead, firstFoot }: ReportSheet) => firstHead !== undefined || firstFoot !== undefined

const isIn = (band: Band | 'none' | undefined, row: number) => band !== undefined && band !== 'none' && row >= band[0] && row <= band[1]

/** Rows that stand above or below pages, by the sheet's own first page. */
const isAround = ({ head, foot, firstHead, firstFoot }: ReportSheet, row: number): boolean =>
  (firstHead !== undefined && (isIn(head, row) || isIn(firstHead, row))) ||
  (firstFoot !== undefined && (isIn(foot, row) || isIn(firstFoot, row)))

function aroundOf(frame: DocxFrame) {
  const { sheet } = frame
  if (!isOther(sheet)) return {}
  const { head, foot, firstHead, firstFoot } = sheet
  const table = (band: Band | 'none' | undefined): string => {
    if (band === undefined || band === 'none') return ''
    const rows = Array.from({ length: band[1] - band[0] + 1 }, (_, at) => band[0] + at)
    return `${tableXml(frame.widths)}${rows.map((row, at) => rowXml(frame, row, rows[at - 1], false)).join('')}</w:tbl>`
  }
  return {
    pages: { header: firstHead === undefined ? '' : table(head), footer: firstFoot === undefined ? '' : table(foot) },
    first: { header: table(firstHead), footer: table(firstFoot) },
  }
}

async function* documentOf(frame: DocxFrame): AsyncGenerator<string> {
  const { sheet, width, height, columns, widths } = frame
  const [top, right, bottom, left] = frame.margins
  yield await Promise.resolve(`${XML}<w:document ${DOCX_NAMESPACES}><w:body>${tableXml(widths)}`)
  const rows = sheet.rows.flatMap((_, row) => (isAround(sheet, row) ? [] : [row]))
  // A table has a row at the least, also where all rows stand above and below the pages.
  if (rows.length === 0) yield `<w:tr>${cellXml(sumOf(widths), widths.length, '', EMPTY)}</w:tr>`
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE)
    const isHead = (row: number) => sheet.firstHead === undefined && sheet.head !== undefined && row <= sheet.head[1]
    yield some.map((row, at) => rowXml(frame, row, rows[from + at - 1], isHead(row))).join('')
  }
  yield (
    `</w:tbl><w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr></w:p>` +
    `<w:sectPr>${aroundReferences(isOther(sheet))}` +
    `<w:pgSz w:w="${width}" w:h="${height}"${sheet.page.landscape ? ' w:orient="landscape"' : ''}/>` +
    `<w:pgMar w:top="${top}" w:right="${right}" w:bottom="${bottom}" w:left="${left}" w:header="300" w:footer="300" w:gutter="0"/>${columns.count > 1 ? `<w:cols w:num="${columns.count}" w:space="${Math.round(columns.gap * TWIPS)}"/>` : ''}${isOther(sheet) ? '<w:titlePg/>' : ''}</w:sectPr></w:body></w:document>`
  )
}

const sumOf = (lengths: readonly number[]): number => lengths.reduce((sum, each) => sum + each, 0)

/** The cells that stand in each row, from the left to the right. */
function cellsByRow({ cells, rows }: ReportSheet): readonly (readonly SheetCell[])[] {
  const byRow: SheetCell[][] = rows.map(() => [])
  for (const cell of cells) for (let { row } = cell; row < cell.row + cell.rows; row += 1) byRow[row]?.push(cell)
  return byRow.map((all) => all.toSorted((one, other) => one.column - other.column))
}

function drawnIn(cell: SheetCell, drawings: ReadonlyMap<SheetCell, Drawing>, scale: number): string | undefined {
  const drawing = drawings.get(cell)
  return drawing && drawingXml(drawing, scale)
}

/** @param above The row above it in its table: a cell that stands in that one as well goes on from there */
function rowXml({ sheet, byRow, widths, drawn }: DocxFrame, row: number, above: number | undefined, isHead: boolean): string {
  const { styles, breaks } = sheet
  let xml = ''
  let column = 0
  const gap = (to: number) => {
    if (to > column) xml += cellXml(sumOf(widths.slice(column, to)), to - column, '', EMPTY)
    column = Math.max(column, to)
  }
  for (const cell of byRow[row] ?? []) {
    gap(cell.column)
    const isContinued = above !== undefined && above >= cell.row && above < row
    const merge = cell.rows > 1 ? `<w:vMerge${isContinued ? '' : ' w:val="restart"'}/>` : ''
    const style = cell.style === undefined ? {} : (styles[cell.style] as Style)
    const wide = sumOf(widths.slice(cell.column, cell.column + cell.columns))
    const look = merge + lookOf(style, cell.diagonal !== undefined)
    xml += cellXml(wide, cell.columns, look, isContinued ? EMPTY : paragraphOf(cell, style, drawn(cell)))
    column = cell.column + cell.columns
  }
  gap(widths.length)
  if (breaks.has(row)) xml = xml.replace('<w:pPr>', '<w:pPr><w:pageBreakBefore/>')
  return `<w:tr><w:trPr><w:cantSplit/><w:trHeight w:val="${Math.round((sheet.rows[row] ?? 0) * TWIPS)}" w:hRule="atLeast"/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${xml}</w:tr>`
}

const EMPTY = '<w:p><w:pPr><w:spacing w:before="0" w:after="0"/></w:pPr></w:p>'

const cellXml = (width: number, columns: number, look: string, content: string): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : ''}${look}</w:tcPr>${content}</w:tc>`

/** Lines, ground and height of a cell, in the order of the standard (ECMA-376 part 1, 17.4.69). */
function lookOf(style: Style, isDiagonal: boolean): string {
  const { border, fill, vertical = 'middle' } = style
  const [top = 0, right = 0, bottom = 0, left = 0] = border ?? []
  const side = (name: string, width: number) =>
    width > 0 ? `<w:${name} w:val="single" w:sz="${Math.max(2, Math.round(width * 8))}" w:space="0" w:color="000000"/>` : ''
  const sides = `${side('top', top)}${side('left', left)}${side('bottom', bottom)}${side('right', right)}${isDiagonal ? side('tl2br', diagonalWidth(style)) : ''}`
  return (
    (sides === '' ? '' : `<w:tcBorders>${sides}</w:tcBorders>`) +
    (fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill.slice(1).toUpperCase()}"/>` : '') +
    `<w:vAlign w:val="${{ top: 'top', middle: 'center', bottom: 'bottom' }[vertical]}"/>`
  )
}

function paragraphOf({ text, value, picture, diagonal }: SheetCell, style: Style, drawn: string | undefined): string {
  if (diagonal) return `${alignedParagraph(diagonal.columns, 'right', style)}${alignedParagraph(diagonal.rows, 'left', style)}`
  return alignedParagraph(text, style.align ?? (picture === undefined ? (value.kind === 'number' ? 'right' : 'left') : 'center'), style, drawn)
}

function alignedParagraph(text: string, at: NonNullable<Style['align']>, { font, colour }: Style, drawn?: string): string {
  const half = Math.round((font?.[1] ?? SIZE) * 2)
  const look = `<w:rPr>${font?.[2] ? '<w:b/>' : ''}${colour ? `<w:color w:val="${colour.slice(1).toUpperCase()}"/>` : ''}<w:sz w:val="${half}"/><w:szCs w:val="${half}"/></w:rPr>`
  // The program that prints it counts the pages, in the line below each of them.
  const shown = /\{pages?\}/.test(text) ? '' : text
  const run = drawn ?? (shown === '' ? '' : docxRun(shown).replace('<w:r>', `<w:r>${look}`))
  return `<w:p><w:pPr><w:spacing w:before="0" w:after="0"/><w:jc w:val="${at}"/></w:pPr>${run}</w:p>`
}
