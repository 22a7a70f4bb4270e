/** Small files of each kind, made here, so that a test knows what is in them. */
import { crc32, deflateSync } from 'node:zlib'
import ExcelJS from 'exceljs'
import PDFDocument from 'pdfkit'

/** One colour, a tone per line. */
export function png(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const lines = Array.from({ length: height }, (_, at) => Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, at)]))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A page for each text, in large letters. */
export async function pdf(pages: readonly string[]): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const whole = new Promise<Buffer>((resolve) => {
    document.on('end', () => resolve(Buffer.concat(parts)))
  })
  for (const text of pages) document.addPage().fontSize(40).text(text)
  document.end()
  return whole
}

/** Two sheets of stations and their levels. */
export async function workbook(): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  book.addWorksheet('First').addRows([
    ['Station', 'Level'],
    ['North', 12.5],
  ])
  book.addWorksheet('Second').addRows([
    ['Station', 'Level'],
    ['South', 9],
  ])
  return Buffer.from(await book.xlsx.writeBuffer())
}

/** A, as 8 bits at 8 kHz. */
export function tone(seconds = 0.5): Buffer {
  const samples = Buffer.from(
    Uint8Array.from({ length: seconds * 8000 }, (_, at) => 128 + Math.round(60 * Math.sin((2 * Math.PI * 440 * at) / 8000))),
  )
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
