/** Sealing: no row is skipped however late it is committed, none is sealed twice, and the cost is that of the new rows. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { appendPending } from './chain-append.ts'
import { buildFor, typedAs } from '../kernel/database/sql.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'
import { snapshotOf, rangesBetween } from './chain-pending.ts'
import type { Break, Progress } from './chain-verify.ts'
import { verifyChain } from './chain-verify.ts'

const postgres = !('folder' in inject('template'))

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  await appendPending(server.services.transactions)
})
afterAll(() => server.stop())

const seal = () => appendPending(server.services.transactions)
const verify = (): Promise<Break | undefined> =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => (await verifyChain(tx, tenant.id)).broken, 'read')

/** Writes changes as the tables do; gives the operation they are kept under. */
async function write(client: pg.ClientBase, count: number, number?: string): Promise<string> {
  const operation = randomUUID()
  await client.query(
    `insert into changes (tenant_id, table_name, row_id, verb, after, operation_id${number === undefined ? '' : ', transaction_id'})
    select $1, 'users', gen_random_uuid(), 'add', '{}', $2${number === undefined ? '' : `, '${number}'`} from generate_series(1, $3::int)`,
    [tenant.id, operation, count],
  )
  return operation
}

const owner = <Result>(work: (client: pg.ClientBase) => Promise<Result>) => server.database.asOwner(work)

/** Numbers of the seals of an operation's changes, ascending. */
const sealsOf = (operation: string) =>
  owner(async (client) =>
    (
      await client.query<{ position: string }>(
        `
  select seal.position from changes join log_seals seal on seal.tenant_id = changes.tenant_id and seal.source = 'change' and seal.record = changes.position
  where operation_id = $1 order by 1`,
        [operation],
      )
    ).rows.map(({ position }) => Number(position)),
  )

describe('between two snapshots', () => {
  const between = (seen: string, goal: string) =>
    rangesBetween(snapshotOf(seen), snapshotOf(goal)).map(({ from, below }) => [Number(from), Number(below)])

  it.each([
    ['nothing was written', '10:10:', '10:10:', []],
    ['all that began is over', '10:10:', '14:14:', [[10, 14]]],
    [
      'some go on',
      '10:10:',
      '11:14:11,13',
      [
        [10, 11],
        [12, 13],
      ],
    ],
    [
      'one that ran is over',
      '8:10:8',
      '12:12:',
      [
        [8, 9],
        [10, 12],
      ],
    ],
    ['one that ran is over, another goes on', '7:10:7,8', '8:12:8,10,11', [[7, 8]]],
    ['all go on', '7:10:7,8', '7:12:7,8,10,11', []],
  ])('when %s', (_when, seen, goal, stretches) => expect(between(seen, goal)).toEqual(stretches))
})

describe('sealing', () => {
  it.runIf(postgres)('does not skip rows that are committed after later ones were sealed, and does not wait for them', async () => {
    const [late, early] = await owner(async (first) => {
      await first.query('begin')
      const before = await write(first, 3)
      const after = await owner((second) => write(second, 3))
      expect(await seal()).toBe(3)
      expect(await seal()).toBe(0)
      // The one that is still running writes on, and rounds pass meanwhile.
      await first.query(
        'insert into changes (tenant_id, table_name, row_id, verb, operation_id) select tenant_id, table_name, row_id, verb, operation_id from changes where operation_id = $1 limit 2',
        [before],
      )
      await owner((second) => write(second, 1))
      expect(await seal()).toBe(1)
      expect(await sealsOf(before)).toEqual([])
      await first.query('commit')
      return [before, after]
    })
    expect(await seal()).toBe(5)
    const [lateSeals, earlySeals] = [await sealsOf(late as string), await sealsOf(early as string)]
    expect(lateSeals).toHaveLength(5)
    expect(Math.min(...lateSeals)).toBeGreaterThan(Math.max(...earlySeals))
    expect(await verify()).toBeUndefined()
  })

  it.runIf(postgres)('goes past what was rolled back', async () => {
    await owner(async (first) => {
      await first.query('begin')
      await write(first, 3)
      await owner((second) => write(second, 1))
      expect(await seal()).toBe(1)
      await first.query('rollback')
    })
    expect(await seal()).toBe(0)
    await owner((client) => write(client, 1))
    expect(await seal()).toBe(1)
  })

  it('takes up a transaction that the last round saw running', async () => {
    await owner((client) => write(client, 1))
    await seal()
    // One engine runs one transaction at a time: so the last round is told that there was another.
    const late = await owner(async (client) => {
      const {
        rows: [now],
      } = await client.query<{ number: string }>(
        "select pg_snapshot_xmax(seen)::text::bigint - 1 as number from log_sealing where source = 'change'",
      )
      const number = now?.number ?? ''
      await client.query(
        `update log_sealing set seen = ($1 || ':' || pg_snapshot_xmax(seen) || ':' || $1)::pg_snapshot, stored_by = pg_current_xact_id() where source = 'change'`,
        [number],
      )
      return write(client, 3, number)
    })
    expect(await verify()).toBeUndefined()
    expect(await seal()).toBe(3)
    expect(await sealsOf(late)).toHaveLength(3)
  })

  it('goes on where it was stopped, and seals no row twice', async () => {
    const operation = await owner((client) => write(client, 3000))
    const stop = new AbortController()
    const { transactions } = server.services
    const stopping: TransactionScopes = {
      ...transactions,
      inPlatform: (...call) => {
        stop.abort()
        return transactions.inPlatform(...call)
      },
    }
    const before = await appendPending(stopping, stop.signal)
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(3000)
    await owner((client) => write(client, 2))
    expect(await verify()).toBeUndefined()
    let rest = 0
    for (let count = await seal(); count > 0; count = await seal()) rest += count
    expect(before + rest).toBe(3002)
    expect(new Set(await sealsOf(operation)).size).toBe(3000)
    expect(await verify()).toBeUndefined()
  })

  it('reads the new rows and no others, however many there are', async () => {
    await owner((client) => write(client, 4500))
    const many = await readBySealing()
    expect(many.sealed).toBe(4500)
    expect(many.read).toBeLessThan(1.1 * 4500)
    await owner((client) => client.query('analyze changes; analyze log_seals'))
    await owner((client) => write(client, 3))
    const few = await readBySealing()
    expect(few.sealed).toBe(3)
    expect(few.read).toBeLessThan(45)
  })

  it('asks for the seals of the new rows alone, also while the planner takes all seals for few', async () => {
    await owner((client) => write(client, 4000))
    await seal()
    await owner((client) => write(client, 1000))
    // As it is in the minutes before the seals are counted anew; of the rows that wait it knows.
    await owner((client) =>
      client.query("analyze changes; update pg_class set reltuples = 5, relpages = greatest(relpages, 1) where relname = 'log_seals'"),
    )
    const round = await readBySealing('log_seals')
    expect(round.sealed).toBe(1000)
    expect(round.read).toBeLessThan(1000)
    await owner((client) => client.query('analyze log_seals'))
  })

  it('stores seals without planning anew, for each of them, what checks its foreign key', async () => {
    await owner(async (client) => {
      await client.query(
        `create function planned_anew() returns trigger language plpgsql as $$ begin raise exception 'planned for each seal'; end $$`,
      )
      await client.query(`create trigger planned_anew before insert on log_seals for each statement
        when (current_setting('plan_cache_mode') = 'force_custom_plan') execute function planned_anew()`)
    })
    try {
      const operation = await owner((client) => write(client, 2))
      await seal()
      expect(await sealsOf(operation)).toHaveLength(2)
    } finally {
      await owner((client) => client.query('drop function planned_anew cascade'))
    }
  })

  it('writes nothing while nobody else does', async () => {
    await seal()
    const places = () =>
      owner(async (client) => (await client.query('select source, xmin::text, seen::text from log_sealing order by 1')).rows)
    const before = await places()
    for (let round = 0; round < 3; round += 1) expect(await seal()).toBe(0)
    expect(await places()).toEqual(before)
  })

  it('seals what is written in a database that was restored from a dump and counts its transactions anew', async () => {
    // A dump brings the numbers of the database it was taken of.
    await owner((client) => client.query(`update log_sealing set stored_by = '7', seen = '90000000:90000000:' where source = 'change'`))
    const [before, after] = await owner(async (client) => [await write(client, 2, '90000001'), await write(client, 2)])
    expect(await verify()).toBeUndefined()
    expect(await seal()).toBe(4)
    expect([...(await sealsOf(before as string)), ...(await sealsOf(after as string))]).toHaveLength(4)
    const next = await owner((client) => write(client, 1))
    expect(await seal()).toBe(1)
    expect(await sealsOf(next)).toHaveLength(1)
    expect(await verify()).toBeUndefined()
  })
})

describe('verifying', () => {
  it('gives the same in parts as at once, and names a row slipped in among many', async () => {
    const inParts = async (): Promise<{ calls: number; progress: Progress }> => {
      let progress: Progress = { position: '0', hash: '', done: false }
      let calls = 0
      for (; !progress.done; calls += 1) {
        const place = { seal: BigInt(progress.position), row: progress.row }
        progress = await server.services.transactions.inTenant(
          { tenantId: tenant.id },
          (tx) => verifyChain(tx, tenant.id, place, 1),
          'read',
        )
      }
      return { calls, progress }
    }
    const sound = await inParts()
    expect(sound.calls).toBeGreaterThan(5)
    expect(sound.progress.broken).toBeUndefined()
    for (const number of ['5', '1000000000000000000']) {
      const slipped = await owner((client) => write(client, 1, number))
      const {
        rows: [row],
      } = await owner((client) =>
        client.query<{ position: string; row_id: string }>('select position, row_id from changes where operation_id = $1', [slipped]),
      )
      await seal()
      const broken = { kind: 'inserted', source: 'change', record: row?.position, name: `users ${row?.row_id ?? ''}` }
      expect((await inParts()).progress.broken).toMatchObject(broken)
      expect(await verify()).toMatchObject(broken)
      await owner((client) => client.query('delete from changes where operation_id = $1', [slipped]))
    }
    expect(await verify()).toBeUndefined()
  })
})

/** Rows of the table that the database reads while sealing, as it counts them itself. */
async function readBySealing(table: 'changes' | 'log_seals' = 'changes'): Promise<{ sealed: number; read: number }> {
  let read = 0
  const { transactions } = server.services
  const counter = typedAs<{ read: string }>(
    buildFor
      .selectFrom('pg_stat_xact_user_tables')
      .select(sql`coalesce(sum(seq_tup_read), 0) + coalesce(sum(idx_tup_fetch), 0)`.as('read'))
      .where('relname', '=', table),
  )
  const counting: TransactionScopes = {
    ...transactions,
    inPlatform: (reason, work, mode) =>
      transactions.inPlatform(
        reason,
        async (tx) => {
          const before = Number((await tx.first(counter))?.read)
          const result = await work(tx)
          read += Number((await tx.first(counter))?.read) - before
          return result
        },
        mode,
      ),
  }
  return { sealed: await appendPending(counting), read }
}
