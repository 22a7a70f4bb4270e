/** A workbook made in the browser. Every text is a text cell, as in those of the server: there is no way into a formula. */
import { strToU8, zipSync } from 'fflate'
import { XML, columnName, sheetName, sheetText, xmlText } from '../../../../model/workbook.ts'

export type Cell = string | number | null | undefined

export interface SheetContent {
  readonly title: string
  readonly headings: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of the package by their path. */
export function partsOf({ title, headings, rows }: SheetContent): Record<string, string> {
  const width = Math.max(headings.length, ...rows.map((row) => row.length))
  const letters = Array.from({ length: width }, (_, at) => columnName(at))
  const line = (cells: readonly Cell[], number: number, style: number) =>
    `<row r="${number}">${cells.map((cell, at) => cellXml(cell, `${letters[at]}${number}`, style)).join('')}</row>`
  return {
    '[Content_Types].xml':
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="${xmlText(sheetName(title, 1))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml':
      `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<sheetData>${line(headings, 1, 2)}${rows.map((row, at) => line(row, at + 2, 1)).join('')}</sheetData></worksheet>`,
  }
}

/** Formats of cells: 0 number, 1 text, 2 heading. */
const STYLES =
  `${XML}<styleSheet ${MAIN}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/><xf xfId="0" numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>'

function cellXml(cell: Cell, place: string, style: number): string {
  if (cell === null || cell === undefined || cell === '') return ''
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${place}"><v>${cell}</v></c>`
  const text = String(cell)
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t${/^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''}>${sheetText(text)}</t></is></c>`
}

export function writeWorkbook(content: SheetContent): Blob {
  const files = Object.fromEntries(Object.entries(partsOf(content)).map(([path, xml]) => [path, strToU8(xml)]))
  return new Blob([zipSync(files) as BlobPart], { type: XLSX })
}

/** Files in one archive; names that are there twice are told apart, and none leads out of the folder it is unpacked in. */
export function writeArchive(files: readonly { readonly name: string; readonly content: Uint8Array }[]): Blob {
  const entries: Record<string, Uint8Array> = {}
  for (const { name, content } of files) entries[freeName(safeName(name), entries)] = content
  return new Blob([zipSync(entries) as BlobPart], { type: 'application/zip' })
}

export function safeName(name: string): string {
  return (
    name
      .replace(/[\u0000-\u001f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g, '_')
      .replace(/^\.+|[. ]+$/g, '_')
      .slice(0, 120) || 'file'
  )
}

function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? []
  for (let count = 1; ; count += 1) {
    const wanted = count === 1 ? name : `${stem} (${count})${ending}`
    if (!Object.hasOwn(taken, wanted)) return wanted
  }
}
