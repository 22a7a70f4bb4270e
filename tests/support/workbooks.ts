/** Workbooks made part by part, so that a test can make sound ones of every producer's dialect, and hostile ones. */
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { deflateRawSync } from 'node:zlib'
import { ZipFile } from 'yazl'

export type Parts = Readonly<Record<string, string | Buffer>>

export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string)

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts around a sheet. */
export function partsOf(sheet: string, more: Parts = {}): Parts {
  const links = ['sharedStrings', 'styles']
    .filter((name) => `xl/${name}.xml` in more)
    .map((name, index) => `<Relationship Id="x${index}" Type="${RELATIONS}/${name}" Target="${name}.xml"/>`)
  return {
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="s1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>${links.join('')}</Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  }
}

export const worksheet = (rows: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`

/** A sheet of texts, numbers and truth values in inline cells. */
export function sheetOf(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return worksheet(
    rows
      .map(
        (cells) =>
          `<row>${cells
            .map((cell) => {
              if (cell === null) return '<c/>'
              if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
              if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
              return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
            })
            .join('')}</row>`,
      )
      .join(''),
  )
}

export async function zipped(parts: Parts): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream as unknown as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A small workbook of the given rows. */
export function workbookOf(rows: Parameters<typeof sheetOf>[0]): Promise<Buffer> {
  return zipped(partsOf(sheetOf(rows)))
}

export interface RawEntry {
  name: string
  content: Buffer
  claims?: number
  method?: number
  flags?: number
}

/** A zip whose directory says what the test wants, true or not: sizes, names, flags. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claims = content.length, method = 8, flags = 0 } of entries) {
    const body = method === 8 ? deflateRawSync(content, { level: 9 }) : content
    const file = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(claims, 18)
    common.writeUInt16LE(file.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, file, body])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, file]))
    bodies.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, central, Buffer.from('PK\x05\x06', 'latin1'), end])
}

/** Writes a workbook of many rows without holding it. */
export async function writeWorkbook(path: string, rows: Iterable<string>, more: Parts = {}): Promise<void> {
  const zip = new ZipFile()
  const { 'xl/worksheets/sheet1.xml': shell, ...others } = partsOf(worksheet('|'), more)
  for (const [name, content] of Object.entries(others)) zip.addBuffer(Buffer.from(content), name)
  const { Readable } = await import('node:stream')
  const [before = '', after = ''] = String(shell).split('|')
  zip.addReadStream(
    Readable.from(
      (function* () {
        yield before
        yield* rows
        yield after
      })(),
    ),
    'xl/worksheets/sheet1.xml',
  )
  zip.end()
  await finished(zip.outputStream.pipe(createWriteStream(path)))
}
