/**
 * The parts of an Excel workbook (ECMA-376) as texts, for everything that writes one: exports, templates and marked copies of imports on
 * the server, tables in the browser. How the parts are packed is the writer's: the server streams them, the browser has them in memory.
 */
import { XML, columnName, dayNumber, sheetText, xmlText } from './workbook.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type Cell = string | number | null | undefined

/**
 * Formats of cells by their place in the style sheet. All but numbers and times are Excel's `@`: a text stays one when somebody edits the cell.
 * `moment` is a time with milliseconds.
 */
export const style = { number: 0, time: 1, moment: 2, text: 3, heading: 4, wrong: 5, reason: 6, example: 7, note: 8, bold: 9 } as const
export type Style = (typeof style)[keyof typeof style]

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const font = (more = '') => `<font>${more}<sz val="11"/><name val="Calibri"/></font>`
const solid = (colour: string) => `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill></fill>`
const format = (fontId: number, fillId: number, wraps = false) =>
  `<xf xfId="0" numFmtId="49" fontId="${fontId}" fillId="${fillId}" applyNumberFormat="1" applyFont="1" applyFill="1"${wraps ? ' applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf>' : '/>'}`

/** Numbers from 164 on are a workbook's own formats. */
const FORMATS = ['yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd hh:mm:ss.000', 'yyyy-mm-dd'].map((code, at) => ({ id: 164 + at, code }))
const [TIME_FORMAT, MOMENT_FORMAT, DAY_FORMAT] = FORMATS.map(({ id }) => `<xf xfId="0" numFmtId="${id}" applyNumberFormat="1"/>`)
/** The place of days in the style sheet, behind those of {@link style}: nobody asks for it, a time of which only the day is told has it. */
const DAY_PLACE = 10

const STYLES =
  `${XML}<styleSheet ${MAIN}><numFmts count="${FORMATS.length}">${FORMATS.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="4">${font()}${font('<b/>')}${font('<color rgb="FFB42318"/>')}${font('<i/><color rgb="FF667085"/>')}</fonts>` +
  `<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${solid('FFE6F0FA')}${solid('FFFECDCA')}</fills>` +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  `<cellXfs count="11"><xf xfId="0"/>${TIME_FORMAT}${MOMENT_FORMAT}${format(0, 0)}${format(1, 2)}${format(0, 3)}${format(2, 0, true)}${format(3, 0)}${format(0, 0, true)}${format(1, 0)}${DAY_FORMAT}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

/** Characters of a time without parts of a second, and of a day. */
const [WHOLE_SECONDS, WHOLE_DAY] = ['yyyy-mm-dd hh:mm:ss'.length, 'yyyy-mm-dd'.length]
const placeOf = ({ length }: string) => (length > WHOLE_SECONDS ? style.moment : length > WHOLE_DAY ? style.time : DAY_PLACE)

/** A cell as XML: a number as such, a time as a day's number, everything else as a text; nothing for an empty one unless its style shows. */
export function cellXml(value: Cell, place: string, styled: Style): string {
  if (value === null || value === undefined || value === '') return styled > style.text ? `<c r="${place}" s="${styled}"/>` : ''
  if (typeof value === 'number' && Number.isFinite(value) && styled === style.number) return `<c r="${place}"><v>${value}</v></c>`
  const text = String(value)
  const days = styled === style.time ? dayNumber(text) : undefined
  if (days !== undefined) return `<c r="${place}" s="${placeOf(text)}"><v>${days}</v></c>`
  const spaced = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${place}" s="${Math.max(styled, style.text)}" t="inlineStr"><is><t${spaced}>${sheetText(text)}</t></is></c>`
}

/** One row; `styleOf` says how the cell of a column (from 0) looks. @param number From 1 */
export function rowXml(number: number, cells: readonly Cell[], styleOf: (column: number) => Style): string {
  return `<row r="${number}">${cells.map((cell, at) => cellXml(cell, `${columnName(at)}${number}`, styleOf(at))).join('')}</row>`
}

export interface SheetLayout {
  /** Of the columns from the first one on, in characters. */
  readonly widths?: readonly number[]
  /** The first row stays in sight. */
  readonly isFrozen?: boolean
  /** What is typed into empty cells of these columns is a text as well. */
  readonly isForTyping?: boolean
  /** Printed, all columns stand on one page. */
  readonly fitsPage?: boolean
}

/** The beginning of a sheet; its rows follow, and {@link sheetEnd}. */
export function sheetStart({ widths = [], isFrozen, isForTyping, fitsPage }: SheetLayout): string {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}"${isForTyping ? ` style="${style.text}"` : ''} customWidth="1"/>`,
  )
  return (
    `${XML}<worksheet ${MAIN}>${fitsPage ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : ''}<sheetViews><sheetView workbookViewId="0">` +
    `${isFrozen ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''}</sheetView></sheetViews>` +
    `${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`
  )
}

/** The end of a sheet. @param after What follows the rows, in the order of the standard (ECMA-376 part 1, 18.3.1.99) */
export const sheetEnd = (after = '') => `</sheetData>${after}</worksheet>`

/** What can be said of the cells of a range before anything stands in them. */
export interface Validation {
  /** Such as `A3:A5000`. */
  readonly range: string
  readonly title: string
  readonly prompt: string
  /** Reference to the cells with the values to choose from; without one every value passes. */
  readonly list?: string | undefined
  /** Whether another value than those of the list is refused. */
  readonly isStrict: boolean
}

/** Rules of ranges, for {@link sheetEnd}. Titles are cut to 32 characters, prompts to 255 (Excel's limits). */
export function validationsXml(rules: readonly Validation[]): string {
  const written = rules.map(({ range, title, prompt, list, isStrict }) => {
    const [type, formula] = list === undefined ? ['custom', 'TRUE'] : ['list', list]
    const error = list !== undefined && isStrict ? ' showErrorMessage="1"' : ''
    const texts = `promptTitle="${xmlText(title.slice(0, 32))}" prompt="${xmlText(prompt.slice(0, 255))}"`
    return `<dataValidation type="${type}" allowBlank="1" showInputMessage="1"${error} ${texts} sqref="${range}"><formula1>${xmlText(formula as string)}</formula1></dataValidation>`
  })
  return written.length === 0 ? '' : `<dataValidations count="${written.length}">${written.join('')}</dataValidations>`
}

/** A reference to a range of another sheet, such as `'Notes'!$E$2:$E$9`. */
export const rangeIn = (sheet: string, range: string) => `'${sheet.replaceAll("'", "''")}'!${range}`

/** The path of a sheet's part. @param number From 1 */
export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

/** What every workbook says of itself: which program wrote it (ECMA-376 part 1, 15.2.12.3, and part 2, 11). */
const PROPERTIES = {
  'docProps/app.xml': `${XML}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Outstation</Application></Properties>`,
  'docProps/core.xml': `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Outstation</dc:creator></cp:coreProperties>`,
}

/** What of a workbook's other parts its sheets decide about. */
export interface Around {
  /** Whether each page of a print has the first row; or the rows that it has, counted from 1. */
  readonly repeats?: boolean | readonly [from: number, to: number]
  /** The style sheet, where it is not the one of {@link style}. */
  readonly styles?: string
}

/** Every part but the sheets, by path. @param names Of the sheets, in their order */
export function partsAround(names: readonly string[], { repeats = false, styles = STYLES }: Around = {}): Readonly<Record<string, string>> {
  const [first, last] = typeof repeats === 'object' ? repeats : [1, 1]
  const sheets = names.map((name, at) => ({ name, number: at + 1 }))
  const titles = sheets.map(
    ({ name, number }) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${number - 1}">${xmlText(rangeIn(name, `$${first}:$${last}`))}</definedName>`,
  )
  return {
    'xl/workbook.xml':
      `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${sheets.map(({ name, number }) => `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets>` +
      `${repeats ? `<definedNames>${titles.join('')}</definedNames>` : ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${sheets.map(({ number }) => `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    ...PROPERTIES,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Id="rId3" Type="${RELATIONS}/extended-properties" Target="docProps/app.xml"/></Relationships>`,
    '[Content_Types].xml':
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/>${sheets.map(({ number }) => `<Override PartName="/${sheetPath(number)}" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
  }
}
