/** Templates filled with rows that stand in a test, as the sheets that come of them. */
import type { BoxPage } from '../../server/documents/index.ts'
import { boundsOfPage } from '../../server/reports/bounds.ts'
import type { Filling, ReportSheet } from '../../server/reports/expand.ts'
import { expand } from '../../server/reports/expand.ts'
import type { PagedReport, PagedRows } from '../../server/reports/pages.ts'
import type { Steps } from '../../server/reports/cooperative.ts'
import { dataSetOf } from '../../server/reports/data.ts'
import type { Scalar } from '../../server/reports/data.ts'
import { readTemplate } from '../../model/reports/read.ts'

export const A4_UPRIGHT = { size: 'A4', margins: [36, 36, 36, 36] }
const base = { format: 1, page: A4_UPRIGHT, styles: [], sets: { s: { document: {} } } }

/** The sheet of a template over one set: a column named by one letter has numbers, `time` has times, any other has texts. */
export function sheetOf(
  template: object,
  names: readonly string[],
  rows: readonly (readonly Scalar[])[],
  omitted: readonly string[] = [],
): ReportSheet {
  return atOnce(expand(readTemplate(templateOf(template)), fillingOf(names, rows, omitted)))
}

/** Resolves to all pages of a report, whichever way it is made. */
export async function everyPage(paged: PagedReport | PagedRows): Promise<BoxPage[]> {
  if ('page' in paged) return Promise.all(Array.from({ length: paged.count }, (_, at) => paged.page(at)))
  const pages: BoxPage[] = []
  for await (const page of paged.pages()) pages.push(page)
  return pages
}

/** What the steps come to, none left out and nobody let in between. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The template over one set, with what it leaves out. */
export const templateOf = (template: object) => ({ ...base, ...template })

/** What it is filled with. */
export function fillingOf(names: readonly string[], rows: readonly (readonly Scalar[])[], omitted: readonly string[] = []): Filling {
  const columns = names.map((name) => ({
    name,
    label: name,
    kind: name === 'time' ? ('time' as const) : name.length > 1 ? ('text' as const) : ('number' as const),
  }))
  return {
    sets: new Map([['s', dataSetOf({ columns, rows: rows.map((row) => [...row]), omitted: [...omitted] })]]),
    params: new Map<string, Scalar>([['title', 'Report']]),
    wall: Date.UTC(2026, 10, 26),
    bounds: boundsOfPage(20_000),
  }
}

/** Its cells as `row,column rows×columns text`. */
export const placesOf = ({ cells }: ReportSheet): string[] =>
  cells.map(({ row, column, rows, columns, text }) => `${row},${column} ${rows}x${columns} ${text}`)

/** Its texts row by row; what no cell covers is empty. */
export function gridOf({ rows, columns, cells }: ReportSheet): string[][] {
  const grid = rows.map(() => columns.map(() => ''))
  for (const { row, column, text } of cells) (grid[row] as string[])[column] = text
  return grid
}
