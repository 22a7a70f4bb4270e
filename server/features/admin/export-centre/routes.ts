import { sql } from 'kysely'
import { cancelJob, deleteJob, downloadJob, queryJobs } from '../../../../model/contract/exchange/jobs.ts'
import type { ErrorCode } from '../../../../model/errors.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { Download } from '../../../kernel/http/download.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { JobFiles } from '../../../kernel/runtime/jobs.ts'
import { KEPT_DAYS } from '../../../kernel/runtime/jobs.ts'
import { build } from '../../../kernel/database/sql.ts'

const TIME = 'YYYY-MM-DD HH24:MI:SS'

/** Why a job failed, in the words of whoever reads it now. */
function reasonOf(error: string | null, result: unknown, t: Translate): string | null {
  if (error === null) return null
  const { values = {} } = (result ?? {}) as { values?: Record<string, string | number> }
  return t(`error.${error as ErrorCode}`, values)
}

/** Everybody's own jobs and the files they made; what belongs to others is not there. */
export const exportCentre = (files: JobFiles): Feature => ({
  tag: 'jobs',
  routes: [
    implement(queryJobs, {
      access: 'signed-in',
      summary: 'My jobs, the latest first',
      async handle({ input: { currentPage, pageSize }, caller, inTenant, t }) {
        const mine = build.selectFrom('jobs').where('user_id', '=', caller.userId)
        const [rows, counted] = await inTenant((tx) =>
          Promise.all([
            tx.all(
              mine
                .leftJoin('blobs', (on) => on.onRef('blobs.tenant_id', '=', 'jobs.tenant_id').onRef('blobs.id', '=', 'blob_id'))
                .select([
                  'jobs.id',
                  'kind',
                  'title',
                  'status',
                  'done',
                  'total',
                  'error',
                  'result',
                  'size',
                  sql<string>`to_char(jobs.created_at, ${sql.lit(TIME)})`.as('created'),
                  sql<string | null>`to_char(finished_at, ${sql.lit(TIME)})`.as('finished'),
                  sql<string | null>`to_char(finished_at + ${sql.lit(`${KEPT_DAYS} days`)}::interval, ${sql.lit(TIME)})`.as('expires'),
                ])
                .orderBy('jobs.created_at', 'desc')
                .orderBy('jobs.id', 'desc')
                .limit(pageSize)
                .offset((currentPage - 1) * pageSize),
            ),
            tx.first(mine.select(sql<string>`count(*)`.as('count'))),
          ]),
        )
        const total = Number(counted?.count ?? 0)
        const list = rows.map(({ id: job, kind, title, status, done, total: all, error, result, size, created, finished, expires }) => ({
          id: job,
          kind,
          title,
          status,
          done: Number(done),
          total: all === null ? null : Number(all),
          error: reasonOf(error, result, t),
          fileSize: size === null ? null : Number(size),
          createTime: created,
          finishTime: finished,
          expireTime: expires,
        }))
        return { list, pagination: { total, pageSize, current: currentPage }, total }
      },
    }),
    implement(cancelJob, {
      access: 'signed-in',
      space: 'essential',
      summary: 'Cancel one of my jobs',
      async handle({ input, caller, services, inTenant }) {
        await inTenant((tx) => services.jobs.cancel(tx, caller, input.id))
        return null
      },
    }),
    implement(deleteJob, {
      access: 'signed-in',
      space: 'essential',
      summary: 'Remove one of my jobs that is over, and its file',
      async handle({ input, caller, services, inTenant }) {
        await inTenant((tx) => services.jobs.remove(tx, caller, input.id))
        return null
      },
    }),
    implement(downloadJob, {
      access: 'signed-in',
      summary: 'The file one of my jobs has made, for as long as I may see what stands in it',
      reads: true,
      file: 'application/octet-stream',
      handle: ({ input, caller, services, inTenant, t }) =>
        inTenant(async (tx) => {
          const job = await tx.first(
            build
              .selectFrom('jobs')
              .select(['kind', 'title', 'input', 'blob_id', 'result', 'finished_at'])
              .where('id', '=', input.id)
              .where('user_id', '=', caller.userId)
              .where('status', '=', 'done'),
          )
          if (!job || job.blob_id === null) fail('row.not-found')
          const { title, input: asked, result, finished_at: finishedAt } = job
          const file =
            files[job.kind]?.({ title, input: asked, result, finishedAt: finishedAt ?? new Date(services.clock.now()) }, caller, t) ??
            fail('permission.denied')
          const { size, stream } = await services.blobs.open(tx, job.blob_id)
          return new Download({ ...file, stream, size })
        }),
    }),
  ],
})
