/**
 * PostgreSQL inside our own process: PGlite in a worker thread, spoken to by the same `pg` driver as a real server. The
 * driver believes it has a socket; its bytes go to the worker and the answers come back.
 *
 * What this engine promises: nothing acknowledged is lost when the process is killed. It never calls fsync, so a power
 * failure of the machine can lose the last seconds: for production, use PostgreSQL.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { EngineProgram, FromWorker, ToWorker, WorkerStart } from './worker.ts'

export interface Embedded {
  /** A socket for one `pg` client. The engine serves one client at a time. */
  connect(): Duplex
  close(): Promise<void>
}

/** A query that holds the engine longer than this is ended together with its worker: it knows no statement timeout. */
const QUERY_TIMEOUT_MS = 60_000

interface EngineOptions {
  longestQueryMs?: number
  /** Called once the thread of the engine opens the database: what keeps the caller's thread busy meanwhile does not hold it up. */
  meanwhile?: (() => void) | undefined
}

/**
 * Opens the database in `folder` (created when empty); in memory when it is `undefined`.
 * @throws Error when the files cannot be opened.
 */
export async function openEmbedded(
  folder: string | undefined,
  { longestQueryMs = QUERY_TIMEOUT_MS, meanwhile }: EngineOptions = {},
): Promise<Embedded> {
  spareMemory()
  if (folder !== undefined && !existsSync(join(folder, 'PG_VERSION'))) await createCluster(folder)
  const start = () => startWorker({ folder })
  let worker = start()
  let current: EngineSocket | undefined
  let closing = false
  meanwhile?.()
  await worker

  /** Ends a worker that no longer answers; the next client waits for a fresh one, which recovers like after a kill. */
  const replace = (reason: string) => {
    current?.destroy(new Error(reason))
    if (closing) return
    worker = worker.then((broken) => broken.terminate()).then(start)
    worker.catch(() => undefined) // the next client tries again
  }

  return {
    connect() {
      worker = worker.catch(start)
      current = new EngineSocket(worker, replace, longestQueryMs)
      return current
    },
    async close() {
      closing = true
      const last = await worker
      await ask(last, { close: true }, (answer) => ('closed' in answer ? true : undefined))
      await last.terminate()
    },
  }
}

/**
 * Building a cluster takes 600 MB which a process never gives back, so one does it that ends right afterwards; without
 * the optimising compiler, whose work would not pay off. It builds beside the folder and renames: a cluster is whole or
 * not there. Each draft has a name of its own, because the program of a server that was killed may still be building.
 */
async function createCluster(folder: string): Promise<void> {
  const draft = `${folder}.new-`
  const parent = dirname(folder)
  for (const name of await readdir(parent)) {
    if (join(parent, name).startsWith(draft)) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const files = await mkdtemp(draft)
  const program = fileURLToPath(new URL('./create-cluster.ts', import.meta.url))
  await promisify(execFile)(process.execPath, ['--liftoff-only', '--disable-warning=ExperimentalWarning', program, files])
  await rename(files, folder)
}

/**
 * V8's optimising compiler takes 600 MB for a second to compile one 105 KB function of the engine, the parser
 * (`node --trace-wasm-compilation-times`), and up to 90 MB for others, so it compiles one at a time. A machine with less
 * than a gigabyte does without: queries are a quarter slower there, and the whole server stays below 400 MB.
 */
function spareMemory(): void {
  setFlagsFromString('--wasm-num-compilation-tasks=1')
  if (Math.min(totalmem(), process.constrainedMemory() || Infinity) < 1024 ** 3) setFlagsFromString('--liftoff-only')
}

/**
 * The program of the engine, which its first thread compiles. It is kept here, outside of the threads, for its machine code lives as long as
 * anybody refers to it: a thread that follows another one would compile and optimise everything once more.
 */
let program: EngineProgram | undefined

/** Gives the thread once the database is open. It runs from the call on, whatever this thread does meanwhile. */
async function startWorker(start: Omit<WorkerStart, 'program'>): Promise<Worker> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { ...start, program } satisfies WorkerStart,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  worker.setMaxListeners(50)
  program = await ask(worker, undefined, (answer) => ('ready' in answer ? answer.ready : undefined))
  worker.on('error', () => undefined) // `exit` follows and is handled there
  return worker
}

/** Sends a message and waits for the first answer that `pick` accepts. */
function ask<Result>(worker: Worker, message: ToWorker | undefined, pick: (answer: FromWorker) => Result | undefined): Promise<Result> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      end()
    }
    const onMessage = (answer: FromWorker) => {
      if ('failed' in answer) return settle(() => reject(new Error(answer.failed)))
      const picked = pick(answer)
      if (picked !== undefined) settle(() => resolve(picked))
    }
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('the embedded database stopped')))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    if (message) worker.postMessage(message)
  })
}

/** The half of a `net.Socket` that `pg` uses. Writes of one turn are joined, so a pipelined transaction is one message. */
class EngineSocket extends Duplex {
  readonly #worker: Promise<Worker>
  readonly #giveUp: (reason: string) => void
  readonly #longestQueryMs: number
  #attached: Worker | undefined
  #unanswered = 0
  #timer: NodeJS.Timeout | undefined

  constructor(worker: Promise<Worker>, giveUp: (reason: string) => void, longestQueryMs: number) {
    super()
    this.#worker = worker
    this.#giveUp = giveUp
    this.#longestQueryMs = longestQueryMs
  }

  connect(): this {
    this.#worker.then(
      (worker) => {
        if (this.destroyed) return
        this.#attached = worker.on('message', this.#onMessage).on('exit', this.#onExit)
        this.emit('connect')
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  readonly #onMessage = (message: FromWorker) => {
    if ('answer' in message) {
      this.#unanswered -= 1
      clearTimeout(this.#timer)
      if (this.#unanswered > 0) this.#watch()
      if (!this.writableEnded) this.push(Buffer.from(message.answer.buffer))
    } else if ('failed' in message) {
      this.#giveUp(`the embedded database failed: ${message.failed}`)
    }
  }

  readonly #onExit = () => this.#giveUp('the embedded database stopped')

  #watch(): void {
    this.#timer = setTimeout(
      () => this.#giveUp(`a query held the embedded database for more than ${this.#longestQueryMs / 1000} s`),
      this.#longestQueryMs,
    )
    this.#timer.unref()
  }

  #send(chunks: Uint8Array[]): void {
    const bytes = new Uint8Array(Buffer.concat(chunks))
    this.#unanswered += 1
    if (this.#unanswered === 1) this.#watch()
    this.#attached?.postMessage({ bytes } satisfies ToWorker, [bytes.buffer])
  }

  override _read(): void {
    /* answers are pushed as they come */
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#send([chunk])
    done()
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk))
    done()
  }

  /** A socket that says goodbye is hung up on. Whoever ends a pool waits for that with each connection that was still in use. */
  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    this.#attached?.off('message', this.#onMessage).off('exit', this.#onExit)
    done(error)
  }
}
