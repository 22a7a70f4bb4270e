/**
 * A workbook, read in the browser: its first sheet, or all that are shown. What is refused, and why, is as on the server
 * (server/documents/limits.ts), with smaller bounds: a tab has less room than a server.
 */
import { strFromU8, unzipSync } from 'fflate'
import { numberText, unescaped } from '../../../../model/workbook.ts'

const MEGABYTE = 1024 * 1024
const MAX = { file: 10 * MEGABYTE, part: 60 * MEGABYTE, entries: 1000, sheets: 30, rows: 20_000, columns: 200, cell: 32_767 }

export type Refused = 'empty' | 'type' | 'unreadable' | 'too-big' | 'too-long' | 'too-wide' | 'unsafe' | 'no-sheet'

type Rows = readonly (readonly string[])[]
export interface Sheet {
  readonly name: string
  readonly rows: Rows
}

export type ReadResult = { readonly rows: Rows } | { readonly refused: Refused }
export type SheetsResult = { readonly sheets: readonly Sheet[] } | { readonly refused: Refused }

class Refusal extends Error {
  readonly why: Refused
  constructor(why: Refused) {
    super(why)
    this.why = why
  }
}

/** The rows of a workbook's first sheet as texts, or why it is not taken. Judged by its name and by what is in it. */
export async function readWorkbook(file: File): Promise<ReadResult> {
  if (file.size === 0) return { refused: 'empty' }
  if (!/\.xlsx$/i.test(file.name)) return { refused: 'type' }
  const read = await readSheets(file, 1)
  return 'refused' in read ? read : { rows: read.sheets[0]?.rows ?? [] }
}

/** The sheets that are shown, by what is in the file: whatever its name, what is no workbook is refused. */
export async function readSheets(file: Blob, most = MAX.sheets): Promise<SheetsResult> {
  if (file.size >= MAX.file) return { refused: 'too-big' }
  try {
    return { sheets: sheetsOf(unpacked(new Uint8Array(await file.arrayBuffer())), most) }
  } catch (failure) {
    return { refused: failure instanceof Refusal ? failure.why : 'unreadable' }
  }
}

type Parts = Readonly<Record<string, Uint8Array>>

function unpacked(bytes: Uint8Array): Parts {
  let [entries, size] = [0, 0]
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      entries += 1
      if (entries > MAX.entries) throw new Refusal('unsafe')
      if (!/^xl\/(workbook|styles|sharedStrings|worksheets\/[^/]+|_rels\/workbook)\.xml(\.rels)?$/.test(name)) return false
      size += originalSize
      if (size > MAX.part) throw new Refusal('too-big')
      return true
    },
  })
}

function sheetsOf(parts: Parts, most: number): Sheet[] {
  const book = xmlOf(parts['xl/workbook.xml'])
  const shown = all(book, 'sheet').filter((sheet) => (sheet.getAttribute('state') ?? 'visible') === 'visible')
  if (shown.length === 0) throw new Refusal('no-sheet')
  const links = all(xmlOf(parts['xl/_rels/workbook.xml.rels']), 'Relationship')
  const from1904 = /^(1|true)$/.test(all(book, 'workbookPr')[0]?.getAttribute('date1904') ?? '')
  const known: Known = { strings: stringsOf(parts), formats: formatsOf(parts), from1904 }
  return shown.slice(0, most).map((sheet) => ({ name: sheet.getAttribute('name') ?? '', rows: rowsOf(partOf(sheet, links, parts), known) }))
}

function partOf(sheet: Element, links: readonly Element[], parts: Parts): Uint8Array | undefined {
  const id = [...sheet.attributes].find(({ name }) => /(^|:)id$/.test(name))?.value
  const target = links.find((link) => link.getAttribute('Id') === id)?.getAttribute('Target')
  if (!target) throw new Refusal('no-sheet')
  return parts[target.startsWith('/') ? target.slice(1) : `xl/${target}`]
}

/** What every sheet of a workbook refers to. */
interface Known {
  readonly strings: readonly string[]
  readonly formats: readonly string[]
  readonly from1904: boolean
}

function rowsOf(sheet: Uint8Array | undefined, { strings, formats, from1904 }: Known): string[][] {
  const rows: string[][] = []
  for (const row of all(xmlOf(sheet), 'row')) {
    const at = Number(row.getAttribute('r') ?? rows.length + 1) - 1
    if (!(at >= 0 && at < MAX.rows)) throw new Refusal('too-long')
    const cells: string[] = []
    for (const cell of all(row, 'c')) {
      const column = columnAt(cell.getAttribute('r') ?? '') ?? cells.length
      if (column >= MAX.columns) throw new Refusal('too-wide')
      cells[column] = cellOf(cell, strings, formats, from1904).slice(0, MAX.cell)
    }
    rows[at] = Array.from(cells, (text) => text ?? '')
  }
  return Array.from(rows, (row) => row ?? [])
}

/** The elements of a name, whatever prefix a program writes its namespace with. */
function all(within: Document | Element, name: string): Element[] {
  return [...within.getElementsByTagNameNS('*', name)]
}

/** A workbook has no use for declarations of its own, and those who attack readers of XML do. */
function xmlOf(bytes: Uint8Array | undefined): Document {
  if (!bytes) throw new Refusal('unreadable')
  const text = strFromU8(bytes)
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Refusal('unsafe')
  const parsed = new DOMParser().parseFromString(text, 'application/xml')
  if (all(parsed, 'parsererror').length > 0) throw new Refusal('unreadable')
  return parsed
}

function stringsOf(parts: Parts): string[] {
  if (!parts['xl/sharedStrings.xml']) return []
  return all(xmlOf(parts['xl/sharedStrings.xml']), 'si').map(textOf)
}

/** A text may be made of runs; its reading aid is no part of it. */
function textOf(element: Element): string {
  return unescaped(
    all(element, 't')
      .filter((part) => part.parentElement?.localName !== 'rPh')
      .map((part) => part.textContent)
      .join(''),
  )
}

/** Of the formats that every workbook knows by number only those of days and times matter. */
const isKnownDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

function formatsOf(parts: Parts): string[] {
  if (!parts['xl/styles.xml']) return []
  const styles = xmlOf(parts['xl/styles.xml'])
  const own = new Map(
    all(styles, 'numFmt').map((format) => [Number(format.getAttribute('numFmtId')), format.getAttribute('formatCode') ?? '']),
  )
  const [used] = all(styles, 'cellXfs')
  return (used ? all(used, 'xf') : []).map((style) => {
    const id = Number(style.getAttribute('numFmtId') ?? 0)
    return own.get(id) ?? (isKnownDate(id) ? 'yyyy-mm-dd' : '')
  })
}

function cellOf(cell: Element, strings: readonly string[], formats: readonly string[], from1904: boolean): string {
  const kept = all(cell, 'v')[0]?.textContent ?? ''
  switch (cell.getAttribute('t')) {
    case 'inlineStr':
      return textOf(cell)
    case 's':
      return strings[Number(kept)] ?? ''
    case 'str':
      return unescaped(kept)
    case 'b':
      return kept === '1' ? 'true' : 'false'
    case 'e':
      return kept
    default:
      return kept === '' ? '' : numberText(kept, formats[Number(cell.getAttribute('s') ?? 0)] ?? '', from1904)
  }
}

/** A → 0, AA → 26. */
function columnAt(place: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0]
  return letters === undefined ? undefined : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
