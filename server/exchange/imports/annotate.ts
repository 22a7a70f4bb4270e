/**
 * The file as it came, with what is wrong marked in it: a last column says it in words, the cells are coloured. People
 * correct it and import it again. Made as a stream from the original, so its size costs no memory.
 */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Translate } from '../../../model/labels/index.ts'
import { sheetRows, columnName } from '../../documents/index.ts'
import type { SheetRow } from '../../documents/index.ts'
import type { RowErrors } from './row-errors.ts'
import { ERRORS_HEADING } from './headings.ts'
import type { FileContents } from './read-file.ts'

/** Cell styles, in the order of `styles.xml` below. */
const style = { text: 0, heading: 1, wrong: 2, reason: 3 } as const

/** A copy of the file with the errors of each row written beside it. @param only With `wrong`, the rows that are right are left out. */
export function annotated(path: string, contents: FileContents, findings: RowErrors, t: Translate, only: 'all' | 'wrong'): Readable {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(around)) zip.addBuffer(Buffer.from(content), name)
  zip.addReadStream(Readable.from(sheet(path, contents, findings, t, only)), 'xl/worksheets/sheet1.xml')
  zip.end()
  return zip.outputStream as Readable
}

/** `users.xlsx` → `users (errors).xlsx` */
export function annotatedName(name: string, t: Translate): string {
  return `${name.replace(/\.xlsx$/i, '')} (${t('import.file-errors')}).xlsx`
}

async function* sheet(
  path: string,
  contents: FileContents,
  findings: RowErrors,
  t: Translate,
  only: 'all' | 'wrong',
): AsyncGenerator<string> {
  const {
    columns: { fields, headings },
    headingRow,
  } = contents
  const known = headings.findIndex((heading, column) => heading === t(ERRORS_HEADING) && fields[column] === undefined)
  const last = known < 0 ? headings.length : known
  let at = 0
  const line = (cells: readonly string[], styleOf: (column: number) => number): string => {
    at += 1
    return `<row r="${at}">${cells.map((text, column) => (text === '' && styleOf(column) === style.text ? '' : cell(at, column, text, styleOf(column)))).join('')}</row>`
  }
  const written = (row: SheetRow): string => {
    if (row.row === headingRow) return line(withLast(row.cells, last, t(ERRORS_HEADING)), () => style.heading)
    const found = findings.of(row.row)
    if (found.length === 0) return line(withLast(row.cells, last, ''), () => style.text)
    const wrong = new Set(found.map(({ field }) => fields.indexOf(field)))
    const cells = withLast(row.cells, last, found.map(({ message }) => message).join('\n'))
    return line(cells, (column) => (column === last ? style.reason : wrong.has(column) ? style.wrong : style.text))
  }
  yield `${HEAD}<sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${Math.max(1, last)}" width="20" customWidth="1"/><col min="${last + 1}" max="${last + 1}" width="60" customWidth="1"/></cols><sheetData>`
  for await (const { rows } of sheetRows(path)) {
    const wanted = only === 'all' ? rows : rows.filter(({ row }) => row === headingRow || findings.has(row))
    if (wanted.length > 0) yield wanted.map(written).join('')
  }
  yield '</sheetData></worksheet>'
}

function withLast(cells: readonly string[], last: number, text: string): string[] {
  const all = Array.from({ length: last }, (_, column) => cells[column] ?? '')
  return [...all, text, ...cells.slice(last + 1)]
}

function cell(row: number, column: number, text: string, styled: number): string {
  return `<c r="${columnName(column)}${row}" s="${styled}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** Characters that XML 1.0 cannot hold are left out; a text that looks like our escape for them is kept a text. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = `${XML}<worksheet xmlns="${MAIN}">`

const fill = (colour: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`
const font = (more: string) => `<font>${more}<sz val="11"/><name val="Calibri"/></font>`
/** Number format 49 is "text": what is written stays as it is written. */
const xf = (fontId: number, fillId: number, wraps = false) =>
  `<xf numFmtId="49" fontId="${fontId}" fillId="${fillId}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"${wraps ? ' applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf>' : '/>'}`

const around: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="3">${font('')}${font('<b/>')}${font('<color rgb="FFB42318"/>')}</fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill('FFEAECF0')}${fill('FFFECDCA')}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${xf(0, 0)}${xf(1, 2)}${xf(0, 3)}${xf(2, 0, true)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}
