/**
 * A Word document (ECMA-376) with one real table, written while its rows are read: a library would hold all of it at once.
 * The heading row stands again on every page; the header says whose rows they are, the footer which page of how many it is.
 */
import type { Cell, Sheet } from './sheet.ts'
import { MAX_PORTRAIT_COLUMNS, widthsOf } from './sheet.ts'
import { XML } from '../../model/workbook.ts'
import { LONG, MAIN, MARGIN, SHORT, docxParts, headingRow, paragraph, run, sectionOf, tableHead } from './docx-parts.ts'
import { zip } from './zip.ts'

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The bytes of a Word document (ECMA-376) with one table, made while the rows are read. */
export function writeDocx(sheet: Sheet): AsyncGenerator<Buffer> {
  return zip(docxParts({ locale: sheet.locale, header: sheet.tenant }, document(sheet)))
}

async function* document(sheet: Sheet): AsyncGenerator<string> {
  const isWide = sheet.columns.length > MAX_PORTRAIT_COLUMNS
  const widths = widthsOf(sheet.columns, (isWide ? LONG : SHORT) - 2 * MARGIN).map(Math.floor)
  yield (
    `${XML}<w:document ${MAIN}><w:body>${paragraph('Heading1', sheet.title)}${paragraph('Small', sheet.note)}${sheet.narrowed ? paragraph('Small', sheet.narrowed) : ''}${tableHead(widths)}` +
    headingRow(
      sheet.columns.map(({ heading }) => heading),
      widths,
    )
  )
  for await (const rows of sheet.rows) yield rows.map((cells) => rowOf(cells, widths)).join('')
  // A table cannot be the last thing in a document.
  yield `</w:tbl><w:p/>${sectionOf(isWide)}</w:body></w:document>`
}

function rowOf(cells: readonly Cell[], widths: readonly number[]): string {
  let xml = '<w:tr><w:trPr><w:cantSplit/></w:trPr>'
  for (let index = 0; index < widths.length; index += 1) {
    const value = cells[index]
    const text = value === null || value === undefined || value === '' ? '' : run(String(value))
    xml += `<w:tc><w:tcPr><w:tcW w:w="${widths[index]}" w:type="dxa"/></w:tcPr><w:p><w:pPr><w:pStyle w:val="Cell"/></w:pPr>${text}</w:p></w:tc>`
  }
  return `${xml}</w:tr>`
}
