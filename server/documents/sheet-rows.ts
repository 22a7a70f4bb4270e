/** The rows of a workbook, read in a thread of its own with a memory and a time of its own. */
import { SheetError } from './limits.ts'
import type { Batch } from './read-xlsx.ts'
import { nextOf, openReader } from './reader.ts'

/**
 * The rows of a sheet of a workbook, in batches, read in a worker thread with a bounded memory.
 * @param at Which of the sheets that are shown, from 0
 * @throws SheetError when the file is not taken, and why.
 */
export async function* sheetRows(path: string, at = 0): AsyncGenerator<Batch> {
  const worker = openReader({ path, at })
  try {
    let answer = await nextOf(worker)
    while (!('done' in answer)) {
      if ('refused' in answer) throw new SheetError(answer.refused)
      if (!('batch' in answer)) throw new Error('the reader of a workbook answered something else')
      // The next batch is read while this one is looked at.
      worker.postMessage('next')
      const next = nextOf(worker)
      next.catch(() => undefined)
      yield answer.batch
      answer = await next
    }
  } finally {
    await worker.terminate()
  }
}
