/** A chart as files that are made in the browser, of what it shows. */
import { CSV_MARK, csvLine } from '../../../model/csv.ts'
import type { Series } from '../../ui/chart-options.ts'
import type { PictureFormat, Pictured, SelfDrawn } from '../../ui/chart-picture.ts'

export type ChartFormat = PictureFormat | 'csv'

/** The chart as CSV: a line for each category, a column for each series, which has its unit in its heading. */
export function chartCsv(
  categoryName: string,
  { categories, series, unit }: { categories: readonly string[]; series: readonly Series[]; unit?: string | undefined },
): string {
  const head = [categoryName, ...series.map(({ name }) => (unit ? `${name} (${unit})` : name))]
  const lines = categories.map((category, at) => csvLine([category, ...series.map(({ values }) => values[at] ?? null)]))
  return CSV_MARK + csvLine(head) + lines.join('')
}

const CSV = 'text/csv; charset=utf-8'

/**
 * What makes each file of a chart.
 * @param csv What its file of CSV says
 * @param selector Of an element of it, whose colours and type pictures take
 */
export function filesOf(
  pictured: Pictured | SelfDrawn,
  csv: () => string,
  selector: string,
): Readonly<Record<ChartFormat, () => Blob | Promise<Blob>>> {
  const picture = (format: PictureFormat) => async () => {
    const { pictureOf } = await import('../../ui/chart-picture.ts')
    return pictureOf(pictured, format, document.querySelector<HTMLElement>(selector) ?? document.body)
  }
  return { csv: () => new Blob([csv()], { type: CSV }), png: picture('png'), svg: picture('svg') }
}

/** The same of a chart of categories, whose first column is called `categoryName`. */
export const filesOfChart = (categoryName: string, pictured: Pictured, selector: string) =>
  filesOf(pictured, () => chartCsv(categoryName, pictured), selector)
