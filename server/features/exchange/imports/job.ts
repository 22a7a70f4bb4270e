/** A large import while it runs and afterwards: how far it is, its report, the file with the errors. */
import { z } from 'zod'
import { cancelImportJob, downloadImportErrors, queryImportJob } from '../../../../model/contract/exchange/imports.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import { XLSX } from '../../../documents/index.ts'
import { Download } from '../../../kernel/http/download.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { annotatedName, importKinds, resultSchema } from '../../../exchange/index.ts'
import { build } from '../../../kernel/database/sql.ts'

/** One's own: a job is found by who asked for it. */
const mine = (userId: string, jobId: string) =>
  build
    .selectFrom('jobs')
    .select(['status', 'done', 'result', 'error', 'blob_id'])
    .where('id', '=', jobId)
    .where('user_id', '=', userId)
    .where('kind', 'in', importKinds)

export const jobState = implement(queryImportJob, {
  access: 'signed-in',
  summary: "How far a large import of one's own is, and its report once it is done",
  async handle({ caller, inTenant, t, input }) {
    const job = await inTenant((tx) => tx.first(mine(caller.userId, input.id)))
    if (!job) fail('row.not-found')
    const { status, error, result } = job
    const values = error === null ? {} : z.object({ values: z.record(z.string(), z.union([z.string(), z.number()])) }).parse(result).values
    return {
      status,
      percent: Math.min(100, Number(job.done)),
      message: error === null ? null : t(`error.${error}` as LabelKey, values),
      report: status === 'done' ? resultSchema.parse(result).report : null,
      hasFile: status === 'done' && job.blob_id !== null,
    }
  },
})

export const jobErrors = implement(downloadImportErrors, {
  access: 'signed-in',
  summary: 'The file of a large import with its errors marked',
  file: XLSX,
  handle: ({ caller, inTenant, services, t, input }) =>
    inTenant(async (tx) => {
      const job = await tx.first(mine(caller.userId, input.id))
      if (job?.status !== 'done' || job.blob_id === null) fail('row.not-found')
      const { stream, size } = await services.blobs.open(tx, job.blob_id)
      return new Download({ name: annotatedName(resultSchema.parse(job.result).report, t), type: XLSX, stream, size })
    }),
})

export const jobCancel = implement(cancelImportJob, {
  access: 'signed-in',
  space: 'essential',
  summary: "Stop a large import of one's own; what it has not stored yet stays unstored",
  async handle({ caller, inTenant, services, input }) {
    await inTenant(async (tx) => {
      if (!(await tx.first(mine(caller.userId, input.id)))) fail('row.not-found')
      await services.jobs.cancel(tx, caller, input.id)
    })
    return null
  },
})
