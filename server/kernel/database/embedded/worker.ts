/**
 * The worker thread that owns the embedded database. It knows nothing but bytes: what arrives is the PostgreSQL
 * wire protocol, what goes back is the answer to exactly those bytes, in order.
 *
 * It lives in a thread of its own so that a slow query never holds up the event loop of the server.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { openCluster } from './cluster.ts'

/** A module of WebAssembly: what `WebAssembly.compile` made of the engine's program. Threads share it. */
export type EngineProgram = object

export interface WorkerStart {
  /** Folder of the database files; `undefined` keeps everything in memory (tests). */
  folder: string | undefined
  /** PGlite's WebAssembly, where it is compiled already. */
  program?: EngineProgram | undefined
}

export type ToWorker = { bytes: Uint8Array<ArrayBuffer> } | { close: true }
export type FromWorker = { ready: EngineProgram } | { failed: string } | { answer: Uint8Array<ArrayBuffer> } | { closed: true }

const port = parentPort
if (!port) throw new Error('the embedded database runs in a worker thread only')
const start = workerData as WorkerStart
const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

/** As much of the standard's global as is used here: TypeScript declares it with those of browsers. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<EngineProgram> }

async function compiled(): Promise<EngineProgram> {
  return WebAssembly.compile(await readFile(join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')))
}

/** PGlite answers out of its own memory, so bytes are copied before they are handed to the other thread. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

/** One array of its own memory, so that it can be handed over. Most answers are one part already. */
function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  if (parts.length === 1) return parts[0] as Uint8Array<ArrayBuffer>
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

try {
  const program = start.program ?? (await compiled())
  const database = await openCluster(start.folder, 32, program)

  // One message after the other: the wire protocol is a conversation, and so is the order of its answers.
  let queue: Promise<void> = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    queue = queue.then(() => handle(message)).catch((error: unknown) => post({ failed: String(error) }))
  })

  // Streamed: what `execProtocolRaw` gives is also parsed, and every row of it kept for a caller that never asks (PGlite 0.5.16).
  const answerTo = async (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    await database.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (part) => void parts.push(owned(part)) })
    return joined(parts)
  }

  const handle = async (message: ToWorker): Promise<void> => {
    if ('bytes' in message) {
      const answer = await answerTo(message.bytes)
      post({ answer }, [answer.buffer])
    } else {
      await database.close()
      post({ closed: true })
      port.close()
    }
  }
  post({ ready: program })
} catch (error) {
  post({ failed: error instanceof Error ? error.message : String(error) })
  port.close()
}
