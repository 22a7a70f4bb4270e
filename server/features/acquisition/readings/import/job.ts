/** A file with readings, checked or stored by a job: it may be large, and stored readings come at the rate that the server takes them. */
import { z } from 'zod'
import { importReading } from '../../../../../model/contract/acquisition/collectors.ts'
import { id } from '../../../../../model/fields.ts'
import { fail } from '../../../../kernel/errors.ts'
import { READINGS, enqueueWithFile, withFileOf, modes } from '../../../../exchange/index.ts'
import type { Call } from '../../../../kernel/http/http.ts'
import type { Outcome } from '../../../../kernel/runtime/jobs.ts'
import type { Job } from '../../../../kernel/runtime/job.ts'
import { openDevices } from './devices.ts'
import type { ReadingFile } from './run.ts'
import { readReadings } from './run.ts'

const inputSchema = z.object({ mode: z.enum(modes), fileName: z.string(), upload: id, deviceId: z.optional(id) })
type Input = z.output<typeof inputSchema>

/** The share of the way that a check before storing is. */
const CHECKED = 0.3

/** The id of a new job that imports the file of readings. The file is stored first. */
export function enqueueReadings(
  call: Call<unknown>,
  { mode, fileName, path, deviceId }: Omit<Input, 'upload'> & { path: string },
): Promise<string> {
  return enqueueWithFile(call, {
    kind: READINGS,
    path,
    title: call.t(mode === 'check' ? 'readings.job-check' : 'readings.job', { file: fileName }),
    input: (upload) => ({ mode, fileName, upload, ...(deviceId === undefined ? {} : { deviceId }) }) satisfies Input,
  })
}

/** The outcome of an import of readings: its report, and the marked file where rows were refused. @throws Failure `permission.denied` */
export async function performReadingImport(job: Job): Promise<Outcome> {
  const { mode, fileName, upload, deviceId } = inputSchema.parse(job.input)
  if (!job.caller.urls.has(importReading.path)) fail('permission.denied')
  return withFileOf(job, upload, async (path) => {
    const book = openDevices(job)
    const file: ReadingFile = {
      path,
      fileName,
      device: deviceId === undefined ? undefined : ((await book.byId(deviceId)) ?? fail('row.not-found')),
    }
    const progress = (from: number, to: number) => (share: number) => job.progress(Math.floor((from + (to - from) * share) * 100), 100)
    if (mode !== 'all') return { done: 100, result: { report: await readReadings(job, book, file, mode, progress(0, 1)) } }
    const { badRows } = await readReadings(job, book, file, 'check', progress(0, CHECKED))
    if (badRows > 0) fail('import.refused', { values: { count: badRows } })
    return { done: 100, result: { report: await readReadings(job, book, file, mode, progress(CHECKED, 1)) } }
  })
}
