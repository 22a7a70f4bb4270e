/**
 * A template in one direction, repeated: the members of its cells that expand, and the lines (rows or columns of the sheet) that come of them. Each member
 * has the rows of data that it stands for, so that whatever repeats with it is of those alone.
 */
import type { Block, Direction, PlanOfDirection, PlannedCell } from '../../model/reports/plan.ts'
import { linesOf } from '../../model/reports/plan.ts'
import { fail } from '../kernel/errors.ts'
import type { ReportBounds } from './bounds.ts'
import { tooManyRows } from './bounds.ts'
import type { CellValue, DataSet, Rows } from './data.ts'
import { NOTHING, columnNamed } from './data.ts'
import type { Groups } from './groups.ts'
import { groupsOf } from './groups.ts'
import type { Steps } from './cooperative.ts'
import { ROWS_PER_SLICE } from './cooperative.ts'

/** One of those that a cell expands to; the root is the sheet itself, and of no cell. */
export interface Member {
  readonly of?: PlannedCell
  readonly parent?: Member
  /** Which one it is within its parent, from 0. */
  readonly at: number
  readonly value: CellValue
  /** Rows of the set that it stands for. */
  readonly rows?: { readonly set: DataSet; readonly indices: Rows }
  readonly inner: Map<PlannedCell, readonly Member[]>
  /** Values of cells that repeat with it, by the other member of their copy. */
  known?: Map<PlannedCell, Map<Member, CellValue>>
}

/** One copy of a cell: the members with which it repeats. */
export interface Copy {
  readonly of: PlannedCell
  readonly left: Member
  readonly top: Member
}

export interface Line {
  /** Which line of the template it is made of. */
  readonly of: number
  readonly member: Member
}

export interface Repeated {
  readonly direction: Direction
  readonly plan: PlanOfDirection
  readonly root: Member
  readonly lines: readonly Line[]
  /** The first and the last line that each member's copy of a cell covers. */
  readonly spans: ReadonlyMap<PlannedCell, ReadonlyMap<Member, readonly [number, number]>>
}

/** Columns of a sheet: more than these are no report that somebody reads. */
const MAX_COLUMNS = 1000

/**
 * The template repeated in one direction.
 * @param count Lines that the template has in it
 * @throws Failure `report.too-much`, `report.too-much-at` with the cell that has too many columns, `report.as-job`
 */
export function* repeat(
  direction: Direction,
  plan: PlanOfDirection,
  cells: readonly PlannedCell[],
  count: number,
  sets: ReadonlyMap<string, DataSet>,
  bounds: ReportBounds,
): Steps<Repeated> {
  const root: Member = { at: 0, value: NOTHING, inner: new Map() }
  const lines: Line[] = []
  function* emit(from: number, to: number, blocks: readonly Block[], member: Member): Steps<void> {
    let next = from
    const plain = (end: number) => {
      for (; next <= end; next += 1) lines.push({ of: next, member })
      if (direction === 'right' && lines.length > MAX_COLUMNS)
        fail('report.too-much-at', { values: { most: MAX_COLUMNS, cell: (member.of ?? blocks[0]?.of)?.name ?? '' } })
      if (direction === 'down' && lines.length > bounds.rows) tooManyRows(bounds)
    }
    for (const block of blocks) {
      plain(block.from - 1)
      for (const each of yield* membersOf(block.of, member, sets)) {
        yield* emit(block.from, block.to, block.inner, each)
        yield
      }
      next = block.to + 1
    }
    plain(to)
  }
  yield* emit(0, count - 1, plan.blocks, root)
  return { direction, plan, root, lines, spans: yield* spansOf(direction, plan, cells, count, lines) }
}

/** What a cell expands to within a member: one empty one where there is nothing, so that a table without rows is seen to be one. */
function* membersOf(of: PlannedCell, parent: Member, sets: ReadonlyMap<string, DataSet>): Steps<readonly Member[]> {
  const named = columnNamed(sets, of.cell.field ?? '')
  const groups = yield* groupsOf(of.cell, named, rowsOf(parent, named.set))
  const members: Member[] = []
  for (let at = 0; at < groups.count; at += 1) {
    members.push(memberAt(of, parent, named.set, groups, at))
    if (at % ROWS_PER_SLICE === 0) yield
  }
  parent.inner.set(of, members)
  return members
}

/** One of the members that groups are. */
export const memberAt = (
  of: PlannedCell,
  parent: Member,
  set: DataSet,
  groups: Groups,
  at: number,
  inner: Member['inner'] = new Map(),
): Member => ({
  of,
  parent,
  at,
  value: groups.valueOf(at),
  rows: { set, indices: groups.rowsOf(at) },
  inner,
})

/** A loop, since `from` takes ten times as long. */
function numbersTo(count: number): Rows {
  const all = new Uint32Array(count)
  for (let at = 0; at < count; at += 1) all[at] = at
  return all
}

const every = new WeakMap<DataSet, Rows>()

/** The rows of a set that a member stands for: those of the nearest above it that is of this set, else all. */
export function rowsOf(member: Member, set: DataSet): Rows {
  for (let at: Member | undefined = member; at; at = at.parent) if (at.rows?.set === set) return at.rows.indices
  let all = every.get(set)
  if (!all) every.set(set, (all = numbersTo(set.count)))
  return all
}

/** The member of this cell that stands above another one, or is it; the root without a cell. */
export function memberOf(member: Member, of: PlannedCell | undefined): Member {
  let at = member
  while (at.parent && at.of !== of) at = at.parent
  return at
}

/** The first and the last line that each member's copy of a cell covers. */
export function* spansOf(
  direction: Direction,
  { chains }: PlanOfDirection,
  cells: readonly PlannedCell[],
  count: number,
  lines: readonly Line[],
): Steps<Repeated['spans']> {
  const atLine: PlannedCell[][] = Array.from({ length: count }, () => [])
  for (const cell of cells) {
    const [from, to] = linesOf(cell.area, direction)
    for (let line = from; line <= to; line += 1) atLine[line]?.push(cell)
  }
  const spans = new Map(cells.map((cell) => [cell, new Map<Member, [number, number]>()]))
  for (const [line, { of, member }] of lines.entries()) {
    yield
    for (const cell of atLine[of] ?? []) {
      const owner = memberOf(member, chains.get(cell)?.at(-1))
      const ofCell = spans.get(cell) as Map<Member, [number, number]>
      const span = ofCell.get(owner)
      if (span) span[1] = line
      else ofCell.set(owner, [line, line])
    }
  }
  return spans
}
