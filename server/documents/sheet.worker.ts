/** The thread in which a workbook is read. It hands over one batch each time it is asked for the next. */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { Refusal } from './limits.ts'
import { SheetError } from './limits.ts'
import type { Batch } from './read-xlsx.ts'
import { readXlsx } from './read-xlsx.ts'

export type FromReader = { batch: Batch } | { done: true } | { refused: Refusal }

const port = parentPort
if (!port) throw new Error('workbooks are read in a worker thread only')

const { path, at } = workerData as { path: string; at: number }
try {
  for await (const batch of readXlsx(path, at)) {
    port.postMessage({ batch } satisfies FromReader)
    await once(port, 'message')
  }
  port.postMessage({ done: true } satisfies FromReader)
} catch (error) {
  if (!(error instanceof SheetError)) throw error
  port.postMessage({ refused: error.refusal } satisfies FromReader)
}
port.close()
