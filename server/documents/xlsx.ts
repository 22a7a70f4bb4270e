/**
 * An Excel workbook (ECMA-376), written while its rows are read. Every text is a text cell: there is no way into a formula.
 * Our own writer, because a library's took more memory and half the speed (docs/decisions/0014).
 */
import { columnName, sheetName, xmlText } from '../../model/workbook.ts'
import type { Around } from '../../model/workbook-parts.ts'
import { cellXml, partsAround, rowXml, sheetEnd, sheetPath, sheetStart, style } from '../../model/workbook-parts.ts'
import type { Cell, Column, Sheet } from './sheet.ts'
import type { Entry } from './zip.ts'
import { zip } from './zip.ts'

export type { Around } from '../../model/workbook-parts.ts'

/** Rows of one worksheet, that of the headings included (Excel's limit); what is more goes on in the next. */
const MAX_SHEET_ROWS = 1_048_576
/** Characters of one worksheet: in UTF-8 no more than three times as many bytes, where a ZIP entry ends at four times 2^30. */
const MAX_SHEET_CHARACTERS = 2 ** 30

/** Rows of one text. V8 puts a text of more than some 100 KB where only a full collection finds it again, and a million rows make a gigabyte of text. */
const ROWS_AT_ONCE = 50

/** A sheet of a workbook as its XML, whole or in pieces. */
export interface SheetXml {
  readonly name: string
  readonly xml: string | AsyncIterable<string>
}

/** Parts beside those of every workbook, and what stands of them in the list of types. */
interface MoreParts {
  readonly entries: readonly Entry[]
  readonly types: string
}

/** The bytes of a workbook of these sheets, made while they are read. */
export function packWorkbook(
  sheets: Iterable<SheetXml> | AsyncIterable<SheetXml>,
  around: Around = {},
  more: MoreParts = { entries: [], types: '' },
): AsyncGenerator<Buffer> {
  return zip(partsOf(sheets, around, more))
}

async function* partsOf(
  sheets: Iterable<SheetXml> | AsyncIterable<SheetXml>,
  around: Around,
  { entries, types }: MoreParts,
): AsyncGenerator<Entry> {
  const names: string[] = []
  for await (const { name, xml } of sheets) yield { path: sheetPath(names.push(name)), content: xml }
  for (const [path, content] of Object.entries(partsAround(names, around)))
    yield { path, content: types === '' ? content : content.replace('</Types>', `${types}</Types>`) }
  yield* entries
}

/** The bytes of a workbook with the rows of a table, made while they are read; what it says of itself is its last sheet. @param mostRows Rows of one worksheet; tests make it small. */
export function writeXlsx(sheet: Sheet, mostRows = MAX_SHEET_ROWS): AsyncGenerator<Buffer> {
  return packWorkbook(worksheets(sheet, mostRows), { repeats: true })
}

async function* worksheets(sheet: Sheet, mostRows: number): AsyncGenerator<SheetXml> {
  const source = sheet.rows[Symbol.asyncIterator]()
  const rest: Rest = { rows: [], isOver: false }
  const names: string[] = []
  try {
    do {
      const name = sheetName(sheet.title, names.length + 1)
      names.push(name)
      yield { name, xml: worksheet(sheet, source, rest, mostRows) }
    } while (!rest.isOver || rest.rows.length > 0)
  } finally {
    await source.return?.()
  }
  if (sheet.about) yield { name: nameBeside(names, sheet.about.title), xml: aboutSheet(sheet.about) }
}

/** A name that none of the sheets has, for which programs take no difference of case. */
function nameBeside(names: readonly string[], title: string): string {
  const taken = new Set(names.map((name) => name.toLowerCase()))
  let number = 1
  while (taken.has(sheetName(title, number).toLowerCase())) number += 1
  return sheetName(title, number)
}

function aboutSheet({ facts }: NonNullable<Sheet['about']>): string {
  const rows = facts.map((fact, at) => rowXml(at + 1, fact, (column) => (column === 0 ? style.bold : style.note)))
  return sheetStart({ widths: [20, 80] }) + rows.join('') + sheetEnd()
}

interface Rest {
  rows: Cell[][]
  isOver: boolean
}

async function* worksheet(sheet: Sheet, source: AsyncIterator<Cell[][]>, rest: Rest, mostRows: number): AsyncGenerator<string> {
  const letters = sheet.columns.map((_, index) => columnName(index))
  const widths = sheet.columns.map(({ width }) => Math.min(60, Math.max(10, width + 2)))
  const headings = sheet.columns.map(({ heading }) => heading)
  yield sheetStart({ widths, isFrozen: true, fitsPage: true }) + rowXml(1, headings, () => style.heading)
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
  const page = `<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter><oddHeader>&amp;L${headerText(sheet.tenant)}&amp;R${headerText(sheet.title)}</oddHeader><oddFooter>&amp;L${headerText(sheet.note)}&amp;R&amp;P / &amp;N</oddFooter></headerFooter>`
  yield sheetEnd(filter + page)
}

function rowsOf(rows: readonly Cell[][], first: number, letters: readonly string[], columns: readonly Column[]): string {
  let xml = ''
  for (const [offset, cells] of rows.entries()) {
    const number = first + offset
    xml += `<row r="${number}">`
    for (let index = 0; index < letters.length; index += 1)
      xml += cellXml(cells[index], `${letters[index]}${number}`, style[columns[index]?.kind ?? 'text'])
    xml += '</row>'
  }
  return xml
}

/** In headers `&` begins a command; a digit at the beginning would be taken for the size of the font before it. */
function headerText(text: string): string {
  return xmlText(` ${text.slice(0, 100).replaceAll('&', '&&')}`)
}
