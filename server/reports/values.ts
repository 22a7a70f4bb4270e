/** What stands in the cells of a report: values of fields, figures of all that a cell means, and formulas. */
import { BudgetError, evaluate } from '../../model/expression/evaluate.ts'
import type { Environment } from '../../model/expression/evaluate.ts'
import type { Expression } from '../../model/expression/expression.ts'
import type { Value } from '../../model/expression/values.ts'
import { decimalOf, isNumber, isSame, orderOf } from '../../model/expression/values.ts'
import { EACH, PARAM, ROW } from '../../model/reports/formula.ts'
import type { NamedCell } from '../../model/reports/coordinates.ts'
import { cellNamed } from '../../model/reports/coordinates.ts'
import type { PlannedCell } from '../../model/reports/plan.ts'
import type { Report } from '../../model/reports/read.ts'
import { fail } from '../kernel/errors.ts'
import type { ReportBounds } from './bounds.ts'
import { fromExpression, toExpression, valueOfParam } from './cell-values.ts'
import { cellsRead } from './cells-read.ts'
import type { CellValue, DataSet, NamedColumn, Rows, Scalar } from './data.ts'
import { HIDDEN, NOTHING, columnNamed, valueIn } from './data.ts'
import { openCrossings } from './crossings.ts'
import { openFold } from './fold.ts'
import type { Copy, Member, Repeated } from './members.ts'
import { memberOf, rowsOf } from './members.ts'
import { moved, stands } from './positions.ts'
import type { ReportWords } from './texts.ts'
import { NO_WORDS, textOf, wordFor } from './texts.ts'

/** Rows that all cells of one report read together for each step that they have: a row takes less time than a step. */
const ROWS_A_STEP = 20

export interface Sources {
  readonly report: Report
  readonly sets: ReadonlyMap<string, DataSet>
  readonly params: ReadonlyMap<string, Scalar>
  readonly down: Pick<Repeated, 'plan'>
  readonly right: Pick<Repeated, 'plan'>
  /** Where members are made as they are asked for; those that they keep without. */
  readonly within?: Within
  /** Now, by the clock of the tenant, in milliseconds since 1970 as if it were that of Greenwich: times in reports are of that clock. */
  readonly wall: number
  readonly bounds: ReportBounds
  /** None unless said. */
  readonly words?: ReportWords | undefined
}

export interface Values {
  valueOf(copy: Copy): CellValue
  /** The copies of a cell that a copy of another one means. */
  related(copy: Copy, of: PlannedCell): Iterable<Copy>
  /** The same without a step of those that the report has: of a total, whose value has taken them. */
  copiesOf(copy: Copy, of: PlannedCell): Iterable<Copy>
  /** The rows of a set that belong to a copy. */
  rowsOfCopy(copy: Copy, set: DataSet): Rows
  /** Takes steps from those that the report has. */
  spend(steps: number): void
  /** Whether a condition of a rule holds for this copy. */
  holds(condition: string, copy: Copy): boolean
  /** Gives all steps back: a sheet that is read row by row works its rows out once more each time that it is read. */
  again(): void
}

/** The values of the cells of a report, each worked out once. @throws Failure `report.too-much` where formulas take too many steps */
export function openValues({ report, sets, params, down, right, wall, bounds, words = NO_WORDS, within = kept }: Sources): Values {
  const budget = { left: bounds.steps }
  const tooMuch = (): never => fail('report.too-much', { values: { most: bounds.steps } })
  let rowsLeft = bounds.steps * ROWS_A_STEP
  const byName = new Map(report.cells.map((cell) => [cell.name, cell]))
  const members = new WeakMap<Rows, ReadonlySet<number>>()
  const asked = cellsRead(report)

  function spend(steps: number): void {
    budget.left -= steps
    if (budget.left < 0) tooMuch()
  }

  function valueOf(copy: Copy): CellValue {
    // What is only looked up is not worth remembering, and neither is what nothing but its own cell asks for: of most cells there are as many copies as rows.
    const isLookedUp =
      copy.of.cell.formula === undefined && (copy.of.cell.field === undefined || (copy.left.rows?.indices.length ?? 0) === 1)
    if (isLookedUp || !asked.has(copy.of.name)) return calculated(copy)
    const known = (copy.left.known ??= new Map<PlannedCell, Map<Member, CellValue>>())
    return made(
      made(known, copy.of, () => new Map()),
      copy.top,
      () => calculated(copy),
    )
  }

  const columns = new Map<PlannedCell, NamedColumn>()
  /** The column of a cell with a field, looked for once: each row asks for it. */
  const columnOf = (of: PlannedCell): NamedColumn => {
    const known = columns.get(of)
    if (known) return known
    const found = columnNamed(sets, of.cell.show ?? of.cell.field ?? '')
    columns.set(of, found)
    return found
  }

  const written = new Map<PlannedCell, CellValue>()
  /** What a cell says without any data, put together once for all of its copies. */
  const writtenIn = (of: PlannedCell): CellValue =>
    made(written, of, () => ({ kind: 'text', value: of.cell.text ?? of.cell.rich?.map(({ text }) => text).join('') ?? null }))

  function calculated(copy: Copy): CellValue {
    const { cell } = copy.of
    if (cell.formula !== undefined) return fromExpression(evaluated(cell.formula, copy))
    if (cell.field === undefined) return writtenIn(copy.of)
    const own = cell.expand && (cell.expand === 'down' ? copy.left : copy.top)
    const named = columnOf(copy.of)
    if (own) {
      if (own.value.kind === 'hidden' || cell.show === undefined) return own.value
      const [first] = own.rows?.indices ?? []
      return first === undefined ? NOTHING : valueIn(named, first)
    }
    if (!named.column) return HIDDEN
    const how = cell.aggregate ?? 'first'
    if (how === 'first') {
      for (const row of rowsOfCopy(copy, named.set)) {
        const value = valueIn(named, row)
        if (value.value !== null) return value
      }
      return NOTHING
    }
    const fold = openFold(how)
    for (const row of rowsOfCopy(copy, named.set)) if (fold.add(valueIn(named, row))) break
    return fold.result()
  }

  function count(rows: number): void {
    rowsLeft -= rows
    if (rowsLeft < 0) fail('report.too-much', { values: { most: bounds.steps * ROWS_A_STEP } })
  }

  function read(rows: Rows): Rows {
    count(rows.length)
    return rows
  }

  const crossed = openCrossings((of, member) => below(memberOf(member, undefined), right.plan.chains.get(of) ?? [], within), count)

  /** The rows that belong to both of its members. */
  function rowsOfCopy({ left, top }: Copy, set: DataSet): Rows {
    const [one, other] = [rowsOf(left, set), rowsOf(top, set)]
    if (one === other || other.length === set.count) return read(one)
    if (one.length === set.count) return read(other)
    const found = crossed(one, top, set)
    if (found) return read(found)
    let others = members.get(other)
    if (!others) members.set(other, (others = new Set(other)))
    const both = others
    return Array.from(read(one)).filter((row) => both.has(row))
  }

  /** The copies of a cell that a copy of another one means: those with which it shares all members that both cells have. */
  function* copiesOf(copy: Copy, of: PlannedCell): Generator<Copy> {
    for (const left of relatedMembers(down, copy.left, of, within))
      for (const top of relatedMembers(right, copy.top, of, within)) yield { of, left, top }
  }

  function* related(copy: Copy, of: PlannedCell): Generator<Copy> {
    for (const each of copiesOf(copy, of)) {
      spend(1)
      yield each
    }
  }

  const meanings = new Map<string, Meant | undefined>()
  /** What a name means, read once: each row asks for it. */
  const meaningOf = (name: string): Meant | undefined => {
    if (meanings.has(name)) return meanings.get(name)
    const named = cellNamed(name)
    const of = named && byName.get(named.cell)
    const found = of && { named, of, chain: [down, right].flatMap(({ plan }) => plan.chains.get(of) ?? []) }
    meanings.set(name, found)
    return found
  }

  /** The first of the copies that a name means. Most are of the same row or of the groups around it, of which there is one. */
  function nearestOf(name: string, copy: Copy): Copy | undefined {
    const found = meaningOf(name)
    if (!found) return undefined
    const { named, of } = found
    const [left, top] = named.steps.length > 0 ? [] : [around(copy.left, of, down), around(copy.top, of, right)]
    if (!left || !top) return meant(name, copy).next().value as Copy | undefined
    spend(1)
    return { of, left, top }
  }

  /** The copies that a name means in a formula of another one: those at its positions, where it has some. */
  function* meant(name: string, copy: Copy): Generator<Copy> {
    const found = meaningOf(name)
    if (!found) return
    const { named, of, chain } = found
    const from = named.steps.length === 0 ? copy : moved(copy, named.steps, byName, chain)
    if (from) for (const each of related(from, of)) if (stands(each, named.steps, byName)) yield each
  }

  function* rowsMeant(name: string, copy: Copy): Generator<(column: string) => Value | undefined> {
    for (const cell of report.areas.get(name) ?? [name]) {
      spend(1)
      for (const each of meant(cell, copy)) {
        const value = toExpression(valueOf(each))
        if (value !== null) yield (column) => (column === EACH ? value : undefined)
      }
    }
  }

  function evaluated(text: string, copy: Copy): Value {
    const environment: Environment = {
      now: wall,
      zone: 'UTC',
      budget,
      field: (name) => fieldOf(name, copy),
      rows: (name) => rowsMeant(name, copy),
    }
    try {
      return evaluate(report.formulas.get(text) as Expression, environment)
    } catch (error) {
      if (error instanceof BudgetError) tooMuch()
      throw error
    }
  }

  function fieldOf(name: string, copy: Copy): Value {
    if (name === ROW) return decimalOf(copy.left.at + 1)
    if (name.startsWith(PARAM)) return toExpression(valueOfParam(params.get(name.slice(PARAM.length)) ?? null))
    const nearest = nearestOf(name, copy)
    if (!nearest) return null
    const value = toExpression(valueOf(nearest))
    const { meaning, dictionary } = meaningOf(name)?.named ?? {}
    if (!meaning) return value
    if (meaning === 'DICT' || meaning === 'VERDICT') return wordFor(words, valueOf(nearest), dictionary)
    if (meaning === 'TEXT') return textOf(valueOf(nearest), nearest.of.cell.format)
    const beside = besidesOf(nearest.left)
    const inMember = (left: Member) => toExpression(valueOf({ ...nearest, left }))
    if (meaning === 'PREV') {
      const before = beside[nearest.left.at - 1]
      return before ? inMember(before) : null
    }
    spend(beside.length)
    const numbers = beside.map(inMember)
    if (!isNumber(value)) return null
    if (meaning === 'RANK') return decimalOf(1 + numbers.filter((each) => (orderOf(each, value) ?? 0) > 0).length)
    const upTo = meaning === 'RUN' ? numbers.slice(0, nearest.left.at + 1) : numbers
    const sum = upTo.filter(isNumber).reduce((whole, each) => whole.plus(each), value.minus(value))
    if (meaning === 'RUN') return sum
    return isSame(sum, decimalOf(0)) ? null : value.div(sum)
  }

  function again(): void {
    budget.left = bounds.steps
    rowsLeft = bounds.steps * ROWS_A_STEP
  }

  return { valueOf, related, copiesOf, rowsOfCopy, spend, holds: (condition, copy) => evaluated(condition, copy) === true, again }
}

/** The members of the list that a member is in. */
const besidesOf = (member: Member): readonly Member[] => (member.of ? member.parent?.inner.get(member.of) : undefined) ?? [member]

function made<Key, Kept>(map: Map<Key, Kept>, key: Key, make: () => Kept): Kept {
  const known = map.get(key)
  if (known !== undefined) return known
  const kept = make()
  map.set(key, kept)
  return kept
}

interface Meant {
  readonly named: NamedCell
  readonly of: PlannedCell
  readonly chain: readonly PlannedCell[]
}

/** The member that a cell repeats with, where the given one is it or lies within it. */
function around(member: Member, of: PlannedCell, { plan }: Pick<Repeated, 'plan'>): Member | undefined {
  const last = plan.chains.get(of)?.at(-1)
  const found = memberOf(member, last)
  return found.of === last ? found : undefined
}

const kept: Within = (member, of) => member.inner.get(of) ?? []

/** Members of a cell within another member. */
export type Within = (member: Member, of: PlannedCell) => Iterable<Member>

function relatedMembers({ plan }: Pick<Repeated, 'plan'>, member: Member, of: PlannedCell, within: Within): Iterable<Member> {
  const chain = plan.chains.get(of) ?? []
  let common = member
  while (common.of && !chain.includes(common.of)) common = common.parent as Member
  return below(common, chain.slice(common.of ? chain.indexOf(common.of) + 1 : 0), within)
}

/** The members that some cells have below one another. */
function* below(member: Member, [first, ...rest]: readonly PlannedCell[], within: Within): Generator<Member> {
  if (!first) yield member
  else for (const each of within(member, first)) yield* below(each, rest, within)
}
