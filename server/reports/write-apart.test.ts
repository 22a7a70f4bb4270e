/** Reports that a thread of its own writes: the same files as here, what it refuses, and how it ends. */
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { EMPTY_TEMPLATE } from '../../model/reports/draft.ts'
import { readTemplate } from '../../model/reports/read.ts'
import { writeBoxes } from '../documents/index.ts'
import type { BoxPage } from '../documents/index.ts'
import { JOB_BOUNDS } from './bounds.ts'
import { nothingTaken, openColumns } from './columns.ts'
import type { Scalar } from './data.ts'
import type { Filling } from './expand.ts'
import { freeze, thaw } from './frozen.ts'
import type { RowSheet } from './stream.ts'
import { openRows } from './stream.ts'
import { signApart, writeApart } from './write-apart.ts'
import { openWriting } from './writer.ts'
import { writeReportXlsx } from './xlsx.ts'

const template = {
  ...EMPTY_TEMPLATE,
  columns: [80, 60],
  rows: [18, 15],
  sets: { s: { document: {} } },
  cells: {
    A1: { text: '{title}', left: 'none' },
    A2: { field: 's.name', expand: 'down', aggregate: 'list' },
    B2: { field: 's.value', left: 'A2', format: '0.0' },
  },
}
const AS = { format: 'xlsx', title: 'Readings', author: 'A tenant', locale: 'en' } as const

function filled(rows: number): Filling {
  const columns = openColumns(
    [
      { name: 'name', label: 'name', kind: 'text' },
      { name: 'value', label: 'value', kind: 'number' },
    ],
    nothingTaken(),
  )
  // No two alike: a file of them is longer than what is handed over at a time.
  columns.add(Array.from({ length: rows }, (_, at): Scalar[] => [`row ${(at * 7919) % 1_000_003} of ${at}`, Math.sin(at)]))
  return { sets: new Map([['s', columns.set([])]]), params: new Map([['title', 'Readings']]), wall: 0, bounds: JOB_BOUNDS }
}

async function bytesOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function sheetOf(rows: number): Promise<RowSheet> {
  const sheet = await openRows(readTemplate(template), filled(rows))
  return sheet ?? expect.fail('the template is not written row by row')
}

it('writes the bytes that would be written here, and tells of its rows', async () => {
  const rows = 30_000
  const expected = await bytesOf(writeReportXlsx(await sheetOf(rows), AS.title))
  const writer = await writeApart(template, filled(rows), 'xlsx')
  expect(writer).toMatchObject({ rows: rows + 1, path: 'stream', omitted: 0 })
  const counts: number[] = []
  const found = await bytesOf(await writer.write(AS, (done) => counts.push(done)))
  expect(found.equals(expected)).toBe(true)
  expect(counts.length).toBeGreaterThan(1)
  expect(counts.at(-1)).toBe(rows + 1)
  await writer.close()
}, 60_000)

it('writes one file after the other of the same data, those of an issued report as well, and again', async () => {
  const ended = new Promise<void>((resolve) => process.once('worker', (worker) => void worker.once('exit', () => resolve())))
  const rows = 300
  const sheet = await sheetOf(rows)
  const here = openWriting(() => Promise.resolve(sheet))
  const last = { title: 'Signatures', facts: [['Number', '1']] as const, code: 'x', about: '', signatures: [['Place']], note: '' }
  const issued = { foot: 'No. 1', last, head: { about: { number: '1' } } }
  const writer = await writeApart(template, filled(rows), 'pages')
  const pages = await thaw(Readable.from([await bytesOf(await writer.write({ ...AS, format: 'pages', issued }))]))
  expect(pages.head).toMatchObject({ format: 1, title: 'Readings', about: { number: '1' }, omitted: 0 })
  const texts: string[] = []
  for await (const { boxes } of pages.pages) texts.push(...boxes.flatMap(({ lines }) => lines.map(({ text }) => text)))
  expect(texts.filter((text) => text === 'No. 1')).toHaveLength(pages.head.count)
  const pdf = await bytesOf(await writer.write({ ...AS, format: 'pdf', issued }))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  for (let time = 0; time < 2; time += 1) expect((await bytesOf(await writer.write(AS))).equals(await bytesOf(await here(AS)))).toBe(true)
  await writer.close()
  await ended
}, 60_000)

it('is refused with the words that it would be refused with here', async () => {
  const crossed = { ...template, cells: { A1: { field: 's.name', expand: 'right' }, A2: { field: 's.value' } } }
  await expect(writeApart(crossed, filled(2000), 'xlsx')).rejects.toMatchObject({
    code: 'report.too-much-at',
    details: { values: { most: 1000, cell: 'A1' } },
  })
}, 60_000)

it('ends with the job that is given up, whether or not somebody waits for it at that moment', async () => {
  const reason = new Error('given up')
  const stop = new AbortController()
  const source = (await (await writeApart(template, filled(30_000), 'xlsx', stop.signal)).write(AS))[Symbol.asyncIterator]()
  expect((await source.next()).done).toBe(false)
  // Nobody waits now: the bytes before are on their way to a disk.
  stop.abort(reason)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expect(source.next()).rejects.toBe(reason)
  const before = new AbortController()
  before.abort(reason)
  await expect(writeApart(template, filled(10), 'xlsx', before.signal)).rejects.toBe(reason)
}, 60_000)

it('ends when it is not read to the end', async () => {
  const ended = new Promise<void>((resolve) => process.once('worker', (worker) => void worker.once('exit', () => resolve())))
  for await (const piece of await (await writeApart(template, filled(30_000), 'xlsx')).write(AS)) {
    expect(piece.length).toBeGreaterThan(0)
    break
  }
  await ended
}, 30_000)

it('signs the frozen pages of a report with the bytes that would be written here, and says what is wrong with those that are none', async () => {
  const pageOf = (text: string): BoxPage => ({
    ...{ width: 300, height: 200 },
    boxes: [{ x: 10, y: 10, width: 100, height: 20, size: 9, lines: [{ text, x: 10, y: 20, width: 50 }] }],
  })
  const pages = Array.from({ length: 60 }, (_, at) => pageOf(`page ${at}`))
  const last = pageOf('signed')
  const { format: _, ...of } = AS
  const kept = await bytesOf(freeze({ format: 1, title: of.title, count: pages.length, width: 300, height: 200 }, pages))
  // A few bytes at a time: the thread asks again and again.
  const pieces = Array.from({ length: Math.ceil(kept.length / 100) }, (__, at) => kept.subarray(100 * at, 100 * (at + 1)))
  const dated = (pdf: Buffer) => pdf.toString('latin1').replaceAll(/D:\d{14}|\/ID \[.*?\]/g, '')
  const expected = dated(await bytesOf(writeBoxes({ ...of, pages: [...pages, last] })))
  expect(dated(await bytesOf(signApart(Readable.from(pieces), { ...of, last })))).toBe(expected)
  await expect(bytesOf(signApart(Readable.from([Buffer.from('no pages')]), { ...of, last }))).rejects.toThrow(/header/)
  const broken = new Readable({ read: () => void broken.destroy(new Error('the disk is gone')) })
  await expect(bytesOf(signApart(broken, { ...of, last }))).rejects.toThrow('the disk is gone')
}, 60_000)
