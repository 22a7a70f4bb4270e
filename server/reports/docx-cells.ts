/** A cell of a report in a Word document: its element, its look and its paragraphs (ECMA-376 part 1, 17.3 and 17.4). */
import type { Style, TextRun } from '../../model/reports/template.ts'
import { docxRun } from '../documents/index.ts'
import { diagonalWidth } from './diagonal.ts'
import type { SheetCell } from './expand.ts'
import { sizeIn } from './rich-text.ts'
import { PADDING, SIZE } from './text-size.ts'

/** Twentieths of a point. */
export const TWIPS = 20

/** Lengths in whole twentieths of a point. Edges are rounded, so that nothing adds up. */
export function twipsOf(lengths: readonly number[], scale: number): number[] {
  let [edge, twips] = [0, 0]
  return lengths.map((length) => {
    const before = twips
    twips = Math.floor((edge += length * scale) * TWIPS + 1e-6)
    return twips - before
  })
}

/** A paragraph that makes no row higher: an empty line is as high as its letters would be. */
export const emptyParagraph = (height: number): string =>
  `<w:p><w:pPr><w:spacing w:before="0" w:after="0"/><w:rPr><w:sz w:val="${Math.max(2, Math.min(SIZE * 2, Math.floor(((height / TWIPS) * 2) / 1.5)))}"/></w:rPr></w:pPr></w:p>`

/** The element of a cell: as wide in twentieths of a point as its columns together, with its look and what stands in it. */
export const cellXml = (width: number, columns: number, look: string, content: string): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : ''}${look}</w:tcPr>${content}</w:tc>`

/** Lines, ground and height of a cell, in the order of the standard (ECMA-376 part 1, 17.4.69). */
export function lookOf(style: Style, isDiagonal: boolean): string {
  const { border, fill, vertical = 'middle' } = style
  const [top = 0, right = 0, bottom = 0, left = 0] = border ?? []
  const side = (name: string, width: number) =>
    width > 0 ? `<w:${name} w:val="single" w:sz="${Math.max(2, Math.round(width * 8))}" w:space="0" w:color="000000"/>` : ''
  const sides = `${side('top', top)}${side('left', left)}${side('bottom', bottom)}${side('right', right)}${isDiagonal ? side('tl2br', diagonalWidth(style)) : ''}`
  return (
    (sides === '' ? '' : `<w:tcBorders>${sides}</w:tcBorders>`) +
    (fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill.slice(1).toUpperCase()}"/>` : '') +
    `<w:vAlign w:val="${{ top: 'top', middle: 'center', bottom: 'bottom' }[vertical]}"/>`
  )
}

/** Half points, as documents count the sizes of letters. A text that breaks is not made larger: it would break into more lines than there is room for. */
const halfPoints = ({ font, wrap }: Style, scale: number): number =>
  Math.max(2, (wrap ? Math.floor : Math.round)((font?.[1] ?? SIZE) * scale * 2 + (wrap ? 1e-6 : 0)))

/** Of the size of letters: what a line of them is high in the fonts of office programs at the most. */
const HIGHEST_LINE = 1.5

/**
 * The height of a line that fits into its row, in twentieths of a point, where one as high as programs make it does not: they would make the row higher, and each page would
 * drift by what all of its rows are higher. Undefined where it fits.
 * @param height Of the row
 */
export function tightLine(style: Style, scale: number, height: number): number | undefined {
  const [top = 0, , bottom = 0] = style.border ?? []
  // Some programs count the lines around a cell as part of its row.
  const room = height - Math.max(top, bottom) * TWIPS
  return (halfPoints(style, scale) / 2) * HIGHEST_LINE * TWIPS > room ? Math.max(TWIPS, Math.floor(room)) : undefined
}

/** The paragraph of a cell; of a diagonal head both, one below the other. @param line Of a text of one line, see {@link tightLine} */
export function paragraphOf(
  { text, value, picture, diagonal, rich, check, isPageNumber }: SheetCell,
  style: Style,
  scale: number,
  { drawn, line }: { readonly drawn?: string | undefined; readonly line?: number | undefined } = {},
): string {
  // The program that prints it counts the pages, in the line below each of them.
  const shown = (part: string) => (isPageNumber && /\{pages?\}/.test(part) ? '' : part)
  if (diagonal)
    return `${alignedParagraph(shown(diagonal.columns), 'right', style, scale)}${alignedParagraph(shown(diagonal.rows), 'left', style, scale)}`
  const at = style.align ?? (picture === undefined ? (value.kind === 'number' && !check ? 'right' : 'left') : 'center')
  // As of a text of one look nothing is left where a part of it names a page.
  const runs = rich?.some((run) => shown(run.text) !== run.text) ? [] : rich
  return alignedParagraph(shown(text), at, style, scale, {
    drawn: drawn ?? runs?.map((run) => runXml(run.text, style, scale, run)).join(''),
    line,
  })
}

/** A text with its looks, which a part of a rich one has of its own. */
function runXml(text: string, style: Style, scale: number, run: Omit<TextRun, 'text'> = {}): string {
  if (text === '') return ''
  const half = halfPoints({ ...style, font: ['sc', sizeIn(style, run)] }, scale)
  const colour = run.colour ?? style.colour
  const look = `<w:rPr>${run.bold || style.font?.[2] ? '<w:b/>' : ''}${run.italic ? '<w:i/>' : ''}${colour ? `<w:color w:val="${colour.slice(1).toUpperCase()}"/>` : ''}<w:sz w:val="${half}"/><w:szCs w:val="${half}"/></w:rPr>`
  return docxRun(text).replace('<w:r>', `<w:r>${look}`)
}

function alignedParagraph(
  text: string,
  at: NonNullable<Style['align']>,
  style: Style,
  scale: number,
  { drawn, line }: { readonly drawn?: string | undefined; readonly line?: number | undefined } = {},
): string {
  const room = Math.round(PADDING * scale * TWIPS)
  const run = drawn ?? runXml(text, style, scale)
  return `<w:p><w:pPr><w:spacing w:before="0" w:after="0"${line === undefined ? '' : ` w:line="${line}" w:lineRule="exact"`}/><w:ind w:left="${room}" w:right="${room}"/><w:jc w:val="${at}"/></w:pPr>${run}</w:p>`
}
