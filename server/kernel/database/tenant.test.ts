import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asTenantId } from './as-tenant-id.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import type { TenantId } from '../../../model/brands.ts'
import { NamedQuery } from './named-query.ts'
import { MAX_STATEMENTS, nameOf } from './statement-names.ts'
import { plansAnew } from './fresh-plans.ts'
import { build } from './sql.ts'
import { tenantOf } from './tenant-id.ts'
import type { Transaction } from './tenant.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

const owner = () => ({ tenantId: tenant.id })
const wrong = () => build.selectNoFrom(sql<number>`1 / 0`.as('never'))
const names = () =>
  server.services.transactions.inTenant(owner(), (tx) => tx.all(build.selectFrom('organisations').select('org_name')), 'read')

describe('a transaction', () => {
  it('keeps nothing when the work fails, and leaves the connection clean', async () => {
    const before = await names()
    await expect(
      server.services.transactions.inTenant(owner(), async (tx) => {
        await tx.run(build.updateTable('organisations').set({ org_name: 'lost' }))
        throw new Error('after the write')
      }),
    ).rejects.toThrow('after the write')
    expect(await names()).toEqual(before)
  })

  it('does not pretend to be committed when a failed statement was overlooked', async () => {
    await expect(
      server.services.transactions.inTenant(owner(), async (tx) => {
        void tx.all(wrong())
        await Promise.resolve()
      }),
    ).rejects.toThrow('rolled back')
  })

  it.each(['read', 'snapshot'] as const)('says so where it only reads (%s), also of a failure that the work passes over', async (mode) => {
    const { transactions } = server.services
    const unawaited = transactions.inTenant(
      owner(),
      async (tx) => {
        void tx.all(wrong())
        await Promise.resolve()
      },
      mode,
    )
    await expect(unawaited).rejects.toThrow('rolled back')
    const passedOver = transactions.inTenant(owner(), (tx) => tx.all(wrong()).catch(() => []), mode)
    await expect(passedOver).rejects.toThrow('rolled back')
  })

  it('has given its rights back as soon as it has read, before anything else is sent down its connection', async () => {
    await names()
    // Lent in the same turn: the connection that has just been given back.
    await expect(server.database.pool.query('select 1 from organisations')).rejects.toMatchObject({ code: '42501' })
  })

  it('is over a moment after it has read, though nobody asks for the connection', async () => {
    // The number of a transaction within its connection; of two in one millisecond, the clock of the embedded engine says the same.
    const number = '(select virtualtransaction from pg_locks where pid = pg_backend_pid() limit 1)'
    const read = await server.services.transactions.inTenant(
      owner(),
      (tx) => tx.first(build.selectNoFrom(sql<string>`${sql.raw(number)}`.as('number'))),
      'read',
    )
    await setImmediate()
    const { rows } = await server.database.pool.query<{ number: string }>(`select ${number} as number`)
    expect(read?.number).toMatch(/^\d+\/\d+$/)
    expect(rows[0]?.number).toMatch(/^\d+\/\d+$/)
    expect(rows[0]?.number).not.toBe(read?.number)
  })

  it('survives statements that fail while nobody waits for them any more', async () => {
    // A rejection nobody handles ends a server, and fails this run.
    await expect(
      server.services.transactions.inTenant(owner(), async (tx) => {
        const [first, second, third] = [tx.all(wrong()), tx.first(wrong()), tx.run(wrong())]
        await first
        await Promise.all([second, third])
      }),
    ).rejects.toMatchObject({ code: '22012' })
    // The transaction has been taken back behind them on one connection, so all of them are answered; Node tells of a rejection within a turn.
    await setImmediate()
    expect((await names()).length).toBe(3)
  })

  it('writes nothing when it only reads', async () => {
    await expect(
      server.services.transactions.inTenant(owner(), (tx) => tx.run(build.deleteFrom('user_posts')), 'read'),
    ).rejects.toMatchObject({ code: '25006' })
  })

  it('compiles for no tenant id but one that was found out', () => {
    const claimed = { tenantId: 'from a request' }
    // @ts-expect-error a text of a request is no tenant id
    expect(() => server.services.transactions.inTenant(claimed, () => Promise.resolve())).toThrow(TypeError)
    // @ts-expect-error nor is one that looks like it
    const row: { tenant_id: TenantId } = { tenant_id: '00000000-0000-7000-8000-000000000000' }
    expect(row).toBeDefined()
  })

  it('names its tenant, and in the platform scope has none to name', async () => {
    expect(await server.services.transactions.inTenant(owner(), (tx) => Promise.resolve(tenantOf(tx)), 'read')).toBe(tenant.id)
    const inPlatform = server.services.transactions.inPlatform('a test asks for the tenant', (tx) => Promise.resolve(tenantOf(tx)), 'read')
    await expect(inPlatform).rejects.toThrow(TypeError)
  })

  it('in the platform scope says why, which is counted and cannot end the comment it stands in', async () => {
    const reason = `a test looks at its reason ${tenant.code}`
    const { transactions } = server.services
    const look = () => transactions.inPlatform(reason, (tx) => tx.first(build.selectNoFrom(sql<number>`1`.as('one'))), 'read')
    await look()
    await look()
    expect(transactions.platformUses()[reason]).toBe(2)
    for (const wrong of ['', 'a */ select 1 /* b', `${'long '.repeat(30)}`]) {
      expect(() => transactions.inPlatform(wrong, () => Promise.resolve()), wrong).toThrow(TypeError)
    }
  })

  it('takes no statement once it is over, which would run in whatever its connection does next', async () => {
    const { transactions } = server.services
    const kept: Transaction[] = []
    await transactions.inTenant(owner(), async (tx) => void kept.push(tx))
    const failing = transactions.inTenant(owner(), (tx) => {
      kept.push(tx)
      return Promise.reject(new Error('given up'))
    })
    await expect(failing).rejects.toThrow('given up')
    expect(kept).toHaveLength(2)
    for (const tx of kept) expect(() => tx.all(build.selectFrom('organisations').select('org_name'))).toThrow('transaction is over')
  })

  it('takes nothing but an id for a tenant', () => {
    for (const tenantId of ['', 'x', `${tenant.id}'; reset role; --`, tenant.id.toUpperCase()]) {
      expect(() => server.services.transactions.inTenant({ tenantId: asTenantId(tenantId) }, () => Promise.resolve())).toThrow(TypeError)
    }
  })
})

describe('a transaction that is ended with its last statements', () => {
  const rename = (name: string) => build.updateTable('organisations').set({ org_name: name }).where('parent_id', 'is', null)
  const isThere = async (name: string) => (await names()).some(({ org_name }) => org_name === name)

  it('keeps what they wrote, tells of it once, and takes no other', async () => {
    let effects = 0
    const written = await server.services.transactions.inTenant(owner(), async (tx) => {
      tx.afterCommit(() => {
        effects += 1
      })
      const rows = tx.run(rename('ended with'))
      tx.commitWithThese()
      expect(() => tx.run(rename('too late'))).toThrow('transaction is over')
      expect(() => tx.commitWithThese()).toThrow('transaction is over')
      return rows
    })
    expect([written, effects]).toEqual([1, 1])
    expect(await isThere('ended with')).toBe(true)
    await expect(server.database.pool.query('select 1 from organisations')).rejects.toMatchObject({ code: '42501' })
  })

  it('keeps nothing when one of them fails, also one that nobody waits for', async () => {
    let effects = 0
    const failing = (isAwaited: boolean) =>
      server.services.transactions.inTenant(owner(), async (tx) => {
        tx.afterCommit(() => {
          effects += 1
        })
        const sent = [tx.run(rename('lost')), tx.all(wrong())] as const
        tx.commitWithThese()
        await (isAwaited ? Promise.all(sent) : sent[0])
      })
    await expect(failing(true)).rejects.toMatchObject({ code: '22012' })
    await expect(failing(false)).rejects.toThrow('rolled back')
    expect(effects).toBe(0)
    expect(await isThere('lost')).toBe(false)
  })

  it('is committed although the work fails afterwards, and caches hear of it', async () => {
    let effects = 0
    const failing = server.services.transactions.inTenant(owner(), async (tx) => {
      tx.afterCommit(() => {
        effects += 1
      })
      const sent = tx.run(rename('kept all the same'))
      tx.commitWithThese()
      await sent
      throw new Error('after the end')
    })
    await expect(failing).rejects.toThrow('after the end')
    expect(effects).toBe(1)
    expect(await isThere('kept all the same')).toBe(true)
  })
})

it('makes the plans of a connection anew when it has had twice as many transactions', async () => {
  const connection = {}
  const anew = Array.from({ length: 600 }, (_, at) => at + 1).filter(() => plansAnew(connection))
  expect(anew).toEqual([16, 32, 64, 128, 256, 512])
  expect(plansAnew({})).toBe(false)
})

it('sees one snapshot in the transactions before which plans are made anew as well', async () => {
  // As many as double what this connection has had, whoever had it before.
  for (let round = 0; round < 400; round += 1) {
    const level = await server.services.transactions.inTenant(
      owner(),
      (tx) => tx.first(build.selectNoFrom(sql<string>`current_setting('transaction_isolation')`.as('level'))),
      'snapshot',
    )
    expect(level, String(round)).toEqual({ level: 'repeatable read' })
  }
})

it('keeps no plan of a statement whose text is made of what somebody asks, and compiles none', async () => {
  const [first, second] = [`select ${Date.now()} as kept`, `select ${Date.now()} as anew`]
  const found = await server.services.transactions.inTenant(owner(), async (tx) => {
    await tx.first({ compile: () => sql.raw(first).compile(build) })
    await tx.first({ compile: () => sql.raw(second).compile(build), isPlannedAnew: true })
    return tx.all<{ jit: string; statements: string[] }>({
      compile: () =>
        sql`select current_setting('jit') as jit, array(select statement from pg_prepared_statements where statement in (${first}, ${second})) as statements`.compile(
          build,
        ),
    })
  })
  expect(found).toEqual([{ jit: 'off', statements: [first] }])
})

it('prepares statements however many there have been, and keeps so many of them on a connection', async () => {
  const ask = (at: number) => ({ compile: () => sql.raw(`select ${at} as "asked at ${at}"`).compile(build) })
  const answers = await server.services.transactions.inTenant(owner(), (tx) =>
    Promise.all(Array.from({ length: MAX_STATEMENTS + 100 }, (_, at) => tx.first<Record<string, number>>(ask(at) as never))),
  )
  expect(answers.at(-1)).toEqual({ [`asked at ${MAX_STATEMENTS + 99}`]: MAX_STATEMENTS + 99 })
  // The next transactions of that connection begin without them, and the same text is prepared again.
  for (let round = 0; round < 20; round += 1) {
    const { kept, again } = await server.services.transactions.inTenant(owner(), async (tx) => {
      const first = await tx.first<Record<string, number>>(ask(7) as never)
      const [row] = await tx.all<{ count: number; text: string[] }>({
        compile: () =>
          sql`select count(*)::integer as count, array(select statement from pg_prepared_statements where statement like '%"asked at 7"') as text from pg_prepared_statements`.compile(
            build,
          ) as never,
      })
      return { kept: row, again: first }
    })
    expect(again).toEqual({ 'asked at 7': 7 })
    expect(kept?.count).toBeLessThan(MAX_STATEMENTS)
    expect(kept?.text).toEqual(['select 7 as "asked at 7"'])
  }
  expect(nameOf('a text that nobody has asked for yet')).toBe(nameOf('a text that nobody has asked for yet'))
})

it('asks for the columns of a statement once a connection, and is refused when they have become others', async () => {
  await server.database.asOwner(async (client) => {
    const ask = (id: number) =>
      new Promise<unknown[]>((resolve, reject) => {
        const answered = (error: Error | undefined, result: pg.QueryResult) => (error ? reject(error) : resolve(result.rows))
        client.query(new NamedQuery('select * from described where id = $1', [id], 'described once', answered))
      })
    let descriptions = 0
    const count = () => void (descriptions += 1)
    await client.query(`create temporary table described as select 1 as id, 'one' as name union all select 2, null`)
    client.connection.on('rowDescription', count)
    try {
      expect([await ask(1), await ask(2), await ask(3), await ask(1)]).toEqual([
        [{ id: 1, name: 'one' }],
        [{ id: 2, name: null }],
        [],
        [{ id: 1, name: 'one' }],
      ])
      expect(descriptions).toBe(1)
      await client.query('alter table described alter column name type integer using length(name)')
      await expect(ask(1)).rejects.toMatchObject({ code: '0A000' })
    } finally {
      client.connection.removeListener('rowDescription', count)
      await client.query('drop table described')
    }
  })
})
