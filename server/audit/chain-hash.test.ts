/** The chain over the log and the changes: what is done to it behind the product's back is named, and at its first place. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant, newUser } from '../../tests/support/builders.ts'
import type { Client } from '../../tests/support/client.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { appendPending } from './chain-append.ts'
import { build } from '../kernel/database/sql.ts'
import type { Break } from './chain-verify.ts'
import { countSeals, verifyChain } from './chain-verify.ts'

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  const stranger = await other.signIn('admin')
  for (let count = 0; count < 3; count += 1) {
    await admin.post('/api/admin/sysuser/addSysUser', newUser(tenant))
    await stranger.post('/api/admin/sysuser/addSysUser', newUser(other))
  }
  await settle()
})
afterAll(() => server.stop())
beforeEach(async () => expect(await verify()).toBeUndefined())

/** Seals what there is. */
async function settle(): Promise<void> {
  await server.services.journal.flush()
  await appendPending(server.services.transactions)
}

const verify = (tenantId = tenant.id): Promise<Break | undefined> =>
  server.services.transactions.inTenant({ tenantId }, async (tx) => (await verifyChain(tx, tenantId)).broken, 'read')

/** Runs statements as the owner of the tables, asks, and takes them back. */
async function after(sql: string): Promise<Break | undefined> {
  return server.database.asOwner(async (client) => {
    await client.query('begin')
    try {
      await client.query(sql)
      const all = async (statement: { compile(): { sql: string; parameters: readonly unknown[] } }) => {
        const { sql: text, parameters } = statement.compile()
        return (await client.query(text, parameters as unknown[])).rows
      }
      const tx = { all, first: async (statement: Parameters<typeof all>[0]) => (await all(statement))[0] }
      return (await verifyChain(tx as never, tenant.id)).broken
    } finally {
      await client.query('rollback')
    }
  })
}

const someSeal = (source: string) =>
  server.services.transactions.inTenant(
    { tenantId: tenant.id },
    async (tx) => {
      const seals = await tx.all(
        build
          .selectFrom('log_seals')
          .select(['position', 'record'])
          .where('source', '=', source as 'log')
          .orderBy('position'),
      )
      return seals[Math.floor(seals.length / 2)] as { position: string; record: string }
    },
    'read',
  )

async function twoSeals(source: string): Promise<[{ position: string; record: string }, { position: string; record: string }]> {
  const seals = await server.services.transactions.inTenant(
    { tenantId: tenant.id },
    (tx) =>
      tx.all(
        build
          .selectFrom('log_seals')
          .select(['position', 'record'])
          .where('source', '=', source as 'log')
          .orderBy('position')
          .limit(2),
      ),
    'read',
  )
  return seals as Awaited<ReturnType<typeof twoSeals>>
}

describe('the chain', () => {
  it('seals every entry of the log and every change, once', async () => {
    const counts = await server.database.asOwner(
      async (client) =>
        (
          await client.query<{ rows: string; seals: string }>(`
      select (select count(*) from logs) + (select count(*) from changes) as rows, (select count(*) from log_seals) as seals`)
        ).rows[0],
    )
    expect(Number(counts?.rows)).toBeGreaterThan(10)
    expect(counts?.seals).toBe(counts?.rows)
    expect(await appendPending(server.services.transactions)).toBe(0)
    expect(await verify(other.id)).toBeUndefined()
  })

  it('takes up what is written later', async () => {
    await admin.post('/api/admin/sysuser/addSysUser', newUser(tenant))
    await server.services.journal.flush()
    const count = () => server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => countSeals(tx, tenant.id), 'read')
    const before = await count()
    expect(before.waiting).toBeGreaterThanOrEqual(3)
    await settle()
    expect(await count()).toEqual({ total: before.total + before.waiting, waiting: 0 })
  })

  it.each(['log', 'change'])('names a changed %s', async (source) => {
    const { position, record } = await someSeal(source)
    const change =
      source === 'log'
        ? `update logs set username = 'somebody else' where position = ${record}`
        : `update changes set user_id = null where position = ${record}`
    expect(await after(change)).toMatchObject({ kind: 'changed', position, source, record })
  })

  it.each(['log', 'change'])('names a missing %s', async (source) => {
    const { position, record } = await someSeal(source)
    expect(await after(`delete from ${source === 'log' ? 'logs' : 'changes'} where position = ${record}`)).toEqual({
      kind: 'missing',
      position,
      source,
      record,
    })
  })

  it('names a moved time, to the microsecond', async () => {
    const { position, record } = await someSeal('log')
    expect(await after(`update logs set created_at = created_at + interval '1 microsecond' where position = ${record}`)).toMatchObject({
      kind: 'changed',
      position,
    })
  })

  it.each(['log', 'change'])('names the first of two swapped rows of the %s', async (source) => {
    const [one, other] = await twoSeals(source)
    const columns =
      source === 'log'
        ? ['url', 'title', 'username', 'operation_id', 'created_at']
        : ['row_id', 'table_name', 'verb', 'before', 'after', 'operation_id', 'changed_at']
    const table = source === 'log' ? 'logs' : 'changes'
    const swap = `update ${table} a set ${columns.map((column) => `${column} = b.${column}`).join()} from ${table} b where (a.position, b.position) in ((${one.record}, ${other.record}), (${other.record}, ${one.record}))`
    expect(await after(swap)).toMatchObject({ kind: 'changed', position: one.position, record: one.record })
  })

  it('names the first of two swapped seals', async () => {
    const [one, other] = await twoSeals('change')
    const both = `tenant_id = '${tenant.id}' and position in (${one.position}, ${other.position})`
    const swap = `update log_seals set record = -record where ${both}; update log_seals set record = ${one.record} + ${other.record} + record where ${both}`
    expect(await after(swap)).toMatchObject({ kind: 'changed', position: one.position, record: other.record })
  })

  it('names the gap of a removed seal, its row removed along with it or not', async () => {
    const { position, record } = await someSeal('log')
    const seal = `delete from log_seals where tenant_id = '${tenant.id}' and position = ${position};`
    expect(await after(seal)).toEqual({ kind: 'seal-removed', position })
    expect(await after(`${seal} delete from logs where position = ${record}`)).toEqual({ kind: 'seal-removed', position })
  })

  it('names a seal that was made up', async () => {
    const { position } = await someSeal('change')
    expect(
      await after(`update log_seals set hash = sha256('x') where tenant_id = '${tenant.id}' and position = ${position}`),
    ).toMatchObject({ kind: 'changed', position })
  })

  it('names what was slipped in between', async () => {
    const { record } = await someSeal('log')
    const slipped = `insert into logs overriding system value select (json_populate_record(l, '{"id": "00000000-0000-7000-8000-000000000001", "position": -5}')).* from logs l where position = ${record} and tenant_id = '${tenant.id}'`
    expect(await after(slipped)).toMatchObject({
      kind: 'inserted',
      source: 'log',
      record: '-5',
      name: '00000000-0000-7000-8000-000000000001',
    })
    const change = `insert into changes overriding system value select (json_populate_record(c, '{"position": 0}')).* from changes c where tenant_id = '${tenant.id}' limit 1`
    expect(await after(change)).toMatchObject({ kind: 'inserted', source: 'change', record: '0' })
  })

  it('names the first of several breaks', async () => {
    const [log, change] = [await someSeal('log'), await someSeal('change')]
    const first =
      Number(log.position) < Number(change.position)
        ? { kind: 'changed', position: log.position }
        : { kind: 'missing', position: change.position }
    expect(
      await after(`update logs set url = '/x' where position = ${log.record}; delete from changes where position = ${change.record}`),
    ).toMatchObject(first)
  })

  it('does not depend on the time zone of who asks', async () => {
    expect(await after(`set local timezone = 'America/St_Johns'`)).toBeUndefined()
  })

  it('is verified over HTTP, in parts, by the tenant itself', async () => {
    const { data } = await admin.get('/api/admin/syslog/verifyLog')
    expect(data).toMatchObject({ done: true, waiting: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(data).not.toHaveProperty('broken')
    expect((await admin.get('/api/admin/syslog/verifyLog', { after: 2 })).data).toEqual(data)
    expect(await admin.get('/api/admin/syslog/verifyLog', { after: 'x' })).toMatchObject({ http: 422, errors: [{ field: 'after' }] })
  })

  it('cannot be rewritten by the product itself', async () => {
    const { transactions } = server.services
    const changing = [build.updateTable('log_seals').set({ record: '1' }), build.updateTable('logs').set({ url: '' })]
    const deleting = [build.deleteFrom('log_seals'), build.deleteFrom('logs')]
    for (const statement of [...changing, ...deleting]) {
      await expect(transactions.inTenant({ tenantId: tenant.id }, (tx) => tx.run(statement))).rejects.toThrow(/permission denied/)
    }
    for (const statement of changing)
      await expect(transactions.inPlatform('a test tries to', (tx) => tx.run(statement))).rejects.toThrow(/permission denied/)
    // A tenant that is marked for deletion goes with its log; of the others nothing does.
    for (const statement of deleting) expect(await transactions.inPlatform('a test tries to', (tx) => tx.run(statement))).toBe(0)
  })
})
