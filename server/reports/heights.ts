/** How high the rows of a sheet are: the same in each of its files. Lengths are points. */
import type { TextRun } from '../../model/reports/template.ts'
import type { Measure } from '../documents/index.ts'
import { widthOfBox } from './check-boxes.ts'
import type { ReportSheet, SheetCell } from './expand.ts'
import type { SheetFrame } from './layout.ts'
import { heightOfLines, richLines } from './rich-text.ts'
import { LEADING, MAX_CELL_LINES, PADDING, SIZE } from './text-size.ts'
import type { Steps } from './cooperative.ts'

/** Characters of which none is wider than its size: what is short enough need not be measured. */
const NO_WIDER_THAN_HIGH = /^[ -~\u4e00-\u9fff]*$/
/** Texts of which the heights are remembered: names stand in many rows. */
const MAX_REMEMBERED = 10_000

/** How high the row of a cell has to be for its text. */
type HeightOf = (cell: SheetCell) => number

/** What says how high its row has to be for a text that breaks or a diagonal head; 0 of any other. A merged cell has the room that its rows have. */
export function openHeights(sheet: SheetFrame, measure: Measure): HeightOf {
  const known = new Map<string, number>()
  /** All copies of a cell have the same parts. */
  const knownRich = new WeakMap<readonly TextRun[], Map<string, number>>()
  function heightOfRich(rich: readonly TextRun[], style: number | undefined, wide: number): number {
    const heights = knownRich.get(rich) ?? new Map<string, number>()
    const key = `${style} ${wide}`
    const height = heights.get(key) ?? heightOfLines(richLines(rich, sheet.styles[style ?? -1] ?? {}, wide, measure)) + 2 * PADDING
    knownRich.set(rich, heights.set(key, height))
    return height
  }
  return (cell) => {
    const style = cell.style === undefined ? undefined : sheet.styles[cell.style]
    if (cell.rows > 1) return 0
    const size = style?.font?.[1] ?? SIZE
    // Both texts have their own line, whether they would fit beside each other or not.
    if (cell.diagonal) return 2 * size * LEADING + 2 * PADDING
    if (!style?.wrap || cell.text === '' || cell.code) return 0
    const { column, columns, check } = cell
    const text = check?.label ?? cell.text
    let wide = -2 * PADDING - (check ? widthOfBox(check, size) : 0)
    for (let at = column; at < column + columns; at += 1) wide += sheet.columns[at] as number
    if (cell.rich) return heightOfRich(cell.rich, cell.style, wide)
    if (text.length * size <= wide && NO_WIDER_THAN_HIGH.test(text)) return size * LEADING + 2 * PADDING
    const key = `${size} ${wide} ${text}`
    let height = known.get(key)
    if (height === undefined) {
      height = measure(text, size, wide, MAX_CELL_LINES).length * size * LEADING + 2 * PADDING
      if (known.size >= MAX_REMEMBERED) known.clear()
      known.set(key, height)
    }
    return height
  }
}

/** How high each row of a sheet is: as its template has it, or as texts that break make it. */
export function* heightsOf(sheet: ReportSheet, measure: Measure): Steps<readonly number[]> {
  const heights = [...sheet.rows]
  const heightOf = openHeights(sheet, measure)
  for (const cell of sheet.cells) {
    heights[cell.row] = Math.max(heights[cell.row] as number, heightOf(cell))
    yield
  }
  return heights
}
