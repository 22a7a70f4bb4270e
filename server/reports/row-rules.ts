/** What a template asks of its rows, asked of each of their copies: which are left out, before which a page begins, and which stand on one page. */
import type { PlannedCell } from '../../model/reports/plan.ts'
import type { RuledRow } from '../../model/reports/row-rules.ts'
import type { Copy, Member, Repeated } from './members.ts'
import { memberOf, spansOf } from './members.ts'
import type { Steps } from './cooperative.ts'

/** Whether a condition holds for a copy of a row. */
export type Holds = (condition: string, copy: Copy) => boolean

export type RuleOfRow = (row: number) => RuledRow | undefined

/** The rule of a row of the template, by its number from 0. */
export function rulesByRow(ruled: readonly RuledRow[]): RuleOfRow {
  const byRow = new Map(ruled.map((one) => [one.row, one]))
  return (row) => byRow.get(row)
}

/** The sheet without the rows that are left out; itself where there are none. @param top Formulas of rows belong to no column that repeats */
export function* withoutHidden(
  down: Repeated,
  top: Member,
  ruled: readonly RuledRow[],
  cells: readonly PlannedCell[],
  rows: number,
  holds: Holds,
): Steps<Repeated> {
  const hiding = ruled.filter(({ rule }) => rule.hideIf !== undefined)
  if (hiding.length === 0) return down
  const ruleOf = rulesByRow(hiding)
  const lines: Repeated['lines'][number][] = []
  for (const line of down.lines) {
    const { asking, rule } = ruleOf(line.of) ?? {}
    if (!asking || !holds(rule?.hideIf as string, { of: asking, left: line.member, top })) lines.push(line)
    yield
  }
  if (lines.length === down.lines.length) return down
  return { ...down, lines, spans: yield* spansOf(down.direction, down.plan, cells, rows, lines) }
}

/** Where pages begin: whether a row is behind or before a break. */
export function breaksAt({ asking, rule }: RuledRow, left: Member, top: Member, holds: Holds) {
  const isAsked = (when: true | string | undefined) => when !== undefined && (when === true || holds(when, { of: asking, left, top }))
  return { before: isAsked(rule.breakBefore), after: isAsked(rule.breakAfter) }
}

export interface Paging {
  /** Rows before which a page begins. */
  readonly breaks: ReadonlySet<number>
  /** The last of the rows that stand on one page with a row, where a page has room for them. */
  readonly keeps: ReadonlyMap<number, number>
}

/** Where pages begin in a sheet, and what stands on one of them. @param isBand Whether a row of the template stands at the head or foot of pages */
export function* pagingOf(
  { lines, plan }: Repeated,
  top: Member,
  ruled: readonly RuledRow[],
  holds: Holds,
  isBand: (row: number) => boolean,
): Steps<Paging> {
  const breaks = new Set<number>()
  const keeps = new Map<number, number>()
  const ruleOf = rulesByRow(ruled)
  /** Members of cells that say how many of them a page has, or that each stands on one page, by their first row. */
  const begun = new Map<Member, number>()
  /** How many of a cell have begun within the member around them: those whose rows are all left out have not. */
  const counts = new Map<Member | undefined, Map<PlannedCell, number>>()
  const countedWithin = (around: Member | undefined, cell: PlannedCell): number => {
    const within = counts.get(around) ?? new Map<PlannedCell, number>()
    counts.set(around, within)
    const before = within.get(cell) ?? 0
    within.set(cell, before + 1)
    return before
  }
  const paging = [...plan.chains.keys()].filter(({ cell }) => cell.perPage !== undefined || cell.together)
  let isAfter = false
  for (const [line, { of, member }] of lines.entries()) {
    yield
    if (isAfter && !isBand(of)) {
      breaks.add(line)
      isAfter = false
    }
    for (const cell of paging) {
      const at = memberOf(member, cell)
      if (at.of !== cell) continue
      const from = begun.get(at)
      if (from === undefined) {
        begun.set(at, line)
        const { perPage } = cell.cell
        if (perPage !== undefined) {
          const before = countedWithin(at.parent, cell)
          if (before > 0 && before % perPage === 0) breaks.add(line)
        }
      } else if (cell.cell.together) keeps.set(from, Math.max(line, keeps.get(from) ?? 0))
    }
    const rule = ruleOf(of)
    if (!rule) continue
    const { before, after } = breaksAt(rule, member, top, holds)
    if (before) breaks.add(line)
    if (after) isAfter = true
    const { withNext } = rule.rule
    if (withNext !== undefined) keeps.set(line, Math.max(Math.min(line + withNext, lines.length - 1), keeps.get(line) ?? 0))
  }
  return { breaks, keeps }
}
