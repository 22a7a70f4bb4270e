/**
 * Taking a backup and rehearsing it, on either engine. Rows are counted in the same snapshot that is dumped, so that the
 * rehearsal can compare exactly, whatever is written meanwhile.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { KernelConfig } from '../kernel/config.ts'
import type { Database } from '../kernel/database/database.ts'
import { countSound, extractDump } from './bundle.ts'
import type { Rehearsed, Taken } from './counts.ts'
import { countRows, readKeptFiles, readSnapshot } from './counts.ts'
import { rehearseEmbedded, roomForEmbedded, takeEmbedded } from './embedded-dump.ts'
import { flush } from './flush.ts'
import { runProgram } from './program.ts'

export interface BackupEngine {
  readonly engine: Database['engine']
  readonly version: string
  /** How the name of a dump ends. */
  readonly ending: string
  /** Bytes that taking and rehearsing one may need on this machine's disk, besides the files of tenants. */
  room(): Promise<number>
  take(path: string): Promise<Taken>
  /** Restores the backup into a database of its own, which is thrown away, and counts its rows. What it needs meanwhile begins with the path `scratch`. */
  rehearse(backup: string, scratch: string): Promise<Rehearsed>
}

/** How backups of this installation are taken and rehearsed: by `pg_dump` on PostgreSQL, by copying the cluster on the embedded engine. */
export function backupEngine({ databaseUrl }: Pick<KernelConfig, 'databaseUrl'>, database: Database): BackupEngine {
  const { engine, version } = database
  return databaseUrl === undefined
    ? {
        engine,
        version,
        ending: '.tar.gz',
        room: () => roomForEmbedded(database),
        take: (path) => takeEmbedded(database, path),
        rehearse: rehearseEmbedded,
      }
    : {
        engine,
        version,
        ending: '.dump',
        room: async () => 0,
        take: (path) => takeServer(databaseUrl, path),
        rehearse: (backup, scratch) => rehearseServer(databaseUrl, backup, scratch),
      }
}

async function takeServer(url: string, path: string): Promise<Taken> {
  const { counts, files } = await connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const {
      rows: [exported],
    } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
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

async function rehearseServer(url: string, backup: string, dump: string): Promise<Rehearsed> {
  await extractDump(backup, dump)
  const name = `outstation_rehearsal_${randomBytes(6).toString('hex')}`
  const scratch = new URL(url)
  scratch.pathname = `/${name}`
  await connected(url, (client) => client.query(`create database ${name}`))
  try {
    await runProgram('pg_restore', scratch.href, ['--no-owner', '--exit-on-error', dump])
    const { counts, files } = await connected(scratch.href, readSnapshot)
    return { counts, soundFiles: await countSound(backup, files) }
  } finally {
    await connected(url, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
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
