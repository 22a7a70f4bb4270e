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
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { extractDump, extractFiles, isBundle } from '../server/kernel/backups/bundle.ts'
import { unpacked } from '../server/kernel/backups/engines.ts'
import { ProgramError, runProgram } from '../server/kernel/backups/program.ts'
import type { Config } from '../server/kernel/config.ts'
import { readConfig, StartError } from '../server/kernel/config.ts'
import { lockFolder } from '../server/kernel/embedded/lock.ts'
import { openStorage } from '../server/kernel/storage.ts'

const ROLES = ['outstation_nobody', 'outstation_tenant', 'outstation_platform']

async function restore(file: string, replace: boolean, config: Config): Promise<string> {
  if (!existsSync(file)) throw new StartError(`${file} does not exist.`)
  // Backups of earlier versions are the dump alone.
  if (!await isBundle(file)) return restoreDump(file, file.endsWith('.dump'), replace, config)
  const { store, place } = await openStorage(config)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const dump = join(config.dataDir, `restoring-${process.pid}`)
  try {
    const ending = await extractDump(file, dump).catch((error: unknown) => { throw new StartError(`${file} cannot be read (${(error as Error).message}).`) })
    const told = await restoreDump(dump, ending === '.dump', replace, config)
    return `${told} ${await extractFiles(file, store)} files are in ${place}.`
  } finally {
    rmSync(dump, { force: true })
  }
}

async function restoreDump(file: string, isOfServer: boolean, replace: boolean, config: Config): Promise<string> {
  if (isOfServer !== (config.databaseUrl !== undefined)) {
    throw new StartError(isOfServer ? 'This is a backup of PostgreSQL: say in DATABASE_URL where it shall go.' : 'This is a backup of the embedded database: unset DATABASE_URL and say in DATA_DIR where it shall go.')
  }
  return config.databaseUrl === undefined ? intoFolder(file, replace, config.dataDir) : intoServer(file, replace, config.databaseUrl)
}

async function intoFolder(file: string, replace: boolean, dataDir: string): Promise<string> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataDir)
  const target = join(dataDir, 'postgres')
  const draft = `${target}.restored-${process.pid}`
  try {
    if (existsSync(target) && !replace) throw new StartError(`DATA_DIR ${dataDir} holds a database. With --replace it is put aside and the backup takes its place.`)
    // Once more slower, but with a third of the memory (server/kernel/embedded/engine.ts).
    setFlagsFromString('--liftoff-only')
    const bytes = await unpacked(file).catch((error: unknown) => { throw new StartError(`${file} cannot be read (${(error as Error).message}).`) })
    const database = await PGlite.create({ dataDir: draft, loadDataDir: new Blob([bytes]) }).catch((error: unknown) => { throw new StartError(`${file} is no backup of the embedded database (${(error as Error).message}).`) })
    const { rows } = await database.query<{ count: number }>('select count(*)::int as count from tenants')
    await database.close()
    const aside = `${target}.before-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`
    if (existsSync(target)) renameSync(target, aside)
    renameSync(draft, target)
    return `Restored ${rows[0]?.count ?? 0} tenants into ${dataDir}.${existsSync(aside) ? ` What was there before is in ${aside}.` : ''}`
  } finally {
    rmSync(draft, { recursive: true, force: true })
    lock.release()
  }
}

async function intoServer(file: string, replace: boolean, url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'outstation restore', connectionTimeoutMillis: 5000 })
  await client.connect().catch((error: unknown) => { throw new StartError(`DATABASE_URL: the database cannot be reached (${(error as { code?: string }).code ?? (error as Error).message}).`) })
  try {
    const { rows: servers } = await client.query(`select 1 from pg_stat_activity where datname = current_database() and (application_name = 'outstation' or application_name like 'outstation server %')`)
    if (servers.length > 0) throw new StartError('A server is running on this database. Stop it first.')
    const { rows: tables } = await client.query(`select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`)
    if (tables.length > 0 && !replace) throw new StartError('The database is not empty. With --replace everything in it goes, and the backup takes its place.')
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
    const { rows: extensions } = await client.query<{ name: string }>(`select quote_ident(extname) as name from pg_extension where extrelocatable and extnamespace = to_regnamespace($1)`, [aside])
    const moveExtensions = (schema: string) => extensions.map(({ name }) => `alter extension ${name} set schema ${schema};`).join(' ')
    if (extensions.length > 0) await client.query(moveExtensions('public'))
    try {
      await runProgram('pg_restore', url, ['--no-owner', '--exit-on-error', '--single-transaction', file])
    } catch (error) {
      if (tables.length > 0) await client.query(`${moveExtensions(aside)} drop schema public cascade; alter schema ${aside} rename to public`)
      throw error
    }
    if (tables.length > 0) await client.query(`drop schema ${aside} cascade`)
    const { rows: [found] } = await client.query<{ count: number }>('select count(*)::int as count from tenants')
    return `Restored ${found?.count ?? 0} tenants into the database.`
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
  const { positionals: [name], values: { replace, sha256 } } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean', default: false }, sha256: { type: 'string' } } })
  if (name === undefined) throw new StartError('Say which: npm run restore -- <file> [--replace] [--sha256 <checksum of the list>]')
  const file = resolve(name)
  if (sha256 !== undefined && existsSync(file) && await checksumOf(file) !== sha256.toLowerCase()) throw new StartError(`${file} is damaged: its checksum is another.`)
  process.stdout.write(`${await restore(file, replace, readConfig(process.env))}\n`)
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof ProgramError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
