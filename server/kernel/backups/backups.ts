/** Backups of the whole database: taken one at a time, in the background, into files that only this server's user may read. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../database.ts'
import { fail } from '../errors.ts'
import { newId } from '../secrets.ts'
import { build } from '../sql.ts'
import type { Held, Store } from '../store.ts'
import type { Doors, Transaction } from '../tenant.ts'
import { takeTurn } from '../turn.ts'
import { countSound, extractDump, writeBundle } from './bundle.ts'
import { differenceOf } from './counts.ts'
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

export function openBackups(config: Config, database: Database, doors: Doors, store: Pick<Store, 'hold'>): Backups {
  const folder = join(config.dataDir, 'backups')
  const engine = backupEngine(config, database)
  const pathOf = (fileName: string) => join(folder, fileName)
  let working: Promise<void> = Promise.resolve()

  const note = (id: string, values: Record<string, unknown>) => doors.inPlatform(AT_WORK, (tx) =>
    tx.run(build.updateTable('backups').set({ ...values, updated_at: sql`now()` }).where('id', '=', id)))

  async function work(id: string, fileName: string): Promise<void> {
    const beat = setInterval(() => void note(id, {}).catch(() => undefined), BEAT_MS)
    const { part, dump, held } = draftsOf(pathOf(fileName))
    let stage: 'taking' | 'rehearsing' = 'taking'
    let files: Held | undefined
    try {
      await mkdir(held, { recursive: true, mode: 0o700 })
      files = await store.hold(held)
      const { counts, files: named, pauseMs } = await engine.take(dump)
      // Those that came between the first look and the snapshot.
      await files.again()
      await writeBundle(part, { path: dump, ending: engine.ending }, files, named)
      await files.release()
      await rename(part, pathOf(fileName))
      const [{ size }, sha256] = await Promise.all([stat(pathOf(fileName)), hashOf(pathOf(fileName))])
      await note(id, {
        backup_state: 'done', verdict: 'pending', size_kb: Math.ceil(size / 1024), sha256, pause_ms: pauseMs,
        table_count: Object.keys(counts).length, row_count: Object.values(counts).reduce((sum, count) => sum + count, 0),
      })
      stage = 'rehearsing'
      await extractDump(pathOf(fileName), dump)
      const found = await engine.rehearse(dump)
      const differences = differenceOf({ ...counts, [FILES]: named.length }, { ...found.counts, [FILES]: await countSound(pathOf(fileName), found.files) })
      await note(id, { verdict: differences.length === 0 ? 'passed' : 'failed', remark: differences.join(', ').slice(0, 500) || null, finished_at: sql`now()` })
    } catch (error) {
      const remark = (error as Error).message.slice(0, 500)
      await note(id, { ...(stage === 'taking' ? { backup_state: 'failed' } : { verdict: 'failed' }), remark, finished_at: sql`now()` }).catch(() => undefined)
      await rm(part, { force: true })
    } finally {
      clearInterval(beat)
      await files?.release().catch(() => undefined)
      await rm(dump, { force: true })
      await rm(held, { force: true, recursive: true })
    }
  }

  return {
    engine: engine.engine, pathOf,
    settled: () => working,
    async begin(startedBy) {
      await this.mend()
      const id = newId()
      const fileName = `outstation-${stamp()}-${id.slice(-6)}.zip`
      await doors.inPlatform(AT_WORK, async (tx) => {
        await takeTurn(tx, 'backups')
        const other = await tx.first(build.selectFrom('backups').select('id').where((where) => where.or([where('backup_state', '=', 'running'), where('verdict', '=', 'pending')])))
        if (other) fail('backup.running')
        await tx.run(build.insertInto('backups').values({ id, file_name: fileName, backup_state: 'running', engine: engine.engine, engine_version: engine.version, started_by: startedBy }))
      })
      working = work(id, fileName)
      return { id }
    },
    discard: async (fileNames) => void await Promise.all(fileNames.map((name) => rm(pathOf(name), { force: true }))),
    mend: () => doors.inPlatform(AT_WORK, async (tx) => {
      const over = { remark: 'interrupted', finished_at: sql<Date>`now()` }
      const gone = build.updateTable('backups').set(over).where('updated_at', '<', GONE).returning('file_name')
      const left = [
        ...await tx.all(gone.set({ backup_state: 'failed' }).where('backup_state', '=', 'running')),
        ...await tx.all(gone.set({ verdict: 'failed' }).where('verdict', '=', 'pending')),
      ]
      tx.afterCommit(() => void Promise.all(left.flatMap((row) => Object.values(draftsOf(pathOf(row.file_name))).map((path) => rm(path, { force: true, recursive: true })))).catch(() => undefined))
    }),
  }
}

/** What is there while one is made: the archive that is not whole yet, the dump, and the folder in which files are held. */
function draftsOf(path: string) {
  return { part: `${path}.part`, dump: `${path}.dump`, held: `${path}.files` }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** `20261120-031500`, in the time of the process; the id after it keeps names apart. */
function stamp(): string {
  return new Date().toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '').replace('T', '-')
}

/** Names of the files of scheduled backups beyond the newest `keep` good ones; what somebody marked or asked for stays. */
export async function forgetOldest(tx: Transaction, keep: number): Promise<string[]> {
  const rows = await tx.all(build.selectFrom('backups').select(['id', 'file_name']).where('started_by', 'is', null).where('marked', '=', 0)
    .where('backup_state', '!=', 'running').where((where) => where.or([where('verdict', 'is', null), where('verdict', '!=', 'pending')])).orderBy('created_at', 'desc').offset(keep))
  if (rows.length > 0) await tx.run(build.deleteFrom('backups').where('id', 'in', rows.map(({ id }) => id)))
  return rows.map(({ file_name }) => file_name)
}
