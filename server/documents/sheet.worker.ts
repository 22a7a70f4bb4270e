/** The thread in which a workbook is read. Of rows it hands over one batch each time it is asked for the next. */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { Refusal } from './limits.ts'
import { SheetError } from './limits.ts'
import type { SheetExtent, SheetLayout } from './layout-types.ts'
import { readLayout } from './read-layout.ts'
import type { Batch } from './read-xlsx.ts'
import { readXlsx } from './read-xlsx.ts'

/** The rows of one of the sheets that are shown, or how it looks, as far as it may go. */
export interface ToRead {
  readonly path: string
  readonly at: number
  readonly layout?: SheetExtent
}
export type FromReader = { batch: Batch } | { done: true } | { layout: SheetLayout } | { refused: Refusal }

const port = parentPort
if (!port) throw new Error('workbooks are read in a worker thread only')

const of = workerData as ToRead
try {
  if (of.layout) port.postMessage({ layout: await readLayout(of.path, of.layout, of.at) } satisfies FromReader)
  else {
    for await (const batch of readXlsx(of.path, of.at)) {
      port.postMessage({ batch } satisfies FromReader)
      await once(port, 'message')
    }
    port.postMessage({ done: true } satisfies FromReader)
  }
} catch (error) {
  if (!(error instanceof SheetError)) throw error
  port.postMessage({ refused: error.refusal } satisfies FromReader)
}
port.close()
