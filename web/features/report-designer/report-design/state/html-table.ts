/** The table that a spreadsheet or a page puts into the clipboard: texts, numbers with their formats, looks, merged cells, sizes. */
import { formatOfWorkbook, isNumberFormat } from '../../../../../model/reports/formats.ts'
import type { Place } from '../../../../../model/reports/places.ts'
import type { Style } from '../../../../../model/reports/template.ts'
import { MAX_TEMPLATE_COLUMNS, MAX_TEMPLATE_ROWS } from '../../../../../model/reports/template.ts'
import type { Declared, Sheet } from './css.ts'
import { declarationsOf, formatCodeIn, pointsIn, pointsOfSize, sheetOf, styleOf, together } from './css.ts'

interface Pasted {
  readonly text: string
  /** What the text shows, where it is known to be a number. */
  readonly number?: string | undefined
  /** Of the number. */
  readonly format?: string | undefined
  readonly style?: Style | undefined
  readonly rows: number
  readonly columns: number
  readonly at: Place
}

/** Cells of another program; sizes in points, as far as they are known. */
export interface ForeignCells {
  readonly cells: readonly Pasted[]
  readonly widths?: readonly (number | undefined)[]
  readonly heights?: readonly (number | undefined)[]
}

/** Characters of a table that is read: fifty thousand cells, which is the largest sheet, take about four million. */
export const MAX_HTML = 6_000_000
/** Of one cell, with the room between the tags. */
const MAX_SOURCE = 20_000
/** Classes of one cell, and elements in each other that hold its text. */
const [MAX_CLASSES, MAX_DEPTH] = [4, 8]
/** A break, while other ends of lines are room between words. */
const BREAK = '\u2028'

/**
 * The cells of the first table of a document; undefined where it has none.
 * @param parsed By the browser's parser, which runs nothing of it and loads nothing
 */
export function cellsOfTable(parsed: Document): ForeignCells | undefined {
  const table = parsed.querySelector('table')
  if (!table) return undefined
  const sheet = sheetOf([...parsed.querySelectorAll('style')].map((each) => each.textContent).join('\n'))
  const taken = new Uint8Array(MAX_TEMPLATE_ROWS * MAX_TEMPLATE_COLUMNS)
  const cells: Pasted[] = []
  const lines = [...table.rows].filter((line) => !/display:\s*none/i.test(line.getAttribute('style')?.slice(0, MAX_SOURCE) ?? ''))
  for (const [row, line] of lines.slice(0, MAX_TEMPLATE_ROWS).entries()) {
    let column = 0
    for (const cell of [...line.cells].slice(0, MAX_TEMPLATE_COLUMNS)) {
      while (column < MAX_TEMPLATE_COLUMNS && taken[row * MAX_TEMPLATE_COLUMNS + column]) column += 1
      if (column >= MAX_TEMPLATE_COLUMNS) break
      const rows = Math.min(cell.rowSpan || 1, MAX_TEMPLATE_ROWS - row)
      const columns = Math.min(cell.colSpan || 1, MAX_TEMPLATE_COLUMNS - column)
      for (let down = row; down < row + rows; down += 1)
        taken.fill(1, down * MAX_TEMPLATE_COLUMNS + column, down * MAX_TEMPLATE_COLUMNS + column + columns)
      cells.push({ ...contentIn(cell, line, sheet), rows, columns, at: { row, column } })
      column += columns
    }
  }
  return { cells, widths: widthsOf(table), heights: lines.slice(0, MAX_TEMPLATE_ROWS).map((line) => heightOf(line)) }
}

function contentIn(
  cell: HTMLTableCellElement,
  line: HTMLTableRowElement,
  sheet: Sheet,
): Pick<Pasted, 'text' | 'number' | 'format' | 'style'> {
  const text = textIn(cell)
  const declared = declaredOf(cell, line, sheet)
  const style = styleOf(declared)
  // A cell without a text has nothing to write.
  const looks: Style = text === '' ? only(style, ['fill', 'border']) : text.includes('\n') ? { ...style, wrap: true } : style
  return { text, ...numberIn(cell, text, declared), style: Object.keys(looks).length > 0 ? looks : undefined }
}

const only = (style: Style, names: readonly (keyof Style)[]): Style =>
  Object.fromEntries(Object.entries(style).filter(([name]) => (names as readonly string[]).includes(name)))

function textIn(cell: HTMLTableCellElement): string {
  for (const line of cell.querySelectorAll('br')) line.replaceWith(BREAK)
  return (cell.textContent ?? '')
    .slice(0, MAX_SOURCE)
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .replaceAll('\u00a0', ' ')
    .split(BREAK)
    .map((part) => part.trim())
    .join('\n')
    .trim()
}

/** What attributes say, then what the sheet, the cell and the elements around its whole text do. */
function declaredOf(cell: HTMLTableCellElement, line: HTMLTableRowElement, sheet: Sheet): Declared {
  return together(
    hintsOf(line),
    hintsOf(cell),
    ...rulesOf(cell, sheet),
    ...around(cell).flatMap((one) => [hintsOf(one), ...rulesOf(one, sheet)]),
  )
}

function hintsOf(element: Element): Declared {
  const size = element.tagName === 'FONT' ? pointsOfSize(Number(element.getAttribute('size'))) : undefined
  return declarationsOf(
    Object.entries({
      'background-color': element.getAttribute('bgcolor'),
      'text-align': element.getAttribute('align'),
      'vertical-align': element.getAttribute('valign'),
      'font-weight': element.tagName === 'B' || element.tagName === 'STRONG' ? 'bold' : null,
      color: element.tagName === 'FONT' ? element.getAttribute('color') : null,
      'font-size': size === undefined ? null : `${size}pt`,
    })
      .flatMap(([name, value]) => (value === null ? [] : [`${name}:${value.slice(0, 64)}`]))
      .join(';'),
  )
}

function rulesOf(element: Element, sheet: Sheet): (Declared | undefined)[] {
  const tag = element.tagName.toLowerCase()
  const classes = (element.getAttribute('class') ?? '')
    .slice(0, MAX_SOURCE)
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_CLASSES)
  return [
    sheet.get(tag),
    ...classes.map((name) => sheet.get(`.${name}`)),
    ...classes.map((name) => sheet.get(`${tag}.${name}`)),
    declarationsOf(element.getAttribute('style')?.slice(0, MAX_SOURCE) ?? ''),
  ]
}

/** Elements that hold the whole text of a cell, one in the other: a word in red does not make a red cell. */
function around(cell: Element): Element[] {
  const found: Element[] = []
  for (let within = cell; found.length < MAX_DEPTH;) {
    const [first, ...others] = within.children
    const isOf = first && others.length === 0 && /^(?:B|STRONG|FONT|SPAN|P|DIV|I|U|A)$/.test(first.tagName)
    if (!isOf || first.textContent?.trim() !== within.textContent?.trim()) break
    found.push(first)
    within = first
  }
  return found
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/

/**
 * The number that a cell shows and its format: said by LibreOffice (`sdval`, `sdnum`) and older Excel (`x:num`), else read from the text where its format is one of
 * numbers. As with workbooks, a number can be counted with, and a time is the text that was shown.
 */
function numberIn(cell: Element, text: string, declared: Declared): Pick<Pasted, 'number' | 'format'> {
  const own = cell.getAttribute('sdnum')?.slice(0, MAX_SOURCE).split(';').slice(2).join(';')
  const code = own ?? formatCodeIn(declared.get('mso-number-format') ?? '')
  const format = formatOfWorkbook(code)
  if (format === undefined || (format !== '' && !isNumberFormat(format))) return {}
  const stored = [cell.getAttribute('sdval'), cell.getAttribute('x:num')].find((value) => value !== null)
  if (format === '' && stored === undefined) return {}
  const shown = text.replaceAll(/[,\s]/g, '')
  const read = shown.endsWith('%') ? String(Number(`${shown.slice(0, -1)}e-2`)) : shown
  const number = [stored ?? '', read].find((value) => NUMBER.test(value))
  return number === undefined ? {} : { number: String(Number(number)), format: format || undefined }
}

/** Of a size that nothing can be in, none is known. */
const MIN_SIZE = 4

function sizeOf(element: Element | undefined, name: 'width' | 'height'): number | undefined {
  const own = declarationsOf(element?.getAttribute('style')?.slice(0, MAX_SOURCE) ?? '').get(name)
  const attribute = element?.getAttribute(name)
  const points = pointsIn(own ?? `${(attribute ?? '').slice(0, 12)}px`)
  return points === undefined || points < MIN_SIZE ? undefined : points
}

function widthsOf(table: HTMLTableElement): (number | undefined)[] {
  const widths: (number | undefined)[] = []
  for (const group of table.children) {
    if (group.tagName !== 'COLGROUP') continue
    const columns = [...group.children].filter(({ tagName }) => tagName === 'COL')
    for (const column of columns.length > 0 ? columns : [group]) {
      const room = MAX_TEMPLATE_COLUMNS - widths.length
      const span = Math.min(room, Math.max(1, Number(column.getAttribute('span')) || 1))
      for (let count = 0; count < span; count += 1) widths.push(sizeOf(column, 'width'))
      if (widths.length >= MAX_TEMPLATE_COLUMNS) return widths
    }
  }
  return widths
}

/** LibreOffice says it of the first cell. */
function heightOf(line: HTMLTableRowElement): number | undefined {
  const [first] = line.cells
  return sizeOf(line, 'height') ?? (first?.rowSpan === 1 ? sizeOf(first, 'height') : undefined)
}
