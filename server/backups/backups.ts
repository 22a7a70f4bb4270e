/** Backups of the whole database: taken one at a time, in the background, into files that only this server's user may read. */
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { KernelConfig } from '../kernel/config.ts'
import type { Database } from '../kernel/database/database.ts'
import { freeMegabytes, marksOf } from '../kernel/database/embedded/space.ts'
import { Failure, fail } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import { worker } from '../kernel/runtime/worker.ts'
import { build } from '../kernel/database/sql.ts'
import type { Held, Store } from '../storage/index.ts'
import type { TransactionScopes, Transaction } from '../kernel/database/tenant.ts'
import { advisoryLock } from '../kernel/database/advisory-lock.ts'
import { writeBundle } from './bundle.ts'
import { differenceOf } from './counts.ts'
import { clusterOf } from './embedded-dump.ts'
import { backupEngine } from './engines.ts'

export interface Backups {
  readonly engine: Database['engine']
  /** Begins one, and gives its id at once. @throws Failure `backup.running` while another is at work. */
  begin(startedBy: string | null): Promise<{ id: string }>
  /** Resolves when nothing is at work any more in this server. */
  settled(): Promise<void>
  pathOf(fileName: string): string
  /** Throws the files away. */
  discard(fileNames: readonly string[]): Promise<void>
  /** Says of what nobody is at work on any more that it was interrupted. */
  mend(): Promise<void>
}

const BEAT_MS = 10_000
/** Without a sign of life for so long, whoever was at work on it is gone. */
const GONE = sql<Date>`now() - interval '1 minute'`

/** What the rehearsal calls them beside the tables. */
const FILES = '(files)'

const AT_WORK = 'the platform backs up all tenants'

/**
 * The backups of this installation: begun by hand or by schedule, one at a time, and discarded.
 * @param free Megabytes (1024²) that are free on the disk of a folder.
 */
export function openBackups(
  config: KernelConfig,
  database: Database,
  transactions: TransactionScopes,
  store: Pick<Store, 'hold'>,
  clock: Clock,
  free = freeMegabytes,
): Backups {
  const folder = join(config.dataDir, 'backups')
  const engine = backupEngine(config, database)
  const pathOf = (fileName: string) => join(folder, fileName)
  let working: Promise<void> = Promise.resolve()

  const note = (id: string, values: Record<string, unknown>) =>
    transactions.inPlatform(AT_WORK, (tx) =>
      tx.run(
        build
          .updateTable('backups')
          .set({ ...values, updated_at: sql`now()` })
          .where('id', '=', id),
      ),
    )

  /** @throws Failure `backup.no-room`. How well a dump can be compressed is not known before, so this asks for what it would take if it cannot. */
  async function assertRoom(): Promise<void> {
    const files = await transactions.inPlatform(
      AT_WORK,
      (tx) => tx.first(build.selectFrom('blobs').select(sql<string>`coalesce(sum(size), 0)`.as('bytes'))),
      'read',
    )
    const needed = marksOf(config.minFreeMb).bulk + Math.ceil(((await engine.room()) + Number(files?.bytes ?? 0)) / 1024 ** 2)
    const found = Math.floor(await free(folder))
    if (found < needed) fail('backup.no-room', { values: { needed, free: found } })
  }

  async function work(id: string, fileName: string): Promise<void> {
    const beat = worker({ clock, every: BEAT_MS, first: BEAT_MS, work: async () => void (await note(id, {})), onError: () => undefined })
    const { part, dump, cluster, held } = draftsOf(pathOf(fileName))
    let stage: 'taking' | 'rehearsing' = 'taking'
    let files: Held | undefined
    try {
      await assertRoom()
      await mkdir(held, { recursive: true, mode: 0o700 })
      files = await store.hold(held)
      const { counts, files: named, pauseMs } = await engine.take(dump)
      // Those that came between the first look and the snapshot.
      await files.again()
      const { size, sha256 } = await writeBundle(part, { ...engine, path: dump, counts }, files, named)
      await rm(dump)
      await files.release()
      await rename(part, pathOf(fileName))
      await note(id, {
        backup_state: 'done',
        verdict: 'pending',
        size_kb: Math.ceil(size / 1024),
        sha256,
        pause_ms: pauseMs,
        table_count: Object.keys(counts).length,
        row_count: Object.values(counts).reduce((sum, count) => sum + count, 0),
      })
      stage = 'rehearsing'
      const found = await engine.rehearse(pathOf(fileName), dump)
      const differences = differenceOf({ ...counts, [FILES]: named.length }, { ...found.counts, [FILES]: found.soundFiles })
      await note(id, {
        verdict: differences.length === 0 ? 'passed' : 'failed',
        remark: differences.join(', ').slice(0, 500) || null,
        finished_at: sql`now()`,
      })
    } catch (error) {
      const remark = remarkOf(error)
      await note(id, {
        ...(stage === 'taking' ? { backup_state: 'failed' } : { verdict: 'failed' }),
        remark,
        finished_at: sql`now()`,
      }).catch(() => undefined)
      await rm(part, { force: true })
    } finally {
      await beat.stop()
      await files?.release().catch(() => undefined)
      await rm(dump, { force: true })
      await rm(cluster, { force: true, recursive: true })
      await rm(held, { force: true, recursive: true })
    }
  }

  return {
    engine: engine.engine,
    pathOf,
    settled: () => working,
    async begin(startedBy) {
      await this.mend()
      // Somebody who asks is told at once; what the schedule begins stands in the list as failed, and is tried again later.
      if (startedBy !== null) await assertRoom()
      const id = newId()
      const fileName = `outstation-${stamp()}-${id.slice(-6)}.zip`
      await transactions.inPlatform(AT_WORK, async (tx) => {
        await advisoryLock(tx, 'backups')
        const other = await tx.first(
          build
            .selectFrom('backups')
            .select('id')
            .where((where) => where.or([where('backup_state', '=', 'running'), where('verdict', '=', 'pending')])),
        )
        if (other) fail('backup.running')
        await tx.run(
          build.insertInto('backups').values({
            id,
            file_name: fileName,
            backup_state: 'running',
            engine: engine.engine,
            engine_version: engine.version,
            started_by: startedBy,
          }),
        )
      })
      working = work(id, fileName)
      return { id }
    },
    discard: async (fileNames) => void (await Promise.all(fileNames.map((name) => rm(pathOf(name), { force: true })))),
    mend: () =>
      transactions.inPlatform(AT_WORK, async (tx) => {
        const over = { remark: 'interrupted', finished_at: sql<Date>`now()` }
        const gone = build.updateTable('backups').set(over).where('updated_at', '<', GONE).returning('file_name')
        const left = [
          ...(await tx.all(gone.set({ backup_state: 'failed' }).where('backup_state', '=', 'running'))),
          ...(await tx.all(gone.set({ verdict: 'failed' }).where('verdict', '=', 'pending'))),
        ]
        tx.afterCommit(
          () =>
            void Promise.all(
              left.flatMap((row) =>
                Object.values(draftsOf(pathOf(row.file_name))).map((path) => rm(path, { force: true, recursive: true })),
              ),
            ).catch(() => undefined),
        )
      }),
  }
}

function remarkOf(error: unknown): string {
  if (error instanceof Failure && error.code === 'backup.no-room')
    return `not enough disk space: ${error.details.values?.['needed']} MB are needed, ${error.details.values?.['free']} MB are free`
  return (error as Error).message.slice(0, 500)
}

/** What is there while one is made: the archive that is not whole yet, the dump, the files of the database, and the folder in which files are held. */
function draftsOf(path: string) {
  const dump = `${path}.dump`
  return { part: `${path}.part`, dump, cluster: clusterOf(dump), held: `${path}.files` }
}

/** `20261120-031500`, in the time of the process; the id after it keeps names apart. */
function stamp(): string {
  return new Date().toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '').replace('T', '-')
}

/** Names of the files of scheduled backups beyond the newest `keep` good ones; what somebody marked or asked for stays. */
export async function forgetOldest(tx: Transaction, keep: number): Promise<string[]> {
  const rows = await tx.all(
    build
      .selectFrom('backups')
      .select(['id', 'file_name'])
      .where('started_by', 'is', null)
      .where('marked', '=', 0)
      .where('backup_state', '!=', 'running')
      .where((where) => where.or([where('verdict', 'is', null), where('verdict', '!=', 'pending')]))
      .orderBy('created_at', 'desc')
      .offset(keep),
  )
  if (rows.length > 0)
    await tx.run(
      build.deleteFrom('backups').where(
        'id',
        'in',
        rows.map(({ id }) => id),
      ),
    )
  return rows.map(({ file_name }) => file_name)
}
