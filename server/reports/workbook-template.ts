/** A template as the sheet of a workbook that somebody has. */
import { formatOfWorkbook } from '../../model/reports/formats.ts'
import type { Area } from '../../model/reports/places.ts'
import { areaNamed, nameOfPlace } from '../../model/reports/places.ts'
import type { DiagonalHead, ReportTemplate, Style, TemplateCell } from '../../model/reports/template.ts'
import { MAX_HEADING, MAX_SIDE, MAX_TEMPLATE_COLUMNS, MAX_TEMPLATE_ROWS, MIN_SIDE } from '../../model/reports/template.ts'
import type { WorkbookLoss } from '../../model/reports/workbook-losses.ts'
import type { CellLook, LayoutCell, LayoutPicture, SheetLayout } from '../documents/index.ts'
import { headOfWorkbook } from './diagonal.ts'
import { PAPERS } from './paper-numbers.ts'
import type { PartedText } from './workbook-rich-text.ts'
import { openPartedTexts } from './workbook-rich-text.ts'

export interface FoundLoss {
  readonly what: WorkbookLoss
  /** How many there are; `places` has the first of them. */
  readonly count: number
  readonly places: readonly string[]
}

/** Places of one loss that are told. */
const MAX_PLACES = 50
const MAX_STYLES = 500
const MAX_MERGES = 2000
/** Characters of a text of a cell. */
const MAX_TEXT = 2000
const INCH = 72
const MARGINS = [36, 36, 36, 36] as const
/** Of a cell whose look says nothing of it. */
const SIZE = 9
/** A text that stands for a column of data: `{{room.time}}`. */
const FIELD = /^\{\{\s*([a-z][A-Za-z0-9]{0,31}\.[A-Za-z][A-Za-z0-9_.]{0,199})\s*\}\}$/
const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/

const within = (value: number, least: number, most: number) => Math.round(Math.min(most, Math.max(least, value)) * 2) / 2

/**
 * The template of a sheet, with what did not come along. A text is never a formula, and a formula of the workbook is told and left out.
 * @param ids Of the pictures that come along
 */
export function templateOfLayout(
  layout: SheetLayout,
  ids: ReadonlyMap<LayoutPicture, string> = new Map(),
): { readonly content: ReportTemplate; readonly losses: FoundLoss[] } {
  const losses = openLosses()
  for (const { what, place } of layout.losses) losses.add(what, place)
  const size = { rows: 1, columns: 1 }
  const cover = ({ to }: Area) => {
    size.rows = Math.max(size.rows, to.row + 1)
    size.columns = Math.max(size.columns, to.column + 1)
  }
  const merges: { readonly name: string; readonly area: Area }[] = []
  for (const name of layout.merges) {
    const area = areaNamed(name)
    const isSound = area && area.to.row < MAX_TEMPLATE_ROWS && area.to.column < MAX_TEMPLATE_COLUMNS
    // Areas that lie over one another are none that a program makes, and each place would be walked as often.
    if (isSound && !merges.some((other) => isTouching(other.area, area))) merges.push({ name, area })
    else losses.add('merge', name)
  }
  const pictures = new Map<string, { readonly id: string; readonly area: Area }>()
  for (const picture of layout.pictures) {
    const id = ids.get(picture)
    const taken = [...merges, ...pictures.values()].map(({ area }) => area)
    const area = id === undefined ? undefined : roomOf(picture, layout, taken)
    const place = area ? nameOfPlace(area.from) : ''
    if (id === undefined || !area || pictures.has(place) || merges.length >= MAX_MERGES) {
      losses.add('picture', nameOfPlace(picture.from))
      continue
    }
    pictures.set(place, { id, area })
    cover(area)
    const isOne = area.from.row === area.to.row && area.from.column === area.to.column
    if (!isOne && !merges.some((merge) => isSame(merge.area, area))) merges.push({ name: `${place}:${nameOfPlace(area.to)}`, area })
  }
  for (const { area } of merges) cover(area)
  for (const at of layout.cells) cover({ from: at, to: at })
  const covering = openCovering(merges.map(({ area }) => area))
  const byPlace = new Map(layout.cells.map((cell) => [nameOfPlace(cell), cell]))
  const styles = openStyles()
  const texts = openPartedTexts((size) => within(size, 4, 72))
  const cells: Record<string, TemplateCell> = {}
  for (const cell of layout.cells) {
    const place = nameOfPlace(cell)
    const area = covering(cell)
    if (area && (area.from.row !== cell.row || area.from.column !== cell.column)) {
      if (cell.text !== '') losses.add('covered', place)
      continue
    }
    const parted = texts.of(cell)
    const style = styles.of(styleOf(lookOf(cell, parted), area && bordersOf(area, byPlace)))
    if (style === undefined) losses.add('style', place)
    const made = { ...contentOf(cell, parted, losses), ...(style === undefined ? {} : { style }) }
    if (Object.keys(made).length > 0) cells[place] = made
  }
  for (const [place, { id }] of pictures) cells[place] = { ...cells[place], picture: id }
  const { isLandscape, margins } = layout.page
  const paper = paperOfLayout(layout.page)
  if (paper === undefined) losses.add('paper', '')
  const [from, to] = layout.titles ?? []
  const head =
    from !== undefined && to !== undefined && from >= 1 && from <= to && to <= size.rows ? ([from, to] as [number, number]) : undefined
  return {
    content: {
      format: 1,
      page: {
        ...(paper ?? { size: 'A4' as const, ...(isLandscape ? { landscape: true } : {}) }),
        margins: (margins?.map((inches) => within(inches * INCH, 0, 144)) ?? [...MARGINS]) as ReportTemplate['page']['margins'],
        ...(head ? { repeat: { head } } : {}),
      },
      columns: Array.from({ length: size.columns }, (_, at) => within(layout.widths[at] ?? layout.usual.width, 4, 1000)),
      rows: Array.from({ length: size.rows }, (_, at) => within(layout.heights[at] ?? layout.usual.height, 4, 500)),
      sets: {},
      styles: styles.all,
      cells,
      ...(merges.length > 0 ? { merges: merges.map(({ name }) => name) } : {}),
    },
    losses: losses.all(),
  }
}

/** The paper of a sheet, named or by its sides as it lies; undefined for one that no template has. */
function paperOfLayout({ paper, size, isLandscape }: SheetLayout['page']): Pick<ReportTemplate['page'], 'size' | 'landscape'> | undefined {
  const found = size ?? PAPERS[paper]
  if (found === undefined || typeof found === 'string') return found && { size: found, ...(isLandscape ? { landscape: true } : {}) }
  const [width, height] = found.map((side) => Math.round(side * 10) / 10) as [number, number]
  if ([width, height].some((side) => side < MIN_SIDE || side > MAX_SIDE)) return undefined
  return { size: isLandscape ? [height, width] : [width, height] }
}

type Losses = ReturnType<typeof openLosses>

function openLosses() {
  const found = new Map<WorkbookLoss, { count: number; places: string[] }>()
  return {
    add(what: WorkbookLoss, place: string): void {
      const of = found.get(what) ?? { count: 0, places: [] }
      found.set(what, of)
      of.count += 1
      if (place !== '' && of.places.length < MAX_PLACES) of.places.push(place)
    },
    all: (): FoundLoss[] => [...found].map(([what, of]) => ({ what, ...of })),
  }
}

/** Of a text in parts the cell is bold where all of these are. */
const lookOf = ({ look }: LayoutCell, parted: PartedText | undefined): CellLook | undefined =>
  look && parted ? { ...look, isBold: parted.isBold } : look

function contentOf(cell: LayoutCell, parted: PartedText | undefined, losses: Losses): TemplateCell {
  const { row, column, text, number, format, look } = cell
  const place = nameOfPlace({ row, column })
  const field = FIELD.exec(text.trim())?.[1]
  const made = text === '' ? '' : formatOfWorkbook(format)
  if (made === undefined) losses.add('format', place)
  const written = made ? { format: made } : {}
  const isParted = parted?.isParted ?? false
  const isOther = field !== undefined || (number !== undefined && NUMBER.test(String(number)))
  if (isParted && (look?.isDiagonal || isOther)) losses.add('rich-text', place)
  if (look?.isDiagonal && !isOther) return { diagonal: diagonalOf(text, place, losses) }
  // The line goes with two texts, and with nothing else.
  if (look?.isDiagonal) losses.add('diagonal', place)
  if (field !== undefined) return { field, ...written }
  if (text === '') return {}
  // A number keeps being one: it is written with its format, and other cells may count with it.
  if (number !== undefined && NUMBER.test(String(number))) return { formula: String(number), ...written }
  for (const loss of parted?.losses ?? []) losses.add(loss, place)
  if (parted?.rich) return { rich: parted.rich }
  if (isParted) losses.add('rich-text', place)
  const storable = text.replaceAll('\u0000', '').toWellFormed()
  if (storable.length > MAX_TEXT) losses.add('cut', place)
  return { text: storable.slice(0, MAX_TEXT).toWellFormed() }
}

function diagonalOf(text: string, place: string, losses: Losses): DiagonalHead {
  const cut = (part: string) => {
    if (part.length > MAX_HEADING) losses.add('cut', place)
    return part.slice(0, MAX_HEADING).toWellFormed()
  }
  const { rows, columns } = headOfWorkbook(text.replaceAll('\u0000', '').toWellFormed())
  return { rows: cut(rows), columns: cut(columns) }
}

type Border = CellLook['border']

/** A merged area has the lines that its cells have at its edges. */
function bordersOf({ from, to }: Area, cells: ReadonlyMap<string, LayoutCell>): Border {
  const side = (row: number, column: number, at: 0 | 1 | 2 | 3) => cells.get(nameOfPlace({ row, column }))?.look?.border[at] ?? 0
  return [side(from.row, from.column, 0), side(from.row, to.column, 1), side(to.row, from.column, 2), side(from.row, from.column, 3)]
}

function styleOf(look: CellLook | undefined, border: Border | undefined): Style {
  if (!look) return {}
  const size = within(look.size ?? SIZE, 4, 72)
  const lines = border ?? look.border
  return {
    font: look.isBold ? ['sc', size, 'bold'] : ['sc', size],
    ...(look.align && !look.isDiagonal ? { align: look.align } : {}),
    ...(look.isDiagonal ? {} : { vertical: look.vertical }),
    ...(look.colour && look.colour !== '#000000' ? { colour: look.colour } : {}),
    ...(look.fill ? { fill: look.fill } : {}),
    ...(lines.some((width) => width > 0) ? { border: [...lines] as [number, number, number, number] } : {}),
    ...(look.wraps && !look.isDiagonal ? { wrap: true } : {}),
  }
}

/** Styles by their numbers, each once; none for one that there is no more room for, and for an empty one. */
function openStyles() {
  const known = new Map<string, number>()
  const all: Style[] = []
  return {
    all,
    of(style: Style): number | undefined {
      const key = JSON.stringify(style)
      const found = known.get(key)
      if (found !== undefined || all.length >= MAX_STYLES) return found
      known.set(key, all.length)
      return all.push(style) - 1
    },
  }
}

/**
 * The cells that a picture takes: those that it lies over where they are empty, so that it stays as large as it was, else the one that it begins in. Undefined where something
 * stands there.
 */
function roomOf(picture: LayoutPicture, layout: SheetLayout, merges: readonly Area[]): Area | undefined {
  const isFree = (area: Area) =>
    !layout.cells.some(({ row, column, text }) => text !== '' && isIn(area, row, column)) &&
    merges.every((merge) => !isTouching(merge, area) || isSame(merge, area))
  const { row, column } = picture.from
  const from = { row, column }
  const merge = merges.find((each) => isIn(each, row, column))
  const to = { row: endOf('row', picture, layout), column: endOf('column', picture, layout) }
  const whole = merge && isIn(merge, to.row, to.column) ? merge : { from, to }
  return [whole, merge ?? { from, to: from }].find(isFree)
}

const isIn = ({ from, to }: Area, row: number, column: number): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column
const isSame = (one: Area, other: Area): boolean =>
  one.from.row === other.from.row &&
  one.from.column === other.from.column &&
  one.to.row === other.to.row &&
  one.to.column === other.to.column

/** What a picture may reach into the next line by and not be in it, in points. */
const SLACK = 1

/** The last row or column that a picture lies over. */
function endOf(line: 'row' | 'column', { from, to, width, height }: LayoutPicture, { widths, heights, usual }: SheetLayout): number {
  const most = (line === 'row' ? MAX_TEMPLATE_ROWS : MAX_TEMPLATE_COLUMNS) - 1
  if (to) {
    const within = line === 'row' ? to.y : to.x
    return Math.min(most, Math.max(from[line], within > SLACK ? to[line] : to[line] - 1))
  }
  const lengthAt = (at: number) => (line === 'row' ? (heights[at] ?? usual.height) : (widths[at] ?? usual.width))
  let left = (line === 'row' ? from.y + height : from.x + width) - SLACK
  let at = from[line]
  while (at < most && left > lengthAt(at)) left -= lengthAt(at++)
  return at
}

const isTouching = (one: Area, other: Area): boolean =>
  one.from.row <= other.to.row && one.to.row >= other.from.row && one.from.column <= other.to.column && one.to.column >= other.from.column

/** The merged area that a place lies in. */
function openCovering(areas: readonly Area[]) {
  const byPlace = new Map<number, Area>()
  for (const area of areas)
    for (let { row } = area.from; row <= area.to.row; row += 1)
      for (let { column } = area.from; column <= area.to.column; column += 1) byPlace.set(row * MAX_TEMPLATE_COLUMNS + column, area)
  return ({ row, column }: { readonly row: number; readonly column: number }) => byPlace.get(row * MAX_TEMPLATE_COLUMNS + column)
}
