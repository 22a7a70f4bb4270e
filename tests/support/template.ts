/**
 * Runs once before the HTTP tests: a database with all migrations and the catalogue, from which every test file gets a
 * copy of its own. On the embedded engine that is a folder, on PostgreSQL a template database.
 */
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { features } from '../../server/modules.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/kernel/database/database.ts'
import { openDatabase } from '../../server/kernel/database/database.ts'
import { migrate } from '../../server/kernel/database/migrate.ts'
import { openServices } from '../../server/services.ts'
import { syncCatalogue } from '../../server/seed/catalogue.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the copies come from: a data folder of the embedded engine, and the folder of its copies, or a database of the server in TEST_DATABASE_URL. */
    template: { folder: string; copies: string } | { server: string; database: string }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL']
  return server ? onPostgres(project, server) : onEmbedded(project)
}

async function onEmbedded(project: TestProject) {
  const copies = mkdtempSync(join(tmpdir(), 'outstation-test-'))
  // Many runs of the same tables in a row need it made once (scripts/test-faults.ts).
  const folder = process.env['TEST_TEMPLATE'] ?? join(copies, 'template')
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`
    const database = await openDatabase({ databaseUrl: undefined, dataDir: draft, timeZone: 'Asia/Shanghai' })
    await fill(database)
    await dropTemplates(database)
    await database.close()
    renameSync(draft, folder)
  }
  process.stdout.write('The HTTP tests run on the embedded engine. Set TEST_DATABASE_URL to run them on PostgreSQL as well.\n')
  project.provide('template', { folder, copies })
  // Also what servers have left that end with their worker.
  return async () => rmSync(copies, { recursive: true, force: true, maxRetries: 5 })
}

/** Drops the databases from which a server makes new ones: a quarter of what is copied for each server, and the embedded engine has one database. */
async function dropTemplates(database: Database): Promise<void> {
  await database.asOwner(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'update pg_database set datistemplate = false where datistemplate returning datname',
    )
    for (const { datname } of rows) await client.query(`drop database ${datname}`)
  })
}

/** The embedded engine on a copy of the folder: a start reads what it needs of it, where one in memory would unpack all of it. */
export async function openCopy({ folder, copies }: { folder: string; copies: string }, timeZone: string): Promise<Database> {
  const dataDir = mkdtempSync(join(copies, 'copy-'))
  cpSync(join(folder, 'postgres'), join(dataDir, 'postgres'), { recursive: true })
  const database = await openDatabase({ databaseUrl: undefined, dataDir, timeZone })
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function onPostgres(project: TestProject, server: string) {
  const name = `outstation_test_template_${process.pid}`
  await onServer(server, `create database ${name}`)
  const database = await openDatabase({ databaseUrl: databaseUrl(server, name), dataDir: '', timeZone: 'Asia/Shanghai' })
  await fill(database)
  await database.close()
  project.provide('template', { server, database: name })
  return async () => {
    // Also what servers have left that end with their worker.
    for (const left of await databasesNamed(server, name)) await onServer(server, `drop database if exists ${left} with (force)`)
  }
}

/** The databases whose name begins so. */
function databasesNamed(server: string, start: string): Promise<string[]> {
  return withClient(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [start])
    return rows.map(({ datname }) => datname)
  })
}

async function fill(database: Database): Promise<void> {
  await migrate(database)
  const services = await openServices(readConfig({}), database)
  await services.transactions.inPlatform('the tests need the catalogue', (tx) => syncCatalogue(tx, features))
  await services.invalidations.close()
}

export function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Runs one statement on the server's own database, such as one that makes or drops another. */
export function onServer(server: string, statement: string): Promise<void> {
  return withClient(server, async (client) => void (await client.query(statement)))
}

async function withClient<Result>(server: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
