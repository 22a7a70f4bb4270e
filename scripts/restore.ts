/**
 * `npm run restore -- <file> [--identity <file>]`: makes the database what it was when the backup was taken, and puts its files back into `DATA_DIR`, or the store of `S3_URL`.
 * Without `DATABASE_URL` the database goes into `DATA_DIR` as well; otherwise into the PostgreSQL that it names, also from a backup of the embedded
 * engine: that is unpacked in `DATA_DIR` and moved as `npm run move` does it. An encrypted backup is opened by an identity that `npm run backup-key` wrote; nothing is touched before it is
 * known to be whole. The server has to be stopped. A target that is not empty is refused; `--replace` takes its place (the embedded files that were there stay beside it, as `postgres.before-<time>`).
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import pg from 'pg'
import type { Manifest, Counts } from '../server/backups/index.ts'
import {
  decryptFile,
  extractDump,
  extractFiles,
  folderOfRestore,
  identitiesIn,
  isBundle,
  isEncrypted,
  moveDatabase,
  readManifest,
  differenceOf,
  readSnapshot,
  ProgramError,
  removeLeftRestores,
  runProgram,
  unpackFolder,
} from '../server/backups/index.ts'
import type { Config } from '../server/kernel/config.ts'
import { readConfig } from '../server/config.ts'
import { StartError } from '../server/kernel/start-error.ts'
import { openCluster } from '../server/kernel/database/embedded/cluster.ts'
import { lockFolder } from '../server/kernel/database/embedded/lock.ts'
import { openStorage } from '../server/storage/index.ts'
import { linesOf, verifyThere } from './moved.ts'

interface Options {
  readonly identity: string | undefined
  readonly replace: boolean
}

/** Each with the one whose rights it has. */
const ROLES = { outstation_nobody: '', outstation_tenant: '', outstation_platform: '', outstation_scoped: 'outstation_tenant' }

async function restore(file: string, { identity, replace }: Options, config: Config): Promise<string> {
  const folder = folderOfRestore(config.dataDir)
  try {
    await removeLeftRestores(config.dataDir)
    if (!(await isEncrypted(file))) return await restoreArchive(file, file, replace, config)
    const archive = join(folder, 'archive')
    await decryptFile(file, archive, readIdentities(file, identity))
    return await restoreArchive(archive, file.replace(/\.age$/, ''), replace, config)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readIdentities(file: string, path: string | undefined): string[] {
  if (path === undefined) throw new StartError(`${file} is encrypted: say --identity <file>, the one that npm run backup-key wrote.`)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartError(`The identity file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  return identitiesIn(text)
}

/** @param name What the archive is called. */
async function restoreArchive(archive: string, name: string, replace: boolean, config: Config): Promise<string> {
  // Backups of earlier versions are the dump alone.
  if (!(await isBundle(archive))) return reportRestored(await restoreDump(archive, name.endsWith('.dump'), replace, config), undefined)
  const unreadable = (error: unknown) => {
    throw new StartError(`${name} cannot be read (${(error as Error).message}).`)
  }
  const manifest = await readManifest(archive).catch(unreadable)
  const { store, place } = await openStorage(config)
  const folder = folderOfRestore(config.dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const dump = join(folder, 'dump')
  const ending = await extractDump(archive, dump).catch(unreadable)
  const restored = await restoreDump(dump, ending === '.dump', replace, config)
  rmSync(dump)
  return `${reportRestored(restored, manifest)}\n${await extractFiles(archive, store)} files are in ${place}.`
}

/** A sentence, and how many rows every table has. */
interface Restored {
  readonly sentence: string
  readonly counts: Counts
}

/** What is there now, table by table, beside what was there when the backup was taken. A difference makes the program end with 1. */
function reportRestored({ sentence, counts }: Restored, manifest: Manifest | undefined): string {
  const filled = Object.entries(counts).filter(([name, count]) => count > 0 || (manifest?.counts[name] ?? 0) > 0)
  const lines = filled.map(([name, count]) => `  ${name.padEnd(32)}${String(count).padStart(12)}`)
  const sum = Object.values(counts).reduce((all, count) => all + count, 0)
  const differences = manifest ? differenceOf(manifest.counts, counts) : []
  if (differences.length > 0) process.exitCode = 1
  return [
    sentence,
    ...lines,
    `${Object.keys(counts).length} tables, ${sum} rows${manifest === undefined ? '; the backup does not say how many there were' : differences.length === 0 ? `, as many in each table as when the backup was taken (${manifest.takenAt})` : `. THIS DIFFERS from when the backup was taken (${manifest.takenAt}), taken≠restored: ${differences.join(', ')}`}.`,
  ].join('\n')
}

async function restoreDump(file: string, isOfServer: boolean, replace: boolean, config: Config): Promise<Restored> {
  const { databaseUrl: url, dataDir } = config
  if (isOfServer && url === undefined) throw new StartError('This is a backup of PostgreSQL: say in DATABASE_URL where it shall go.')
  if (url === undefined) return intoFolder(file, replace, dataDir)
  if (isOfServer) return intoServer(file, replace, url)
  return fromFolderIntoServer(file, replace, { ...config, databaseUrl: url })
}

async function intoFolder(file: string, replace: boolean, dataDir: string): Promise<Restored> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataDir)
  const target = join(dataDir, 'postgres')
  const draft = `${target}.restored-${process.pid}`
  try {
    if (existsSync(target) && !replace)
      throw new StartError(`DATA_DIR ${dataDir} holds a database. With --replace it is put aside and the backup takes its place.`)
    // Once more slower, but with a third of the memory (server/kernel/database/embedded/engine.ts).
    setFlagsFromString('--liftoff-only')
    await unpack(file, draft)
    const database = await openCluster(draft, 16).catch((error: unknown) => {
      throw new StartError(`${file} is no backup of the embedded database (${(error as Error).message}).`)
    })
    const { counts } = await readSnapshot(database)
    await database.close()
    const aside = `${target}.before-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`
    if (existsSync(target)) renameSync(target, aside)
    renameSync(draft, target)
    return {
      counts,
      sentence: `Restored ${counts['tenants'] ?? 0} tenants into ${dataDir}.${existsSync(aside) ? ` What was there before is in ${aside}.` : ''}`,
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
    lock.release()
  }
}

async function unpack(file: string, folder: string): Promise<void> {
  await unpackFolder(createReadStream(file), folder).catch((error: unknown) => {
    throw new StartError(`${file} cannot be read (${(error as Error).message}).`)
  })
}

/** What a backup of the embedded engine holds, moved into PostgreSQL; a move of the same backup that was broken off goes on. */
async function fromFolderIntoServer(file: string, replace: boolean, config: Config & { databaseUrl: string }): Promise<Restored> {
  const { databaseUrl: url, dataDir } = config
  const draft = join(dataDir, 'restoring.cluster')
  const moving = { folder: draft, url, print, onlyUnfinished: false, beforeHandover: () => undefined }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataDir)
  try {
    // Of one that was killed.
    rmSync(draft, { recursive: true, force: true })
    await unpack(file, draft)
    // A database with half of such a move in it is not empty, and is gone on with.
    const tables = await (replace ? onServer(url, true, () => moveDatabase(moving)) : moveDatabase(moving))
    for (const line of linesOf(tables)) print(line)
    if (!(await verifyThere(config, print))) process.exitCode = 1
    return {
      counts: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
      sentence: `Restored ${tables.find(({ name }) => name === 'tenants')?.rows ?? 0} tenants into the database.`,
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
    lock.release()
  }
}

async function intoServer(file: string, replace: boolean, url: string): Promise<Restored> {
  return onServer(url, replace, async (client) => {
    // They belong to the whole cluster and are in no dump of one database.
    for (const [role, inside] of Object.entries(ROLES)) {
      const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [role])
      if (rows.length === 0) await client.query(`create role ${role} nologin nobypassrls ${inside ? 'inherit' : 'noinherit'}`)
      await client.query(`grant ${role} to current_user`)
      if (inside) await client.query(`grant ${inside} to ${role}`)
    }
    await runProgram('pg_restore', url, ['--no-owner', '--exit-on-error', '--single-transaction', file])
    const { counts } = await readSnapshot(client)
    return { counts, sentence: `Restored ${counts['tenants'] ?? 0} tenants into the database.` }
  })
}

/** Runs the work on a database that is empty, or is made so: what is there steps aside first, and comes back should the backup be damaged. */
async function onServer<Result>(url: string, replace: boolean, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'outstation restore', connectionTimeoutMillis: 5000 })
  await client.connect().catch((error: unknown) => {
    throw new StartError(`DATABASE_URL: the database cannot be reached (${(error as { code?: string }).code ?? (error as Error).message}).`)
  })
  try {
    const { rows: servers } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and (application_name = 'outstation' or application_name like 'outstation server %')`,
    )
    if (servers.length > 0) throw new StartError('A server is running on this database. Stop it first.')
    const { rows: tables } = await client.query(
      `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`,
    )
    if (tables.length === 0) return await work(client)
    if (!replace) throw new StartError('The database is not empty. With --replace everything in it goes, and the backup takes its place.')
    const aside = `public_before_${process.pid}`
    await client.query(`alter schema public rename to ${aside}; create schema public`)
    // An extension is one of the whole database: the backup expects it in `public`, and what stepped aside keeps using it.
    const { rows: extensions } = await client.query<{ name: string }>(
      `select quote_ident(extname) as name from pg_extension where extrelocatable and extnamespace = to_regnamespace($1)`,
      [aside],
    )
    const moveExtensions = (schema: string) => extensions.map(({ name }) => `alter extension ${name} set schema ${schema};`).join(' ')
    if (extensions.length > 0) await client.query(moveExtensions('public'))
    const result = await work(client).catch(async (error: unknown) => {
      await client.query(`${moveExtensions(aside)} drop schema public cascade; alter schema ${aside} rename to public`)
      throw error
    })
    await client.query(`drop schema ${aside} cascade`)
    return result
  } finally {
    await client.end()
  }
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  const {
    positionals: [name],
    values: { replace, sha256, identity },
  } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false }, sha256: { type: 'string' }, identity: { type: 'string' } },
  })
  if (name === undefined)
    throw new StartError('Say which: npm run restore -- <file> [--identity <file>] [--replace] [--sha256 <checksum of the list>]')
  const file = resolve(name)
  if (!existsSync(file)) throw new StartError(`${file} does not exist.`)
  if (sha256 !== undefined && (await checksumOf(file)) !== sha256.toLowerCase())
    throw new StartError(`${file} is damaged: its checksum is another.`)
  const start = performance.now()
  process.stdout.write(
    `${await restore(file, { identity, replace }, readConfig(process.env))}\nThis took ${((performance.now() - start) / 1000).toFixed(1)} s.\n`,
  )
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof ProgramError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
