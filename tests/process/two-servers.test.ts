/** Two servers on one PostgreSQL, of which one is killed in the middle: each piece of work and each event has its effects once. */
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../server/kernel/database/database.ts'
import { openDatabase } from '../../server/kernel/database/database.ts'
import { migrate } from '../../server/kernel/database/migrate.ts'
import { postgres, noteUntested } from '../support/engine.ts'
import type { Running } from '../support/process.ts'
import { run, temporaryFolder, until } from '../support/process.ts'
import type { Scratch } from '../support/scratch.ts'
import { scratchDatabase } from '../support/scratch.ts'

noteUntested('two servers that share scheduled work and events')

const PROGRAM = fileURLToPath(new URL('two-servers.program.ts', import.meta.url))
const TENANTS = 20
const EACH = 10

describe.runIf(postgres)('two servers on one database, of which one is killed', () => {
  const folder = temporaryFolder()
  const tenants = Array.from({ length: TENANTS }, () => randomUUID())
  const numbers = Array.from({ length: EACH }, (_, at) => at)
  let scratch: Scratch
  let database: Database
  const started: Running[] = []

  beforeAll(async () => {
    scratch = await scratchDatabase(postgres as string, 'two')
    database = await openDatabase({ databaseUrl: scratch.url, dataDir: '', timeZone: 'UTC' })
    await migrate(database)
    await owner(
      `create table effects (place bigint generated always as identity, tenant_id uuid not null, what text not null, by integer not null)`,
    )
    await owner('grant select, insert on effects to outstation_tenant')
    for (const [at, id] of tenants.entries())
      await owner('insert into tenants (id, tenant_code, tenant_name, status) values ($1, $2, $2, 1)', id, `two${at}`)
  })
  afterEach(async () => {
    for (const { signal } of started) signal('SIGKILL')
    await Promise.all(started.splice(0).map(({ ended }) => ended))
    await owner('delete from effects')
  })
  afterAll(async () => {
    await database.close()
    await scratch.drop()
    folder.remove()
  })

  const owner = async <Row extends object = object>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await database.asOwner((client) => client.query<Row>(text, values))).rows
  const startTwo = async () => {
    const variables = { DATABASE_URL: scratch.url, DATA_DIR: `${folder.path}/data`, RATE_LIMIT: '1000000' }
    started.push(...(await Promise.all([run(variables, { program: PROGRAM }), run(variables, { program: PROGRAM })])))
    return started as [Running, Running]
  }
  const effects = () => owner<{ tenant_id: string; what: string; by: number }>('select tenant_id, what, by from effects order by place')
  /** Waits until both have done something and much is left, and kills the one. */
  async function killOne(): Promise<void> {
    // None begins before both are there.
    const [one] = await database.asOwner(async (held) => {
      await held.query('begin; lock table effects in exclusive mode')
      try {
        return await startTwo()
      } finally {
        await held.query('commit')
      }
    })
    await until('both are at work', async () => new Set((await effects()).map(({ by }) => by)).size === 2)
    await one.kill()
    expect((await effects()).length, 'it was killed in the middle').toBeLessThan(TENANTS * EACH)
  }

  it('does all of the scheduled work, each piece once', async () => {
    for (const tenantId of tenants)
      for (const n of numbers)
        await owner("insert into scheduled_work (tenant_id, kind, key, due_at) values ($1, 'test-work', $2, now())", tenantId, String(n))
    await killOne()
    // What the dead one had in hand is free once its lease is over: that is brought forward.
    await until('what is left was taken by one of them', async () => {
      await owner(
        "update scheduled_work set taken_until = now() where kind = 'test-work' and taken_by is not null and taken_until < now() + interval '58 seconds'",
      )
      return (await owner("select from scheduled_work where kind = 'test-work'")).length === 0
    })
    const done = (await effects()).map(({ tenant_id: tenantId, what }) => `${tenantId} ${what}`)
    expect(done.sort()).toEqual(tenants.flatMap((tenantId) => numbers.map((n) => `${tenantId} work ${n}`)).sort())
  }, 120_000)

  it('hands on all of the events, each once and in its order', async () => {
    for (const tenantId of tenants)
      for (const n of numbers)
        await owner(
          "insert into domain_events (tenant_id, transaction_id, kind, subject) values ($1, pg_current_xact_id(), 'test-two-servers', $2)",
          tenantId,
          String(n),
        )
    await killOne()
    await until('all are handed on', async () => (await effects()).length >= TENANTS * EACH, 60_000)
    const done = await effects()
    for (const tenantId of tenants)
      expect(done.filter((effect) => effect.tenant_id === tenantId).map(({ what }) => what)).toEqual(numbers.map((n) => `event ${n}`))
    expect(await owner('select from dead_events')).toEqual([])
  }, 120_000)
})
