import type { Place } from '../../../../../model/reports/places.ts'
import { nameOfPlace } from '../../../../../model/reports/places.ts'
import type { ReportTemplate, Style } from '../../../../../model/reports/template.ts'
import { changeCell, restyle, styleOf } from './edits.ts'

/** The template with other looks for a rule of a cell, which are else those of the cell. */
export function ruleStyle(template: ReportTemplate, place: Place, at: number, change: Style): ReportTemplate {
  const cell = template.cells[nameOfPlace(place)]
  const rule = cell?.rules?.[at]
  if (!cell?.rules || !rule) return template
  // A new one has no looks of its own yet.
  const isNew = change.colour !== undefined && change.fill !== undefined
  const base = isNew ? styleOf(template, place) : (template.styles[rule.style] ?? {})
  const styles = [...template.styles, { ...base, ...change }]
  const made = changeCell({ ...template, styles }, place, { rules: cell.rules.with(at, { ...rule, style: styles.length - 1 }) })
  // Styles that nothing has any more go.
  return restyle(made, { from: place, to: place }, (style) => style)
}
