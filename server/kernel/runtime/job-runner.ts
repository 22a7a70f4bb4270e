/**
 * Takes jobs and does them, a few at a time. A job belongs to the server that took it for as long as that server says so
 * every second; when it falls silent, another takes the job once more. Whatever a server writes about a job it writes only
 * while the job is still its own, so that a job that was cancelled or taken over stays so.
 */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Language } from '../../../model/labels/index.ts'
import { callerOf } from '../authorization/caller.ts'
import { Failure, fail } from '../errors.ts'
import { failureInWords, isPassing } from '../http/failures.ts'
import { identityOf } from '../authorization/user-identity.ts'
import type { Outcome } from './jobs.ts'
import type { Job, JobKinds } from './job.ts'
import { invalidateJobList } from './jobs.ts'
import { translatorFor } from '../http/language.ts'
import { newId } from '../ids.ts'
import { worker } from './worker.ts'
import type { Services } from '../services.ts'
import { build } from '../database/sql.ts'
import type { DatabaseTables } from '../database/tables.ts'
import type { Transaction } from '../database/tenant.ts'

type Row = Selectable<DatabaseTables['jobs']>

/** Jobs at a time. One connection serves everybody on the embedded engine, and ten on PostgreSQL. */
const AT_A_TIME = { alone: 1, among: 2 }
const BEAT_MS = 1000
/** A server that has not spoken for this long is taken for dead. */
const SILENT_SECONDS = 30
/** Work may have come without a word, from a server that died before it could tell. */
const LOOK_MS = 5000
/** A job that took its server down twice would take down the third as well. */
const MAX_ATTEMPTS = 2

/** The job was cancelled, or taken over by another server. */
class Lost extends Error {}

/**
 * Starts the job workers of this server.
 * @param onError Told of faults of ours; a job that fails for a reason people can understand is not one.
 */
export function runJobs(services: Services, kinds: JobKinds, onError: (error: unknown) => void): { stop(): Promise<void> } {
  const { transactions, invalidations, isAlone, clock } = services
  const runner = newId()
  const running = new Map<string, { stop: AbortController; check(): void; ended: Promise<void> }>()
  let stopped = false

  async function look(): Promise<void> {
    // Without room for what they make, they wait.
    while (!stopped && transactions.hasSpace('bulk') && running.size < (isAlone ? AT_A_TIME.alone : AT_A_TIME.among)) {
      const row = await take()
      if (!row) return
      const stop = new AbortController()
      const endBeat = startBeat(row, stop)
      const ended = work(row, stop.signal)
        .catch(onError)
        .finally(() => {
          endBeat()
          running.delete(row.id)
          looking?.wake()
        })
      running.set(row.id, { stop, check: () => void check(row, stop).catch(onError), ended })
    }
  }

  /** Gives up what has died too often, and takes the next that nobody works on; tenants that wait for their first go first. */
  function take(): Promise<Row | undefined> {
    // Alone, whatever runs and is not ours died with the server that had taken it.
    const silent = isAlone
      ? sql<boolean>`runner is distinct from ${runner}::uuid`
      : sql<boolean>`heartbeat_at < now() - ${sql.lit(`${SILENT_SECONDS} seconds`)}::interval`
    return transactions.inPlatform('work is looked for in all tenants', async (tx) => {
      const dead = await tx.all(
        build
          .updateTable('jobs')
          .set({ status: 'failed', error: 'job.interrupted', finished_at: sql`now()` })
          .where('status', '=', 'running')
          .where('attempts', '>=', MAX_ATTEMPTS)
          .where(silent)
          .returning(['tenant_id', 'user_id', 'id']),
      )
      for (const row of dead) await invalidateLists(tx, row)
      const next = build
        .selectFrom('jobs')
        .select('id')
        .where('kind', 'in', Object.keys(kinds))
        .where((where) => where.or([where('status', '=', 'queued'), where.and([where('status', '=', 'running'), silent])]))
        .orderBy(sql`(select count(*) from jobs as other where other.tenant_id = jobs.tenant_id and other.status = 'running')`)
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
      const row = await tx.first(
        build
          .updateTable('jobs')
          .where('id', '=', next)
          .set({
            status: 'running',
            runner,
            heartbeat_at: sql`now()`,
            attempts: sql`attempts + 1`,
            started_at: sql`coalesce(started_at, now())`,
            done: '0',
          })
          .returningAll(),
      )
      if (row) await invalidateLists(tx, row)
      return row
    })
  }

  const invalidateLists = (tx: Transaction, row: Pick<Row, 'tenant_id' | 'user_id' | 'id'>) =>
    invalidateJobList(invalidations, tx, { tenantId: row.tenant_id, userId: row.user_id, jobId: row.id })
  const ours = (row: Row) => build.updateTable('jobs').where('id', '=', row.id).where('runner', '=', runner).where('status', '=', 'running')
  const progress = new Map<string, { done: number; total: number | undefined; reported: number }>()

  /** Says once a second that the job is alive and how far it is; notices when it is not ours any more. */
  function startBeat(row: Row, stop: AbortController): () => void {
    progress.set(row.id, { done: 0, total: row.total === null ? undefined : Number(row.total), reported: 0 })
    const beat = () =>
      transactions.inTenant({ tenantId: row.tenant_id }, async (tx) => {
        const now = progress.get(row.id)
        if (!now) return
        if (!transactions.hasSpace('bulk')) stop.abort(new Failure('storage.full'))
        const { done, total, reported } = now
        const alive = await tx.run(
          ours(row).set({ heartbeat_at: sql`now()`, done: String(done), ...(total === undefined ? {} : { total: String(total) }) }),
        )
        if (alive === 0) return stop.abort(new Lost())
        if (done !== reported) await invalidateLists(tx, row)
        now.reported = done
      })
    const beating = worker({ clock, every: BEAT_MS, first: BEAT_MS, work: beat, onError })
    return () => {
      void beating.stop()
      progress.delete(row.id)
    }
  }

  /** Somebody changed the job; should that have been its end, it ends here, too. */
  async function check(row: Row, stop: AbortController): Promise<void> {
    const still = await transactions.inTenant(
      { tenantId: row.tenant_id },
      (tx) =>
        tx.first(
          build.selectFrom('jobs').select('id').where('id', '=', row.id).where('runner', '=', runner).where('status', '=', 'running'),
        ),
      'read',
    )
    if (!still) stop.abort(new Lost())
  }

  async function work(row: Row, signal: AbortSignal): Promise<void> {
    let outcome: Outcome | undefined
    try {
      outcome = await perform(row, signal)
      await finish(row, outcome)
    } catch (thrown) {
      // What it is ended for is told, whatever it makes of that itself.
      const error = signal.reason instanceof Failure ? signal.reason : failureInWords(thrown)
      if (outcome?.file) await services.jobFiles.discard(outcome.file)
      if (error instanceof Lost || signal.reason instanceof Lost) return
      if ((signal.aborted && !(signal.reason instanceof Failure)) || (isPassing(error) && row.attempts < MAX_ATTEMPTS))
        return await handBack(row)
      if (!(error instanceof Failure)) onError(error)
      const { code, details } = error instanceof Failure ? error : new Failure('server.failed', { values: { reference: row.id } })
      await transactions.inTenant({ tenantId: row.tenant_id }, async (tx) => {
        await tx.run(
          ours(row).set({
            status: 'failed',
            error: code,
            result: JSON.stringify({ values: details.values ?? {} }),
            finished_at: sql`now()`,
          }),
        )
        await invalidateLists(tx, row)
      })
    }
  }

  /** As if it had never been taken: by the next server, or by this one once the database is back. */
  function handBack(row: Row): Promise<void> {
    return transactions.inTenant({ tenantId: row.tenant_id }, async (tx) => {
      await tx.run(ours(row).set({ status: 'queued', runner: null, ...(stopped ? { attempts: sql`attempts - 1` } : {}) }))
    })
  }

  async function perform(row: Row, signal: AbortSignal): Promise<Outcome> {
    const { tenant_id: tenantId, user_id: userId, id } = row
    const identity = await identityOf(transactions, services.grants, { tenantId, userId, sessionId: id })
    const kind = kinds[row.kind]
    if (!identity || !kind) fail('permission.denied')
    const language = row.language as Language
    const caller = callerOf(identity, row.role_codes, language)
    const job: Job = {
      id,
      input: row.input,
      caller,
      language,
      t: translatorFor(language),
      services,
      signal,
      progress(done, total) {
        const now = progress.get(id)
        if (now) Object.assign(now, { done, total: total ?? now.total })
      },
      inTenant: (work, mode) => transactions.inTenant({ tenantId, userId, rows: caller.rows, operationId: id }, work, mode),
    }
    const outcome = await kind(job)
    signal.throwIfAborted()
    return outcome
  }

  function finish(row: Row, { done, result, file }: Outcome): Promise<void> {
    return transactions.inTenant({ tenantId: row.tenant_id }, async (tx) => {
      if (file) await services.jobFiles.keep(tx, file)
      const set = {
        status: 'done',
        done: String(done),
        total: String(done),
        result: result === undefined ? null : JSON.stringify(result),
        blob_id: file?.id ?? null,
        finished_at: sql<Date>`now()`,
      } as const
      if ((await tx.run(ours(row).set(set))) === 0) throw new Lost()
      await invalidateLists(tx, row)
    })
  }

  invalidations.subscribe((invalidation) => {
    if (invalidation && invalidation.kind !== 'job-changed') return
    if (invalidation && running.has(invalidation.jobId)) running.get(invalidation.jobId)?.check()
    else looking?.wake()
  })
  // A server without kinds has nothing to look for.
  const looking = Object.keys(kinds).length === 0 ? undefined : worker({ clock, every: LOOK_MS, work: look, onError })

  return {
    async stop() {
      stopped = true
      await looking?.stop()
      for (const { stop } of running.values()) stop.abort(new Error('the server stops'))
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}
