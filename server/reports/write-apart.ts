/**
 * Reports of jobs, made and written in a thread of their own (docs/decisions/0167-long-reports-are-written-apart.md). In the thread that answers calls a report of a million rows took each of its turns:
 * whoever made a call meanwhile waited for some twenty milliseconds at each of the trips to the database that the call had, and p99 was many times what it had been (npm run bench:report-load).
 */
import { Worker } from 'node:worker_threads'
import type { ReportPath } from '../../model/reports/path.ts'
import type { FailureDetails } from '../kernel/errors.ts'
import { Failure } from '../kernel/errors.ts'
import type { ErrorCode } from '../../model/errors.ts'
import type { ReportBounds } from './bounds.ts'
import { memoryOf } from './columns.ts'
import type { PackedSet, Scalar } from './data.ts'
import type { Filling } from './expand.ts'
import type { Pictures } from './pictures.ts'

/** What is to be written. `author` is its tenant. */
export interface WrittenAs {
  readonly format: 'xlsx' | 'docx' | 'pdf'
  readonly title: string
  readonly author: string
  /** A language tag (BCP 47). */
  readonly locale: string
}

export interface ReportWriting {
  /** Of its sheet. */
  readonly rows: number
  readonly path: ReportPath
  /** Read once, to the end or not: the thread ends with it. @param onRows Is told how many rows have been written */
  bytes(onRows?: (rows: number) => void): AsyncIterable<Buffer>
  /** Ends the thread, which waits with its data for as long as nobody begins to read. */
  close(): Promise<void>
}

/** All that the thread is given. */
export interface ToWrite {
  readonly template: unknown
  readonly sets: readonly (readonly [name: string, set: PackedSet])[]
  readonly params: ReadonlyMap<string, Scalar>
  readonly pictures: Pictures
  readonly wall: number
  readonly bounds: ReportBounds
  readonly as: WrittenAs
}
/** What the thread says, one answer each time that it is asked for the next. */
export type FromWriter =
  | { readonly rows: number; readonly path: ReportPath }
  | { readonly bytes: Uint8Array; readonly written: number }
  | { readonly isDone: true }
  | { readonly refused: ErrorCode; readonly details: Pick<FailureDetails, 'values'> }

/** Megabytes of cells: a sheet of half a million of them, the most that is held in memory, takes some four hundred. */
const MEMORY_MB = 768
/** A smaller one is emptied so often that rows which are soon forgotten are kept, a larger one is memory for nothing. */
const YOUNG_MB = 16

/**
 * The report, begun in a thread of its own. Its data goes there and is not here any more.
 * @param signal Ends the thread
 * @throws Failure `report.too-much`, `report.too-much-at`
 */
export async function writeApart(
  template: unknown,
  { sets, params, pictures = new Map(), wall, bounds }: Filling,
  as: WrittenAs,
  signal?: AbortSignal,
): Promise<ReportWriting> {
  signal?.throwIfAborted()
  const packed = [...sets].map(([name, set]) => [name, packedOf(set)] as const)
  const worker = new Worker(new URL('./writing.worker.ts', import.meta.url), {
    workerData: { template, sets: packed, params, pictures, wall, bounds, as } satisfies ToWrite,
    transferList: packed.flatMap(([, set]) => memoryOf(set)),
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
  const end = async () => {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
  try {
    const about = await answers.next()
    if (!('rows' in about)) throw new Error('the writer of a report answered something else')
    return { ...about, bytes: (onRows = () => undefined) => bytesOf(worker, answers, onRows, end), close: end }
  } catch (error) {
    await end()
    throw error
  }
}

/** @throws Error of a set that is kept row by row, which no job has */
function packedOf({ pack }: { pack?(): PackedSet }): PackedSet {
  if (!pack) throw new Error('the data of a report that is written apart is kept column by column')
  return pack()
}

async function* bytesOf(
  worker: Worker,
  answers: Answers,
  onRows: (rows: number) => void,
  end: () => Promise<void>,
): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      worker.postMessage('next')
      const answer = await answers.next()
      if ('isDone' in answer) return
      if (!('bytes' in answer)) throw new Error('the writer of a report answered something else')
      onRows(answer.written)
      yield Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength)
    }
  } finally {
    await end()
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
