/** The thread in which a report of a job is made and written. It hands its bytes over one piece each time it is asked for the next. */
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { readTemplate } from '../../model/reports/read.ts'
import type { BoxPage } from '../documents/index.ts'
import { openMeasure, writeBoxes } from '../documents/index.ts'
import { Failure } from '../kernel/errors.ts'
import { openPacked } from './columns.ts'
import { writeReportDocx } from './docx.ts'
import type { Filling, ReportSheet } from './expand.ts'
import { expand } from './expand.ts'
import type { PagedReport } from './pages.ts'
import { paginate, paginateRows } from './pages.ts'
import type { RowSheet } from './stream.ts'
import { openRows } from './stream.ts'
import { runCooperatively } from './cooperative.ts'
import type { FromWriter, ToWrite } from './write-apart.ts'
import { writeReportXlsx } from './xlsx.ts'

const port = parentPort
if (!port) throw new Error('reports of jobs are written in a worker thread only')

/** Bytes that are handed over at a time: each of them is a trip to the other thread and back. */
const PIECE = 256 * 1024
/** Whoever waits for an answer comes first (nice(2)): a third of the share of a thread of the server. With a tenth of it a busy machine never came to write anything. */
const PRIORITY = 5

/** On Linux threads have priorities of their own (setpriority(2)); elsewhere this would be that of the whole server, and nothing is done. */
function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    // The thread of the server has the number of its process.
    if (Number.isInteger(thread) && thread > 0 && thread !== process.pid) setPriority(thread, PRIORITY)
  } catch {
    /* It runs as it is. */
  }
}

const { template, sets, params, pictures, wall, bounds, as } = workerData as ToWrite
const say = (answer: FromWriter, transfer: readonly ArrayBuffer[] = []) => port.postMessage(answer, transfer)
const asked = () => once(port, 'message')

/** Bytes of a file, and how many rows have been written of it. */
async function written(sheet: ReportSheet | RowSheet, onRows: (rows: number) => void): Promise<AsyncIterable<Buffer>> {
  const { format, title, author, locale } = as
  if (format === 'xlsx') return writeReportXlsx(sheet, title, onRows)
  if (format === 'docx') return writeReportDocx(sheet as ReportSheet, { locale, header: author })
  const measure = await openMeasure()
  const pages = 'cells' in sheet ? pagesOf(await paginate(sheet, measure)) : (await paginateRows(sheet, measure)).pages()
  return writeBoxes({ title, author, locale, pages, pictures: sheet.pictures })
}

async function* pagesOf({ count, page }: PagedReport): AsyncGenerator<BoxPage> {
  for (let at = 0; at < count; at += 1) yield await page(at)
}

async function run(): Promise<void> {
  const report = readTemplate(template)
  const filling: Filling = {
    sets: new Map(sets.map(([name, set]) => [name, openPacked(set)])),
    params,
    // Buffers come as plain bytes from another thread.
    pictures: new Map([...pictures].map(([id, picture]) => [id, { ...picture, bytes: Buffer.from(picture.bytes) }])),
    wall,
    bounds,
  }
  // A Word document has its table in memory.
  const sheet = (as.format === 'docx' ? undefined : await openRows(report, filling)) ?? (await runCooperatively(expand(report, filling)))
  let rows = 0
  const bytes = await written(sheet, (done) => (rows = done))
  const whole = { rows: 'cells' in sheet ? sheet.rows.length : sheet.count, path: 'cells' in sheet ? 'matrix' : 'stream' } as const
  let isAsked = asked()
  say(whole)
  let pieces: Buffer[] = []
  let length = 0
  const handOver = async () => {
    const piece = new Uint8Array(length)
    let at = 0
    for (const each of pieces) {
      piece.set(each, at)
      at += each.length
    }
    pieces = []
    length = 0
    await isAsked
    isAsked = asked()
    say({ bytes: piece, written: rows }, [piece.buffer])
  }
  for await (const each of bytes) {
    pieces.push(each)
    if ((length += each.length) >= PIECE) await handOver()
  }
  if (length > 0) await handOver()
  await isAsked
  say({ isDone: true })
}

giveWay()
try {
  await run()
} catch (error) {
  if (!(error instanceof Failure)) throw error
  say({ refused: error.code, details: error.details.values ? { values: error.details.values } : {} })
}
port.close()
