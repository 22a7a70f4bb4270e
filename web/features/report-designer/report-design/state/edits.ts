/** What can be done to a template, each as a function of it: nothing here knows the page. */
import type { Area, Place } from '../../../../../model/reports/places.ts'
import { areaNamed, nameOfPlace, placeNamed } from '../../../../../model/reports/places.ts'
import type { ReportTemplate, Style, TemplateCell } from '../../../../../model/reports/template.ts'
import { MAX_TEMPLATE_COLUMNS, MAX_TEMPLATE_ROWS } from '../../../../../model/reports/template.ts'
import { given } from '../../../../shared/figures/draft.ts'
import { shiftedRules } from './row-rules.ts'
import { grown, hasContent, isFixed, isIn, mergesOf, nameOfArea, placesIn, shiftedCell, withTyped } from './cells.ts'

type Cells = ReportTemplate['cells']
export type Line = 'row' | 'column'

const [NEW_WIDTH, NEW_HEIGHT] = [64, 18]

/** Cells with one more, one otherwise, or one less. */
function put(cells: Cells, place: Place, cell: TemplateCell | undefined): Cells {
  const { [nameOfPlace(place)]: _gone, ...rest } = cells
  const made = cell && given(cell)
  return made && Object.keys(made).length > 0 ? { ...rest, [nameOfPlace(place)]: made } : rest
}

/** The template with other content in a cell; unchanged where that cannot be typed over, but cleared. */
export function typeInto(template: ReportTemplate, place: Place, typed: string): ReportTemplate {
  const before = template.cells[nameOfPlace(place)]
  if (typed !== '' && isFixed(before)) return template
  return { ...template, cells: put(template.cells, place, withTyped(before, typed)) }
}

/** The template with members of a cell said otherwise; those that are undefined are not said any more. */
export const changeCell = (
  template: ReportTemplate,
  place: Place,
  change: Partial<Record<keyof TemplateCell, unknown>>,
): ReportTemplate => ({
  ...template,
  cells: put(template.cells, place, { ...template.cells[nameOfPlace(place)], ...change } as TemplateCell),
})

/** The template with a picture, a chart or a page sub-total in a cell, in place of what stood there; its looks stay, what it goes along with, and the format of numbers. */
export function putContent(
  template: ReportTemplate,
  place: Place,
  content: Pick<TemplateCell, 'picture' | 'chart' | 'subtotal'>,
): ReportTemplate {
  const { style, format, left, top } = template.cells[nameOfPlace(place)] ?? {}
  // A picture has no numbers.
  const own = content.picture === undefined ? { format } : {}
  return { ...template, cells: put(template.cells, place, given({ style, ...own, left, top, ...content })) }
}

/** The template with a picture in a cell. */
export const putPicture = (template: ReportTemplate, place: Place, picture: string): ReportTemplate =>
  putContent(template, place, { picture })

/** Without what stands in the cells of an area; their looks stay. */
export const clear = (template: ReportTemplate, area: Area): ReportTemplate =>
  placesIn(area).reduce((made, place) => (template.cells[nameOfPlace(place)] ? typeInto(made, place, '') : made), template)

/** The same one each time, so that what is drawn by it stays. */
const PLAIN: Style = {}

/** The style of a cell; an empty one where it has none. */
export const styleOf = (template: ReportTemplate, place: Place): Style =>
  template.styles[template.cells[nameOfPlace(place)]?.style ?? -1] ?? PLAIN

/** The template with the looks of an area changed, and without styles that nothing has any more. */
export function restyle(template: ReportTemplate, area: Area, change: (style: Style, place: Place) => Style): ReportTemplate {
  const covered = new Set(
    mergesOf(template).flatMap((merge) =>
      placesIn(merge)
        .slice(1)
        .map((place) => nameOfPlace(place)),
    ),
  )
  const styles: Style[] = []
  // By what they say, in whatever order: a paste can bring as many as there are cells.
  const known = new Map<string, number>()
  const number = (style: Style): number => {
    const key = JSON.stringify(Object.entries(style).sort(([one], [other]) => (one < other ? -1 : 1)))
    const found = known.get(key) ?? styles.push(style) - 1
    known.set(key, found)
    return found
  }
  const changed = new Map(
    placesIn(area)
      .filter((place) => !covered.has(nameOfPlace(place)))
      .map((place) => [nameOfPlace(place), given(change(styleOf(template, place), place)) as Style]),
  )
  const looked = (name: string, cell: TemplateCell): TemplateCell => {
    const style = changed.get(name) ?? template.styles[cell.style ?? -1]
    const { style: _style, rules, ...rest } = cell
    return {
      ...rest,
      ...(style === undefined || Object.keys(style).length === 0 ? {} : { style: number(style) }),
      ...(rules ? { rules: rules.map((rule) => ({ ...rule, style: number(template.styles[rule.style] ?? {}) })) } : {}),
    }
  }
  const all = { ...Object.fromEntries([...changed.keys()].map((name) => [name, {}])), ...template.cells }
  const cells = Object.fromEntries(
    Object.entries(all).flatMap(([name, cell]) => {
      const made = looked(name, cell)
      return Object.keys(made).length > 0 ? [[name, made] as const] : []
    }),
  )
  return { ...template, styles, cells }
}

/** Lines around an area, within it as well, or none. */
export const border = (template: ReportTemplate, area: Area, which: 'all' | 'outer' | 'none', width = 0.5): ReportTemplate =>
  restyle(template, area, ({ border: _border, ...style }, { row, column }) => {
    if (which === 'none') return style
    const whole = grown(template, { from: { row, column }, to: { row, column } })
    const sides = [
      whole.from.row === area.from.row,
      whole.to.column === area.to.column,
      whole.to.row === area.to.row,
      whole.from.column === area.from.column,
    ]
    const widths = sides.map((isEdge) => (which === 'all' || isEdge ? width : 0)) as [number, number, number, number]
    return widths.some((each) => each > 0) ? { ...style, border: widths } : style
  })

/** How many cells of an area something stands in. */
export const contentsIn = (template: ReportTemplate, area: Area): number =>
  placesIn(area).filter((place) => hasContent(template.cells[nameOfPlace(place)])).length

/** One cell of the area: the first in which something stands, with its looks; what stood in the others is gone. */
export function merge(template: ReportTemplate, area: Area): ReportTemplate {
  const within = placesIn(area).flatMap((place) => template.cells[nameOfPlace(place)] ?? [])
  const kept = within.find((cell) => hasContent(cell)) ?? within[0]
  const cells = placesIn(area).reduce((made, place) => put(made, place, undefined), template.cells)
  const merges = (template.merges ?? []).filter((name) => {
    const other = areaNamed(name)
    return other === undefined || !isIn(area, other.from)
  })
  return { ...template, cells: put(cells, area.from, kept), merges: [...merges, nameOfArea(area)] }
}

/** The cells of merged areas within the area stand alone again. */
export const unmerge = (template: ReportTemplate, area: Area): ReportTemplate => ({
  ...template,
  merges: (template.merges ?? []).filter((name) => {
    const other = areaNamed(name)
    return other === undefined || !isIn(area, other.from)
  }),
})

const sizesOf = { row: 'rows', column: 'columns' } as const
const most = { row: MAX_TEMPLATE_ROWS, column: MAX_TEMPLATE_COLUMNS } as const
const sizes = { row: { least: 4, most: 500, usual: NEW_HEIGHT }, column: { least: 4, most: 1000, usual: NEW_WIDTH } } as const

/** Rows or columns of another size in points, as far as a template has any such. */
export function resize(template: ReportTemplate, line: Line, from: number, to: number, size: number): ReportTemplate {
  const fitted = Math.round(Math.min(sizes[line].most, Math.max(sizes[line].least, size)) * 2) / 2
  return { ...template, [sizesOf[line]]: template[sizesOf[line]].map((each, at) => (at >= from && at <= to ? fitted : each)) }
}

/** Whether so many more lines have room on the sheet. */
export const mayInsert = (template: ReportTemplate, line: Line, count: number): boolean =>
  template[sizesOf[line]].length + count <= most[line]

/** Whether a line would be left without so many of them. */
export const mayRemove = (template: ReportTemplate, line: Line, count: number): boolean => count < template[sizesOf[line]].length

/** With empty lines before the one that is said; unchanged where there would be too many. */
export function insert(template: ReportTemplate, line: Line, at: number, count: number): ReportTemplate {
  const own = template[sizesOf[line]]
  if (!mayInsert(template, line, count)) return template
  const usual = own[Math.max(0, at - 1)] ?? sizes[line].usual
  return {
    ...moved(template, (place) => (place[line] >= at ? { ...place, [line]: place[line] + count } : place), line),
    [sizesOf[line]]: own.toSpliced(at, 0, ...Array.from({ length: count }, () => usual)),
  }
}

/** Without the lines; unchanged where none would be left. */
export function remove(template: ReportTemplate, line: Line, from: number, to: number): ReportTemplate {
  const own = template[sizesOf[line]]
  const count = to - from + 1
  if (!mayRemove(template, line, count)) return template
  const shift = (place: Place) => (place[line] < from ? place : place[line] > to ? { ...place, [line]: place[line] - count } : undefined)
  return { ...moved(template, shift, line), [sizesOf[line]]: own.toSpliced(from, count) }
}

/** All that names places, elsewhere. */
function moved(template: ReportTemplate, shift: (place: Place) => Place | undefined, line: Line): ReportTemplate {
  const cells = Object.entries(template.cells).flatMap(([name, cell]) => {
    const to = shift(placeNamed(name) as Place)
    return to ? [[nameOfPlace(to), shiftedCell(cell, shift)] as const] : []
  })
  const merges = mergesOf(template).flatMap((area) => {
    const kept = placesIn(area).flatMap((place) => shift(place) ?? [])
    const [first, last] = [kept[0], kept.at(-1)]
    return first && last && kept.length > 1 ? [nameOfArea({ from: first, to: last })] : []
  })
  // A merged area whose first line goes keeps what stood in it.
  for (const area of mergesOf(template)) {
    const cell = template.cells[nameOfPlace(area.from)]
    const next = placesIn(area).flatMap((place) => shift(place) ?? [])[0]
    if (cell && next && !shift(area.from)) cells.push([nameOfPlace(next), shiftedCell(cell, shift)])
  }
  return shiftedRules(
    {
      ...template,
      cells: Object.fromEntries(cells),
      ...(template.merges ? { merges } : {}),
      page: line === 'row' ? movedBands(template.page, shift) : template.page,
    },
    // A row stays where its first column goes.
    (place) => shift(place) ?? (line === 'column' ? place : undefined),
  )
}

type Repeat = NonNullable<ReportTemplate['page']['repeat']>

function movedBands({ repeat, ...page }: ReportTemplate['page'], shift: (place: Place) => Place | undefined): ReportTemplate['page'] {
  const band = (rows: readonly [number, number] | undefined): [number, number] | undefined => {
    if (!rows) return undefined
    const kept = Array.from({ length: rows[1] - rows[0] + 1 }, (_, at) => shift({ row: rows[0] - 1 + at, column: 0 })).filter(
      (place) => place !== undefined,
    )
    const [first, last] = [kept[0], kept.at(-1)]
    return first && last ? [first.row + 1, last.row + 1] : undefined
  }
  const [head, foot] = [band(repeat?.head), band(repeat?.foot)]
  // Without the rows that the first page has not, it is like all others.
  const first = (rows: Repeat['firstHead'], usual: unknown) => (rows === 'none' ? (usual === undefined ? undefined : rows) : band(rows))
  const next = given({ head, foot, firstHead: first(repeat?.firstHead, head), firstFoot: first(repeat?.firstFoot, foot) })
  return Object.keys(next).length > 0 ? { ...page, repeat: next } : page
}
