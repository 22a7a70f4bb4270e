/**
 * A report row by row (model/reports/path.ts says which can be): the same cells that its sheet would have, of which no more are in memory than those of a
 * row. Groups are kept, the rows of the innermost are made as they are written.
 */
import { bandsOf } from '../../model/reports/bands.ts'
import type { Block, PlannedCell } from '../../model/reports/plan.ts'
import { linesOf } from '../../model/reports/plan.ts'
import { shiftedPage } from '../../model/reports/paper.ts'
import { levelsOf } from '../../model/reports/path.ts'
import type { Report } from '../../model/reports/read.ts'
import { fail } from '../kernel/errors.ts'
import type { CellValue, DataSet, Scalar } from './data.ts'
import { NOTHING, columnNamed } from './data.ts'
import { shownBox } from './check-boxes.ts'
import { shownHead } from './diagonal.ts'
import type { Band, Filling, ReportSheet, SheetCell } from './expand.ts'
import { filled, namesPages, omittedOf } from './expand.ts'
import type { Groups } from './groups.ts'
import { groupsOf } from './groups.ts'
import type { Member } from './members.ts'
import { memberAt, repeat, rowsOf } from './members.ts'
import { textOf } from './texts.ts'
import { shownRich } from './rich-text.ts'
import { breaksAt, rulesByRow } from './row-rules.ts'
import type { Steps } from './cooperative.ts'
import { runCooperatively } from './cooperative.ts'
import { openValues } from './values.ts'

/** One row of a sheet, with the cells that begin in it. */
export interface SheetRow {
  readonly height: number
  /** Whether a page begins before it. */
  readonly isBreak: boolean
  /** The last of the rows that stand on one page with it, where there is room for them. */
  readonly keepTo?: number | undefined
  readonly cells: readonly SheetCell[]
}

/** A sheet row by row. */
export interface RowSheet extends Omit<ReportSheet, 'rows' | 'breaks' | 'keeps' | 'cells'> {
  readonly count: number
  /** Whether some of its rows stand on one page with others. */
  readonly isKeeping: boolean
  /** Its rows from the first one on, each time that they are asked for. */
  rows(): Iterable<SheetRow>
}

/**
 * A cell of which there are as many as rows. A class, since an object that has its text as a getter of its own took twelve of a hundred parts of the time to make, and its closures a part of what
 * is collected (node --cpu-prof on bench/report-writing.ts).
 */
class RowCell implements SheetCell {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
  readonly value: CellValue
  readonly style: number | undefined
  readonly format: string | undefined
  readonly isPageNumber?: true
  readonly #of: PlannedCell
  readonly #params: ReadonlyMap<string, Scalar>

  constructor(
    of: PlannedCell,
    params: ReadonlyMap<string, Scalar>,
    row: number,
    column: number,
    rows: number,
    columns: number,
    value: CellValue,
    style: number | undefined,
  ) {
    this.#of = of
    this.#params = params
    this.row = row
    this.column = column
    this.rows = rows
    this.columns = columns
    this.value = value
    this.style = style
    this.format = of.cell.format
    if ((of.cell.text ?? of.cell.diagonal ?? of.cell.rich) !== undefined && namesPages(of.cell)) this.isPageNumber = true
  }

  /** A workbook asks for it of no number: a third of the time went into texts that nobody read (npm run bench:reports). */
  get text(): string {
    const shown = textOf(this.value, this.format)
    return this.#of.cell.text === undefined ? shown : filled(shown, this.#params)
  }
}

/** What a worksheet holds (Excel's limit). */
const MAX_ROWS = 1_048_576
/** Groups, which are kept: the rows of the innermost are not. */
const MAX_GROUPS = 200_000

/** What repeats within a member is kept beside it (`Node`). */
const NONE: Member['inner'] = new Map()

interface Node extends Member {
  /** Rows of the sheet. */
  size: number
  members?: readonly Node[]
  /** Of the innermost group: the members that its rows are. */
  groups?: Groups
}

/** Rows of a block above the one within it, and below. */
interface Level {
  readonly of: PlannedCell | undefined
  readonly from: number
  readonly to: number
  readonly inner: Block | undefined
  readonly set: DataSet
}

/**
 * The report row by row; undefined of one that can only be held in memory.
 * @param signal Ends it before the next step, with its reason
 * @throws Failure `report.too-much`
 */
export async function openRows(report: Report, filling: Filling, signal?: AbortSignal): Promise<RowSheet | undefined> {
  const { template, cells } = report
  const { sets, params, bounds } = filling
  const blocks = levelsOf(report)
  if (!blocks) return undefined
  const { set } = columnNamed(sets, blocks[0]?.of.cell.field ?? '')
  const levels: readonly Level[] = [
    { of: undefined, from: 0, to: template.rows.length - 1, inner: blocks[0], set },
    ...blocks.map(({ of, from, to }, at): Level => ({ of, from, to, inner: blocks[at + 1], set })),
  ]
  const last = levels.length - 1
  const root: Node = { at: 0, value: NOTHING, inner: new Map(), size: 0 }
  await runCooperatively(grow(root, levels, sets), signal)
  if (root.size > MAX_ROWS) fail('report.too-much', { values: { most: MAX_ROWS } })

  const right = await runCooperatively(repeat('right', report.right, cells, template.columns.length, sets, bounds), signal)
  const within = (member: Member, of: PlannedCell): Iterable<Member> => {
    const { members, groups } = member as Node
    return members ?? (groups ? made(groups, member, of) : [])
  }
  function* made(groups: Groups, parent: Member, of: PlannedCell): Generator<Member> {
    for (let at = 0; at < groups.count; at += 1) yield memberAt(of, parent, set, groups, at, NONE)
  }
  const values = openValues({ report, ...filling, down: { plan: report.down }, right, within })
  /** The cells that begin in a row of the template, with the level that they repeat with. */
  const beginning = template.rows.map((_, row) =>
    cells
      .filter(({ area }) => area.from.row === row)
      .toSorted((one, other) => one.area.from.column - other.area.from.column)
      .map((of) => ({ of, level: report.down.chains.get(of)?.length ?? 0 })),
  )
  const shown = (text: string) => filled(text, params)
  /** Worked out once: as many rows as there are have the same parts. */
  const richOf = new Map(cells.flatMap((of) => (of.cell.rich ? [[of, shownRich(of.cell.rich, shown)] as const] : [])))
  const ruleOf = rulesByRow(report.ruled)
  const bandRows = new Set(bandsOf(template.page).flatMap(({ rows: [from, to] }) => template.rows.map((_, at) => at).slice(from - 1, to)))
  const sizeOf = (node: Node, level: number) => (level === last ? (levels[last] as Level).to - (levels[last] as Level).from + 1 : node.size)

  /** The last row of the sheet in which a cell of a member stands. @param start The first row of the member */
  function endOf(node: Node, level: number, start: number, line: number): number {
    const { from, inner } = levels[level] as Level
    if (!inner || line < inner.from) return start + line - from
    const before = inner.from - from
    const end = start + sizeOf(node, level) - ((levels[level] as Level).to - inner.to)
    if (line > inner.to) return end + line - inner.to - 1
    if (level + 1 === last) return endOf(node, last, start + before + (lengthOf(node) - 1) * (inner.to - inner.from + 1), line)
    const lastNode = node.members?.at(-1) as Node
    return endOf(lastNode, level + 1, end - lastNode.size, line)
  }

  function* rows(): Generator<SheetRow> {
    values.again()
    // The members that the row which is written next repeats with, and where each begins.
    const path: { node: Node; start: number }[] = []
    let row = 0
    let isBreak = false
    /** Of a member whose rows stand on one page. */
    let keepTo: number | undefined
    function rowOf(line: number): SheetRow {
      const depth = path.length - 1
      const found: SheetCell[] = []
      for (const { of, level } of beginning[line] as (typeof beginning)[number]) {
        // A cell of a group that stands in the rows within it begins in the first of them.
        let isFirst = level <= depth
        for (let at = level + 1; at <= depth && isFirst; at += 1) isFirst = path[at]?.node.at === 0
        if (isFirst) found.push(cellOf(of, level))
      }
      const rule = ruleOf(line)
      const paged = rule && breaksAt(rule, (path[depth] as (typeof path)[number]).node, right.root, values.holds)
      const { withNext } = rule?.rule ?? {}
      const kept = withNext === undefined ? keepTo : Math.max(keepTo ?? 0, Math.min(row + withNext, root.size - 1))
      const isBand = bandRows.has(line)
      const isBegun = isBreak && !isBand
      const ready = { height: template.rows[line] as number, isBreak: isBegun || paged?.before === true, keepTo: kept, cells: found }
      isBreak = (isBreak && !isBegun) || paged?.after === true
      keepTo = undefined
      row += 1
      return ready
    }
    function cellOf(of: PlannedCell, level: number): SheetCell {
      const { node, start } = path[level] as { node: Node; start: number }
      const copy = { of, left: node, top: right.root }
      const value: CellValue = values.valueOf(copy)
      const [column, lastColumn] = linesOf(of.area, 'right')
      const made = new RowCell(
        of,
        params,
        row,
        column,
        endOf(node, level, start, of.area.to.row) - row + 1,
        lastColumn - column + 1,
        value,
        of.cell.rules?.find((rule) => values.holds(rule.if, copy))?.style ?? of.cell.style,
      )
      if (of.cell.check) return { ...made, ...shownBox(of.cell.check, value, made.text, shown) }
      const rich = richOf.get(of)
      if (rich) return { ...made, ...rich }
      return of.cell.diagonal ? { ...made, ...shownHead(of.cell.diagonal, shown) } : made
    }
    function* walk(node: Node, level: number): Generator<SheetRow> {
      const { of, from, to, inner } = levels[level] as Level
      path.push({ node, start: row })
      const perPage = of?.cell.perPage
      if (perPage !== undefined && node.at > 0 && node.at % perPage === 0) isBreak = true
      if (of?.cell.together) keepTo = Math.max(keepTo ?? 0, row + sizeOf(node, level) - 1)
      for (let line = from; line <= (inner ? inner.from - 1 : to); line += 1) yield rowOf(line)
      if (inner) {
        for (const each of within(node, inner.of)) yield* walk(each as Node, level + 1)
        for (let line = inner.to + 1; line <= to; line += 1) yield rowOf(line)
      }
      path.pop()
    }
    yield* walk(root, 0)
  }

  const bandOf = (band: readonly [number, number] | undefined): Band | undefined =>
    band && [endOf(root, 0, 0, band[0] - 1), endOf(root, 0, 0, band[1] - 1)]
  const firstBandOf = (band: readonly [number, number] | 'none' | undefined) => (band === 'none' ? band : bandOf(band))
  return {
    page: shiftedPage(template.page),
    styles: template.styles,
    columns: template.columns,
    head: bandOf(template.page.repeat?.head),
    foot: bandOf(template.page.repeat?.foot),
    firstHead: firstBandOf(template.page.repeat?.firstHead),
    firstFoot: firstBandOf(template.page.repeat?.firstFoot),
    omitted: omittedOf(sets),
    // The one behind its pages: whoever has pictures in cells is held in memory (model/reports/path.ts).
    pictures: filling.pictures ?? new Map(),
    count: root.size,
    isKeeping: report.ruled.some(({ rule }) => rule.withNext !== undefined) || cells.some(({ cell }) => cell.together),
    rows,
  }
}

/** How many members a member has within it. */
const lengthOf = ({ members, groups }: Node): number => members?.length ?? groups?.count ?? 0

/** Makes the groups below a member, and counts their rows. @throws Failure `report.too-much` */
function* grow(root: Node, levels: readonly Level[], sets: ReadonlyMap<string, DataSet>): Steps<void> {
  let made = 0
  function* below(node: Node, level: number): Steps<void> {
    const { from, to, inner, set } = levels[level] as Level
    node.size = to - from + 1
    if (!inner) return
    const height = inner.to - inner.from + 1
    node.size -= height
    const groups = yield* groupsOf(inner.of.cell, columnNamed(sets, inner.of.cell.field ?? ''), rowsOf(node, set))
    if (level + 2 === levels.length) {
      node.groups = groups
      node.size += groups.count * height
      return
    }
    if ((made += groups.count) > MAX_GROUPS) fail('report.too-much', { values: { most: MAX_GROUPS } })
    const members: Node[] = []
    for (let at = 0; at < groups.count; at += 1) {
      const member: Node = { ...memberAt(inner.of, node, set, groups, at, NONE), size: 0 }
      members.push(member)
      yield
      yield* below(member, level + 1)
      node.size += member.size
    }
    node.members = members
  }
  yield* below(root, 0)
}

/** The rows of a sheet, whichever it is. */
export function* rowsOfSheet(sheet: ReportSheet | RowSheet): Generator<SheetRow> {
  if (!('cells' in sheet)) return yield* sheet.rows()
  let at = 0
  for (const [row, height] of sheet.rows.entries()) {
    const from = at
    while (sheet.cells[at]?.row === row) at += 1
    yield { height, isBreak: sheet.breaks.has(row), keepTo: sheet.keeps?.get(row), cells: sheet.cells.slice(from, at) }
  }
}
