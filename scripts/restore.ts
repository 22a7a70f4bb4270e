/**
 * `npm run restore -- <file>`: makes the database what it was when the backup was taken, and puts its files back into `DATA_DIR`, or the store of `S3_URL`.
 * Embedded: the database goes into `DATA_DIR` as well; PostgreSQL: into the one that `DATABASE_URL` names. The server has to be
 * stopped. A target that is not empty is refused; `--replace` takes its place (the embedded files that were there stay beside it, as `postgres.before-<time>`).
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import pg from 'pg'
import type { Manifest, Counts } from '../server/backups/index.ts'
import {
  extractDump,
  extractFiles,
  isBundle,
  readManifest,
  differenceOf,
  readSnapshot,
  ProgramError,
  runProgram,
  unpackFolder,
} from '../server/backups/index.ts'
import type { Config } from '../server/kernel/config.ts'
import { readConfig } from '../server/config.ts'
import { StartError } from '../server/kernel/start-error.ts'
import { openCluster } from '../server/kernel/database/embedded/cluster.ts'
import { lockFolder } from '../server/kernel/database/embedded/lock.ts'
import { openStorage } from '../server/storage/index.ts'

const ROLES = ['outstation_nobody', 'outstation_tenant', 'outstation_platform']

async function restore(file: string, replace: boolean, config: Config): Promise<string> {
  if (!existsSync(file)) throw new StartError(`${file} does not exist.`)
  // Backups of earlier versions are the dump alone.
  if (!(await isBundle(file))) return told(await restoreDump(file, file.endsWith('.dump'), replace, config), undefined)
  const manifest = await readManifest(file).catch((error: unknown) => {
    throw new StartError(`${file} cannot be read (${(error as Error).message}).`)
  })
  const { store, place } = await openStorage(config)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const dump = join(config.dataDir, `restoring-${process.pid}`)
  try {
    const ending = await extractDump(file, dump).catch((error: unknown) => {
      throw new StartError(`${file} cannot be read (${(error as Error).message}).`)
    })
    const restored = await restoreDump(dump, ending === '.dump', replace, config)
    rmSync(dump)
    return `${told(restored, manifest)}\n${await extractFiles(file, store)} files are in ${place}.`
  } finally {
    rmSync(dump, { force: true })
  }
}

/** A sentence, and how many rows every table has. */
interface Restored {
  readonly sentence: string
  readonly counts: Counts
}

/** What is there now, table by table, beside what was there when the backup was taken. A difference makes the program end with 1. */
function told({ sentence, counts }: Restored, manifest: Manifest | undefined): string {
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
  if (isOfServer !== (config.databaseUrl !== undefined)) {
    throw new StartError(
      isOfServer
        ? 'This is a backup of PostgreSQL: say in DATABASE_URL where it shall go.'
        : 'This is a backup of the embedded database: unset DATABASE_URL and say in DATA_DIR where it shall go.',
    )
  }
  return config.databaseUrl === undefined ? intoFolder(file, replace, config.dataDir) : intoServer(file, replace, config.databaseUrl)
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
    await unpackFolder(createReadStream(file), draft).catch((error: unknown) => {
      throw new StartError(`${file} cannot be read (${(error as Error).message}).`)
    })
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

async function intoServer(file: string, replace: boolean, url: string): Promise<Restored> {
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
    if (tables.length > 0 && !replace)
      throw new StartError('The database is not empty. With --replace everything in it goes, and the backup takes its place.')
    // They belong to the whole cluster and are in no dump of one database.
    for (const role of ROLES) {
      const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [role])
      if (rows.length === 0) await client.query(`create role ${role} nologin nobypassrls noinherit`)
      await client.query(`grant ${role} to current_user`)
    }
    // What is there steps aside first, and comes back should the backup be damaged.
    const aside = `public_before_${process.pid}`
    if (tables.length > 0) await client.query(`alter schema public rename to ${aside}; create schema public`)
    // An extension is one of the whole database: the backup expects it in `public`, and what stepped aside keeps using it.
    const { rows: extensions } = await client.query<{ name: string }>(
      `select quote_ident(extname) as name from pg_extension where extrelocatable and extnamespace = to_regnamespace($1)`,
      [aside],
    )
    const moveExtensions = (schema: string) => extensions.map(({ name }) => `alter extension ${name} set schema ${schema};`).join(' ')
    if (extensions.length > 0) await client.query(moveExtensions('public'))
    try {
      await runProgram('pg_restore', url, ['--no-owner', '--exit-on-error', '--single-transaction', file])
    } catch (error) {
      if (tables.length > 0)
        await client.query(`${moveExtensions(aside)} drop schema public cascade; alter schema ${aside} rename to public`)
      throw error
    }
    if (tables.length > 0) await client.query(`drop schema ${aside} cascade`)
    const { counts } = await readSnapshot(client)
    return { counts, sentence: `Restored ${counts['tenants'] ?? 0} tenants into the database.` }
  } finally {
    await client.end()
  }
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

try {
  const {
    positionals: [name],
    values: { replace, sha256 },
  } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean', default: false }, sha256: { type: 'string' } } })
  if (name === undefined) throw new StartError('Say which: npm run restore -- <file> [--replace] [--sha256 <checksum of the list>]')
  const file = resolve(name)
  if (sha256 !== undefined && existsSync(file) && (await checksumOf(file)) !== sha256.toLowerCase())
    throw new StartError(`${file} is damaged: its checksum is another.`)
  const start = performance.now()
  process.stdout.write(
    `${await restore(file, replace, readConfig(process.env))}\nThis took ${((performance.now() - start) / 1000).toFixed(1)} s.\n`,
  )
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof ProgramError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
