/** A template as the sheet of a workbook: its looks and texts as they are, and in words what only a report template can say. */
import type { Area } from '../../model/reports/places.ts'
import { areaNamed, placeNamed } from '../../model/reports/places.ts'
import type { ReportTemplate, TemplateCell } from '../../model/reports/template.ts'
import type { CellValue } from './data.ts'
import { shownHead } from './diagonal.ts'
import type { Band, ReportSheet, SheetCell } from './expand.ts'
import type { Pictures } from './pictures.ts'
import { shownRich } from './rich-text.ts'

/** A formula that is a number stands for it, as `templateOfLayout` makes it of one. */
const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/

/**
 * The sheet with `{{room.time}}` where a column of data stands, and formulas as texts that begin with an equals sign: read as a workbook again (`templateOfLayout`), columns are columns, and nothing is calculated
 * by another program.
 */
export function sheetOfTemplate(
  { page, columns, rows, styles, cells, merges = [] }: ReportTemplate,
  pictures: Pictures = new Map(),
): ReportSheet {
  const areas = new Map(merges.flatMap((name) => [[name.split(':')[0] as string, areaNamed(name)] as const]))
  return {
    page,
    styles,
    columns,
    rows,
    head: bandOf(page.repeat?.head),
    foot: undefined,
    firstHead: undefined,
    firstFoot: undefined,
    breaks: new Set(),
    cells: Object.entries(cells)
      .flatMap(([name, cell]) => cellOf(name, cell, areas.get(name)) ?? [])
      .sort((one, other) => one.row - other.row || one.column - other.column),
    omitted: [],
    pictures,
    isTemplate: true,
  }
}

const bandOf = (rows: Band | undefined): Band | undefined => rows && [rows[0] - 1, rows[1] - 1]

function cellOf(name: string, cell: TemplateCell, area: Area | undefined): SheetCell | undefined {
  const place = placeNamed(name)
  if (!place) return undefined
  const value = valueOf(cell)
  return {
    ...place,
    rows: area ? area.to.row - area.from.row + 1 : 1,
    columns: area ? area.to.column - area.from.column + 1 : 1,
    value,
    text: String(value.value),
    style: cell.style,
    format: cell.format,
    ...(cell.diagonal ? shownHead(cell.diagonal, (text) => text) : {}),
    ...(cell.rich ? shownRich(cell.rich, (text) => text) : {}),
    ...(cell.picture === undefined ? {} : { picture: cell.picture }),
  }
}

function valueOf({ text, field, formula, subtotal, chart }: TemplateCell): CellValue {
  if (formula !== undefined && NUMBER.test(formula)) return { kind: 'number', value: Number(formula) }
  const words = {
    field: field && `{{${field}}}`,
    formula: formula && `=${formula}`,
    subtotal: subtotal && `{{${subtotal.take} ${subtotal.of} ${subtotal.over}}}`,
    chart: chart && `{{${chart.kind} ${[chart.x, ...chart.series.map((series) => series.field)].join(' ')}}}`,
  }
  return { kind: 'text', value: words.field ?? words.formula ?? words.subtotal ?? words.chart ?? text ?? '' }
}
