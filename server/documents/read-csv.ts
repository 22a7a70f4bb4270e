/**
 * The rows of a CSV file (RFC 4180) in batches, as those of a workbook: whatever separates its columns, and in the letters that
 * spreadsheets of our languages save it in. Read as a stream, so its size costs no memory.
 */
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { limits, refuse } from './limits.ts'
import type { Batch, SheetRow } from './read-xlsx.ts'

const BATCH_ROWS = 500
/** Bytes at the beginning that tell letters and separators. */
const SAMPLE = 64 * 1024
/** Bytes of one row: as many cells as there may be, each with a long text. */
const ROW_BYTES = 256 * 1024

export interface CsvForm {
  /** For TextDecoder. Excel saves Chinese in GB 18030 unless it is asked for UTF-8. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'gb18030'
  readonly delimiter: ',' | ';' | '\t'
}

/** The rows of a CSV file, in batches. @throws SheetError */
export async function* readCsv(path: string): AsyncGenerator<Omit<Batch, 'sheet'>> {
  const { size } = await stat(path)
  const { encoding, delimiter } = await formOf(path)
  let read = 0
  const decoder = new TextDecoder(encoding)
  const letters = new Transform({
    transform(chunk: Buffer, _, done) {
      read += chunk.length
      done(null, decoder.decode(chunk, { stream: true }))
    },
    flush(done) {
      done(null, decoder.decode())
    },
  })
  const file = createReadStream(path)
  const rows = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: ROW_BYTES,
  })
  file.on('error', (error) => rows.destroy(error))
  file.pipe(letters).pipe(rows)
  let batch: SheetRow[] = []
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.length > limits.columns) refuse('too-wide')
      batch.push({ row: info.lines, cells: record.map((cell) => cell.slice(0, limits.cell)) })
      if (batch.length < BATCH_ROWS) continue
      yield { rows: batch, share: Math.min(1, read / Math.max(1, size)) }
      batch = []
    }
  } catch (error) {
    if (error instanceof CsvError) refuse(error.code === 'CSV_MAX_RECORD_SIZE' ? 'too-big' : 'unreadable', error)
    throw error
  } finally {
    file.destroy()
  }
  yield { rows: batch, share: 1 }
}

/** Told by the first bytes: a mark of its encoding, or whether they are UTF-8, and which separator the first line has most of. */
async function formOf(path: string): Promise<CsvForm> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE), 0, SAMPLE, 0)
    return formIn(buffer.subarray(0, bytesRead), bytesRead < SAMPLE)
  } finally {
    await handle.close()
  }
}

/** Encoding and separator of a CSV file, told from its beginning. @param isWhole Otherwise the last letter may be cut. */
export function formIn(bytes: Buffer, isWhole: boolean): CsvForm {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : isUtf8(bytes, isWhole) ? 'utf-8' : 'gb18030'
  const [first = ''] = new TextDecoder(encoding).decode(bytes).split(/\r\n|\r|\n/, 1)
  if (first.includes('\0')) refuse('unreadable')
  const outside = first.replace(/"(?:[^"]|"")*"/g, '')
  const counted = ([',', ';', '\t'] as const).map((delimiter) => ({ delimiter, count: outside.split(delimiter).length }))
  return { encoding, delimiter: counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter }
}

function isUtf8(bytes: Buffer, isWhole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
    return true
  } catch {
    return false
  }
}
