/**
 * Reports of jobs, made and written in a thread of their own (docs/decisions/0167-long-reports-are-written-apart.md). In the thread that answers calls a report of a million rows took each of its turns:
 * whoever made a call meanwhile waited for some twenty milliseconds at each of the trips to the database that the call had, and p99 was many times what it had been (npm run bench:report-load).
 */
import type { Readable } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { BoxPage } from '../documents/index.ts'
import type { FailureDetails } from '../kernel/errors.ts'
import { Failure } from '../kernel/errors.ts'
import type { ErrorCode } from '../../model/errors.ts'
import type { ReportBounds } from './bounds.ts'
import { JOB_BOUNDS } from './bounds.ts'
import { memoryOf } from './columns.ts'
import type { PackedSet, Scalar } from './data.ts'
import type { Filling } from './expand.ts'
import type { Pictures } from './pictures.ts'
import type { ReportWords } from './texts.ts'
import type { AboutSheet, ReportWriter, WrittenAs, WrittenFormat } from './writer.ts'

/** All that the thread is given. */
export interface ToWrite {
  readonly template: unknown
  readonly sets: readonly (readonly [name: string, set: PackedSet])[]
  readonly params: ReadonlyMap<string, Scalar>
  readonly pictures: Pictures
  readonly words: ReportWords | undefined
  readonly wall: number
  readonly bounds: ReportBounds
  /** What it is about is that of the sheet for this one. */
  readonly first: WrittenFormat
}
/** A PDF of frozen pages with another last one: what a long report is signed with. */
export interface ToSign extends Signing {
  /** Gives the frozen pages as they are kept, piece by piece: each time it is sent `'more'`, and null behind the last. */
  readonly kept: MessagePort
}
/** What stands in the file. */
export interface Signing {
  /** Stands behind the frozen pages. */
  readonly last: BoxPage
  readonly title: string
  readonly author: string
  readonly locale: string
}
/** What the thread is asked for: a file, and then its bytes, piece by piece. */
export type ToWriter = { readonly write: WrittenAs } | 'next'
/** What the thread says: what its sheet is about, and then one answer each time that it is asked for the next. */
export type FromWriter =
  | AboutSheet
  | { readonly bytes: Uint8Array; readonly written: number }
  | { readonly isDone: true }
  | { readonly refused: ErrorCode; readonly details: Pick<FailureDetails, 'values'> }

/** Megabytes of cells: a sheet of half a million of them, the most that is held in memory, takes some four hundred. */
const MEMORY_MB = 768
/** A smaller one is emptied so often that rows which are soon forgotten are kept, a larger one is memory for nothing. */
const YOUNG_MB = 8

/**
 * The report, begun in a thread of its own, which ends when it is closed. Its data goes there and is not here any more.
 * @param first The format that is asked for first
 * @param signal Ends the thread
 * @throws Failure `report.too-much`, `report.too-much-at`
 */
export async function writeApart(
  template: unknown,
  { sets, params, pictures = new Map(), words, wall, bounds }: Filling,
  first: WrittenFormat,
  signal?: AbortSignal,
): Promise<ReportWriter> {
  signal?.throwIfAborted()
  const packed = [...sets].map(([name, set]) => [name, packedOf(set)] as const)
  const given: ToWrite = { template, sets: packed, params, pictures, words, wall, bounds, first }
  const moved = packed.flatMap(([, set]) => memoryOf(set))
  const { ask, answers, end } = startThread(given, moved, bounds, signal)
  try {
    const about = await answers.next()
    if (!('rows' in about)) throw new Error('the writer of a report answered something else')
    const write: ReportWriter['write'] = (as, onRows = () => undefined) => {
      ask({ write: as })
      return Promise.resolve(bytesOf(ask, answers, onRows, end))
    }
    return { ...about, write, close: end }
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * The bytes of a PDF with these frozen pages and a last one, made in a thread of its own while they are read: opening, reading and writing thousands of pages in the thread that answers calls kept
 * every one of these waiting. The kept pages are read as the thread asks for them.
 * @param kept As `freeze` gives them; read to its end or destroyed
 * @throws Error for what is no frozen report, and what the stream fails with
 */
export async function* signApart(kept: Readable, signing: Signing): AsyncGenerator<Buffer> {
  const { port1: feeding, port2 } = new MessageChannel()
  const { ask, answers, end } = startThread({ ...signing, kept: port2 } satisfies ToSign, [port2], JOB_BOUNDS)
  const pieces = kept[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  feeding.on('message', () => {
    pieces.next().then(
      // A copy: what a stream gives may be a part of memory that it uses for others, too.
      ({ done, value }) => feeding.postMessage(done ? null : new Uint8Array(value)),
      (error: unknown) => answers.giveUp(error as Error),
    )
  })
  try {
    yield* bytesOf(ask, answers, () => undefined, end)
  } finally {
    feeding.close()
    kept.destroy()
    await end()
  }
}

interface Thread {
  readonly ask: (what: ToWriter) => void
  readonly answers: Answers
  readonly end: () => Promise<void>
}

function startThread(
  workerData: ToWrite | ToSign,
  transferList: (ArrayBuffer | MessagePort)[],
  bounds: ReportBounds,
  signal?: AbortSignal,
): Thread {
  const worker = new Worker(new URL('./writing.worker.ts', import.meta.url), {
    workerData,
    transferList,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const answers = openAnswers(worker, bounds)
  const stop = () => {
    answers.giveUp(signal?.reason as Error)
    void worker.terminate()
  }
  signal?.addEventListener('abort', stop, { once: true })
  return {
    ask: (what) => worker.postMessage(what),
    answers,
    async end() {
      signal?.removeEventListener('abort', stop)
      await worker.terminate()
    },
  }
}

/** @throws Error of a set that is kept row by row, which no job has */
function packedOf({ pack }: { pack?(): PackedSet }): PackedSet {
  if (!pack) throw new Error('the data of a report that is written apart is kept column by column')
  return pack()
}

async function* bytesOf(
  ask: (what: ToWriter) => void,
  answers: Answers,
  onRows: (rows: number) => void,
  end: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let isWhole = false
  try {
    for (;;) {
      ask('next')
      const answer = await answers.next()
      if ('isDone' in answer) {
        isWhole = true
        return
      }
      if (!('bytes' in answer)) throw new Error('the writer of a report answered something else')
      onRows(answer.written)
      yield Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength)
    }
  } finally {
    // Of what is not read to its end nobody knows what comes next.
    if (!isWhole) await end()
  }
}

interface Answers {
  /** @throws Failure that the report is refused with, and whatever the thread died of */
  next(): Promise<FromWriter>
  /** Whoever waits, or asks from now on, is told so. */
  giveUp(reason: Error): void
}

/**
 * What the thread says, one answer at a time. It is listened to all the while, not only while somebody waits: the thread works ahead, and what it dies of then is an error without a listener, which
 * would end the server.
 */
function openAnswers(worker: Worker, { rows }: ReportBounds): Answers {
  const ready: FromWriter[] = []
  let [isOver, reason]: [boolean, Error | undefined] = [false, undefined]
  let waiting: { resolve(answer: FromWriter): void; reject(error: Error): void } | undefined
  function giveUp(error: Error): void {
    if (isOver) return
    ;[isOver, reason] = [true, error]
    waiting?.reject(error)
    waiting = undefined
  }
  worker.on('message', (answer: FromWriter) => {
    if ('refused' in answer) return giveUp(new Failure(answer.refused, answer.details))
    if (waiting) waiting.resolve(answer)
    else ready.push(answer)
    waiting = undefined
  })
  worker.on('error', (error: Error & { code?: string }) => {
    const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    giveUp(isTooLarge ? new Failure('report.too-much', { values: { most: rows }, cause: error }) : error)
  })
  worker.on('exit', () => giveUp(new Error('the writer of a report ended early')))
  return {
    next: () =>
      new Promise((resolve, reject) => {
        const answer = ready.shift()
        if (answer) resolve(answer)
        else if (isOver) reject(reason as Error)
        else waiting = { resolve, reject }
      }),
    giveUp,
  }
}
