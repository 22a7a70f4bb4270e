/** The frame of a measurement on PostgreSQL: a server over a scratch database with one tenant, and a connection beside it without row security. */
import pg from 'pg'
import { openDatabase } from '../../server/kernel/database/database.ts'
import type { Client } from '../../tests/support/client.ts'
import { clientWith, signIn } from '../../tests/support/client.ts'
import { run, temporaryFolder } from '../../tests/support/process.ts'
import { PASSWORD, fill } from './dataset.ts'
import { benchDatabase } from './furnished.ts'

export interface ScratchServer {
  readonly tenantId: string
  /** Its administrator, signed in. */
  readonly admin: Client
  /** Sends statements as the platform: no row security narrows them. */
  readonly bare: pg.Client
  /** Carries out statements, each with its values, in one transaction as the platform, and vacuums. */
  fillWith(statements: readonly (readonly [text: string, values: readonly unknown[]])[]): Promise<void>
}

/**
 * What `work` comes to. Folder and database (on the server of `BENCH_DATABASE_URL`) are gone afterwards.
 * @param name Of the measurement, part of the name of the database
 * @param people Users of the tenant
 */
export async function onScratchServer<Result>(
  name: string,
  people: number,
  work: (server: ScratchServer) => Promise<Result>,
): Promise<Result> {
  const scratch = await benchDatabase(name)
  const folder = temporaryFolder()
  try {
    const database = await openDatabase({ databaseUrl: scratch.url, dataDir: '', timeZone: 'Asia/Shanghai' })
    const {
      tenants: [tenant],
    } = await fill(database, 1, people)
    if (!tenant) throw new Error('no tenant was made')
    const server = await run(
      { DEMO: 'off', DATABASE_URL: scratch.url, DATA_DIR: folder.path, RATE_LIMIT: '1000000000', TIME_ZONE: 'Asia/Shanghai' },
      { logFile: `${folder.path}/log` },
    )
    const bare = new pg.Client({ connectionString: scratch.url })
    await bare.connect()
    try {
      await bare.query('set role outstation_platform')
      const { token } = await signIn(server.url, tenant.code, 'admin', PASSWORD)
      return await work({
        tenantId: tenant.id,
        admin: clientWith(server.url, token),
        bare,
        fillWith: (statements) =>
          database.asOwner(async (client) => {
            await client.query('begin')
            await client.query('set local role outstation_platform')
            for (const [text, values] of statements) await client.query(text, [...values])
            await client.query('commit')
            await client.query('vacuum analyze')
          }),
      })
    } finally {
      await bare.end()
      await server.stop()
      await database.close()
    }
  } finally {
    folder.remove()
    await scratch.drop()
  }
}

/** Milliseconds within which 95 of 100 runs of `work` end, one after the other. @param warmUps Runs before them that do not count */
export async function p95Of(
  work: (at: number) => Promise<unknown>,
  { times, warmUps }: { times: number; warmUps: number },
): Promise<number> {
  for (let at = 0; at < Math.min(warmUps, times); at += 1) await work(at)
  const taken: number[] = []
  for (let at = 0; at < times; at += 1) {
    const start = performance.now()
    await work(at)
    taken.push(performance.now() - start)
  }
  return taken.toSorted((one, other) => one - other)[Math.ceil(times * 0.95) - 1] ?? NaN
}
