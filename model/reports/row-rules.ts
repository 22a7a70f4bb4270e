/** Rows of a template of which something is asked: which of their copies are left out, where pages begin, and what stands on one page. */
import { refuseTemplate } from './faults.ts'
import { isBandRow } from './bands.ts'
import type { Block, PlannedCell } from './plan.ts'
import type { ReportTemplate, RowRule } from './template.ts'

/** Where a fault of a row is: `rowRules.5`. */
const PLACE = 'rowRules.'

export interface RuledRow {
  /** From 0. */
  readonly row: number
  readonly rule: RowRule
  /** Stands for the row where conditions are read and asked: in no place of the sheet, with its conditions as those of its looks. */
  readonly asking: PlannedCell
}

/** The number of the row, from 1, that a fault is about; undefined of one that is about something else. */
export const rowOfFault = (place: string): number | undefined => {
  const [, row] = /^rowRules\.(\d{1,3})(?:\.|$)/.exec(place) ?? []
  return row === undefined ? undefined : Number(row)
}

/** The conditions of a row. */
export const conditionsOf = ({ hideIf, breakBefore, breakAfter }: RowRule): string[] =>
  [hideIf, breakBefore, breakAfter].filter((condition) => typeof condition === 'string')

/** The rows with what is asked of them, from the first on. @throws TemplateFault `outside` or `rows` */
export function ruledRows({ rowRules = {}, rows, page }: ReportTemplate): RuledRow[] {
  return Object.entries(rowRules).map(([number, rule]) => {
    const [name, row] = [`${PLACE}${number}`, Number(number) - 1]
    if (row >= rows.length) refuseTemplate(name, 'outside')
    // Rows at the head and foot of pages stand on each of them: no page begins there.
    const isPaging = rule.breakBefore !== undefined || rule.breakAfter !== undefined || rule.withNext !== undefined
    if (isPaging && isBandRow(page, row)) refuseTemplate(name, 'rows', number)
    const at = { row, column: 0 }
    const rules = conditionsOf(rule).map((condition) => ({ if: condition, style: 0 }))
    return { row, rule, asking: { name, cell: { rules }, area: { from: at, to: at } } }
  })
}

/** The cells that expand down with which a row repeats, the outermost first. */
export function chainOfRow(blocks: readonly Block[], row: number): readonly PlannedCell[] {
  const block = blocks.find(({ from, to }) => row >= from && row <= to)
  return block ? [block.of, ...chainOfRow(block.inner, row)] : []
}
