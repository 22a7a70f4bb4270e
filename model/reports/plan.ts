/**
 * How a template repeats: which cell each cell goes along with, and which rows and columns are repeated together. The two directions are alike: what is
 * said of rows that repeat downwards holds of columns that repeat to the right.
 */
import { refuseTemplate } from './faults.ts'
import type { Area, Place } from './places.ts'
import { areaNamed, nameOfPlace, placeNamed } from './places.ts'
import type { ReportTemplate, TemplateCell } from './template.ts'
import { MAX_EXPANDING, MAX_TEMPLATE_COLUMNS } from './template.ts'

export type Direction = 'down' | 'right'

export interface PlannedCell {
  readonly name: string
  readonly cell: TemplateCell
  /** The cells of the template that it covers: more than one where they are merged. */
  readonly area: Area
}

/** Lines of one direction, rows or columns, that are repeated together for each member of a cell that expands. */
export interface Block {
  readonly of: PlannedCell
  readonly from: number
  readonly to: number
  readonly inner: readonly Block[]
}

export interface PlanOfDirection {
  /** The cells that expand with which a cell repeats, the outermost first; of one that expands itself, it is the last of them. */
  readonly chains: ReadonlyMap<PlannedCell, readonly PlannedCell[]>
  /** The outermost ones. */
  readonly blocks: readonly Block[]
}

/** Parents above one another. */
const MAX_PARENTS = 100

const KEYS = { down: { parent: 'left', along: 'row', across: 'column' }, right: { parent: 'top', along: 'column', across: 'row' } } as const

/** The first and the last line of an area in a direction: rows for `down`, columns for `right`. */
export function linesOf({ from, to }: Area, direction: Direction): readonly [number, number] {
  const { along } = KEYS[direction]
  return [from[along], to[along]]
}

/** The cells with the areas that they cover. @throws TemplateFault `outside`, `overlap` or `size` */
export function cellsOf({ cells, merges = [], rows, columns }: ReportTemplate): PlannedCell[] {
  const isInside = ({ row, column }: Place) => row < rows.length && column < columns.length
  const areas = new Map<string, Area>()
  for (const name of merges) {
    const area = areaNamed(name)
    if (!area || !isInside(area.to)) return refuseTemplate('merges', 'outside', name)
    areas.set(nameOfPlace(area.from), area)
  }
  const planned = Object.entries(cells).map(([name, cell]): PlannedCell => {
    const at = placeNamed(name) as Place
    if (!isInside(at)) refuseTemplate(name, 'outside')
    return { name, cell, area: areas.get(name) ?? { from: at, to: at } }
  })
  groundOf(planned)
  const expanding = planned.filter(({ cell }) => cell.expand)
  if (expanding.length > MAX_EXPANDING) refuseTemplate((expanding[MAX_EXPANDING] as PlannedCell).name, 'size')
  return planned
}

/** The cell that stands at each place. @throws TemplateFault `overlap` */
function groundOf(cells: readonly PlannedCell[]): ReadonlyMap<number, PlannedCell> {
  const ground = new Map<number, PlannedCell>()
  for (const one of cells)
    for (let { row } = one.area.from; row <= one.area.to.row; row += 1)
      for (let { column } = one.area.from; column <= one.area.to.column; column += 1) {
        const key = row * MAX_TEMPLATE_COLUMNS + column
        const other = ground.get(key)
        if (other) refuseTemplate(one.name, 'overlap', other.name)
        ground.set(key, one)
      }
  return ground
}

/** How the cells repeat in one direction. @throws TemplateFault `cell`, `direction`, `circle`, `overlap` or `nesting` */
export function planOf(cells: readonly PlannedCell[], direction: Direction): PlanOfDirection {
  const byName = new Map(cells.map((one) => [one.name, one]))
  const expanding = cells.filter(({ cell }) => cell.expand === direction)
  const parents = new Map(cells.map((one) => [one, parentOf(one, expanding, byName, direction)]))
  const chains = new Map<PlannedCell, readonly PlannedCell[]>()
  for (const one of cells) chains.set(one, chainOf(one, parents, direction))
  const reach = new Map(expanding.map((one) => [one, reachOf(one, cells, chains, direction)]))
  const innerOf = (outer: PlannedCell | undefined): Block[] =>
    expanding
      .filter((one) => (chains.get(one) as readonly PlannedCell[]).at(-2) === outer)
      .map((one): Block => {
        const [from, to] = reach.get(one) as readonly [number, number]
        return { of: one, from, to, inner: innerOf(one) }
      })
      .toSorted((one, other) => one.from - other.from)
  const blocks = innerOf(undefined)
  checkApart(blocks)
  checkStretching(cells, chains, reach, direction)
  return { chains, blocks }
}

function parentOf(
  one: PlannedCell,
  expanding: readonly PlannedCell[],
  byName: ReadonlyMap<string, PlannedCell>,
  direction: Direction,
): PlannedCell | undefined {
  const { parent, along, across } = KEYS[direction]
  const named = one.cell[parent]
  if (named === 'none') return undefined
  if (named !== undefined) {
    const found = byName.get(named) ?? refuseTemplate(one.name, 'cell', named)
    // A cell that repeats in the other direction alone has no members in this one.
    if (found.cell.expand !== undefined && found.cell.expand !== direction) refuseTemplate(one.name, 'direction', named)
    return found
  }
  return expanding
    .filter(
      ({ area }) =>
        area.from[along] <= one.area.from[along] && area.to[along] >= one.area.from[along] && area.from[across] < one.area.from[across],
    )
    .toSorted((first, second) => second.area.from[across] - first.area.from[across])[0]
}

function chainOf(
  one: PlannedCell,
  parents: ReadonlyMap<PlannedCell, PlannedCell | undefined>,
  direction: Direction,
): readonly PlannedCell[] {
  const path: PlannedCell[] = []
  for (let at: PlannedCell | undefined = one; at; at = parents.get(at)) {
    if (path.length > MAX_PARENTS) refuseTemplate(one.name, 'size')
    if (path.includes(at)) refuseTemplate(one.name, 'circle', [...path.slice(path.indexOf(at)), at].map(({ name }) => name).join(' → '))
    path.push(at)
  }
  return path.filter(({ cell }) => cell.expand === direction).toReversed()
}

/** The lines of a cell that expands and of all that repeats with it. */
function reachOf(
  one: PlannedCell,
  cells: readonly PlannedCell[],
  chains: PlanOfDirection['chains'],
  direction: Direction,
): readonly [number, number] {
  const lines = cells.filter((each) => chains.get(each)?.includes(one)).map(({ area }) => linesOf(area, direction))
  return [Math.min(...lines.map(([from]) => from)), Math.max(...lines.map(([, to]) => to))]
}

/** Lines that repeat for one cell do not repeat for another one beside it. */
function checkApart(blocks: readonly Block[]): void {
  blocks.forEach((one, at) => {
    const next = blocks[at + 1]
    if (next && next.from <= one.to) refuseTemplate(next.of.name, 'nesting', one.of.name)
    checkApart(one.inner)
  })
}

/** A cell that does not repeat with lines it stands in is stretched over all of them: nothing else may stand there. */
function checkStretching(
  cells: readonly PlannedCell[],
  chains: PlanOfDirection['chains'],
  reach: ReadonlyMap<PlannedCell, readonly [number, number]>,
  direction: Direction,
): void {
  const { across } = KEYS[direction]
  const ground = groundOf(cells)
  const at = (line: number, beside: number) =>
    ground.get(direction === 'down' ? line * MAX_TEMPLATE_COLUMNS + beside : beside * MAX_TEMPLATE_COLUMNS + line)
  for (const one of cells) {
    const [first, last] = linesOf(one.area, direction)
    for (const [expanding, [from, to]] of reach) {
      if (chains.get(one)?.includes(expanding) || to < first || from > last) continue
      for (let line = from; line <= to; line += 1)
        for (let beside = one.area.from[across]; beside <= one.area.to[across]; beside += 1) {
          const covered = at(line, beside)
          if (covered && covered !== one) refuseTemplate(covered.name, 'overlap', one.name)
        }
    }
  }
}
