/**
 * An Excel workbook (ECMA-376), written while its rows are read. Every text is a text cell: there is no way into a formula.
 * Our own writer, because a library's took more memory and half the speed (docs/decisions/0014).
 */
import { XML, columnName, sheetName, sheetText, xmlText } from '../../model/workbook.ts'
import type { Cell, Column, Sheet } from './sheet.ts'
import type { Entry } from './zip.ts'
import { zip } from './zip.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Rows of one worksheet, that of the headings included (Excel's limit); what is more goes on in the next. */
const MAX_SHEET_ROWS = 1_048_576
/** Characters of one worksheet: in UTF-8 no more than three times as many bytes, where a ZIP entry ends at four times 2^30. */
const MAX_SHEET_CHARACTERS = 2 ** 30

/** Rows of one text. V8 puts a text of more than some 100 KB where only a full collection finds it again, and a million rows make a gigabyte of text. */
const ROWS_AT_ONCE = 50

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** The bytes of a workbook (ECMA-376), made while the rows are read. @param mostRows Rows of one worksheet; tests make it small. */
export function writeXlsx(sheet: Sheet, mostRows = MAX_SHEET_ROWS): AsyncGenerator<Buffer> {
  return zip(entries(sheet, mostRows))
}

async function* entries(sheet: Sheet, mostRows: number): AsyncGenerator<Entry> {
  const source = sheet.rows[Symbol.asyncIterator]()
  const rest: Rest = { rows: [], isOver: false }
  let count = 0
  try {
    do {
      count += 1
      yield { path: `xl/worksheets/sheet${count}.xml`, content: worksheet(sheet, source, rest, mostRows) }
    } while (!rest.isOver || rest.rows.length > 0)
  } finally {
    await source.return?.()
  }
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const names = numbers.map((number) => sheetName(sheet.title, number))
  yield {
    path: 'xl/workbook.xml',
    content:
      `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${numbers.map((number, index) => `<sheet name="${xmlText(names[index] as string)}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets>` +
      `<definedNames>${names.map((name, index) => `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${xmlText(name.replaceAll("'", "''"))}'!$1:$1</definedName>`).join('')}</definedNames></workbook>`,
  }
  yield {
    path: 'xl/_rels/workbook.xml.rels',
    content: `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((number) => `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}<Relationship Id="rId${count + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  }
  yield { path: 'xl/styles.xml', content: STYLES }
  yield {
    path: '_rels/.rels',
    content: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  }
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  yield {
    path: '[Content_Types].xml',
    content:
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${numbers.map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
  }
}

/** Formats of cells: 0 number, 1 text (Excel's `@`, which keeps a text one when somebody edits the cell), 2 heading. */
const STYLES =
  `${XML}<styleSheet ${MAIN}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE6F0FA"/></patternFill></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/><xf xfId="0" numFmtId="49" fontId="1" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1"/></cellXfs></styleSheet>'

interface Rest {
  rows: Cell[][]
  isOver: boolean
}

async function* worksheet(sheet: Sheet, source: AsyncIterator<Cell[][]>, rest: Rest, mostRows: number): AsyncGenerator<string> {
  const letters = sheet.columns.map((_, index) => columnName(index))
  const columns = sheet.columns
    .map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${Math.min(60, Math.max(10, width + 2))}" customWidth="1"/>`,
    )
    .join('')
  const headings = sheet.columns
    .map(({ heading }, index) => `<c r="${letters[index]}1" s="2" t="inlineStr"><is><t>${sheetText(heading)}</t></is></c>`)
    .join('')
  yield (
    `${XML}<worksheet ${MAIN}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `${columns && `<cols>${columns}</cols>`}<sheetData><row r="1">${headings}</row>`
  )
  let row = 1
  let length = 0
  while (row < mostRows && length < MAX_SHEET_CHARACTERS) {
    if (rest.rows.length === 0) {
      const { value, done } = await source.next()
      if (done) {
        rest.isOver = true
        break
      }
      rest.rows = value
    }
    const now = rest.rows.splice(0, mostRows - row)
    for (let at = 0; at < now.length; at += ROWS_AT_ONCE) {
      const xml = rowsOf(now.slice(at, at + ROWS_AT_ONCE), row + at + 1, letters, sheet.columns)
      length += xml.length
      yield xml
    }
    row += now.length
  }
  // Whether there is a next sheet has to be known before this one ends.
  while (!rest.isOver && rest.rows.length === 0) {
    const { value, done } = await source.next()
    if (done) rest.isOver = true
    else rest.rows = value
  }
  const filter = letters.length > 0 ? `<autoFilter ref="A1:${letters.at(-1)}${row}"/>` : ''
  yield `</sheetData>${filter}<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter><oddHeader>&amp;L${headerText(sheet.tenant)}&amp;R${headerText(sheet.title)}</oddHeader><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter></worksheet>`
}

function rowsOf(rows: readonly Cell[][], first: number, letters: readonly string[], columns: readonly Column[]): string {
  let xml = ''
  for (const [offset, cells] of rows.entries()) {
    const number = first + offset
    xml += `<row r="${number}">`
    for (let index = 0; index < letters.length; index += 1) {
      const value = cells[index]
      if (value === null || value === undefined || value === '') continue
      if (typeof value === 'number' && columns[index]?.isNumber) xml += `<c r="${letters[index]}${number}"><v>${value}</v></c>`
      else
        xml += `<c r="${letters[index]}${number}" s="1" t="inlineStr"><is><t${isSpaced(value) ? ' xml:space="preserve"' : ''}>${sheetText(String(value))}</t></is></c>`
    }
    xml += '</row>'
  }
  return xml
}

function isSpaced(value: Cell): boolean {
  return typeof value === 'string' && /^\s|\s$|\n/.test(value)
}

/** In headers `&` begins a command; a digit at the beginning would be taken for the size of the font before it. */
function headerText(text: string): string {
  return xmlText(` ${text.slice(0, 100).replaceAll('&', '&&')}`)
}
