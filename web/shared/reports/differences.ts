/** What two states of a report template differ in, cell by cell: shown before publishing, between versions, and where two have saved. */
import type { ReportTemplate } from '../../../model/reports/template.ts'
import { placeNamed } from '../../../model/reports/places.ts'
import { isAlike } from '../panels/alike.ts'

export interface Difference {
  readonly what: 'added' | 'removed' | 'changed' | 'page' | 'sizes' | 'merges' | 'rows'
  /** Of cells: `B4`. */
  readonly place?: string
  /** The name of the set that it is about. */
  readonly set?: string
}

/** What the later state has that the earlier one has not, what it lacks and what it says otherwise; empty where they are the same. */
export function differencesOf(before: ReportTemplate, after: ReportTemplate): Difference[] {
  const looks = (template: ReportTemplate, name: string): unknown => {
    const cell = template.cells[name]
    // Styles are numbered anew when some are gone.
    return (
      cell && {
        ...cell,
        style: template.styles[cell.style ?? -1],
        rules: cell.rules?.map(({ style, ...rule }) => ({ ...rule, style: template.styles[style] })),
      }
    )
  }
  const cells = [...new Set([...Object.keys(before.cells), ...Object.keys(after.cells)])].toSorted(byPlace)
  const sets = [...new Set([...Object.keys(before.sets), ...Object.keys(after.sets)])]
  return [
    ...(isAlike(before.page, after.page) ? [] : [{ what: 'page' as const }]),
    ...(isAlike([before.rows, before.columns], [after.rows, after.columns]) ? [] : [{ what: 'sizes' as const }]),
    ...(isAlike((before.merges ?? []).toSorted(), (after.merges ?? []).toSorted()) ? [] : [{ what: 'merges' as const }]),
    ...(isAlike(before.rowRules ?? {}, after.rowRules ?? {}) ? [] : [{ what: 'rows' as const }]),
    ...sets.flatMap((set): Difference[] => changeOf(before.sets[set], after.sets[set]).map((what) => ({ what, set }))),
    ...cells.flatMap((place): Difference[] => changeOf(looks(before, place), looks(after, place)).map((what) => ({ what, place }))),
  ]
}

const changeOf = (before: unknown, after: unknown): ('added' | 'removed' | 'changed')[] =>
  isAlike(before, after) ? [] : before === undefined ? ['added'] : after === undefined ? ['removed'] : ['changed']

function byPlace(one: string, other: string): number {
  const [first, second] = [placeNamed(one), placeNamed(other)]
  return (first?.row ?? 0) - (second?.row ?? 0) || (first?.column ?? 0) - (second?.column ?? 0)
}
