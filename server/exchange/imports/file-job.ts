/** A job about a file that somebody sent: it waits among the blobs until a server has a free hand, and is thrown away afterwards. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../kernel/errors.ts'
import { failureInWords } from '../../kernel/http/failures.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { NewJob } from '../../kernel/runtime/jobs.ts'
import type { Job } from '../../kernel/runtime/job.ts'
import { languageOfRequest } from '../../kernel/http/language.ts'
import { newId } from '../../kernel/ids.ts'
import { build } from '../../kernel/database/sql.ts'
import { uploadFolder } from '../../kernel/http/uploads.ts'

/** Rows of a noun, and readings. Each leaves a report that the one who imports asks for. */
export const IMPORT = 'import'
export const READINGS = 'import-readings'
export const importKinds = [IMPORT, READINGS] as const

type FileJobRequest = Pick<NewJob, 'title'> & {
  readonly kind: (typeof importKinds)[number]
  readonly path: string
  readonly input: (upload: string) => unknown
}

/** Stores a file and a job for it; returns the id of the job. @param input What the job is told, with the id of the file. */
export async function enqueueWithFile(
  { services: { jobFiles, jobs }, caller, request, inTenant }: Call<unknown>,
  { kind, title, path, input }: FileJobRequest,
): Promise<string> {
  const upload = await jobFiles.write(createReadStream(path))
  try {
    return await inTenant(async (tx) => {
      await jobFiles.keep(tx, upload)
      const job = await jobs.enqueue(tx, caller, languageOfRequest(request), { kind, title, total: 100, input: input(upload.id) })
      // Until the job is over this is its file: whatever ends the job throws it away.
      await tx.run(build.updateTable('jobs').set({ blob_id: upload.id }).where('id', '=', job))
      return job
    })
  } catch (error) {
    await jobFiles.discard(upload)
    throw error
  }
}

/** Does the work on a copy of the file. The file stays for another try where the job failed for no reason of its own. */
export async function withFileOf<Result>(job: Job, upload: string, work: (path: string) => Promise<Result>): Promise<Result> {
  const folder = uploadFolder(job.services.config.dataDir)
  const path = join(folder, newId())
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await job.inTenant(async (tx) => {
      const { stream } = await job.services.jobFiles.open(tx, upload)
      await pipeline(stream, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
    }, 'read')
    const result = await work(path)
    await drop(job, upload)
    return result
  } catch (error) {
    const failure = failureInWords(error)
    if (failure instanceof Failure) await drop(job, upload)
    throw failure
  } finally {
    await rm(path, { force: true })
  }
}

async function drop(job: Job, upload: string): Promise<void> {
  await job.inTenant(async (tx) => {
    await tx.run(build.updateTable('jobs').set({ blob_id: null }).where('id', '=', job.id).where('blob_id', '=', upload))
    await job.services.jobFiles.drop(tx, upload)
  })
}
