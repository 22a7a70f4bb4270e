/** Texts of a report in parts that look otherwise: how they break, where their parts stand, and what a sheet has of them. */
import type { Style, TextRun } from '../../model/reports/template.ts'
import type { Measure, PageBox } from '../documents/index.ts'
import type { Frame } from './drawn.ts'
import { ASCENT, LEADING, MAX_CELL_LINES, PADDING, SIZE } from './text-size.ts'

interface RichLine {
  readonly parts: readonly { readonly run: TextRun; readonly text: string; readonly width: number }[]
  readonly width: number
  /** That of its largest part. */
  readonly size: number
}

/** The size of a part in the cell of a style. */
export const sizeIn = ({ font }: Style, { size }: Pick<TextRun, 'size'>): number => size ?? font?.[1] ?? SIZE

/** The size of the largest part. */
export const largestIn = (style: Style, rich: readonly TextRun[]): number => Math.max(...rich.map((run) => sizeIn(style, run)))

/** What a sheet has of such a text: its parts, and one text for whoever knows no looks. All copies of its cell have the same. */
export function shownRich(rich: readonly TextRun[], filled: (text: string) => string): { text: string; rich: readonly TextRun[] } {
  const shown = rich.map((run) => ({ ...run, text: filled(run.text) }))
  return { text: shown.map(({ text }) => text).join(''), rich: shown }
}

/** The parts as far as a text of so many characters has them; what is cut ends with dots. */
export function shortened(rich: readonly TextRun[], most: number): readonly TextRun[] {
  if (rich.reduce((sum, { text }) => sum + text.length, 0) <= most) return rich
  let left = most - 1
  return rich.flatMap((run) => {
    if (left <= 0) return []
    const text = run.text.slice(0, left)
    left -= run.text.length
    return [{ ...run, text: left <= 0 ? `${text}…` : text }]
  })
}

/** The lines that such a text has in a width of points. */
export function richLines(rich: readonly TextRun[], style: Style, width: number, measure: Measure): RichLine[] {
  const most = style.wrap ? MAX_CELL_LINES : 1
  const found: RichLine[] = []
  for (const paragraph of paragraphsOf(rich)) {
    if (found.length >= most) break
    const sized = paragraph.map((run) => ({ text: run.text, size: sizeIn(style, run) }))
    for (const line of measure.spread(sized, width, most - found.length)) {
      const parts = line.map(({ of, text, width: wide }) => ({ run: paragraph[of] as TextRun, text, width: wide }))
      found.push({
        parts,
        width: parts.reduce((sum, part) => sum + part.width, 0),
        // An empty line is as high as the part that it ends.
        size: largestIn(style, parts.length > 0 ? parts.map(({ run }) => run) : paragraph),
      })
    }
  }
  return found
}

/** The parts of each paragraph: what a line end parts is two. */
function paragraphsOf(rich: readonly TextRun[]): TextRun[][] {
  const paragraphs: TextRun[][] = [[]]
  for (const run of rich)
    for (const [at, text] of run.text.split(/\r?\n/).entries()) {
      if (at > 0) paragraphs.push([])
      paragraphs.at(-1)?.push({ ...run, text })
    }
  return paragraphs
}

/** How high lines are together. */
export const heightOfLines = (lines: readonly Pick<RichLine, 'size'>[]): number => lines.reduce((sum, { size }) => sum + size * LEADING, 0)

/** A box for each part, as they stand in the frame of their cell on the page. @param spot The same frame in lengths of the sheet, which is made so much smaller */
export function richBoxes(
  rich: readonly TextRun[],
  style: Style,
  { frame, spot, scale }: { readonly frame: Frame; readonly spot: Pick<Frame, 'width' | 'height'>; readonly scale: number },
  measure: Measure,
): PageBox[] {
  const lines = fitting(richLines(rich, style, spot.width - 2 * PADDING, measure), spot.height - 2 * PADDING)
  const spare = spot.height - heightOfLines(lines)
  let down = { top: PADDING, middle: spare / 2, bottom: spare - PADDING }[style.vertical ?? 'middle']
  return lines.flatMap((line) => {
    let x = { left: PADDING, center: (spot.width - line.width) / 2, right: spot.width - PADDING - line.width }[style.align ?? 'left']
    const base = down + line.size * ASCENT
    down += line.size * LEADING
    return line.parts.map(({ run, text, width }): PageBox => {
      const size = sizeIn(style, run)
      const at = { x: round(frame.x + x * scale), y: round(frame.y + base * scale), width: round(width * scale) }
      x += width
      const colour = run.colour ?? style.colour
      return {
        ...at,
        y: round(frame.y + (base - size * ASCENT) * scale),
        height: round(size * LEADING * scale),
        size: round(size * scale),
        ...(run.bold || style.font?.[2] ? { isBold: true } : {}),
        ...(run.italic ? { isItalic: true } : {}),
        ...(colour ? { colour } : {}),
        lines: [{ text, ...at }],
      }
    })
  })
}

/** As many lines as there is room for, and one at the least. */
function fitting(lines: readonly RichLine[], room: number): RichLine[] {
  const found: RichLine[] = []
  let left = room
  for (const line of lines) {
    left -= line.size * LEADING
    if (found.length > 0 && left < -1e-3) break
    found.push(line)
  }
  return found
}

const round = (value: number): number => Math.round(value * 100) / 100
