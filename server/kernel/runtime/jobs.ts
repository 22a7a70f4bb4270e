/**
 * Work that outlives a request. A job is a row: whoever asks for it commits the row, and a server with a free hand takes
 * it (job-runner.ts). What a kind of job does is passed in by `app.ts`.
 */
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import type { Language, Translate } from '../../../model/labels/index.ts'
import type { Caller } from '../authorization/caller.ts'
import { fail } from '../errors.ts'
import type { Clock } from './clock.ts'
import type { Invalidations } from './invalidations.ts'
import type { JobWait } from './job-wait.ts'
import { jobWaits } from './job-wait.ts'
import { newId } from '../ids.ts'
import { build } from '../database/sql.ts'
import type { TransactionScopes, Transaction } from '../database/tenant.ts'

export interface NewJob {
  /** A key of the kinds `app.ts` passes in. */
  readonly kind: string
  /** What people call it, in the language of whoever asks. */
  readonly title: string
  /** Anything that JSON can hold; the kind reads it back with a schema. */
  readonly input: unknown
  /** How much there is to do, when that is known already. */
  readonly total?: number
}

/** A file that has been written and does not belong to anybody yet. */
export interface JobFile {
  readonly id: string
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** Where the files of jobs lie; the storage subsystem passes it in. */
export interface JobFileStore {
  /** Writes all of it, or nothing; ends early with the signal. Follow with `keep`, or `discard`. */
  write(source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<JobFile>
  keep(tx: Transaction, file: JobFile): Promise<void>
  open(tx: Transaction, id: string): Promise<{ readonly stream: Readable; readonly size: number }>
  /** Removes the row now and the bytes after the commit. */
  drop(tx: Transaction, id: string): Promise<void>
  discard(file: Pick<JobFile, 'id'>): Promise<void>
}

export interface Outcome {
  readonly done: number
  /** Anything people should know afterwards, such as how many rows were taken. */
  readonly result?: unknown
  /** A file to download under the job's title. */
  readonly file?: JobFile
}

/** A job that has made a file. */
export interface DoneJob {
  readonly title: string
  readonly input: unknown
  readonly result: unknown
  readonly finishedAt: Date
}

/** How the file of a job is called and what it is; nothing for a caller who may not see (any more) what stands in it. */
export type FileOfJob = (job: DoneJob, caller: Caller, t: Translate) => { readonly name: string; readonly type: string } | undefined

/** By the kind of the job. The file of a kind that is not named here is given to nobody. */
export type JobFiles = Readonly<Record<string, FileOfJob>>

export interface Jobs {
  /**
   * @throws Failure `storage.full` while there is no room for what jobs make. `job.application` for an application: a job runs with
   * all that its person may do, and a token may do less (decision 0025). `job.too-many` while as many of the caller's jobs as allowed are not done yet. */
  enqueue(tx: Transaction, caller: Caller, language: Language, job: NewJob): Promise<string>
  /** Ends a job that is not done. @throws Failure `row.not-found` when the caller has no such job. */
  cancel(tx: Transaction, caller: Caller, id: string): Promise<void>
  /** Waits for a job in the request that asked for it. */
  readonly ended: JobWait
  /** Removes a job that is over, and its file. @throws Failure `row.not-found`, `job.running`. */
  remove(tx: Transaction, caller: Caller, id: string): Promise<void>
  /** Removes jobs that were over long ago, of everybody. */
  forgetOld(): Promise<void>
}

/** Jobs of one person that may wait or run at a time: one person must not fill the queue of all. */
const MAX_OPEN_JOBS = 5
/** How long a job that is over, and its file, stay. */
export const KEPT_DAYS = 7

const OPEN = ['queued', 'running'] as const

/** Background jobs: enqueued with the caller's transaction, cancelled, and read with the file they made. */
export function openJobs(
  transactions: TransactionScopes,
  invalidations: Invalidations,
  blobs: Pick<JobFileStore, 'drop'>,
  clock: Clock,
): Jobs {
  const mine = (caller: Caller, id: string) =>
    build.selectFrom('jobs').select(['status', 'blob_id']).where('id', '=', id).where('user_id', '=', caller.userId).forUpdate()

  return {
    async enqueue(tx, caller, language, { kind, title, input, total }) {
      transactions.assertSpace('bulk')
      if (caller.client) fail('job.application')
      const { tenantId, userId } = caller
      const open = await tx.all(build.selectFrom('jobs').select('id').where('user_id', '=', userId).where('status', 'in', OPEN))
      if (open.length >= MAX_OPEN_JOBS) fail('job.too-many', { values: { most: MAX_OPEN_JOBS } })
      const id = newId()
      await tx.run(
        build.insertInto('jobs').values({
          tenant_id: tenantId,
          id,
          user_id: userId,
          kind,
          title,
          input: JSON.stringify(input),
          language,
          role_codes: caller.active.map((role) => role.code),
          ...(total === undefined ? {} : { total: String(total) }),
        }),
      )
      await invalidateJobList(invalidations, tx, { tenantId, userId, jobId: id })
      return id
    },

    async cancel(tx, caller, id) {
      const job = await tx.first(mine(caller, id))
      if (!job) fail('row.not-found')
      await tx.run(
        build
          .updateTable('jobs')
          .set({ status: 'cancelled', finished_at: sql`now()` })
          .where('id', '=', id)
          .where('status', 'in', OPEN),
      )
      await invalidateJobList(invalidations, tx, { tenantId: caller.tenantId, userId: caller.userId, jobId: id })
    },

    ended: jobWaits(transactions, invalidations, clock),

    async remove(tx, caller, id) {
      const job = await tx.first(mine(caller, id))
      if (!job) fail('row.not-found')
      if (job.status === 'queued' || job.status === 'running') fail('job.running')
      await tx.run(build.deleteFrom('jobs').where('id', '=', id))
      if (job.blob_id !== null) await blobs.drop(tx, job.blob_id)
      await invalidateJobList(invalidations, tx, { tenantId: caller.tenantId, userId: caller.userId, jobId: id })
    },

    forgetOld: () =>
      transactions.inPlatform('what is over for days is over for everybody', async (tx) => {
        const old = await tx.all(
          build
            .deleteFrom('jobs')
            .where('finished_at', '<', sql<Date>`now() - ${sql.lit(`${KEPT_DAYS} days`)}::interval`)
            .returning(['tenant_id', 'user_id', 'id', 'blob_id']),
        )
        for (const { blob_id: blob } of old) if (blob !== null) await blobs.drop(tx, blob)
      }),
  }
}

/**
 * Publishes that a job has changed. Servers are told, which may be at work on it or have a free hand, and the browsers of whoever asked
 * for it.
 */
export async function invalidateJobList(
  invalidations: Invalidations,
  tx: Transaction,
  job: { tenantId: TenantId; userId: string; jobId: string },
): Promise<void> {
  await invalidations.publish(tx, { kind: 'job-changed', ...job })
  await invalidations.publish(tx, { kind: 'news', tenantId: job.tenantId, topic: 'jobs', userId: job.userId })
}
