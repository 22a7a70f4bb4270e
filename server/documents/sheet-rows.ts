/** The rows of a workbook, read in a thread of its own with a memory and a time of its own. */
import { Worker } from 'node:worker_threads'
import { SheetError } from './limits.ts'
import type { Batch } from './read-xlsx.ts'
import type { FromReader } from './sheet.worker.ts'

/** Megabytes the reader may use; what needs more is no workbook that people made. */
const MEMORY_MB = 256
/** The longest the reader may think about one batch. */
const PATIENCE_MS = 20_000

/**
 * The rows of a sheet of a workbook, in batches, read in a worker thread with a bounded memory.
 * @param at Which of the sheets that are shown, from 0
 * @throws SheetError when the file is not taken, and why.
 */
export async function* sheetRows(path: string, at = 0): AsyncGenerator<Batch> {
  const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), {
    workerData: { path, at },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
  })
  try {
    let answer = await nextOf(worker)
    while (!('done' in answer)) {
      if ('refused' in answer) throw new SheetError(answer.refused)
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

function nextOf(worker: Worker): Promise<FromReader> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new SheetError('too-big'))), PATIENCE_MS)
    const settle = (end: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      end()
    }
    const onMessage = (answer: FromReader) => settle(() => resolve(answer))
    const onError = (error: Error & { code?: string }) =>
      settle(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new SheetError('too-big', error) : error))
    const onExit = () => settle(() => reject(new Error('the reader of a workbook ended early')))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}
