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
import type { BackupConfig } from './config.ts'
import type { Counts } from './counts.ts'
import { differenceOf } from './counts.ts'
import { encryptBeside } from './encryption.ts'
import { backupEngine } from './engines.ts'
import { removeLeftRestores, workingCopiesIn, workingCopyOf } from './working-copies.ts'

export interface Backups {
  readonly engine: Database['engine']
  /** Whether they are encrypted when they are whole. */
  readonly encrypts: boolean
  /** Begins one, and gives its id at once. @throws Failure `backup.running` while another is at work. */
  begin(startedBy: string | null): Promise<{ id: string }>
  /** Resolves when nothing is at work any more in this server. */
  settled(): Promise<void>
  pathOf(fileName: string): string
  /** Throws the files away. */
  discard(fileNames: readonly string[]): Promise<void>
  /**
   * Says of what nobody is at work on any more that it was interrupted, and throws away what is left of it on the disk.
   * @param when At its start a server that is the only one knows that nobody else is at work; later it waits for signs of life of others.
   */
  mend(when?: 'at the start'): Promise<void>
}

const BEAT_MS = 10_000
/** Without a sign of life for so long, whoever was at work on it is gone. */
const IS_SILENT = sql<boolean>`updated_at < now() - interval '1 minute'`

/** Of one that is being taken, rehearsed or encrypted. */
const isAtWork = sql<boolean>`(backup_state = 'running' or verdict = 'pending')`

/** What the rehearsal calls them beside the tables. */
const FILES = '(files)'

const AT_WORK = 'the platform backs up all tenants'

/**
 * The backups of this installation: begun by hand or by schedule, one at a time, and discarded.
 * @param free Megabytes (1024²) that are free on the disk of a folder.
 */
export function openBackups(
  config: KernelConfig & BackupConfig,
  database: Database,
  transactions: TransactionScopes,
  store: Pick<Store, 'hold'>,
  clock: Clock,
  free = freeMegabytes,
): Backups {
  const folder = join(config.dataDir, 'backups')
  const engine = backupEngine(config, database)
  const pathOf = (fileName: string) => join(folder, fileName)
  const recipients = config.backupRecipients
  const encrypts = recipients.length > 0
  /** What this server is at work on. */
  const own = new Set<string>()
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
    // They lie in the archive, and once more in what is encrypted of it.
    const bytes = Number(files?.bytes ?? 0) * (encrypts ? 2 : 1)
    const needed = marksOf(config.minFreeMb).bulk + Math.ceil(((await engine.room()) + bytes) / 1024 ** 2)
    const found = Math.floor(await free(folder))
    if (found < needed) fail('backup.no-room', { values: { needed, free: found } })
  }

  async function work(id: string, fileName: string): Promise<void> {
    const beat = worker({ clock, every: BEAT_MS, first: BEAT_MS, work: async () => void (await note(id, {})), onError: () => undefined })
    const { folder: draft, held, dump, archive, encrypted } = workingCopyOf(pathOf(fileName))
    let files: Held | undefined
    try {
      await assertRoom()
      await mkdir(held, { recursive: true, mode: 0o700 })
      files = await store.hold(held)
      const { counts, files: named, pauseMs } = await engine.take(dump)
      // Those that came between the first look and the snapshot.
      await files.again()
      const plain = await writeBundle(archive, { ...engine, path: dump, counts }, files, named)
      await rm(dump)
      await files.release()
      await note(id, {
        verdict: 'pending',
        pause_ms: pauseMs,
        table_count: Object.keys(counts).length,
        row_count: Object.values(counts).reduce((sum, count) => sum + count, 0),
      })
      await note(id, await rehearse(archive, dump, { ...counts, [FILES]: named.length }))
      // Only now, for nobody here can read it afterwards; whatever was found, it may be the best that there is.
      const { size, sha256 } = encrypts ? await encryptBeside(archive, encrypted, recipients) : plain
      await rename(encrypts ? encrypted : archive, pathOf(fileName))
      await note(id, {
        backup_state: 'done',
        size_kb: Math.ceil(size / 1024),
        sha256,
        recipients: encrypts ? recipients.join(', ') : null,
        finished_at: sql`now()`,
      })
    } catch (error) {
      await note(id, { backup_state: 'failed', remark: remarkOf(error), finished_at: sql`now()` }).catch(() => undefined)
    } finally {
      await beat.stop()
      await files?.release().catch(() => undefined)
      await rm(draft, { force: true, recursive: true })
      own.delete(id)
    }
  }

  /** What is to be noted of the rehearsal of an archive, in which so much should be found. */
  async function rehearse(
    archive: string,
    scratch: string,
    wanted: Counts,
  ): Promise<{ verdict: 'passed' | 'failed'; remark: string | null }> {
    try {
      const found = await engine.rehearse(archive, scratch)
      const differences = differenceOf(wanted, { ...found.counts, [FILES]: found.soundFiles })
      return { verdict: differences.length === 0 ? 'passed' : 'failed', remark: differences.join(', ').slice(0, 500) || null }
    } catch (error) {
      return { verdict: 'failed', remark: remarkOf(error) }
    }
  }

  return {
    engine: engine.engine,
    encrypts,
    pathOf,
    settled: () => working,
    async begin(startedBy) {
      await this.mend()
      // Somebody who asks is told at once; what the schedule begins stands in the list as failed, and is tried again later.
      if (startedBy !== null) await assertRoom()
      const id = newId()
      const fileName = `outstation-${stamp(clock)}-${id.slice(-6)}.zip${encrypts ? '.age' : ''}`
      own.add(id)
      await transactions
        .inPlatform(AT_WORK, async (tx) => {
          await advisoryLock(tx, 'backups')
          const other = await tx.first(build.selectFrom('backups').select('id').where(isAtWork))
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
        .catch((error: unknown) => {
          own.delete(id)
          throw error
        })
      working = work(id, fileName)
      return { id }
    },
    discard: async (fileNames) => void (await Promise.all(fileNames.map((name) => rm(pathOf(name), { force: true })))),
    async mend(when) {
      // Looked at before the rows: whatever comes later belongs to somebody.
      const copies = await workingCopiesIn(folder)
      const alone = engine.engine === 'embedded' || (when === 'at the start' && (await database.isAlone()))
      const atWork = await transactions.inPlatform(AT_WORK, async (tx) => {
        const gone = build
          .updateTable('backups')
          .set({ remark: 'interrupted', finished_at: sql<Date>`now()` })
          .where(sql<boolean>`id <> all(${[...own]}::uuid[])`)
          .where(alone ? sql<boolean>`true` : IS_SILENT)
        await tx.run(gone.set({ backup_state: 'failed' }).where('backup_state', '=', 'running'))
        await tx.run(gone.set({ verdict: 'failed' }).where('verdict', '=', 'pending'))
        return tx.all(build.selectFrom('backups').select('file_name').where(isAtWork))
      })
      const names = new Set(atWork.map((row) => row.file_name))
      await Promise.all(copies.filter(({ fileName }) => !names.has(fileName)).map(({ path }) => rm(path, { recursive: true, force: true })))
      await removeLeftRestores(config.dataDir)
    },
  }
}

function remarkOf(error: unknown): string {
  if (error instanceof Failure && error.code === 'backup.no-room')
    return `not enough disk space: ${error.details.values?.['needed']} MB are needed, ${error.details.values?.['free']} MB are free`
  return (error as Error).message.slice(0, 500)
}

/** `20261120-031500`, in the time of the process; the id after it keeps names apart. */
function stamp(clock: Clock): string {
  return new Date(clock.now()).toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '').replace('T', '-')
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
