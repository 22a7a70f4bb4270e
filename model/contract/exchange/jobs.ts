/** Exports and imports that the server carries out in the background: everybody's own jobs and the files they made. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { pageInput } from '../../wire.ts'
import { contract } from '../contract.ts'
import { pagination } from '../resources.ts'

const PATH = '/admin/jobs'
const one = z.strictObject({ id })

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

const job = z.strictObject({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  status: z.enum(JOB_STATES),
  done: z.int(),
  total: z.nullable(z.int()),
  /** Why it failed, in the words of whoever reads it now. */
  error: z.nullable(z.string()),
  /** In bytes. */
  fileSize: z.nullable(z.int()),
  createTime: z.string(),
  finishTime: z.nullable(z.string()),
  expireTime: z.nullable(z.string()),
})
export type Job = z.output<typeof job>

/** The latest first. */
export const queryJobs = contract({
  method: 'GET',
  path: `${PATH}/queryJobs`,
  input: z.object(pageInput({ size: 20, max: 100 })),
  output: z.strictObject({ list: z.array(job), pagination, total: z.int() }),
})

export const cancelJob = contract({ method: 'POST', path: `${PATH}/cancelJob`, input: one })

/** Removes a job that is over, and its file. */
export const deleteJob = contract({ method: 'POST', path: `${PATH}/deleteJob`, input: one })

/** Answers with the file that the job has made. */
export const downloadJob = contract({ method: 'POST', path: `${PATH}/downloadJob`, input: one })
