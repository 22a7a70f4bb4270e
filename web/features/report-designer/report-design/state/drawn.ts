/** Charts and page sub-totals of cells: what a new one begins with, and what goes along with a change of one. Pure. */
import { bandsOf } from '../../../../../model/reports/bands.ts'
import type { Place } from '../../../../../model/reports/places.ts'
import { nameOfPlace, placeNamed } from '../../../../../model/reports/places.ts'
import type { ReportTemplate, Subtotal, TemplateChart } from '../../../../../model/reports/template.ts'
import { given } from '../../../../shared/figures/draft.ts'
import { wholeOf } from './cells.ts'
import type { SetField } from './fields.ts'
import { fieldsOf } from './fields.ts'

/** Columns of the sets of a template, set by set. */
export const columnsOfSets = ({ sets }: Pick<ReportTemplate, 'sets'>): SetField[] =>
  Object.entries(sets).flatMap(([set, { document }]) => fieldsOf(set, document))

/** The name of the set that a column is of. */
export const setOf = (field: string): string => field.slice(0, field.indexOf('.'))

const measureOf = (columns: readonly SetField[], set: string) =>
  columns.find(({ field, is }) => is === 'measure' && setOf(field) === set)?.field

/** A first chart: the first measure of the first set that can be drawn, over its times, or else over its first group. Undefined where no set can be. */
export function newChart(template: Pick<ReportTemplate, 'sets'>): TemplateChart | undefined {
  const columns = columnsOfSets(template)
  for (const set of Object.keys(template.sets)) {
    const groups = columns.filter(({ field, is }) => is === 'dimension' && setOf(field) === set)
    const axis = groups.find(({ isTime }) => isTime) ?? groups[0]
    const measure = measureOf(columns, set)
    if (axis && measure !== undefined)
      return { kind: axis.isTime ? 'line' : 'bar', x: axis.shown ?? axis.field, series: [{ field: measure }] }
  }
  return undefined
}

/** The chart along another column. One of another set takes a measure of that set, since a chart has one set of rows. */
export function withAxis(chart: TemplateChart, x: string, columns: readonly SetField[]): TemplateChart {
  const set = setOf(x)
  if (set === setOf(chart.x)) {
    const by = chart.by?.filter((field) => field !== x)
    return given({ ...chart, x, by: by && by.length > 0 ? by : undefined }) as TemplateChart
  }
  const measure = measureOf(columns, set)
  return measure === undefined ? chart : (given({ ...chart, x, by: undefined, series: [{ field: measure }] }) as TemplateChart)
}

/** The chart of another kind. A pie keeps its first series alone, and nothing that is said of an axis. */
export function withKind(chart: TemplateChart, kind: TemplateChart['kind']): TemplateChart {
  if (kind !== 'pie') return { ...chart, kind }
  const { x, series, unit } = chart
  return given({ kind, x, series: series.slice(0, 1), unit }) as TemplateChart
}

/** Whether a cell stands in the rows at the head or the foot of pages, with all that it is merged of. */
export function isOnEachPage(template: Pick<ReportTemplate, 'page' | 'merges'>, place: Place): boolean {
  const { from, to } = wholeOf(template, place)
  return bandsOf(template.page).some(({ rows: [first, last] }) => from.row >= first - 1 && to.row <= last - 1)
}

/** The cells that a page sub-total can be of, by their names: columns of data and formulas between head and foot, those that do not repeat by themselves first. */
export function summable(template: ReportTemplate): string[] {
  const found = Object.entries(template.cells).filter(
    ([name, { field, formula }]) => (field ?? formula) !== undefined && !isOnEachPage(template, placeNamed(name) as Place),
  )
  return found.toSorted(([, one], [, other]) => Number(one.expand !== undefined) - Number(other.expand !== undefined)).map(([name]) => name)
}

/** A first sub-total for a cell: of the nearest one in its own column, or else of the first. Undefined where there is none to be summed. */
export function newSubtotal(template: ReportTemplate, place: Place): Subtotal | undefined {
  const names = summable(template).filter((name) => name !== nameOfPlace(place))
  const of = names.find((name) => placeNamed(name)?.column === place.column) ?? names[0]
  return of === undefined ? undefined : { of, take: 'sum', over: 'page' }
}
