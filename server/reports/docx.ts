/**
 * A sheet of a report as a Word document (ECMA-376): tables with the widths, heights, merged cells and looks of the sheet, whose head stands on every page. Printed,
 * it has the pages of the PDF.
 */
import { XML } from '../../model/workbook.ts'
import { paperOf } from '../../model/reports/paper.ts'
import type { Style } from '../../model/reports/template.ts'
import type { Entry, Measure } from '../documents/index.ts'
import { DOCX_NAMESPACES, aroundReferences, docxParts, openMeasure, zip } from '../documents/index.ts'
import { fail } from '../kernel/errors.ts'
import { widthOfBox } from './check-boxes.ts'
import { docxBackground } from './docx-background.ts'
import { TWIPS, cellXml, emptyParagraph, lookOf, paragraphOf, tightLine, twipsOf } from './docx-cells.ts'
import type { Band, ReportSheet, SheetCell } from './expand.ts'
import type { Drawing, Drawings } from './office-charts.ts'
import { CHART_TYPE, CHART_URI, EMU, MAIN_URI, MEDIA_TYPES, PICTURE_URI, chartXml, drawingsOf, mediaName } from './office-charts.ts'
import { heightsOf } from './heights.ts'
import { largestIn, richLines } from './rich-text.ts'
import type { Strip } from './layout.ts'
import { acrossOf, isIn, layoutOf } from './layout.ts'
import { runCooperatively } from './cooperative.ts'
import { PADDING, SIZE } from './text-size.ts'

const ROWS_AT_ONCE = 50

interface About {
  /** A language tag (BCP 47). */
  readonly locale: string
  /** Above each page. */
  readonly header: string
}

/** The longest side that Word opens, in twentieths of a point and in millimetres: 22 inches. */
const [MAX_WORD_SIDE, MAX_WORD_MILLIMETRES] = [31_680, 558.8] as const

/** The bytes of a Word document with this sheet. @throws Failure `report.word-paper` at once, before there are bytes */
export function writeReportDocx(sheet: ReportSheet, about: About): AsyncGenerator<Buffer> {
  if (!isWordPaper(sheet)) fail('report.word-paper', { values: { most: MAX_WORD_MILLIMETRES } })
  return bytesOf(sheet, about)
}

/** Whether Word opens documents on the paper of the sheet. */
export function isWordPaper({ page }: Pick<ReportSheet, 'page'>): boolean {
  const { width, height } = paperOf(page)
  return Math.round(Math.max(width, height) * TWIPS) <= MAX_WORD_SIDE
}

async function* bytesOf(sheet: ReportSheet, about: About): AsyncGenerator<Buffer> {
  const measure = await openMeasure()
  const rows = await runCooperatively(heightsOf(sheet, measure))
  const measured = { ...sheet, rows }
  const drawings = await drawingsOf(measured)
  const shown = shownOf(measured, new Map(drawings.all.map((one) => [one.cell, one])), measure)
  yield* zip(docxParts(about, documentOf(shown), { ...partsOf(measured, drawings), ...aroundOf(shown) }))
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of charts, codes and pictures. A chart has its data within it, in no workbook of its own. */
function partsOf(sheet: ReportSheet, found: Drawings) {
  const { all: drawings, media } = found
  const background = docxBackground(sheet, found)
  if (drawings.length === 0 && !background) return { types: '', relations: '', entries: [] }
  const relation = ({ number, chart, picture }: Drawing) =>
    `<Relationship Id="drawing${number}" Type="${RELATIONS}/${chart ? 'chart' : 'image'}" Target="${chart ? `charts/chart${number}.xml` : `media/${mediaName(number, picture, media)}`}"/>`
  return {
    types: `${MEDIA_TYPES}${drawings.map(({ number, chart }) => (chart ? `<Override PartName="/word/charts/chart${number}.xml" ContentType="${CHART_TYPE}"/>` : '')).join('')}`,
    relations: `${drawings.map(relation).join('')}${background?.relations ?? ''}`,
    behind: background?.behind,
    entries: [
      ...(background?.entries ?? []),
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

/** What of a sheet stands in one table of the document. */
interface TablePart {
  readonly rows: readonly number[]
  readonly strip: Strip
  /** How many of its rows stand on each of its pages. */
  readonly heads: number
  /** What begins with it. */
  readonly begins?: Begins | undefined
}

/** A page, or the next column of one. */
type Begins = 'page' | 'column'

/**
 * Where pages and columns begin because the sheet says so, or for rows that stand together: as in the PDF, which has no page with nothing but its head. Word keeps rows together by itself, other programs
 * in their own way.
 */
function breaksOf(sheet: ReportSheet): ReadonlyMap<number, Begins> {
  const { bodies, beside } = layoutOf(sheet, sheet.rows, sheet)
  return new Map(
    bodies.flatMap(({ from, isKept }, nth) =>
      nth > 0 && (isKept || sheet.breaks.has(from)) ? [[from, nth % beside === 0 ? 'page' : 'column'] as const] : [],
    ),
  )
}

const between = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

/**
 * The tables that a sheet comes to: what stands above the head of its pages, and its rows with their head from one break to the next, for each strip of columns.
 * A table repeats its first rows alone, and only programs of one maker break a page within one.
 */
function tablesOf(sheet: ReportSheet, strips: readonly Strip[]): TablePart[] {
  const { rows, cells } = sheet
  const breaks = breaksOf(sheet)
  // What stands in the headers of pages is repeated there.
  const [first, last] = (sheet.firstHead === undefined ? sheet.head : undefined) ?? [0, -1]
  const isApart = !cells.some((cell) => cell.row < first && cell.row + cell.rows > first)
  const begin = isApart ? first : 0
  const firsts = [begin, ...[...breaks.keys()].filter((row) => row > last && row > begin).toSorted((one, other) => one - other)]
  const own = (from: number, to: number) => between(from, to).filter((row) => !isAround(sheet, row))
  return strips
    .flatMap((strip, nth) => {
      const beside = nth > 0 ? 'page' : undefined
      const above: TablePart[] = begin > 0 ? [{ rows: own(0, begin), strip, heads: 0, begins: beside }] : []
      const parts = firsts.map((from, at): TablePart => {
        const some = own(from, firsts[at + 1] ?? rows.length)
        const isFirst = at === 0
        return {
          rows: isFirst ? some : [...between(first, last + 1), ...some],
          strip,
          heads: isFirst ? last + 1 - begin : last + 1 - first,
          begins: !isFirst ? breaks.get(from) : above.length === 0 ? beside : undefined,
        }
      })
      return [...above, ...parts]
    })
    .filter((table) => table.rows.length > 0)
}

/** Whether the first page has a head or foot of its own: rows of such stand in headers and footers, and not in a table. */
const isOther = ({ firstHead, firstFoot }: ReportSheet) => firstHead !== undefined || firstFoot !== undefined

const isWithin = (band: Band | 'none' | undefined, row: number) => band !== 'none' && isIn(row, band)

/** Rows that stand above or below pages, by the sheet's own first page. */
const isAround = ({ head, foot, firstHead, firstFoot }: ReportSheet, row: number): boolean =>
  (firstHead !== undefined && (isWithin(head, row) || isWithin(firstHead, row))) ||
  (firstFoot !== undefined && (isWithin(foot, row) || isWithin(firstFoot, row)))

/** What stands in headers and footers: of pages beside one another the columns of the first, since a document has one of each. */
function aroundOf(shown: Shown) {
  const { sheet, strips } = shown
  if (!isOther(sheet)) return {}
  const { head, foot, firstHead, firstFoot } = sheet
  const [strip] = strips
  const table = (band: Band | 'none' | undefined): string =>
    band === undefined || band === 'none' || !strip
      ? ''
      : [...tableXml(shown, { rows: between(band[0], band[1] + 1), strip, heads: 0 })].join('')
  return {
    pages: { header: firstHead === undefined ? '' : table(head), footer: firstFoot === undefined ? '' : table(foot) },
    first: { header: table(firstHead), footer: table(firstFoot) },
  }
}

/** Between two tables, which would become one; and a table cannot be the last thing in a document. It is as high as one row is made lower. */
const GAP = 20
const gapOf = (begins: Begins | undefined) =>
  `<w:p><w:pPr>${begins === 'page' ? '<w:pageBreakBefore/>' : ''}<w:spacing w:before="0" w:after="0" w:line="${GAP}" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr></w:pPr>${begins === 'column' ? '<w:r><w:br w:type="column"/></w:r>' : ''}</w:p>`

/** A table, some of its rows at a time. */
function* tableXml(shown: Shown, table: TablePart): Generator<string> {
  const columns = shown.widths.slice(table.strip.from, table.strip.to + 1)
  // Cells have no room of their own: programs differ in whether it lies within the table.
  yield (
    `<w:tbl><w:tblPr><w:tblW w:w="${sumOf(columns)}" w:type="dxa"/><w:tblInd w:w="0" w:type="dxa"/><w:tblLayout w:type="fixed"/>` +
    `<w:tblCellMar><w:left w:w="0" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${columns.map((each) => `<w:gridCol w:w="${each}"/>`).join('')}</w:tblGrid>`
  )
  for (let from = 0; from < table.rows.length; from += ROWS_AT_ONCE)
    yield table.rows
      .slice(from, from + ROWS_AT_ONCE)
      .map((_, at) => rowXml(shown, table, from + at))
      .join('')
  yield '</w:tbl>'
}

function shownOf(sheet: ReportSheet, drawings: ReadonlyMap<SheetCell, Drawing>, measure: Measure): Shown {
  const { scale, strips, beside } = acrossOf(sheet)
  const [heights, widths] = [twipsOf(sheet.rows, scale), twipsOf(sheet.columns, scale)]
  return { sheet, heights, widths, scale, strips, beside, byRow: cellsByRow(sheet), drawings, measure }
}

async function* documentOf(shown: Shown): AsyncGenerator<string> {
  const { sheet, strips, beside } = shown
  const paper = paperOf(sheet.page)
  const [width, height] = [paper.width, paper.height].map((length) => Math.round(length * TWIPS)) as [number, number]
  const [top, right, bottom, left] = sheet.page.margins.map((margin) => Math.round(margin * TWIPS)) as [number, number, number, number]
  yield await Promise.resolve(`${XML}<w:document ${DOCX_NAMESPACES}><w:body>`)
  let isFirst = true
  for (const table of tablesOf(sheet, strips)) {
    if (!isFirst) yield gapOf(table.begins)
    isFirst = false
    yield* tableXml(shown, table)
  }
  const { columns } = sheet.page
  yield (
    `${gapOf(undefined)}<w:sectPr>${aroundReferences(isOther(sheet))}` +
    `<w:pgSz w:w="${width}" w:h="${height}"${sheet.page.landscape ? ' w:orient="landscape"' : ''}/>` +
    `<w:pgMar w:top="${top}" w:right="${right}" w:bottom="${bottom}" w:left="${left}" w:header="300" w:footer="300" w:gutter="0"/>${columns && beside > 1 ? `<w:cols w:num="${beside}" w:space="${Math.round(columns.gap * TWIPS)}"/>` : ''}${isOther(sheet) ? '<w:titlePg/>' : ''}</w:sectPr></w:body></w:document>`
  )
}

const sumOf = (lengths: readonly number[]): number => lengths.reduce((sum, each) => sum + each, 0)

function cellsByRow({ cells, rows }: ReportSheet): readonly (readonly SheetCell[])[] {
  const byRow: SheetCell[][] = rows.map(() => [])
  for (const cell of cells) for (let row = cell.row; row < cell.row + cell.rows; row += 1) byRow[row]?.push(cell)
  return byRow.map((all) => all.toSorted((one, other) => one.column - other.column))
}

interface Shown {
  readonly sheet: ReportSheet
  readonly heights: readonly number[]
  readonly widths: readonly number[]
  readonly scale: number
  readonly strips: readonly Strip[]
  /** Columns of a page. */
  readonly beside: number
  readonly byRow: readonly (readonly SheetCell[])[]
  readonly drawings: ReadonlyMap<SheetCell, Drawing>
  readonly measure: Measure
}

/** A row of a table. A cell that goes on from the table before has its text once more. @param at Its place in the table */
function rowXml(shown: Shown, { rows, strip, heads, begins }: TablePart, at: number): string {
  const { sheet, heights, widths, scale, byRow, drawings } = shown
  const row = rows[at] as number
  const gaps = Number(at === rows.length - 1) + Number(begins !== undefined && at === 0)
  const height = Math.max(GAP, (heights[row] as number) - gaps * GAP)
  const empty = emptyParagraph(height)
  let isExact = false
  const above = rows[at - 1] ?? -1
  let xml = ''
  let column = strip.from
  const gap = (to: number) => {
    if (to > column) xml += cellXml(sumOf(widths.slice(column, to)), to - column, '', empty)
    column = Math.max(column, to)
  }
  for (const cell of byRow[row] ?? []) {
    const [from, to] = [Math.max(cell.column, strip.from), Math.min(cell.column + cell.columns - 1, strip.to)]
    if (from > to) continue
    gap(from)
    const isContinued = above >= cell.row && above < cell.row + cell.rows
    const merge = cell.rows > 1 ? `<w:vMerge${isContinued ? '' : ' w:val="restart"'}/>` : ''
    const style = cell.style === undefined ? {} : (sheet.styles[cell.style] as Style)
    const drawing = drawings.get(cell)
    const drawn = drawing && drawingXml(drawing, scale)
    const isEmpty = isContinued || (cell.text === '' && !drawn && !cell.diagonal)
    const lined: Style = cell.rich ? { ...style, font: ['sc', largestIn(style, cell.rich)] } : style
    const line = isEmpty || drawn || cell.diagonal || cell.rows > 1 || style.wrap ? undefined : tightLine(lined, scale, height)
    const content = isEmpty ? empty : paragraphOf(cell, style, scale, { drawn, line })
    isExact ||= line !== undefined || to - from + 1 < cell.columns || isTooLong(shown, cell, style)
    xml += cellXml(sumOf(widths.slice(from, to + 1)), to + 1 - from, merge + lookOf(style, cell.diagonal !== undefined), content)
    column = to + 1
  }
  gap(strip.to + 1)
  return `<w:tr><w:trPr><w:cantSplit/><w:trHeight w:val="${height}" w:hRule="${isExact ? 'exact' : 'atLeast'}"/>${at < heads ? '<w:tblHeader/>' : ''}</w:trPr>${xml}</w:tr>`
}

/** Whether a text that does not break is longer than its cell: in a Word document it would break and make its row higher. */
function isTooLong({ sheet, measure }: Shown, cell: SheetCell, style: Style): boolean {
  const { wrap, font } = style
  const { row, rows, column, columns, diagonal, check } = cell
  const text = check?.label ?? cell.text
  if (wrap || diagonal || text === '' || row + rows - 1 > row) return false
  const taken = check ? widthOfBox(check, font?.[1] ?? SIZE) : 0
  const room = sumOf(sheet.columns.slice(column, column + columns)) - 2 * PADDING - taken
  if (cell.rich) return richLines(cell.rich, style, room, measure)[0]?.parts.at(-1)?.text.endsWith('…') === true
  const [line] = measure(text, font?.[1] ?? SIZE, room, 1)
  return line !== undefined && line.text !== text && line.text.endsWith('…')
}
