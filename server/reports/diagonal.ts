/** Diagonal heads of a report, as crosstabs have them: a line from the upper left corner to the lower right, and a text on either side of it. */
import type { DiagonalHead, Style } from '../../model/reports/template.ts'
import type { BoxLine, BoxPath, Measure } from '../documents/index.ts'
import type { Frame } from './drawn.ts'
import { way } from './drawn.ts'

/** Points of a line where the cell has none around it. */
const USUAL_WIDTH = 0.5

/** How thick the line is, in points: as the thickest of those around the cell. */
export const diagonalWidth = ({ border = [0, 0, 0, 0] }: Style): number => Math.max(...border) || USUAL_WIDTH

/** The line as a path on its page. */
export const diagonalPath = ({ x, y, width, height }: Frame, style: Style): BoxPath => ({
  d: way([
    [x, y],
    [x + width, y + height],
  ]),
  stroke: '#000000',
  width: diagonalWidth(style),
})

interface Setting {
  readonly size: number
  /** Of a line of text. */
  readonly leading: number
  /** From the top of a line of text to its baseline. */
  readonly ascent: number
  readonly padding: number
}

/** The two texts, from the upper left corner of their cell: each as wide as the line leaves room for, and half of the cell where it leaves less. */
export function diagonalLines(
  { rows, columns }: DiagonalHead,
  { width, height }: Pick<Frame, 'width' | 'height'>,
  { size, leading, ascent, padding }: Setting,
  measure: Measure,
): BoxLine[] {
  const room = Math.max(width / 2, width * (1 - (leading + padding) / height)) - 2 * padding
  const placed = (text: string, y: number, isRight: boolean): BoxLine[] => {
    const [line] = text === '' ? [] : measure(text, size, room, 1)
    return line ? [{ ...line, x: isRight ? width - padding - line.width : padding, y: y + ascent }] : []
  }
  return [...placed(columns, padding, true), ...placed(rows, height - padding - leading, false)]
}

/** What a sheet has of such a head: its texts, and one text for whoever knows no line. */
export function shownHead({ rows, columns }: DiagonalHead, shown: (text: string) => string): { text: string; diagonal: DiagonalHead } {
  // What a parameter stands for may have several lines.
  const inLine = (text: string) => shown(text).replaceAll(/\s+/g, ' ').trim()
  const diagonal = { rows: inLine(rows), columns: inLine(columns) }
  return { text: `${diagonal.columns}\n${diagonal.rows}`, diagonal }
}

/** Of the size of a letter: Chinese ones are as wide as they are high. */
const [WIDE, NARROW, SPACE] = [1, 0.55, 0.23] as const
const MAX_SPACES = 200

/** The texts as a cell of a workbook has them: one below the other, the upper one moved to the right by spaces, since a cell is aligned as a whole. @param width Of the cell, in points */
export function workbookHead({ rows, columns }: DiagonalHead, width: number, size: number): string {
  const taken = [...columns].reduce((sum, letter) => sum + (letter >= '\u2e80' ? WIDE : NARROW), 0) * size
  // What is a little too wide would break; what is a little too narrow stands a little further to the left.
  const spaces = Math.floor((width * 0.9 - taken) / (SPACE * size))
  return `${' '.repeat(Math.min(MAX_SPACES, Math.max(0, spaces)))}${columns}\n${rows}`
}

/** The head that the text of a cell of a workbook comes to: its first line stands above, what follows below. */
export function headOfWorkbook(text: string): DiagonalHead {
  const lines = text.split(/\r?\n|\r/).map((line) => line.trim())
  const [first = '', ...others] = lines
  return others.length === 0 ? { rows: first, columns: '' } : { rows: others.filter(Boolean).join(' '), columns: first }
}
