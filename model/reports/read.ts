/** A template as it comes, read and checked as far as it can be without its data. */
import type { Expression } from '../expression/expression.ts'
import { fieldsReadBy, isBoundedTree } from '../expression/expression.ts'
import { bandsOf } from './bands.ts'
import { refuseIssue, refuseTemplate } from './faults.ts'
import { cellNamed } from './coordinates.ts'
import { readCellFormula } from './formula.ts'
import { MAX_PICTURES, picturesOf } from './pictures.ts'
import { roomOn } from './paper.ts'
import { areaNamed } from './places.ts'
import type { Area } from './places.ts'
import type { Direction, PlanOfDirection, PlannedCell } from './plan.ts'
import { cellsOf, planOf } from './plan.ts'
import type { RuledRow } from './row-rules.ts'
import { chainOfRow, ruledRows } from './row-rules.ts'
import type { Aggregate, ReportTemplate, Segment, TemplateChart } from './template.ts'
import { EXPANDING, MAX_TEMPLATE_BYTES, MAX_TEXT, TEMPLATE } from './template.ts'

export interface Report {
  readonly template: ReportTemplate
  readonly cells: readonly PlannedCell[]
  readonly down: PlanOfDirection
  readonly right: PlanOfDirection
  /** Rows of which something is asked. */
  readonly ruled: readonly RuledRow[]
  /** Formulas of cells and conditions of rules, as they are read, by their texts. */
  readonly formulas: ReadonlyMap<string, Expression>
  /** The names of the cells in each area that formulas read, row by row. */
  readonly areas: ReadonlyMap<string, readonly string[]>
  /** Types of the dictionaries that formulas name. */
  readonly dictionaries: readonly string[]
}

const MAX_VALUES = { nodes: 60_000, depth: 64 }
/** Formulas that need one another, one after the other: each waits for the next. */
const MAX_NEEDED = 200
/** Places of areas, and cells that are read, of all formulas together: each of them is looked at, though a name of seven letters asks for all. */
const MAX_READ = 1_000_000
const encoder = new TextEncoder()

/** The format that templates have now. A template of an older one is brought up to it where it is read. */
export const TEMPLATE_FORMAT = 1

/** The template as the newest format has it, without a look at anything but its number; the first format needs no change. */
export const upgraded = (value: unknown): unknown => value

/** The template with its formulas read and its parents found. @throws TemplateFault with the first thing that is wrong */
export function readTemplate(value: unknown): Report {
  if (typeof value !== 'object' || value === null) refuseTemplate('template', 'shape')
  if (!isBoundedTree(value, MAX_VALUES)) refuseTemplate('template', 'size')
  if (encoder.encode(JSON.stringify(value)).length > MAX_TEMPLATE_BYTES) refuseTemplate('template', 'size')
  const parsed = TEMPLATE.safeParse(upgraded(value), { reportInput: true })
  if (!parsed.success) return refuseIssue(parsed.error.issues[0] as never)
  const template = parsed.data
  checkPaper(template.page)
  const cells = cellsOf(template)
  for (const one of cells) checkCell(one, template)
  const [, tooMany] = [...picturesOf(template)][MAX_PICTURES] ?? []
  if (tooMany !== undefined) refuseTemplate(tooMany, 'pictures', String(MAX_PICTURES))
  const formulas = new Map<string, Expression>()
  // Many cells have the same one: it is read once.
  const ruled = ruledRows(template)
  const asking = [...cells, ...ruled.map((row) => row.asking)]
  const dictionaries = new Set<string>()
  for (const one of asking)
    for (const text of formulasOf(one)) {
      if (formulas.has(text)) continue
      const formula = formulaOf(text, one)
      formulas.set(text, formula)
      for (const type of dictionariesIn(formula)) dictionaries.add(type)
      if (dictionaries.size > MAX_DICTIONARIES) refuseTemplate(one.name, 'size', String(MAX_DICTIONARIES))
    }
  const areas = checkFormulas(template, cells, asking, formulas)
  const [down, right] = [planOf(cells, 'down'), planOf(cells, 'right')]
  const ofRows = new Map(ruled.map((row) => [row.asking, chainOfRow(down.blocks, row.row)]))
  checkPositions(cells, asking, formulas, { down: { ...down, chains: new Map([...down.chains, ...ofRows]) }, right })
  checkRepeat(template, down)
  checkSubtotals(template, cells)
  return { template, cells, down, right, ruled, formulas, areas, dictionaries: [...dictionaries] }
}

/** Each is read for the report. */
const MAX_DICTIONARIES = 20
const dictionariesIn = (formula: Expression): string[] => [...fieldsReadBy(formula)].flatMap((name) => cellNamed(name)?.dictionary ?? [])

/** A line of small letters, in points. */
const MIN_ROOM = 10

/** Own paper lies as it is said to, and each page has room for something. */
function checkPaper(page: ReportTemplate['page']): void {
  if (typeof page.size !== 'string' && page.landscape) refuseTemplate('page.landscape', 'content')
  const { width, height } = roomOn(page)
  if (width < MIN_ROOM || height < MIN_ROOM) refuseTemplate('page.margins', 'room')
}

const formulasOf = ({ cell }: PlannedCell): string[] => [
  ...(cell.formula ? [cell.formula] : []),
  ...(cell.rules ?? []).map((rule) => rule.if),
]

function checkCell({ name, cell }: PlannedCell, { sets, styles }: ReportTemplate): void {
  const contents = [cell.text, cell.rich, cell.field, cell.formula, cell.subtotal, cell.chart, cell.diagonal, cell.picture].filter(
    (one) => one !== undefined,
  )
  if (contents.length > 1) refuseTemplate(name, 'content')
  if (cell.expand && cell.field === undefined) refuseTemplate(name, 'content')
  if ((cell.aggregate ?? cell.show ?? cell.sort) !== undefined && cell.field === undefined) refuseTemplate(name, 'content')
  if ((cell.fill ?? cell.most ?? cell.sort ?? cell.perPage) !== undefined && !cell.expand) refuseTemplate(name, 'content')
  if (cell.expand !== 'down' && (cell.perPage ?? cell.together) !== undefined) refuseTemplate(name, 'content')
  if (cell.fill === 'page' && cell.perPage === undefined) refuseTemplate(name, 'content')
  if (cell.aggregate && (cell.expand !== undefined) !== isExpanding(cell.aggregate)) refuseTemplate(name, 'content')
  // Neighbours in another order are not those of the data, and a segment has many values of another column.
  if (cell.aggregate === 'neighbours' && cell.sort) refuseTemplate(name, 'content')
  if ((cell.aggregate === 'segments') !== (cell.segments !== undefined)) refuseTemplate(name, 'content')
  if (cell.segments) checkSegments(name, cell.segments, cell.show)
  const isWritten = contents.length > 0 && !cell.chart && !cell.diagonal && !cell.rich && cell.picture === undefined
  if ((cell.code ?? cell.check) !== undefined && !isWritten) refuseTemplate(name, 'content')
  // Of a sub-total each page has another one, and a box is one for all.
  if (cell.check && (cell.code !== undefined || cell.subtotal)) refuseTemplate(name, 'content')
  const charted = cell.chart && [cell.chart.x, ...(cell.chart.by ?? []), ...cell.chart.series.map(({ field }) => field)]
  if ((cell.rich ?? []).reduce((sum, { text }) => sum + text.length, 0) > MAX_TEXT) refuseTemplate(name, 'size', String(MAX_TEXT))
  if (cell.chart?.kind === 'pie' && !isPie(cell.chart)) refuseTemplate(name, 'content')
  // One chart has one set of rows.
  if (new Set(charted?.map((field) => field.split('.')[0])).size > 1) refuseTemplate(name, 'set')
  for (const field of [cell.field, cell.show, ...(charted ?? [])]) {
    const set = field?.split('.')[0]
    if (set !== undefined && !Object.hasOwn(sets, set)) refuseTemplate(name, 'set', set)
  }
  for (const style of [cell.style, ...(cell.rules ?? []).map((rule) => rule.style)])
    if (style !== undefined && style >= styles.length) refuseTemplate(name, 'style', String(style))
}

const isPie = ({ series, by, limits, bands, least, most }: TemplateChart): boolean =>
  series.length === 1 && [by, limits, bands, least, most].every((more) => more === undefined)

/** What a cell that expands comes to is one of these; what any other comes to is none of them. */
const isExpanding = (aggregate: Aggregate): boolean => EXPANDING.some((each) => each === aggregate)

/** Each ends above the one before, and the last has no end. */
function checkSegments(name: string, segments: readonly Segment[], show: string | undefined): void {
  const ends = segments.map(({ below }) => below)
  const isSound = ends.every((end, at) =>
    at === ends.length - 1 ? end === undefined : end !== undefined && (at === 0 || end > (ends[at - 1] as number)),
  )
  if (!isSound) refuseTemplate(name, 'segments')
  if (show !== undefined) refuseTemplate(name, 'content')
}

function formulaOf(text: string, { name }: PlannedCell): Expression {
  const read = readCellFormula(text)
  if ('fault' in read) return refuseTemplate(name, 'formula', `${read.fault.at + 1}: ${read.fault.word}`)
  return read.expression
}

/** Each cell that a formula names is there, each area lies in the template, and no cell needs itself; the cells of the areas. */
function checkFormulas(
  { rows, columns }: ReportTemplate,
  cells: readonly PlannedCell[],
  asking: readonly PlannedCell[],
  formulas: ReadonlyMap<string, Expression>,
): Report['areas'] {
  const byName = new Map(cells.map((one) => [one.name, one]))
  const byRow = rowsOf(cells)
  const needs = new Map<string, readonly string[]>()
  const areas = new Map<string, readonly string[]>()
  let left = MAX_READ
  const spend = (count: number, { name }: PlannedCell) => {
    left -= count
    if (left < 0) refuseTemplate(name, 'size', String(MAX_READ))
  }
  /** An area may have empty cells in it. */
  const within = (name: string, area: Area, one: PlannedCell): readonly string[] => {
    const known = areas.get(name)
    if (known) return known
    if (area.to.row >= rows.length || area.to.column >= columns.length) refuseTemplate(one.name, 'outside', name)
    spend((area.to.row - area.from.row + 1) * (area.to.column - area.from.column + 1), one)
    const found = namesIn(area, byRow)
    areas.set(name, found)
    return found
  }
  const readBy = (name: string, one: PlannedCell): readonly string[] => {
    const area = areaNamed(name)
    if (area) return within(name, area, one)
    const cell = cellNamed(name)?.cell
    if (cell === undefined) return []
    return byName.has(cell) ? [cell] : refuseTemplate(one.name, 'cell', cell)
  }
  for (const one of asking)
    for (const text of formulasOf(one)) {
      const names = [...fieldsReadBy(formulas.get(text) as Expression)].flatMap((name) => readBy(name, one))
      spend(names.length, one)
      if (text === one.cell.formula) needs.set(one.name, names)
    }
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): void => {
    if (done.has(name)) return
    if (path.length > MAX_NEEDED) refuseTemplate(name, 'formula', String(MAX_NEEDED))
    if (path.includes(name)) refuseTemplate(name, 'circle', [...path.slice(path.indexOf(name)), name].join(' → '))
    for (const next of needs.get(name) ?? []) if (!done.has(next)) visit(next, [...path, name])
    done.add(name)
  }
  for (const name of needs.keys()) visit(name, [])
  return areas
}

/** The cells of each row, from the left to the right. */
function rowsOf(cells: readonly PlannedCell[]): ReadonlyMap<number, readonly PlannedCell[]> {
  const byRow = new Map<number, PlannedCell[]>()
  for (const one of cells.toSorted((first, second) => first.area.from.column - second.area.from.column)) {
    const known = byRow.get(one.area.from.row)
    if (known) known.push(one)
    else byRow.set(one.area.from.row, [one])
  }
  return byRow
}

function namesIn({ from, to }: Area, byRow: ReadonlyMap<number, readonly PlannedCell[]>): string[] {
  const names: string[] = []
  for (let { row } = from; row <= to.row; row += 1)
    for (const { name, area } of byRow.get(row) ?? [])
      if (area.from.column >= from.column && area.from.column <= to.column) names.push(name)
  return names
}

/** A position is that of a cell that expands and with which the named cell repeats; one counted from here needs that the formula repeats with it as well. */
function checkPositions(
  cells: readonly PlannedCell[],
  asking: readonly PlannedCell[],
  formulas: ReadonlyMap<string, Expression>,
  plans: Readonly<Record<Direction, PlanOfDirection>>,
): void {
  const byName = new Map(cells.map((one) => [one.name, one]))
  const repeats = (of: PlannedCell, by: PlannedCell) => by.cell.expand !== undefined && plans[by.cell.expand].chains.get(of)?.includes(by)
  for (const one of asking)
    for (const name of formulasOf(one).flatMap((text) => [...fieldsReadBy(formulas.get(text) as Expression)])) {
      const named = cellNamed(name)
      for (const { cell, by } of named?.steps ?? []) {
        const step = byName.get(cell) ?? refuseTemplate(one.name, 'cell', cell)
        const isOfTarget = repeats(byName.get(named?.cell ?? '') as PlannedCell, step)
        if (!isOfTarget || (by === 'offset' && !repeats(one, step))) refuseTemplate(one.name, 'direction', cell)
      }
    }
}

/** The rows at the head and at the foot of pages are rows of the template that repeat for nothing, and each of them is in one of these bands. */
function checkRepeat({ page, rows }: ReportTemplate, { blocks }: PlanOfDirection): void {
  const bands = bandsOf(page)
  const taken = new Set<number>()
  for (const { name, rows: band } of bands) {
    const place = `page.repeat.${name}`
    const [from, to] = band
    if (from > to || to > rows.length) refuseTemplate(place, 'outside', `${from}–${to}`)
    const block = blocks.find((each) => each.from <= to - 1 && each.to >= from - 1)
    if (block) refuseTemplate(place, 'repeat', block.of.name)
    for (let row = from; row <= to; row += 1) {
      if (taken.has(row)) refuseTemplate(place, 'rows', String(row))
      taken.add(row)
    }
  }
  for (const [first, usual] of [
    ['firstHead', 'head'],
    ['firstFoot', 'foot'],
  ] as const)
    // prettier-ignore
    if (page.repeat?.[first] === 'none' && !page.repeat[usual]) refuseTemplate(`page.repeat.${usual}`, 'missing')
}

/** What is put together for each page stands at its head or foot, and what it is of does not. */
function checkSubtotals({ page }: ReportTemplate, cells: readonly PlannedCell[]): void {
  const bands = bandsOf(page)
  const isRepeated = ({ area }: PlannedCell) => bands.some(({ rows: [from, to] }) => area.from.row >= from - 1 && area.to.row <= to - 1)
  for (const one of cells) {
    if (!one.cell.subtotal) continue
    const { of } = one.cell.subtotal
    const target = cells.find(({ name }) => name === of) ?? refuseTemplate(one.name, 'cell', of)
    if (!isRepeated(one) || isRepeated(target)) refuseTemplate(one.name, 'repeat', of)
  }
}
