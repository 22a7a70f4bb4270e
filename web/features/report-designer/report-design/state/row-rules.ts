/** What is asked of rows of a template: changed, and moved along where rows come or go. */
import type { Place } from '../../../../../model/reports/places.ts'
import type { ReportTemplate, RowRule } from '../../../../../model/reports/template.ts'
import { given } from '../../../../shared/figures/draft.ts'
import { shiftedFormula } from './cells.ts'

type Rules = ReportTemplate['rowRules']

const withRules = ({ rowRules: _before, ...template }: ReportTemplate, rules: Rules = {}): ReportTemplate =>
  Object.keys(rules).length > 0 ? { ...template, rowRules: rules } : template

/** The template with members of the rule of a row said otherwise; those that are undefined are not said any more. @param row From 0 */
export function changeRow(template: ReportTemplate, row: number, change: Partial<Record<keyof RowRule, unknown>>): ReportTemplate {
  const { [row + 1]: before, ...rest } = template.rowRules ?? {}
  const made = given({ ...before, ...change }) as RowRule
  return withRules(template, Object.keys(made).length > 0 ? { ...rest, [row + 1]: made } : rest)
}

/** The template with its rules at the rows that those have become; a rule goes with its row. */
export function shiftedRules(template: ReportTemplate, shift: (place: Place) => Place | undefined): ReportTemplate {
  const when = (condition: true | string | undefined) => (typeof condition === 'string' ? shiftedFormula(condition, shift) : condition)
  const rules = Object.entries(template.rowRules ?? {}).flatMap(([number, rule]) => {
    const to = shift({ row: Number(number) - 1, column: 0 })
    const { hideIf, breakBefore, breakAfter } = rule
    const moved = given({ ...rule, hideIf: when(hideIf), breakBefore: when(breakBefore), breakAfter: when(breakAfter) }) as RowRule
    return to ? [[to.row + 1, moved] as const] : []
  })
  return withRules(template, Object.fromEntries(rules))
}
