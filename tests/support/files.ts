/** Reads our files back with other programs than the ones that wrote them: yauzl and saxes for Office files, zlib and a few rules for PDF. */
import { inflateSync } from 'node:zlib'
import { text as textOf } from 'node:stream/consumers'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import { languages } from '../../model/labels/index.ts'
import { translatorFor } from '../../server/kernel/http/language.ts'

/** The rows of a file of one of our three formats. */
export async function rowsOfFile(bytes: Buffer, type: string): Promise<string[][] | undefined> {
  if (type.includes('spreadsheetml')) return readXlsx(bytes)
  if (type.includes('wordprocessingml')) return readDocx(bytes)
  return type === 'application/pdf' ? readPdf(bytes) : undefined
}

/** Names and contents of a ZIP file. */
export async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, file) => (error ? reject(error) : resolve(file))),
  )
  const found = new Map<string, string>()
  await new Promise<void>((resolve, reject) => {
    zip
      .on('error', reject)
      .on('end', resolve)
      .on('entry', (entry: yauzl.Entry) => {
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(error)
          textOf(stream).then((content) => {
            found.set(entry.fileName, content)
            zip.readEntry()
          }, reject)
        })
      })
    zip.readEntry()
  })
  return found
}

export interface ReadCell {
  type: string
  /** Number of its style. */
  style: number
  value: string
}

/** Cells of a worksheet by row, at their place; formulas are counted. */
export function readWorksheet(xml: string): { rows: ReadCell[][]; formulas: number } {
  const rows: ReadCell[][] = []
  let formulas = 0
  let cell: (ReadCell & { at: number }) | undefined
  let takes = false
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'row') rows.push([])
    if (name === 'f') formulas += 1
    if (name === 'c') {
      const letters = /^[A-Z]+/.exec(String(attributes['r']))?.[0] ?? 'A'
      const at = [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1
      cell = { at, type: String(attributes['t'] ?? 'n'), style: Number(attributes['s'] ?? 0), value: '' }
    }
    if (name === 't' || name === 'v') takes = true
  })
  parser.on('text', (text) => {
    if (takes && cell) cell.value += text
  })
  parser.on('closetag', ({ name }) => {
    if (name === 't' || name === 'v') takes = false
    const row = rows.at(-1)
    if (name !== 'c' || !cell || !row) return
    while (row.length < cell.at) row.push({ type: '', style: 0, value: '' })
    row.push({ type: cell.type, style: cell.style, value: cell.value })
  })
  parser.write(xml).close()
  return { rows, formulas }
}

/** The text of a cell; days and times are numbers of a style that has their format. */
function cellText({ type, style, value }: ReadCell, formats: readonly string[]): string {
  const format = formats[style] ?? ''
  if (type !== 'n' || value === '' || !format.startsWith('yyyy')) return value
  // 25,569 days from the first of a workbook to the first of 1970.
  return new Date(Math.round((Number(value) - 25_569) * 86_400_000)).toISOString().replace('T', ' ').slice(0, format.length)
}

/** The format of each cell style that has one of the workbook's own. */
function formatsOf(styles: string): string[] {
  const own = new Map([...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]))
  const used = /<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? ''
  return [...used.matchAll(/<xf ([^>]*)>/g)].map(([, attributes = '']) => own.get(/numFmtId="(\d+)"/.exec(attributes)?.[1]) ?? '')
}

/** What the last sheet of an export is called, in each language. */
const ABOUT = languages.map((language) => translatorFor(language)('exported.about'))
/** The sheets of a workbook that have rows, and the one that says what it is. */
function sheetsOf(parts: ReadonlyMap<string, string>) {
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name = '']) => name)
  const all = names.map((name, at) => ({ name, ...readWorksheet(parts.get(`xl/worksheets/sheet${at + 1}.xml`) ?? '') }))
  return { rows: all.filter(({ name }) => !ABOUT.includes(name)), about: all.find(({ name }) => ABOUT.includes(name)) }
}

/** What a file says of itself: the facts of a workbook's last sheet, or what stands above the table. */
export async function aboutFile(bytes: Buffer, type: string): Promise<string[]> {
  if (type.includes('spreadsheetml'))
    return sheetsOf(await unzip(bytes)).about?.rows.map((row) => row.map(({ value }) => value).join(' | ')) ?? []
  if (type.includes('wordprocessingml'))
    return [...(((await unzip(bytes)).get('word/document.xml') ?? '').split('<w:tbl>')[0]?.matchAll(/<w:p>.*?<\/w:p>/gs) ?? [])].map(
      ([paragraph]) => [...paragraph.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text).join(''),
    )
  const [first] = readPdfPages(bytes)
  return (first?.texts ?? []).filter(({ y }) => y >= (first?.head.to ?? 0)).map(({ text }) => text)
}

/** All rows of all worksheets with rows, each without its headings but the first. */
export async function readXlsx(bytes: Buffer): Promise<string[][]> {
  const parts = await unzip(bytes)
  const { rows: sheets } = sheetsOf(parts)
  if (sheets.some(({ formulas }) => formulas > 0)) throw new Error('there are formulas in it')
  const formats = formatsOf(parts.get('xl/styles.xml') ?? '')
  return sheets.flatMap(({ rows }, index) => rows.slice(index === 0 ? 0 : 1)).map((row) => row.map((cell) => cellText(cell, formats)))
}

/** Rows of the table of a Word document. */
export async function readDocx(bytes: Buffer): Promise<string[][]> {
  const xml = (await unzip(bytes)).get('word/document.xml') ?? ''
  const rows: string[][] = []
  let takes = false
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    if (name === 'w:tr') rows.push([])
    if (name === 'w:tc') rows.at(-1)?.push('')
    if (name === 'w:t') takes = true
  })
  parser.on('text', (text) => {
    const row = rows.at(-1)
    if (takes && row) row.push(`${row.pop() ?? ''}${text}`)
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'w:t') takes = false
  })
  parser.write(xml).close()
  return rows
}

export interface PdfPage {
  texts: { x: number; y: number; text: string }[]
  /** Where the heading row stands. */ head: { from: number; to: number }
  /** Lines between rows, from above. */ rules: number[]
}

/** Every text of the pages, decoded through the table the font itself carries. */
export function readPdfPages(bytes: Buffer): PdfPage[] {
  const source = bytes.toString('latin1')
  const streams = new Map(
    [...source.matchAll(/(\d+) 0 obj\n<<((?:(?!endobj)[\s\S])*?)>>\nstream\n/g)].map((match) => {
      const start = match.index + match[0].length
      const length = Number(/\/Length (\d+)/.exec(match[2] as string)?.[1])
      const raw = bytes.subarray(start, start + length)
      return [
        Number(match[1]),
        (match[2] as string).includes('/FlateDecode') ? inflateSync(raw).toString('latin1') : raw.toString('latin1'),
      ]
    }),
  )
  const lettersOfFonts = fontsOf(source, streams)
  const contents = [...source.matchAll(/\/Type \/Page\n(?:(?!endobj)[\s\S])*?\/Contents (\d+) 0 R/g)].map(
    (match) => streams.get(Number(match[1])) ?? '',
  )
  return contents.map((content) => {
    const [, y, height] = /0\.9 0\.94 0\.98 rg 36 ([\d.]+) [\d.]+ ([\d.]+) re f/.exec(content) ?? []
    return {
      texts: [...content.matchAll(/BT (\S.*? 1 0 0 1 ([\d.]+) ([\d.]+) Tm .*?) ET/g)].map(([, runs = '', x, at]) => ({
        x: Number(x),
        y: Number(at),
        text: [...runs.matchAll(/\/(F\d+) \S+ Tf(?: 1 0 0 1 \S+ \S+ Tm)? <([0-9a-f]*)> Tj/g)]
          .map(([, font = '', hex = '']) =>
            (hex.match(/.{4}/g) ?? []).map((code) => lettersOfFonts.get(font)?.get(Number.parseInt(code, 16)) ?? '\u{fffd}').join(''),
          )
          .join(''),
      })),
      head: { from: Number(y), to: Number(y) + Number(height) },
      rules: [...content.matchAll(/0\.4 w 36 ([\d.]+) m/g)].map((match) => Number(match[1])),
    }
  })
}

/** The table of one page: the lines of each cell, the headings first. */
export function readPdfTable({ texts, head, rules }: PdfPage): string[][][] {
  const places = [...new Set(texts.filter(({ y }) => y > head.from && y < head.to).map(({ x }) => x))].sort((one, other) => one - other)
  return rules.map((rule, index) => {
    const top = index === 0 ? head.to : (rules[index - 1] as number)
    const inside = texts.filter(({ y }) => y > rule && y < top)
    return places.map((place) => inside.filter(({ x }) => x === place).map(({ text }) => text))
  })
}

/**
 * Rows of the table of a PDF, the headings first. Where columns go on on further pages, each of those begins with the same column, and they are put
 * beside each other again; a heading row that stands again on a later page must be the same.
 */
export function readPdf(bytes: Buffer): string[][] {
  const pages = readPdfPages(bytes).map((page) => readPdfTable(page).map((cells) => cells.map((lines) => lines.join(''))))
  const headOf = (page: string[][] | undefined) => page?.[0]?.join('|')
  const again = pages.findIndex((page, index) => index > 0 && headOf(page) === headOf(pages[0]))
  const bands = again === -1 ? pages.length : again
  const joined = pages.flatMap((page, index) => {
    if (headOf(page) !== headOf(pages[index % bands])) throw new Error('a page has another heading row')
    if (index % bands > 0) return []
    const beside = pages.slice(index + 1, index + bands)
    if (beside.some((other) => other.some((cells, row) => cells[0] !== page[row]?.[0])))
      throw new Error('a page that goes on to the right has other rows')
    return page.map((cells, row) => [...cells, ...beside.flatMap((other) => other[row]?.slice(1) ?? [])]).slice(index === 0 ? 0 : 1)
  })
  return joined
}

/** By the name that pages give a font, what its glyphs stand for. */
function fontsOf(source: string, streams: ReadonlyMap<number, string>): Map<string, Map<number, string>> {
  const tables = new Map(
    [...source.matchAll(/(\d+) 0 obj\n<<((?:(?!endobj)[\s\S])*?)\/ToUnicode (\d+) 0 R/g)].map(([, font, , table]) => [font, Number(table)]),
  )
  return new Map(
    [...source.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font]) => [name, lettersOf(streams.get(tables.get(font) ?? 0) ?? '')]),
  )
}

function lettersOf(cmap: string): Map<number, string> {
  const found = new Map<number, string>()
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)) {
    for (const [offset, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      found.set(Number.parseInt(first, 16) + offset, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  // The first glyph of a font is its box, whatever it was to stand for.
  found.delete(0)
  return found
}
