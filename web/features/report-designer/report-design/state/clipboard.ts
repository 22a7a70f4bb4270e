/** Cells as spreadsheets exchange them: lines of tabulated text, and a table of HTML with its merged cells and looks. */
import type { Area, Place } from '../../../../../model/reports/places.ts'
import { nameOfPlace, placeNamed } from '../../../../../model/reports/places.ts'
import type { ReportTemplate, Style, TemplateCell } from '../../../../../model/reports/template.ts'
import { MAX_CELLS, MAX_MERGES, MAX_STYLES, MAX_TEMPLATE_COLUMNS, MAX_TEMPLATE_ROWS } from '../../../../../model/reports/template.ts'
import { given } from '../../../../shared/figures/draft.ts'
import { copiedOf, isIn, mergesOf, nameOfArea, placesIn, shiftedCell, withTyped } from './cells.ts'
import type { Line } from './edits.ts'
import { resize, restyle } from './edits.ts'
import type { ForeignCells } from './html-table.ts'

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

/** The cells of tabulated text, as spreadsheets write it: a value with lines or tabs in it stands in quotes. */
export function cellsOfText(text: string): ForeignCells {
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
  return {
    cells: rows.flatMap((row, at) =>
      row.slice(0, MAX_TEMPLATE_COLUMNS).map((value, column) => ({ text: value, rows: 1, columns: 1, at: { row: at, column } })),
    ),
  }
}

/**
 * The template with cells of another program from a place on: what lies beyond its edge is left out, and what a template has no room for. Rows and columns in which
 * nothing stood yet are as large as they were there.
 */
export function pasteForeign(
  template: ReportTemplate,
  at: Place,
  { cells, widths = [], heights = [] }: ForeignCells,
): { template: ReportTemplate; area: Area } {
  const made = new Map(Object.entries(template.cells))
  const looks = new Map<string, Style>()
  const known = new Set(template.styles.map((style) => JSON.stringify(style)))
  const merges = mergesOf(template)
  let to = at
  const fits = ({ row, column }: Place) => row < template.rows.length && column < template.columns.length
  for (const { text, number, format, style, rows, columns, at: within } of cells) {
    const place = { row: at.row + within.row, column: at.column + within.column }
    const last = { row: place.row + rows - 1, column: place.column + columns - 1 }
    const name = nameOfPlace(place)
    if (!fits(last) || (!made.has(name) && made.size >= MAX_CELLS)) continue
    const cell = withTyped(made.get(name), number === undefined ? text.slice(0, MAX_TEXT).toWellFormed() : `=${number}`)
    const key = style && JSON.stringify(style)
    if (cell) made.set(name, given({ ...cell, ...(format ? { format } : {}) }))
    else if (key === undefined) made.delete(name)
    else made.set(name, {})
    if (style && key !== undefined && (known.has(key) || known.size < MAX_STYLES)) {
      looks.set(name, style)
      known.add(key)
    }
    const area = { from: place, to: last }
    // One that lies over another could not be kept.
    if (rows * columns > 1 && merges.length < MAX_MERGES && !merges.some((other) => isTouching(other, area))) merges.push(area)
    to = { row: Math.max(to.row, last.row), column: Math.max(to.column, last.column) }
  }
  const area = { from: at, to }
  const typed = {
    ...template,
    cells: Object.fromEntries(made),
    ...(merges.length > 0 ? { merges: merges.map((each) => nameOfArea(each)) } : {}),
  }
  // A cell comes with its looks whole, lines as well: there are none where the other program had none.
  const looked = looks.size === 0 ? typed : restyle(typed, area, (before, place) => looks.get(nameOfPlace(place)) ?? before)
  return { template: sized(sized(looked, template, 'column', at.column, widths), template, 'row', at.row, heights), area }
}

const isTouching = (one: Area, other: Area): boolean =>
  one.from.row <= other.to.row && one.to.row >= other.from.row && one.from.column <= other.to.column && one.to.column >= other.from.column

function sized(
  template: ReportTemplate,
  before: ReportTemplate,
  line: Line,
  from: number,
  all: readonly (number | undefined)[],
): ReportTemplate {
  const used = new Set(Object.keys(before.cells).map((name) => placeNamed(name)?.[line]))
  return all.reduce<ReportTemplate>(
    (made, size, at) => (size === undefined || used.has(from + at) ? made : resize(made, line, from + at, from + at, size)),
    template,
  )
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
