/** An installation of the first published version, brought up to date: nobody and nothing is lost, and nobody may do more. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demonstrations, features } from '../server/modules.ts'
import { migrate, readMigrations } from '../server/kernel/database/migrate.ts'
import { appendPending } from '../server/audit/chain-append.ts'
import { build } from '../server/kernel/database/sql.ts'
import { verifyChain } from '../server/audit/chain-verify.ts'
import { seed } from '../server/seed/seed.ts'
import type { FirstPassword } from '../server/seed/seed.ts'
import type { Client } from './support/client.ts'
import { signIn } from './support/client.ts'
import type { TestServer } from './support/server.ts'
import { startServerFrom } from './support/server.ts'

const FIRST = '0001_foundation'
const rowsOfFirst = readFileSync(new URL(`support/upgrades/${FIRST}.sql`, import.meta.url), 'utf8')

interface Listed {
  list: Record<string, unknown>[]
  total: number
  fields: string[]
}

let site: TestServer
let firstPasswords: FirstPassword[]
let ran: string[]
/** Of the task that was there before it. */
let askedSince: { as_the_task: boolean }[]
/** What the migrations have scheduled, before the server begins with it. */
let scheduled: { kind: string; code: string }[]
/** Before it, roll-ups had no parts of time-weighted means. */
const WEIGHTS = '0106_time-weighted-means'
/** Before it, whoever came to be asked for a task later stood in lists by when that was. */
const TIMES_OF_TASKS = '0139_people-of-tasks-keep-its-time'
/** It notes something of each tenant; here under a login that row-level security binds, as the one of README. */
const DAYS = '0140_days-by-the-clock-of-the-tenant.sql'
let notedDays: { code: string; zone: string | null }[]
const as = (username: string, tenant = '10002') => signIn(site.url, tenant, username, 'outstation')
const users = (client: Client, filter = {}) => client.get<Listed>('/api/admin/sysuser/querySysUser', { pageSize: 100, ...filter })

beforeAll(async () => {
  site = await startServerFrom(async (database) => {
    await migrate(database, readMigrations().slice(0, 1))
    // Rows come table by table: what refers to a row may come before it.
    await database.asOwner((client) => client.query(`begin; set local session_replication_role = replica; ${rowsOfFirst}; commit`))
    ran = await migrate(
      database,
      readMigrations().filter(({ name }) => name < WEIGHTS),
    )
    await database.asOwner((client) =>
      client.query(
        "insert into sample_days (tenant_id, series, bucket, total, count, valued, good) select id, 1, '2026-01-01', 5, 2, 2, 2 from tenants where tenant_code = '10002'",
      ),
    )
    ran.push(
      ...(await migrate(
        database,
        readMigrations().filter(({ name }) => name < TIMES_OF_TASKS),
      )),
    )
    // A task of no instance, which goes again.
    await database.asOwner((client) =>
      client.query(`begin; set local session_replication_role = replica;
        insert into process_tasks (tenant_id, id, instance_id, activity, node, name, task_state, created_at)
          select id, id, id, 1, 'a', 'a', 'open', '2026-01-01' from tenants where tenant_code = '10002';
        insert into process_task_people (tenant_id, task_id, person_kind, person_id) select id, id, 'user', id from tenants where tenant_code = '10002'; commit`),
    )
    ran.push(
      ...(await migrate(
        database,
        readMigrations().filter(({ name }) => name < DAYS),
      )),
    )
    const login = `outstation_bound_${process.pid}`
    await database.asOwner((client) =>
      client.query(`create role ${login} noinherit; grant outstation_tenant, outstation_platform to ${login}; grant usage, create on schema public to ${login};
        grant select, references on tenants to ${login}; grant all on migrations to ${login}`),
    )
    ran.push(
      ...(await migrate(
        {
          asOwner: (work) =>
            database.asOwner(async (client) => {
              await client.query(`set role ${login}`)
              return work(client).finally(() => client.query('reset role'))
            }),
        },
        readMigrations().filter(({ name }) => name <= DAYS),
      )),
    )
    notedDays = await database.asOwner(async (client) => {
      await client.query(`reassign owned by ${login} to current_user; drop owned by ${login}; drop role ${login}`)
      const { rows } = await client.query(
        'select tenant_code as code, zone from day_rollup_states join tenants on tenants.id = tenant_id order by 1',
      )
      return rows as typeof notedDays
    })
    ran.push(...(await migrate(database)))
    askedSince = await database.asOwner(async (client) => {
      const { rows } = await client.query("delete from process_task_people returning created_at = '2026-01-01' as as_the_task")
      await client.query('delete from process_tasks')
      return rows as typeof askedSince
    })
    scheduled = await database.asOwner(
      async (client) =>
        (
          await client.query(
            'select work.kind, tenants.tenant_code as code from scheduled_work work join tenants on tenants.id = work.tenant_id',
          )
        ).rows as typeof scheduled,
    )
  })
  firstPasswords = await seed(site.services, features, demonstrations)
})
afterAll(() => site.stop())

describe('an installation of the first version', () => {
  it('gets every later change of the tables, once, and no tenant or password a second time', async () => {
    expect(ran).toEqual(
      readMigrations()
        .slice(1)
        .map(({ name }) => name),
    )
    expect(ran.length).toBeGreaterThan(10)
    expect(firstPasswords).toEqual([])
    const operator = await as('admin', '10000')
    const tenants = await operator.get<Listed>('/api/admin/systenant/querySysTenant')
    expect(tenants.data.list.map((row) => row['tenantCode']).sort()).toEqual(['10000', '10002'])
  })

  it('has the roll-ups that it had refilled, as work of the platform; what is not kept any more stays unknown, and is left', async () => {
    expect(scheduled).toEqual([{ kind: 'time-weight-refill', code: '10000' }])
    const read = (sql: string) => site.database.asOwner(async (client) => (await client.query(sql)).rows as unknown[])
    await expect.poll(() => read("select 1 from scheduled_work where kind = 'time-weight-refill'"), { timeout: 60_000 }).toEqual([])
    expect(await read('select total, covered from sample_days where series = 1')).toEqual([{ total: 5, covered: null }])
  })

  it('has who is asked for a task stand where the task does', () => expect(askedSince).toEqual([{ as_the_task: true }]))

  it('has noted of each tenant that its days begin by the clock of the server, which the server alone knows', () =>
    expect(notedDays).toEqual([
      { code: '10000', zone: null },
      { code: '10002', zone: null },
    ]))

  it('keeps its people, their passwords and what is known of them', async () => {
    const admin = await as('admin')
    const all = await users(admin)
    // 72 of the 73 accounts of the two tenants; the operator's is the other tenant's.
    expect([all.http, all.data.total]).toEqual([200, 72])
    const one = (await users(admin, { username: 'cuijingyi' })).data.list[0]
    expect(one).toMatchObject({ nickname: '崔静怡', email: 'cuijingyi@lingnan-water.example', mobile: '18680029356', status: 1 })
    const organisations = await admin.get<Listed>('/api/admin/sysorg/querySysOrg', { pageSize: 10_000, orgName: '水' })
    expect(organisations.data.list.map((row) => row['orgName']).sort()).toEqual(
      ['佛山供水公司', '制水部', '取水泵站班', '岭南智慧水务集团', '广州供水公司', '水质化验室'].sort(),
    )
  })

  it('leaves each role what it could do and see, and gives it nothing new', async () => {
    const viewer = await as('viewer')
    const seen = await users(viewer)
    expect(seen.http).toBe(200)
    expect(seen.data.fields).not.toEqual(expect.arrayContaining(['mobile']))
    expect(seen.data.fields).not.toEqual(expect.arrayContaining(['email']))
    expect(JSON.stringify(seen.data.list)).not.toContain('18680029356')
    for (const closed of [
      '/api/admin/sysuser/addSysUser',
      '/api/admin/sysrole/addSysRole',
      '/api/admin/sysrole/authorizeUserToRole',
      '/api/admin/logsystem/backUpDataBase',
    ])
      expect((await viewer.post(closed, {})).http, closed).toBe(403)
    const editor = await as('editor')
    expect((await editor.post('/api/admin/sysuser/addSysUser', {})).http).toBe(422)
    expect((await editor.post('/api/admin/sysuser/deleteSysUser', { id: '' })).http).toBe(403)
  })

  it('gives its administrators the calls that are new, and goes on', async () => {
    const admin = await as('admin')
    expect((await admin.get('/api/admin/sysdict/querySysDict')).http).toBe(200)
    const added = await admin.post('/api/admin/sysdict/addSysDict', {
      dictType: 'valve',
      dictName: 'Valve',
      dictValue: 'valve',
      dictSequence: 1,
      parentId: '0',
    })
    expect([added.http, added.message]).toEqual([200, 'success'])
    // Entries are stored a moment after the answer, several at once.
    await expect
      .poll(async () => (await admin.get<Listed>('/api/admin/syslog/querySysLog', { pageSize: 100 })).data.list.map((row) => row['url']))
      .toContain('/admin/sysdict/addSysDict')
    await appendPending(site.services.transactions)
    const broken = await site.services.transactions.inPlatform(
      'a test reads the chains of all tenants',
      async (tx) => {
        const tenants = await tx.all(build.selectFrom('tenants').select('id'))
        const found = []
        for (const { id } of tenants) found.push((await verifyChain(tx, id)).broken)
        return found
      },
      'read',
    )
    expect(broken).toEqual([undefined, undefined])
  })
})
