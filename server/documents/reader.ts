/** The thread in which files of strangers are read, with a memory and a time of its own. */
import { Worker } from 'node:worker_threads'
import { SheetError } from './limits.ts'
import type { FromReader, ToRead } from './sheet.worker.ts'

/** Megabytes the reader may use; what needs more is no workbook that people made. */
const MEMORY_MB = 256
/** The longest the reader may think about one answer. */
const PATIENCE_MS = 20_000

/** A worker that reads the file, to be terminated by whoever opened it. */
export const openReader = (of: ToRead): Worker =>
  new Worker(new URL('./sheet.worker.ts', import.meta.url), {
    workerData: of,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
  })

/** The next answer of the reader. @throws SheetError `too-big` of a file that takes too much memory or time, and whatever the reader died of */
export function nextOf(worker: Worker): Promise<FromReader> {
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
