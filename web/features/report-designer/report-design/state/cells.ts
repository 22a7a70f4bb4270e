/** What is typed into a cell, and the cell that it comes to: `=SUM(B4)` is a formula, `=room.time` a field, all else a text. */
import { columnName } from '../../../../../model/workbook.ts'
import type { Area, Place } from '../../../../../model/reports/places.ts'
import { areaNamed, nameOfPlace, placeNamed } from '../../../../../model/reports/places.ts'
import type { ReportTemplate, TemplateCell, TextRun } from '../../../../../model/reports/template.ts'
import { MAX_HEADING, MAX_RUN, MAX_TEXT, MAX_TEMPLATE_COLUMNS, MAX_TEMPLATE_ROWS } from '../../../../../model/reports/template.ts'
import { given } from '../../../../shared/figures/draft.ts'

const FIELD = /^=\s*([a-z][A-Za-z0-9]{0,31}\.[A-Za-z][A-Za-z0-9_.]{0,199})\s*$/

/** Whether the cell holds what nobody types: a chart, a picture, a subtotal of pages, a text of several looks, or the two texts of a diagonal head. */
export const isFixed = (cell: TemplateCell | undefined): boolean =>
  [cell?.chart, cell?.picture, cell?.subtotal, cell?.rich, cell?.diagonal].some((content) => content !== undefined)

/** Whether something stands in the cell, beyond its looks. */
export const hasContent = (cell: TemplateCell | undefined): boolean => isFixed(cell) || typedOf(cell) !== ''

/** What is typed to get the content of the cell. */
export function typedOf(cell: TemplateCell | undefined): string {
  if (cell?.formula !== undefined) return `=${cell.formula.replace(/^\s*=/, '')}`
  return cell?.field === undefined ? (cell?.text ?? '') : `=${cell.field}`
}

/** The text that other programs are given of the cell. */
export const copiedOf = (cell: TemplateCell | undefined): string =>
  cell?.diagonal ? `${cell.diagonal.columns}\n${cell.diagonal.rows}` : (cell?.rich?.map(({ text }) => text).join('') ?? typedOf(cell))

/** What has to change for the cell to be a diagonal head, or none any more: a text stays, as what heads the rows. */
export const diagonalChange = (
  cell: TemplateCell | undefined,
  isDiagonal: boolean,
): Pick<TemplateCell, 'text' | 'code' | 'check' | 'diagonal'> =>
  isDiagonal
    ? {
        text: undefined,
        code: undefined,
        check: undefined,
        diagonal: { rows: (cell?.text ?? '').replaceAll(/\s+/g, ' ').slice(0, MAX_HEADING), columns: '' },
      }
    : { diagonal: undefined, text: [cell?.diagonal?.rows, cell?.diagonal?.columns].filter(Boolean).join(' ') || undefined }

/** What has to change for a cell to come to something else: neighbours stand as the data has them, and segments begin with one on either side of nought. */
export const aggregateChange = (next: string): Partial<Record<'aggregate' | 'segments' | 'sort' | 'show', unknown>> => ({
  aggregate: next || undefined,
  segments: next === 'segments' ? [{ below: 0 }, {}] : undefined,
  ...(next === 'neighbours' ? { sort: undefined } : {}),
  ...(next === 'segments' ? { show: undefined } : {}),
})

/** What has to change for the text of a cell to be of parts that look otherwise, or of one look again. */
export const richChange = (cell: TemplateCell | undefined, isRich: boolean): Pick<TemplateCell, 'text' | 'code' | 'check' | 'rich'> =>
  isRich
    ? { text: undefined, code: undefined, check: undefined, rich: partsOf(cell?.text ?? '') }
    : { rich: undefined, text: copiedOf(cell).slice(0, MAX_TEXT).toWellFormed() || undefined }

/** Parts as long as they may be; a character of two halves is not parted. */
function partsOf(text: string): TextRun[] {
  const parts: TextRun[] = []
  for (const letter of text) {
    const last = parts.at(-1)
    if (last && last.text.length + letter.length <= MAX_RUN) parts[parts.length - 1] = { text: last.text + letter }
    else parts.push({ text: letter })
  }
  return parts.length > 0 ? parts : [{ text: '' }]
}

/** The cell with other content; what only goes with the content of before goes with it. Undefined for one of which nothing is left. */
export function withTyped(cell: TemplateCell | undefined, typed: string): TemplateCell | undefined {
  const {
    text: _text,
    field,
    formula: _formula,
    chart: _chart,
    picture: _picture,
    subtotal: _subtotal,
    rich: _rich,
    diagonal: _diagonal,
    ...rest
  } = cell ?? {}
  const named = FIELD.exec(typed)?.[1]
  if (named !== undefined) return { ...rest, field: named, ...(named === field ? {} : { show: undefined }) }
  const {
    show: _show,
    expand: _expand,
    aggregate: _aggregate,
    segments: _segments,
    sort: _sort,
    most: _most,
    fill: _fill,
    perPage: _perPage,
    together: _together,
    ...plain
  } = rest
  if (/^\s*=\s*\S/.test(typed)) return { ...plain, formula: typed.trim().slice(1).trim() }
  if (typed !== '') return { ...plain, text: typed }
  return plain.style === undefined ? undefined : { style: plain.style }
}

/** Both corners, whichever was first. */
export function areaOf(one: Place, other: Place): Area {
  return {
    from: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
    to: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
  }
}

/** All places of an area, row by row. */
export function placesIn({ from, to }: Area): Place[] {
  const wide = to.column - from.column + 1
  return Array.from({ length: (to.row - from.row + 1) * wide }, (_, at) => ({
    row: from.row + Math.floor(at / wide),
    column: from.column + (at % wide),
  }))
}

/** Whether a place lies within an area. */
export const isIn = ({ from, to }: Area, { row, column }: Place): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column

/** What an area is called: `B4`, `A1:C2`. */
export const nameOfArea = ({ from, to }: Area): string =>
  from.row === to.row && from.column === to.column ? nameOfPlace(from) : `${nameOfPlace(from)}:${nameOfPlace(to)}`

/** The merged areas of a template. */
export const mergesOf = ({ merges = [] }: Pick<ReportTemplate, 'merges'>): Area[] => merges.flatMap((name) => areaNamed(name) ?? [])

/** The merged area that a place belongs to; itself where it is not merged. */
export const wholeOf = (template: Pick<ReportTemplate, 'merges'>, place: Place): Area =>
  mergesOf(template).find((area) => isIn(area, place)) ?? { from: place, to: place }

/** The area with all merged ones that it touches. */
export function grown(template: Pick<ReportTemplate, 'merges'>, area: Area): Area {
  const touched = mergesOf(template).filter(
    ({ from, to }) => from.row <= area.to.row && to.row >= area.from.row && from.column <= area.to.column && to.column >= area.from.column,
  )
  const all = touched.reduce<Area>(
    (sum, each) =>
      areaOf(
        { row: Math.min(sum.from.row, each.from.row), column: Math.min(sum.from.column, each.from.column) },
        { row: Math.max(sum.to.row, each.to.row), column: Math.max(sum.to.column, each.to.column) },
      ),
    area,
  )
  return nameOfArea(all) === nameOfArea(area) ? area : grown(template, all)
}

type Shift = (place: Place) => Place | undefined
const REFERENCE = /"(?:[^"\\]|\\.|"")*"|([A-Z]{1,2}[1-9]\d{0,2})(?::([A-Z]{1,2}[1-9]\d{0,2}))?(?![A-Za-z0-9(])/g

/** A formula whose cells stand elsewhere now. What named a cell that is gone stays as it is, and is found by the check. */
export function shiftedFormula(formula: string, shift: Shift): string {
  const moved = (name: string) => {
    const place = placeNamed(name)
    const next = place && shift(place)
    return next && next.row < MAX_TEMPLATE_ROWS && next.column < MAX_TEMPLATE_COLUMNS ? nameOfPlace(next) : name
  }
  return formula.replaceAll(REFERENCE, (whole, first?: string, last?: string) =>
    first === undefined ? whole : last === undefined ? moved(first) : `${moved(first)}:${moved(last)}`,
  )
}

/** A cell whose parents and formulas name cells that stand elsewhere now. */
export function shiftedCell(cell: TemplateCell, shift: Shift): TemplateCell {
  const parent = (name: string | undefined) => (name === undefined || name === 'none' ? name : shiftedFormula(name, shift))
  return given({
    ...cell,
    left: parent(cell.left),
    top: parent(cell.top),
    formula: cell.formula === undefined ? undefined : shiftedFormula(cell.formula, shift),
    subtotal: cell.subtotal && { ...cell.subtotal, of: shiftedFormula(cell.subtotal.of, shift) },
    rules: cell.rules?.map((rule) => ({ ...rule, if: shiftedFormula(rule.if, shift) })),
  })
}

/** `A`, `B` … and `1`, `2` …, as the edges of the sheet say. */
export const edgeOf = { column: columnName, row: (row: number) => String(row + 1) } as const
