/** Cells as spreadsheets exchange them: lines of tabulated text, and a table of HTML with its merged cells and looks. */
import type { Area, Place } from '../../../../../model/reports/places.ts'
import { nameOfPlace } from '../../../../../model/reports/places.ts'
import type { ReportTemplate, Style, TemplateCell } from '../../../../../model/reports/template.ts'
import { MAX_TEMPLATE_COLUMNS, MAX_TEMPLATE_ROWS } from '../../../../../model/reports/template.ts'
import { given } from '../../../../shared/figures/draft.ts'
import { copiedOf, isIn, mergesOf, nameOfArea, placesIn, shiftedCell, withTyped } from './cells.ts'
import { restyle } from './edits.ts'

/** Of one cell. */
const MAX_TEXT = 2000

/** What was copied, with all that a text does not say. */
export interface Copied {
  readonly text: string
  readonly template: ReportTemplate
  readonly area: Area
}

/** What others are given of the area. */
export function textOf(template: ReportTemplate, { from, to }: Area): string {
  const rows = Array.from({ length: to.row - from.row + 1 }, (_, row) =>
    Array.from({ length: to.column - from.column + 1 }, (__, column) =>
      quoted(copiedOf(template.cells[nameOfPlace({ row: from.row + row, column: from.column + column })])),
    ).join('\t'),
  )
  return rows.join('\r\n')
}

const quoted = (text: string) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The same as a table of HTML. */
export function htmlOf(template: ReportTemplate, area: Area): string {
  const merges = mergesOf(template)
  const rows: string[] = []
  for (let { row } = area.from; row <= area.to.row; row += 1) {
    const cells: string[] = []
    for (let { column } = area.from; column <= area.to.column; column += 1) {
      const merge = merges.find((each) => isIn(each, { row, column }))
      if (merge && (merge.from.row !== row || merge.from.column !== column)) continue
      const cell = template.cells[nameOfPlace({ row, column })]
      const span = merge ? ` rowspan="${merge.to.row - row + 1}" colspan="${merge.to.column - column + 1}"` : ''
      cells.push(`<td${span} style="${cssOf(template.styles[cell?.style ?? -1] ?? {})}">${escaped(copiedOf(cell))}</td>`)
    }
    rows.push(`<tr>${cells.join('')}</tr>`)
  }
  return `<table>${rows.join('')}</table>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')

const cssOf = ({ font, align, colour, fill }: Style): string =>
  [
    font ? `font-size:${font[1]}pt` : '',
    font?.[2] ? 'font-weight:bold' : '',
    align ? `text-align:${align}` : '',
    colour ? `color:${colour}` : '',
    fill ? `background-color:${fill}` : '',
  ]
    .filter(Boolean)
    .join(';')

interface Pasted {
  readonly text: string
  readonly style?: Style | undefined
  readonly rows: number
  readonly columns: number
  readonly at: Place
}

/** The cells of tabulated text, as spreadsheets write it: a value with lines or tabs in it stands in quotes. */
export function cellsOfText(text: string): Pasted[] {
  const rows: string[][] = [['']]
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string
    const row = rows.at(-1) as string[]
    const value = row.at(-1) as string
    if (isQuoted) {
      if (character !== '"') row[row.length - 1] = value + character
      else if (text[at + 1] === '"') {
        row[row.length - 1] = `${value}"`
        at += 1
      } else isQuoted = false
    } else if (character === '"' && value === '') isQuoted = true
    else if (character === '\t') row.push('')
    else if (character === '\n') {
      if (rows.length >= MAX_TEMPLATE_ROWS) break
      rows.push([''])
    } else if (character !== '\r') row[row.length - 1] = value + character
  }
  if (rows.length > 1 && rows.at(-1)?.join('') === '') rows.pop()
  return rows.flatMap((row, at) =>
    row.slice(0, MAX_TEMPLATE_COLUMNS).map((value, column) => ({ text: value, rows: 1, columns: 1, at: { row: at, column } })),
  )
}

/** The cells of the first table of a document; nothing where it has none. @param parsed By the browser's parser, which runs nothing of it */
export function cellsOfTable(parsed: Document): Pasted[] | undefined {
  const table = parsed.querySelector('table')
  if (!table) return undefined
  const taken = new Set<string>()
  const found: Pasted[] = []
  for (const [row, line] of [...table.rows].slice(0, MAX_TEMPLATE_ROWS).entries()) {
    let column = 0
    for (const cell of line.cells) {
      while (taken.has(`${row} ${column}`)) column += 1
      if (column >= MAX_TEMPLATE_COLUMNS) break
      const [rows, columns] = [Math.min(cell.rowSpan || 1, MAX_TEMPLATE_ROWS), Math.min(cell.colSpan || 1, MAX_TEMPLATE_COLUMNS)]
      for (let down = 0; down < rows; down += 1)
        for (let right = 0; right < columns; right += 1) taken.add(`${row + down} ${column + right}`)
      found.push({ text: textIn(cell), style: styleIn(cell), rows, columns, at: { row, column } })
      column += columns
    }
  }
  return found
}

function textIn(cell: HTMLTableCellElement): string {
  for (const line of cell.querySelectorAll('br')) line.replaceWith('\n')
  return (cell.textContent ?? '')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[ \t\r\n]*\n[ \t\r\n]*/g, '\n')
    .trim()
}

const COLOUR = /^rgb\((\d+), (\d+), (\d+)\)$/

function colourIn(css: string): string | undefined {
  const [whole, ...parts] = COLOUR.exec(css) ?? []
  return whole === undefined ? undefined : `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
}

function styleIn({ style, align }: HTMLTableCellElement): Style | undefined {
  const size = /^([\d.]+)pt$/.exec(style.fontSize)?.[1]
  const isBold = style.fontWeight === 'bold' || Number(style.fontWeight) >= 600
  const points = Math.min(72, Math.max(4, Number(size ?? 9)))
  const side = [style.textAlign, align].find((one) => one === 'left' || one === 'center' || one === 'right') as Style['align']
  const [colour, fill] = [colourIn(style.color), colourIn(style.backgroundColor)]
  const found: Style = {
    ...(size === undefined && !isBold ? {} : { font: isBold ? ['sc', points, 'bold'] : ['sc', points] }),
    ...(side ? { align: side } : {}),
    ...(colour ? { colour } : {}),
    ...(fill ? { fill } : {}),
  }
  return Object.keys(found).length > 0 ? found : undefined
}

/** The template with cells of another program from a place on: what lies beyond its edge is left out. */
export function pasteForeign(template: ReportTemplate, at: Place, cells: readonly Pasted[]): { template: ReportTemplate; area: Area } {
  const made = new Map(Object.entries(template.cells))
  const styles = new Map<string, Style>()
  const merges = new Set(template.merges ?? [])
  let to = at
  const fits = ({ row, column }: Place) => row < template.rows.length && column < template.columns.length
  for (const { text, style, rows, columns, at: within } of cells) {
    const place = { row: at.row + within.row, column: at.column + within.column }
    const last = { row: place.row + rows - 1, column: place.column + columns - 1 }
    if (!fits(last)) continue
    const name = nameOfPlace(place)
    const cell = withTyped(made.get(name), text.slice(0, MAX_TEXT))
    if (cell) made.set(name, given(cell))
    else made.delete(name)
    if (style) styles.set(name, style)
    if (rows * columns > 1) merges.add(nameOfArea({ from: place, to: last }))
    to = { row: Math.max(to.row, last.row), column: Math.max(to.column, last.column) }
  }
  const area = { from: at, to }
  const typed = { ...template, cells: Object.fromEntries(made), ...(merges.size > 0 ? { merges: [...merges] } : {}) }
  const looked = styles.size === 0 ? typed : restyle(typed, area, (before, place) => ({ ...before, ...styles.get(nameOfPlace(place)) }))
  return { template: looked, area }
}

/** The template with copied cells from a place on: with their looks, and formulas that name the cells beside them as they did. */
export function pasteOwn(
  template: ReportTemplate,
  at: Place,
  { template: source, area }: Copied,
): { template: ReportTemplate; area: Area } {
  const by = { row: at.row - area.from.row, column: at.column - area.from.column }
  const shift = ({ row, column }: Place): Place | undefined => {
    const to = { row: row + by.row, column: column + by.column }
    return to.row < 0 || to.column < 0 ? undefined : to
  }
  const styles = [...template.styles]
  const numbers = new Map<number, number>()
  const number = (style: number) => {
    if (!numbers.has(style)) numbers.set(style, styles.push(source.styles[style] ?? {}) - 1)
    return numbers.get(style) as number
  }
  const cells = new Map(Object.entries(template.cells))
  let to = at
  for (const place of placesIn(area)) {
    const target = shift(place)
    if (!target || target.row >= template.rows.length || target.column >= template.columns.length) continue
    to = { row: Math.max(to.row, target.row), column: Math.max(to.column, target.column) }
    const cell = source.cells[nameOfPlace(place)]
    if (!cell) cells.delete(nameOfPlace(target))
    else cells.set(nameOfPlace(target), renumbered(shiftedCell(cell, shift), number))
  }
  const pasted = { from: at, to }
  const merges = (template.merges ?? []).filter((name) => !mergesOf({ merges: [name] }).some((each) => isIn(pasted, each.from)))
  for (const each of mergesOf(source)) {
    const [from, last] = [shift(each.from), shift(each.to)]
    if (isIn(area, each.from) && from && last && isIn(pasted, last)) merges.push(nameOfArea({ from, to: last }))
  }
  const made = { ...template, styles, cells: Object.fromEntries(cells), merges }
  // Numbers styles anew, and drops those that nothing has.
  return { template: restyle(made, pasted, (style) => style), area: pasted }
}

const renumbered = (cell: TemplateCell, number: (style: number) => number): TemplateCell => ({
  ...cell,
  ...(cell.style === undefined ? {} : { style: number(cell.style) }),
  ...(cell.rules ? { rules: cell.rules.map((rule) => ({ ...rule, style: number(rule.style) })) } : {}),
})
