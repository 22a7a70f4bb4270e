/** How cells of a workbook look (ECMA-376 part 1, 18.8): its style sheet, and parts of texts with looks of their own. */
import { XML, sheetText, xmlText } from '../../model/workbook.ts'
import { workbookFormat } from '../../model/reports/formats.ts'
import type { Style, TextRun } from '../../model/reports/template.ts'
import { diagonalWidth } from './diagonal.ts'
import { sizeIn } from './rich-text.ts'
import { SIZE } from './text-size.ts'

/** The namespaces of a part of a workbook. */
export const MAIN =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const FONT = 'Noto Sans SC'
/**
 * Widths of columns are counted by the widest digit of the workbook's normal font (ECMA-376 part 1, 18.3.1.13), and spreadsheets differ in whether they round it to dots of the screen. One of
 * this font is half its size wide, and 6 points are whole dots at 96, 120, 144 and 192 an inch: columns are as wide in each of them, on each screen and on paper.
 */
const NORMAL_FONT = '<font><sz val="12"/><name val="Times New Roman"/><family val="1"/></font>'

/** The number of a format of cells. @param isDiagonal With a line from the upper left corner to the lower right */
export type StyleOf = (style: number | undefined, format: string | undefined, isText: boolean, isDiagonal?: boolean) => number

/** A part of a text with its own looks (ECMA-376 part 1, 18.4.4). */
export function runXml(run: TextRun, style: Style): string {
  if (run.text === '') return ''
  const colour = run.colour ?? style.colour
  return (
    `<r><rPr>${run.bold || style.font?.[2] ? '<b/>' : ''}${run.italic ? '<i/>' : ''}<sz val="${sizeIn(style, run)}"/>${colour ? `<color ${colourXml(colour)}/>` : ''}<rFont val="${FONT}"/></rPr>` +
    `<t xml:space="preserve">${sheetText(run.text)}</t></r>`
  )
}

/** The style sheet: one format of cells for each style of the template together with each number format that it is used with. */
export function openStyles(styles: readonly Style[]): { of: StyleOf; xml(): string } {
  const formats = new Map<string, number>()
  const known = new Map<string, number>()
  const xfs: string[] = ['<xf xfId="0"/>']
  /** Styles whose borders have a diagonal line as well, behind those that have none. */
  const crossed = new Map<number | undefined, number>()
  const crossedOf = (style: number | undefined): number => {
    const found = crossed.get(style) ?? styles.length + 1 + crossed.size
    crossed.set(style, found)
    return found
  }
  /** Most cells have a number and one of a few styles: no key is put together for each of a million. */
  const ofNumbers = new Map<string | undefined, number[]>()
  const of: StyleOf = (style, format, isText, isDiagonal = false) => {
    if (isText || isDiagonal) return found(style, format, isText, isDiagonal)
    let ids = ofNumbers.get(format)
    if (!ids) ofNumbers.set(format, (ids = []))
    return (ids[(style ?? -1) + 1] ??= found(style, format, false, false))
  }
  const found = (style: number | undefined, format: string | undefined, isText: boolean, isDiagonal: boolean): number => {
    const key = `${style ?? '-'} ${isDiagonal ? '\\' : ''}${isText ? '@' : (format ?? '')}`
    const before = known.get(key)
    if (before !== undefined) return before
    let number = isText ? 49 : 0
    if (!isText && format !== undefined) {
      number = formats.get(format) ?? 164 + formats.size
      formats.set(format, number)
    }
    const id = style === undefined ? 0 : style + 1
    const look = style === undefined ? {} : (styles[style] as Style)
    const aligned = look.align ? ` horizontal="${look.align}"` : ''
    const vertical = { top: 'top', middle: 'center', bottom: 'bottom' }[look.vertical ?? 'middle']
    const alignment = isDiagonal
      ? '<alignment horizontal="left" vertical="justify" wrapText="1"/>'
      : `<alignment${aligned} vertical="${vertical}"${look.wrap ? ' wrapText="1"' : ''}/>`
    xfs.push(
      `<xf xfId="0" numFmtId="${number}" fontId="${id + 1}" fillId="${look.fill ? id + 1 : 0}" borderId="${isDiagonal ? crossedOf(style) : id}" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">` +
        `${alignment}</xf>`,
    )
    known.set(key, xfs.length - 1)
    return xfs.length - 1
  }
  return { of, xml: () => stylesXml(styles, formats, xfs, [...crossed.keys()]) }
}

const colourXml = (colour: string) => `rgb="FF${colour.slice(1).toUpperCase()}"`

function stylesXml(
  styles: readonly Style[],
  formats: ReadonlyMap<string, number>,
  xfs: readonly string[],
  crossed: readonly (number | undefined)[],
): string {
  const font = ({ font: look, colour }: Style) =>
    `<font>${look?.[2] ? '<b/>' : ''}<sz val="${look?.[1] ?? SIZE}"/>${colour ? `<color ${colourXml(colour)}/>` : ''}<name val="${FONT}"/></font>`
  const fill = ({ fill: colour }: Style) =>
    colour
      ? `<fill><patternFill patternType="solid"><fgColor ${colourXml(colour)}/></patternFill></fill>`
      : '<fill><patternFill patternType="none"/></fill>'
  const side = (name: string, width = 0) =>
    width > 0 ? `<${name} style="${width < 1 ? 'thin' : width < 2 ? 'medium' : 'thick'}"><color rgb="FF000000"/></${name}>` : `<${name}/>`
  const border = ({ border: [top, right, bottom, left] = [0, 0, 0, 0] }: Style, diagonal = 0) =>
    `<border${diagonal > 0 ? ' diagonalDown="1"' : ''}>${side('left', left)}${side('right', right)}${side('top', top)}${side('bottom', bottom)}${diagonal > 0 ? side('diagonal', diagonal) : ''}</border>`
  const crossedBorders = crossed.map((at) => styles[at ?? -1] ?? {}).map((style) => border(style, diagonalWidth(style)))
  const list = (name: string, parts: readonly string[]) => `<${name} count="${parts.length}">${parts.join('')}</${name}>`
  const numbers = [...formats].map(([format, id]) => `<numFmt numFmtId="${id}" formatCode="${xmlText(workbookFormat(format))}"/>`)
  return (
    `${XML}<styleSheet ${MAIN}>${numbers.length > 0 ? list('numFmts', numbers) : ''}` +
    list('fonts', [NORMAL_FONT, font({}), ...styles.map(font)]) +
    list('fills', [fill({}), '<fill><patternFill patternType="gray125"/></fill>', ...styles.map(fill)]) +
    list('borders', ['<border/>', ...styles.map((style) => border(style)), ...crossedBorders]) +
    `<cellStyleXfs count="1"><xf/></cellStyleXfs>${list('cellXfs', xfs)}` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}
