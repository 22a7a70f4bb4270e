/** Reports that a thread of its own writes: the same files as here, what it refuses, and how it ends. */
import { expect, it } from 'vitest'
import { EMPTY_TEMPLATE } from '../../model/reports/draft.ts'
import { readTemplate } from '../../model/reports/read.ts'
import { JOB_BOUNDS } from './bounds.ts'
import { nothingTaken, openColumns } from './columns.ts'
import type { Scalar } from './data.ts'
import type { Filling } from './expand.ts'
import { openRows } from './stream.ts'
import { writeApart } from './write-apart.ts'
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

it('writes the bytes that would be written here, and tells of its rows', async () => {
  const rows = 30_000
  const sheet = await openRows(readTemplate(template), filled(rows))
  if (!sheet) throw new Error('the template is not written row by row')
  const expected = await bytesOf(writeReportXlsx(sheet, AS.title))
  const writing = await writeApart(template, filled(rows), AS)
  expect(writing).toMatchObject({ rows: rows + 1, path: 'stream' })
  const counts: number[] = []
  const found = await bytesOf(writing.bytes((done) => counts.push(done)))
  expect(found.equals(expected)).toBe(true)
  expect(counts.length).toBeGreaterThan(1)
  expect(counts.at(-1)).toBe(rows + 1)
}, 60_000)

it('is refused with the words that it would be refused with here', async () => {
  const crossed = { ...template, cells: { A1: { field: 's.name', expand: 'right' }, A2: { field: 's.value' } } }
  await expect(writeApart(crossed, filled(2000), AS)).rejects.toMatchObject({
    code: 'report.too-much-at',
    details: { values: { most: 1000, cell: 'A1' } },
  })
}, 60_000)

it('ends with the job that is given up, whether or not somebody waits for it at that moment', async () => {
  const reason = new Error('given up')
  const stop = new AbortController()
  const source = (await writeApart(template, filled(30_000), AS, stop.signal)).bytes()[Symbol.asyncIterator]()
  expect((await source.next()).done).toBe(false)
  // Nobody waits now: the bytes before are on their way to a disk.
  stop.abort(reason)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expect(source.next()).rejects.toBe(reason)
  const before = new AbortController()
  before.abort(reason)
  await expect(writeApart(template, filled(10), AS, before.signal)).rejects.toBe(reason)
}, 60_000)

it('ends when it is not read to the end', async () => {
  const ended = new Promise<void>((resolve) => process.once('worker', (worker) => void worker.once('exit', () => resolve())))
  for await (const piece of (await writeApart(template, filled(30_000), AS)).bytes()) {
    expect(piece.length).toBeGreaterThan(0)
    break
  }
  await ended
}, 30_000)
