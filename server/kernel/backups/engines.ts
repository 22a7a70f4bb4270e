/**
 * Taking a backup and rehearsing it, on either engine. Rows are counted in the same snapshot that is dumped, so that the
 * rehearsal can compare exactly, whatever is written meanwhile.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../database.ts'
import type { Counts, KeptFile } from './counts.ts'
import { countRows, readKeptFiles } from './counts.ts'
import { runProgram } from './program.ts'

export interface Taken {
  readonly counts: Counts
  /** Those that the rows of the same snapshot name. */
  readonly files: readonly KeptFile[]
  /** Milliseconds for which nothing else could be written; on PostgreSQL nobody waits. */
  readonly pauseMs: number
}

export interface BackupEngine {
  readonly engine: Database['engine']
  readonly version: string
  /** How the name of a dump ends. */
  readonly ending: string
  take(path: string): Promise<Taken>
  /** Restores the file into a database of its own, which is thrown away, and counts its rows. */
  rehearse(path: string): Promise<Pick<Taken, 'counts' | 'files'>>
}

export function backupEngine({ databaseUrl, timeZone }: Pick<Config, 'databaseUrl' | 'timeZone'>, database: Database): BackupEngine {
  const { engine, version } = database
  return databaseUrl === undefined
    ? { engine, version, ending: '.tar.gz', take: (path) => takeEmbedded(database, path), rehearse: (path) => rehearseEmbedded(path, timeZone) }
    : { engine, version, ending: '.dump', take: (path) => takeServer(databaseUrl, path), rehearse: (path) => rehearseServer(databaseUrl, path) }
}

/** The engine serves one client at a time: while this one counts and dumps, everybody else waits. */
async function takeEmbedded(database: Database, path: string): Promise<Taken> {
  const { dump } = database
  if (!dump) throw new Error('this engine cannot be dumped')
  let pauseMs = 0
  const [counts, files, bytes] = await database.asOwner(async (client) => {
    const before = performance.now()
    await client.query('begin')
    const counted = await countRows(client)
    const named = await readKeptFiles(client)
    await client.query('commit')
    // So that the files hold what the memory holds, and restoring needs no recovery.
    await client.query('checkpoint')
    const dumped = await dump()
    pauseMs = Math.round(performance.now() - before)
    return [counted, named, dumped] as const
  })
  await pipeline(Readable.from(slices(bytes)), createGzip({ level: 3 }), createWriteStream(path, { mode: 0o600 }))
  await flush(path)
  return { counts, files, pauseMs }
}

/** A megabyte at a time, so that compressing leaves room for requests in between. */
function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1024 ** 2) yield bytes.subarray(at, at + 1024 ** 2)
}

export async function unpacked(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await buffer(createReadStream(path).pipe(createGunzip())))
}

async function rehearseEmbedded(path: string, timeZone: string): Promise<Pick<Taken, 'counts' | 'files'>> {
  const scratch = await openDatabase({ databaseUrl: undefined, dataDir: '', timeZone, inMemory: true, snapshot: await unpacked(path) })
  try {
    return await scratch.asOwner(readInTransaction)
  } finally {
    await scratch.close()
  }
}

async function takeServer(url: string, path: string): Promise<Taken> {
  const { counts, files } = await connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows: [exported] } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const counted = await countRows(client)
    const named = await readKeptFiles(client)
    // The snapshot lives as long as this transaction.
    await runProgram('pg_dump', url, ['--format=custom', '--no-owner', `--snapshot=${exported?.snapshot ?? ''}`, '--file', path])
    await client.query('commit')
    return { counts: counted, files: named }
  })
  await flush(path)
  return { counts, files, pauseMs: 0 }
}

async function rehearseServer(url: string, path: string): Promise<Pick<Taken, 'counts' | 'files'>> {
  const name = `outstation_rehearsal_${randomBytes(6).toString('hex')}`
  const scratch = new URL(url)
  scratch.pathname = `/${name}`
  await connected(url, (client) => client.query(`create database ${name}`))
  try {
    await runProgram('pg_restore', scratch.href, ['--no-owner', '--exit-on-error', path])
    return await connected(scratch.href, readInTransaction)
  } finally {
    await connected(url, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
}

async function readInTransaction(client: pg.ClientBase): Promise<Pick<Taken, 'counts' | 'files'>> {
  await client.query('begin read only')
  const counts = await countRows(client)
  const files = await readKeptFiles(client)
  await client.query('commit')
  return { counts, files }
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'outstation backup', connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}
