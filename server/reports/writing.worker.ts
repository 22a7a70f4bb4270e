/** The thread in which a report is made, and its files written one after the other. It hands their bytes over one piece each time it is asked for the next. */
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import { parentPort, workerData } from 'node:worker_threads'
import { readTemplate } from '../../model/reports/read.ts'
import type { BoxPage } from '../documents/index.ts'
import { writeBoxes } from '../documents/index.ts'
import { Failure } from '../kernel/errors.ts'
import { openPacked } from './columns.ts'
import type { Filling, ReportSheet } from './expand.ts'
import { expand } from './expand.ts'
import { thaw } from './frozen.ts'
import { thawedPictures } from './pictures.ts'
import type { RowSheet } from './stream.ts'
import { openRows } from './stream.ts'
import { runCooperatively } from './cooperative.ts'
import type { FromWriter, ToSign, ToWrite, ToWriter } from './write-apart.ts'
import type { WrittenFormat } from './writer.ts'
import { aboutOf, openWriting } from './writer.ts'

const port = parentPort
if (!port) throw new Error('reports are written apart in a worker thread only')

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

const post = (answer: FromWriter, transfer: readonly ArrayBuffer[] = []) => port.postMessage(answer, transfer)

/** What has been asked for and not been answered yet. */
const inbox: ToWriter[] = []
let waiting: ((what: ToWriter) => void) | undefined
port.on('message', (what: ToWriter) => {
  if (waiting) waiting(what)
  else inbox.push(what)
  waiting = undefined
})
/** What is asked for next. */
const asked = () =>
  new Promise<ToWriter>((resolve) => {
    const what = inbox.shift()
    if (what === undefined) waiting = resolve
    else resolve(what)
  })

function openSheets({ template, sets, pictures, params, words, wall, bounds }: ToWrite) {
  const report = readTemplate(template)
  const filling: Filling = {
    sets: new Map(sets.map(([name, set]) => [name, openPacked(set)])),
    params,
    // Buffers come as plain bytes from another thread.
    pictures: new Map([...pictures].map(([id, picture]) => [id, { ...picture, bytes: Buffer.from(picture.bytes) }])),
    words,
    wall,
    bounds,
  }
  let inMemory: Promise<ReportSheet> | undefined
  let rowByRow: Promise<RowSheet | undefined> | undefined
  const whole = () => (inMemory ??= runCooperatively(expand(report, filling)))
  /** A Word document has its table in memory, everything else what it has to. */
  return async (format: WrittenFormat): Promise<ReportSheet | RowSheet> =>
    format === 'docx' ? whole() : ((await (rowByRow ??= openRows(report, filling))) ?? whole())
}

/** Hands over a file. Its bytes are made ahead of what is asked for, one piece at the most. */
async function handOver(bytesOf: (onRows: (rows: number) => void) => Promise<AsyncIterable<Buffer>>): Promise<void> {
  let rows = 0
  let pieces: Buffer[] = []
  let length = 0
  const piece = async () => {
    const bytes = new Uint8Array(length)
    let at = 0
    for (const each of pieces) {
      bytes.set(each, at)
      at += each.length
    }
    pieces = []
    length = 0
    await asked()
    post({ bytes, written: rows }, [bytes.buffer])
  }
  for await (const each of await bytesOf((done) => (rows = done))) {
    pieces.push(each)
    if ((length += each.length) >= PIECE) await piece()
  }
  if (length > 0) await piece()
  await asked()
  post({ isDone: true })
}

async function writeSheets(given: ToWrite): Promise<never> {
  const sheetOf = openSheets(given)
  const write = openWriting(sheetOf)
  post(aboutOf(await sheetOf(given.first)))
  for (;;) {
    const what = await asked()
    if (what === 'next') throw new Error('the bytes of no file were asked for')
    await handOver((onRows) => write(what.write, onRows))
  }
}

async function* piecesOf(kept: MessagePort): AsyncGenerator<Uint8Array> {
  for (;;) {
    kept.postMessage('more')
    const [piece] = (await once(kept, 'message')) as [Uint8Array | null]
    if (piece === null) return
    yield piece
  }
}

async function writeSigned({ kept, last, title, author, locale }: ToSign): Promise<void> {
  const { head, pages } = await thaw(Readable.from(piecesOf(kept), { objectMode: false }))
  async function* all(): AsyncGenerator<BoxPage> {
    yield* pages
    yield last
  }
  const pictures = thawedPictures(head.pictures)
  await handOver(() => Promise.resolve(writeBoxes({ title, author, locale, pages: all(), pictures })))
  kept.close()
}

const given = workerData as ToWrite | ToSign
giveWay()
try {
  await ('kept' in given ? writeSigned(given) : writeSheets(given))
} catch (error) {
  if (!(error instanceof Failure)) throw error
  post({ refused: error.code, details: error.details.values ? { values: error.details.values } : {} })
}
port.close()
