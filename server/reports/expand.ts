/** A report as one sheet: its template filled with its data, before anything is parted into pages. Lengths are points. */
import { isBandRow } from '../../model/reports/bands.ts'
import type { Direction, PlannedCell } from '../../model/reports/plan.ts'
import { shiftedPage } from '../../model/reports/paper.ts'
import type { Report } from '../../model/reports/read.ts'
import type {
  CODES,
  DiagonalHead,
  ReportTemplate,
  Style,
  Subtotal,
  TemplateCell,
  TemplateChart,
  TextRun,
} from '../../model/reports/template.ts'
import { fail } from '../kernel/errors.ts'
import type { ReportBounds } from './bounds.ts'
import type { SheetChart } from './chart-data.ts'
import { chartOf } from './chart-data.ts'
import type { CheckBox } from './check-boxes.ts'
import { shownBox } from './check-boxes.ts'
import type { CellValue, DataSet, Scalar } from './data.ts'
import { shownHead } from './diagonal.ts'
import { aggregated } from './fold.ts'
import type { Standing } from './live-totals.ts'
import { openAreas, totalOf } from './live-totals.ts'
import type { Copy, Line, Member } from './members.ts'
import { repeat } from './members.ts'
import type { Pictures } from './pictures.ts'
import { shownRich } from './rich-text.ts'
import { pagingOf, withoutHidden } from './row-rules.ts'
import type { ReportWords } from './texts.ts'
import { textOf } from './texts.ts'
import type { Steps } from './cooperative.ts'
import { openValues } from './values.ts'

/** One cell of the sheet, which covers as many rows and columns; places are counted from 0. */
export interface SheetCell {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
  readonly value: CellValue
  /** As it is shown. */
  readonly text: string
  /** Its template names numbers of pages: `{page}` and `{pages}` still stand in its text. What data says is no such name. */
  readonly isPageNumber?: true
  /** Which of the template's styles it has. */
  readonly style: number | undefined
  readonly format: string | undefined
  readonly chart?: SheetChart
  readonly code?: (typeof CODES)[number]
  /** Its text are both of these then, each on a line of its own. */
  readonly diagonal?: DiagonalHead
  /** Its text in parts that look otherwise. */
  readonly rich?: readonly TextRun[]
  /** Drawn as a box; its text is that of both then. */
  readonly check?: CheckBox
  /** The id of a picture of the sheet. */
  readonly picture?: string
  /** Works out what it is called in a workbook that has its totals as formulas, which pages and Word documents have not; undefined where it has none there either. */
  readonly live?: () => Steps<string | undefined>
  /** Of a cell that each page puts together for itself: what of, by rows. Its value is that of all of them, for whoever has no pages. */
  readonly subtotal?: { readonly how: Subtotal; readonly parts: readonly { readonly row: number; readonly value: CellValue }[] }
}

/** Rows of the sheet, the last one included. */
export type Band = readonly [from: number, to: number]

export interface ReportSheet {
  readonly page: ReportTemplate['page']
  readonly styles: readonly Style[]
  readonly columns: readonly number[]
  readonly rows: readonly number[]
  /** Rows that stand on each page. */
  readonly head: Band | undefined
  readonly foot: Band | undefined
  /** Those that the first page has in their place. */
  readonly firstHead: Band | 'none' | undefined
  readonly firstFoot: Band | 'none' | undefined
  /** Rows before which a page begins. */
  readonly breaks: ReadonlySet<number>
  /** Rows that stand on one page with others below them, where it has room for them: the last of those. None unless said. */
  readonly keeps?: ReadonlyMap<number, number>
  readonly cells: readonly SheetCell[]
  /** Fields that the reader has not: cells of them show a dash. */
  readonly omitted: readonly string[]
  /** Those that its cells name. One that is not here is not drawn. */
  readonly pictures: Pictures
  /** It is a template: `{page}` and `{pages}` stay what they are. */
  readonly isTemplate?: true
}

/** Cells of one sheet; they are held in memory. */
export const MAX_SHEET_CELLS = 500_000
/** Charts of one sheet. */
const MAX_CHARTS = 1000

export interface Filling {
  readonly sets: ReadonlyMap<string, DataSet>
  readonly params: ReadonlyMap<string, Scalar>
  /** None unless said. */
  readonly pictures?: Pictures
  readonly words?: ReportWords | undefined
  /** See {@link openValues}. */
  readonly wall: number
  readonly bounds: ReportBounds
}

/** The sheet that a template comes to, step by step: one value of a cell is none that others can have their turn in. @throws Failure `report.too-much`, `report.too-much-at` with its cell, `report.as-job` */
export function* expand(report: Report, { sets, params, pictures = new Map(), words, wall, bounds }: Filling): Steps<ReportSheet> {
  const { template, cells } = report
  const all = yield* repeat('down', report.down, cells, template.rows.length, sets, bounds)
  const right = yield* repeat('right', report.right, cells, template.columns.length, sets, bounds)
  const values = openValues({ report, sets, params, down: all, right, wall, bounds, words })
  const down = yield* withoutHidden(all, right.root, report.ruled, cells, template.rows.length, values.holds)
  const spansOf = (direction: Direction, of: PlannedCell) =>
    ((direction === 'down' ? down : right).spans.get(of) ?? new Map()) as ReadonlyMap<Member, readonly [number, number]>
  // A cell that is stretched counts for each place that it covers: files have all of them.
  const covered = (direction: Direction, of: PlannedCell) => {
    let lines = 0
    for (const [from, to] of spansOf(direction, of).values()) lines += to - from + 1
    return lines
  }
  let [count, largest, cell] = [0, 0, '']
  for (const of of cells) {
    const own = covered('down', of) * covered('right', of)
    count += own
    if (own > largest) [largest, cell] = [own, of.name]
  }
  if (count > MAX_SHEET_CELLS) fail('report.too-much-at', { values: { most: MAX_SHEET_CELLS, cell } })

  const byName = new Map(cells.map((cell) => [cell.name, cell]))
  /** What a cell that each page puts together is of. */
  const partsOf = (copy: Copy, how: Subtotal) => {
    const target = byName.get(how.of) as PlannedCell
    const rows = spansOf('down', target)
    return [...values.related(copy, target)].flatMap((each) => {
      const [row] = rows.get(each.left) ?? []
      return row === undefined ? [] : [{ row, value: values.valueOf(each) }]
    })
  }
  const standsAt = ({ of, left, top }: Copy): Standing | undefined => {
    const [rows, columns] = [spansOf('down', of).get(left), spansOf('right', of).get(top)]
    return rows && columns && { row: rows[0], column: columns[0], rows: rows[1] - rows[0] + 1, columns: columns[1] - columns[0] + 1 }
  }
  /** The total that a cell has as a formula. Boxes are texts in a workbook, and so is what each page puts together for itself. */
  const liveOf = ({ cell }: PlannedCell) => {
    const total = template.page.liveTotals ? totalOf(report.formulas.get(cell.formula ?? '')) : undefined
    const target = total && byName.get(total.of)
    return target && !target.cell.check && !target.cell.subtotal ? { called: total.called, target } : undefined
  }
  /** A total as a formula over the cells that it is of; undefined where one of them is left out of the sheet, or is no number. */
  function* liveIn(copy: Copy, { called, target }: NonNullable<ReturnType<typeof liveOf>>): Steps<string | undefined> {
    const areas = openAreas()
    for (const each of values.copiesOf(copy, target)) {
      yield
      const at = standsAt(each)
      const { kind, value } = values.valueOf(each)
      if (!at || (value !== null && kind !== 'number') || kind === 'hidden') return undefined
      if (!areas.add(at)) return undefined
    }
    return areas.formula(called)
  }
  let charts = 0
  const chartIn = (copy: Copy, chart: TemplateChart) => {
    if ((charts += 1) > MAX_CHARTS) fail('report.too-much-at', { values: { most: MAX_CHARTS, cell: copy.of.name } })
    const found = chartOf(chart, copy.of.cell.format, sets, (set) => {
      const rows = values.rowsOfCopy(copy, set)
      values.spend(rows.length * chart.series.length)
      return rows
    })
    values.spend(found.labels.length * found.series.length)
    return found
  }
  // By rows at once: to sort two hundred thousand cells afterwards took as long as to make them.
  const made: SheetCell[][] = down.lines.map(() => [])
  for (const of of cells) {
    const { subtotal: how, diagonal, rich, code, check, picture, chart } = of.cell
    const isPageNumber = namesPages(of.cell)
    const total = liveOf(of)
    const sharedRich = rich && shownRich(rich, (text) => filled(text, params))
    const isPlain = !total && !how && !diagonal && !rich && !code && !check && picture === undefined && !chart && !isPageNumber
    for (const [left, [row, lastRow]] of spansOf('down', of))
      for (const [top, [column, lastColumn]] of spansOf('right', of)) {
        yield
        const copy = { of, left, top }
        const subtotal = how && { how, parts: partsOf(copy, how) }
        const value = subtotal ? subtotalOf(subtotal, Infinity) : values.valueOf(copy)
        const shown = textOf(value, of.cell.format)
        const cell: SheetCell = {
          row,
          column,
          rows: lastRow - row + 1,
          columns: lastColumn - column + 1,
          value,
          text: of.cell.text === undefined ? shown : filled(shown, params),
          style: of.cell.rules?.find((rule) => values.holds(rule.if, copy))?.style ?? of.cell.style,
          format: of.cell.format,
        }
        const ofRow = made[row] as SheetCell[]
        if (isPlain) ofRow.push(cell)
        else
          ofRow.push({
            ...cell,
            ...(isPageNumber ? { isPageNumber: true } : {}),
            ...(total ? { live: () => liveIn(copy, total) } : {}),
            ...(subtotal ? { subtotal } : {}),
            ...(diagonal ? shownHead(diagonal, (text) => filled(text, params)) : {}),
            ...sharedRich,
            ...(code ? { code } : {}),
            ...(check ? shownBox(check, value, cell.text, (text) => filled(text, params)) : {}),
            ...(picture === undefined ? {} : { picture }),
            ...(chart ? { chart: chartIn(copy, chart) } : {}),
          })
      }
  }
  const { breaks, keeps } = yield* pagingOf(down, right.root, report.ruled, values.holds, (row) => isBandRow(template.page, row))
  return {
    page: shiftedPage(template.page),
    styles: template.styles,
    columns: right.lines.map(({ of }) => template.columns[of] as number),
    rows: down.lines.map(({ of }) => template.rows[of] as number),
    head: bandOf(template.page.repeat?.head, down.lines),
    foot: bandOf(template.page.repeat?.foot, down.lines),
    firstHead: firstBandOf(template.page.repeat?.firstHead, down.lines),
    firstFoot: firstBandOf(template.page.repeat?.firstFoot, down.lines),
    breaks,
    keeps,
    cells: yield* inOrder(made),
    omitted: omittedOf(sets),
    pictures,
  }
}

/** The cells of all rows, those of each from left to right. */
function* inOrder(rows: readonly SheetCell[][]): Steps<SheetCell[]> {
  const cells: SheetCell[] = []
  for (const row of rows) {
    for (const cell of row.sort((one, other) => one.column - other.column)) cells.push(cell)
    yield
  }
  return cells
}

/** What a page puts together. @param until The first row behind the page; infinity for a sheet without pages, whose rows are all on one @param from The first row of the page */
export function subtotalOf({ how, parts }: NonNullable<SheetCell['subtotal']>, until: number, from = 0): CellValue {
  const [first, end] = { page: [from, until], before: [0, from], 'so-far': [0, until] }[how.over] as [number, number]
  return aggregated(
    how.take,
    parts.flatMap(({ row, value }) => (row >= first && row < end ? [value] : [])),
  )
}

/** Fields that the reader has not, with their sets. */
export const omittedOf = (sets: ReadonlyMap<string, DataSet>): readonly string[] => [
  ...new Set([...sets].flatMap(([name, { omitted }]) => omitted.map((field) => `${name}.${field}`))),
]

/** A text with its parameters in their places; one that there is none of stays as it stands, as numbers of pages do. */
export const filled = (text: string, params: ReadonlyMap<string, Scalar>): string =>
  text.replaceAll(/\{([A-Za-z]\w{0,63})\}/g, (whole, name: string) => {
    const value = params.get(name)
    return value === undefined ? whole : String(value ?? '')
  })

/** Whether the template of a cell names numbers of pages. */
export const namesPages = ({ text = '', rich = [], diagonal }: TemplateCell): boolean =>
  [text, diagonal?.rows ?? '', diagonal?.columns ?? '', ...rich.map((run) => run.text)].some((each) => /\{pages?\}/.test(each))

/** Of a first page whose rows are all left out there is none. */
const firstBandOf = (band: readonly [number, number] | 'none' | undefined, lines: readonly Line[]): Band | 'none' | undefined =>
  band === undefined || band === 'none' ? band : (bandOf(band, lines) ?? 'none')

function bandOf(band: readonly [number, number] | undefined, lines: readonly Line[]): Band | undefined {
  if (!band) return undefined
  const from = lines.findIndex(({ of }) => of >= band[0] - 1)
  const to = lines.findLastIndex(({ of }) => of <= band[1] - 1)
  return from < 0 || to < from ? undefined : [from, to]
}
