/** Lists: a title, a head that stands on each page, a numbered row for each row of a set, what they come to, and room for signatures. */
import type { Translate } from '../../labels/index.ts'
import { columnName } from '../../workbook.ts'
import type { ReportTemplate, TemplateCell } from '../template.ts'
import { MARGINS, SIGNATURES, STYLES, look } from './parts.ts'

interface Column {
  readonly head: string
  readonly width: number
  /** A column of the set, or a formula in which {@link ROW} are the letters of columns of the list: `E/F`. */
  readonly field?: string
  readonly formula?: string
  readonly format?: string
  readonly isFigure?: boolean
  /** Under this condition it is marked; see `formula`. */
  readonly alert?: string
  /** What stands below it, made of its values. */
  readonly total?: 'SUM' | 'AVG' | 'MIN' | 'MAX' | 'COUNT'
}

interface List {
  readonly sets: ReportTemplate['sets']
  readonly columns: readonly Column[]
  readonly landscape?: boolean
  /** Below the list. */
  readonly note?: string
  /** Above the list, so many points high. */
  readonly chart?: TemplateCell['chart'] & object
  readonly chartFormat?: string
}

const NUMBER_WIDTH = 30
const CHART_HEIGHT = 170

/** The template of a list whose rows are those of its first set. */
export function listOf(t: Translate, { sets, columns, landscape, note, chart, chartFormat }: List): ReportTemplate {
  const [set = ''] = Object.keys(sets)
  const last = columnName(columns.length)
  const [chartRow, head, row, foot] = chart ? [3, 4, 5, 6] : [0, 3, 4, 5]
  /** `E` and `F` are columns of the list, whose rows the formula stands in. */
  const here = (formula: string) => formula.replaceAll(/\b[A-Z]\b(?!\()/g, (letter) => `${letter}${row}`)
  const cells: Record<string, TemplateCell> = {
    A1: { text: '{title}', style: look.title },
    A2: { text: '{subtitle}', style: look.quiet },
    [`A${head}`]: { text: t('reports.number'), style: look.head },
    [`A${row}`]: { formula: `IF(ISBLANK(B${row}),"",ROW())`, left: `B${row}`, style: look.centred },
    [`A${foot}`]: { text: t('reports.all-rows'), style: look.head, left: 'none' },
    [`A${foot + 1}`]: { text: note ?? '', style: look.plain, left: 'none' },
    [`A${foot + 2}`]: { text: SIGNATURES, style: look.plain, left: 'none' },
  }
  if (chart) cells[`A${chartRow}`] = { chart, ...(chartFormat ? { format: chartFormat } : {}) }
  columns.forEach(({ head: text, field, formula, format, isFigure, alert, total }, at) => {
    const name = columnName(at + 1)
    cells[`${name}${head}`] = { text, style: look.head }
    cells[`${name}${row}`] = {
      ...(formula === undefined ? { field: `${set}.${field ?? ''}` } : { formula: here(formula) }),
      ...(at === 0 ? { expand: 'down' as const, aggregate: 'list' as const } : {}),
      ...(format ? { format } : {}),
      style: isFigure ? look.figure : look.text,
      ...(alert ? { rules: [{ if: here(alert), style: isFigure ? look.alert : look.wrong }] } : {}),
    }
    cells[`${name}${foot}`] = {
      ...(total ? { formula: `${total}(${name}${row})`, ...(format && total !== 'COUNT' ? { format } : {}) } : { text: '' }),
      style: look.foot,
      left: 'none',
    }
  })
  return {
    format: 1,
    page: { size: 'A4', ...(landscape ? { landscape } : {}), margins: MARGINS, repeat: { head: [head, head] } },
    columns: [NUMBER_WIDTH, ...columns.map(({ width }) => width)],
    rows: [30, 18, ...(chart ? [CHART_HEIGHT] : []), 18, 16, 16, note ? 30 : 8, 30],
    sets,
    styles: [...STYLES],
    merges: [1, 2, ...(chart ? [chartRow] : []), foot + 1, foot + 2].map((each) => `A${each}:${last}${each}`),
    cells,
  }
}
