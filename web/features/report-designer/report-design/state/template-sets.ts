/** The sets of a template: put in, renamed with the cells that show them, counted, and taken away. Pure. */
import type { ReportTemplate, TemplateChart } from '../../../../../model/reports/template.ts'

/** The template with a set of that name and document; cells of the set follow it to another name. */
export function putSet(template: ReportTemplate, before: string | undefined, name: string, document: object): ReportTemplate {
  const sets = Object.entries(template.sets).map(([each, set]) =>
    each === before ? ([name, { document: { ...document } }] as const) : ([each, set] as const),
  )
  const all = before === undefined ? [...sets, [name, { document: { ...document } }] as const] : sets
  const follow = (field: string) =>
    before !== undefined && field.startsWith(`${before}.`) ? `${name}${field.slice(before.length)}` : field
  const cells = Object.entries(template.cells).map(
    ([place, cell]) =>
      [
        place,
        {
          ...cell,
          ...(cell.field === undefined ? {} : { field: follow(cell.field) }),
          ...(cell.show === undefined ? {} : { show: follow(cell.show) }),
          ...(cell.chart === undefined ? {} : { chart: followed(cell.chart, follow) }),
        },
      ] as const,
  )
  return { ...template, sets: Object.fromEntries(all), cells: before === name ? template.cells : Object.fromEntries(cells) }
}

const followed = ({ x, by, series, ...chart }: TemplateChart, follow: (field: string) => string): TemplateChart => ({
  ...chart,
  x: follow(x),
  series: series.map((one) => ({ ...one, field: follow(one.field) })),
  ...(by === undefined ? {} : { by: by.map((field) => follow(field)) }),
})

/** How many cells show something of a set. */
export function cellsOfSet({ cells }: ReportTemplate, name: string): number {
  const isOf = (field: string | undefined) => field?.startsWith(`${name}.`) ?? false
  return Object.values(cells).filter(
    ({ field, show, chart }) =>
      [field, show, chart?.x, ...(chart?.by ?? [])].some((each) => isOf(each)) || (chart?.series.some((one) => isOf(one.field)) ?? false),
  ).length
}

/** The template without a set; cells that named it are wrong from then on, and told. */
export function dropSet(template: ReportTemplate, name: string): ReportTemplate {
  const { [name]: _gone, ...sets } = template.sets
  return { ...template, sets }
}

/** Of a set: what cells call it by. */
export const SET_NAME = /^[a-z][A-Za-z0-9]{0,31}$/

/** A name that no set of the template has. */
export function freeName(template: ReportTemplate): string {
  for (let at = 1; ; at += 1) if (!Object.hasOwn(template.sets, `data${at}`)) return `data${at}`
}
