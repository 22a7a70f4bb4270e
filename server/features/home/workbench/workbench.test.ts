/** The workbench as each person arranges it, and what waits for them there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CARDS, MAX_SHORTCUTS } from '../../../../model/home/workbench.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import { buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, newUser, unique, uniqueMobile } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call, requestToken, signIn } from '../../../../tests/support/client.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { hashPassword, wirePassword } from '../../../identity/index.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'

const QUERY = '/api/account/workbench/queryWorkbench'
const UPDATE = '/api/account/workbench/updateWorkbench'
const RESET = '/api/account/workbench/resetWorkbench'
const TASKS = '/api/account/workbench/queryTask'

interface Kept {
  cards: { card: string; width: number }[] | null
  shortcuts: string[] | null
}
const AS_IT_CAME: Kept = { cards: null, shortcuts: null }

const role = (roleCode: string, urls: string[], more: Partial<RoleSeed> = {}): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all',
  urls,
  hiddenButtons: [],
  hiddenFields: [],
  ...more,
})
const LIST = '/admin/sysregistration/querySysRegistration'
const APPROVE = '/admin/sysregistration/approveSysRegistration'
const roles = [
  role('ROLE_DECIDER', [LIST, APPROVE]),
  role('ROLE_LOOKER', [LIST]),
  role('ROLE_BUTTONLESS', [LIST, APPROVE], { hiddenButtons: ['sysregistration:authorize'] }),
  role('ROLE_BLIND', [LIST, APPROVE], { hiddenFields: [{ menu: 'sysregistration', fields: ['registrationState'] }] }),
  role('ROLE_WATCH', ['/acquisition/alarm/queryAlarm']),
  role('ROLE_LOGREADER', ['/admin/syslog/querySysLog']),
]

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let viewer: Client
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server, {
    roles,
    users: roles.map(({ roleCode }) => buildUser({ username: roleCode.toLowerCase(), roles: [roleCode] })),
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  viewer = await tenant.signIn('viewer')
})
afterAll(() => server.stop())

const read = async (client: Client) => (await client.get<Kept>(QUERY)).data
const tasks = async (client: Client) =>
  Object.fromEntries(
    (await client.get<{ list: { task: string; count: number }[] }>(TASKS)).data.list.map(({ task, count }) => [task, count]),
  )
const refusal = async (change: object) => {
  const { http, errors = [] } = await admin.put(UPDATE, change, { 'accept-language': 'en' })
  return [http, ...errors.map(({ field }) => field)]
}

describe('the arrangement', () => {
  it('is kept for this person alone, on the server, until they want it as it came', async () => {
    expect(await read(admin)).toEqual(AS_IT_CAME)
    const cards = [
      { card: 'shortcuts', width: 8 },
      { card: 'counts', width: 3 },
    ]
    expect((await admin.put(UPDATE, { cards })).http).toBe(200)
    // What is not named stays as it was.
    expect((await admin.put(UPDATE, { shortcuts: ['sysorg', 'sysuser'] })).http).toBe(200)
    const again = await signIn(server.url, tenant.code, 'admin', PASSWORD)
    expect(await read(again)).toEqual({ cards, shortcuts: ['sysorg', 'sysuser'] })
    expect(await read(viewer)).toEqual(AS_IT_CAME)
    expect(await read(await other.signIn('admin'))).toEqual(AS_IT_CAME)

    await viewer.put(UPDATE, { cards: [] })
    expect((await viewer.post(RESET)).http).toBe(200)
    expect(await read(viewer)).toEqual(AS_IT_CAME)
    expect((await read(admin)).cards, 'nobody resets another').toEqual(cards)
    expect((await admin.put(UPDATE, { cards: [], shortcuts: [] })).http).toBe(200)
    expect(await read(admin), 'none at all is an arrangement too').toEqual({ cards: [], shortcuts: [] })
    expect((await admin.post(RESET)).http).toBe(200)
    expect(await read(admin)).toEqual(AS_IT_CAME)
  })

  it("is for whoever is signed in, and takes nobody's id", async () => {
    for (const [method, path] of [
      ['GET', QUERY],
      ['PUT', UPDATE],
      ['POST', RESET],
      ['GET', TASKS],
    ] as const) {
      expect((await call(server.url, method, path, method === 'PUT' ? { body: { cards: [] } } : {})).http, path).toBe(401)
    }
    expect(await refusal({ cards: [], userId: tenant.users['viewer'] })).toEqual([422, 'userId'])
    expect(await read(viewer)).toEqual(AS_IT_CAME)
  })

  it('has cards that there are, each once, in widths that there are', async () => {
    const card = (change: object = {}) => ({ card: 'tasks', width: 4, ...change })
    for (const cards of [
      [card({ card: 'weather' })],
      [card({ width: 5 })],
      [card({ width: '4' })],
      [card(), card()],
      [card({ height: 2 })],
      [{ card: 'tasks' }],
      'tasks',
      Array(99).fill(card()),
    ]) {
      expect(await refusal({ cards }), JSON.stringify(cards).slice(0, 60)).toEqual([
        422,
        cards[0] !== 't' && JSON.stringify(cards).includes('height') ? 'height' : 'cards',
      ])
    }
    expect(await refusal({ cards: CARDS.map((name) => ({ card: name, width: 12 })) })).toEqual([200])
    await admin.post(RESET)
  })

  it('has shortcuts to entries of the menu, and not too many', async () => {
    for (const shortcuts of [
      ['nowhere'],
      ['sysuser', 'sysuser'],
      [''],
      ['a b'],
      ['<b>'],
      ['x'.repeat(33)],
      [7],
      Array.from({ length: MAX_SHORTCUTS + 1 }, (_, at) => `m${at}`),
    ]) {
      expect(await refusal({ shortcuts }), JSON.stringify(shortcuts).slice(0, 60)).toEqual([422, 'shortcuts'])
    }
    expect(await read(admin)).toEqual(AS_IT_CAME)
    const all = (
      await server.database.asOwner((client) =>
        client.query<{ menu_code: string }>('select menu_code from menus order by menu_code limit $1', [MAX_SHORTCUTS]),
      )
    ).rows.map(({ menu_code }) => menu_code)
    expect(await refusal({ shortcuts: all })).toEqual([200])
    expect((await read(admin)).shortcuts).toEqual(all)
    await admin.post(RESET)
  })

  it('forgets an entry that has left the catalogue, and a card this version does not have', async () => {
    const given = {
      tenant_id: tenant.id,
      user_id: tenant.users['editor'] as string,
      cards: JSON.stringify([
        { card: 'weather', width: 4 },
        { card: 'tasks', width: 6 },
      ]),
      shortcuts: ['sysorg', 'gone', 'sysuser'],
    }
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => tx.run(build.insertInto('workbenches').values(given)))
    expect(await read(await tenant.signIn('editor'))).toEqual({ cards: [{ card: 'tasks', width: 6 }], shortcuts: ['sysorg', 'sysuser'] })
  })

  it('is in no log, and goes with its owner', async () => {
    const values = newUser(tenant, { roleId: [tenant.roles['ROLE_VIEWER']] })
    await admin.post('/api/admin/sysuser/addSysUser', values)
    const [user] = (
      await admin.get<{ list: { id: string }[] }>('/api/admin/sysuser/querySysUser', { username: String(values['username']) })
    ).data.list
    await server.database.asOwner((client) => client.query('update users set must_change_password = null where id = $1', [user?.id]))
    const somebody = await signIn(server.url, tenant.code, String(values['username']), PASSWORD)
    expect((await somebody.put(UPDATE, { shortcuts: ['sysuser'] })).http).toBe(200)
    await server.services.journal.flush()
    const { rows } = await server.database.asOwner((client) => client.query("select url from logs where url like '/account/workbench/%'"))
    expect(rows).toEqual([])
    expect((await admin.post(`/api/admin/sysuser/deleteSysUser?id=${user?.id}`)).http).toBe(200)
    expect(
      (await server.database.asOwner((client) => client.query('select 1 from workbenches where user_id = $1', [user?.id]))).rowCount,
    ).toBe(0)
  })

  it('cannot grow in the database either', async () => {
    const insert = (values: { cards?: string; shortcuts?: string[] }) =>
      server.services.transactions
        .inTenant({ tenantId: tenant.id }, (tx) =>
          tx.run(build.insertInto('workbenches').values({ tenant_id: tenant.id, user_id: tenant.users['admin'] as string, ...values })),
        )
        .then(
          () => 'stored',
          (error: { code?: string }) => error.code,
        )
    expect(await insert({ cards: JSON.stringify('x'.repeat(2048)) })).toBe('23514')
    expect(await insert({ shortcuts: Array.from({ length: MAX_SHORTCUTS + 1 }, String) })).toBe('23514')
  })
})

describe('what waits', () => {
  const register = async (at: BuiltTenant) => {
    const username = `new-${unique()}`
    await server.services.transactions.inTenant({ tenantId: at.id }, async (tx) =>
      tx.run(
        build.insertInto('registrations').values({
          tenant_id: at.id,
          id: newId(),
          username,
          nickname: username,
          email: `${username}@example.com`,
          prefix: '86',
          mobile: uniqueMobile(),
          password_hash: await hashPassword(wirePassword(PASSWORD)),
          language: 'en',
        }),
      ),
    )
  }

  it('is told to who may do something about it, and counts what their own list shows', async () => {
    await register(tenant)
    await register(tenant)
    await register(other)
    expect(await tasks(admin)).toMatchObject({ registrations: 2 })
    expect(await tasks(await tenant.signIn('role_decider'))).toEqual({ registrations: 2 })
    for (const name of ['role_looker', 'role_buttonless', 'role_blind', 'viewer'])
      expect(await tasks(await tenant.signIn(name)), name).toEqual({})
    expect(await tasks(await other.signIn('admin'))).toMatchObject({ registrations: 1 })
  })

  it('are sign-ins of the last day that were refused, for who reads the log', async () => {
    const auditor = await tenant.signIn('role_logreader')
    expect(await tasks(auditor)).toEqual({})
    await requestToken(server.url, tenant.code, 'viewer', 'not the password')
    await server.services.journal.flush()
    expect(await tasks(auditor)).toEqual({ 'failed-sign-ins': 1 })
    const { since } = (await auditor.get<{ since: string }>(TASKS)).data
    const list = await auditor.get<{ total: number }>('/api/admin/syslog/querySysLog', {
      logType: 'sign-in',
      result: 'refused',
      createTimeStart: since,
    })
    expect(list.data.total, 'the list it leads to').toBe(1)
    expect(await tasks(viewer)).toEqual({})
    expect(await tasks(await other.signIn('admin'))).not.toHaveProperty('failed-sign-ins')
  })

  it('are alarms that nobody has acknowledged, for who may', async () => {
    const device = await buildDevice(server, tenant)
    await buildRule(server, device)
    await measure(server, device, { temperature: 30 })
    expect(await tasks(admin)).toMatchObject({ 'unacknowledged-alarms': 1 })
    await measure(server, device, { temperature: 20 })
    expect(await tasks(admin)).toMatchObject({ 'returned-alarms': 1 })
    for (const name of ['role_watch', 'role_looker']) expect(await tasks(await tenant.signIn(name)), name).toEqual({})
    expect(await tasks(await other.signIn('admin'))).not.toHaveProperty('returned-alarms')
  })

  it('are alarm rules in use that watch no point, for who may change them', async () => {
    const device = await buildDevice(server, tenant)
    expect(await tasks(admin)).not.toHaveProperty('silent-rules')
    await buildRule(server, device, { point_key: 'no-such-point', rule_name: 'silent' })
    await buildRule(server, device, { point_key: 'no-such-point', rule_name: 'silent, but out of use', rule_status: 0 })
    expect(await tasks(admin)).toMatchObject({ 'silent-rules': 1 })
    for (const name of ['role_watch', 'role_looker']) expect(await tasks(await tenant.signIn(name)), name).toEqual({})
    expect(await tasks(await other.signIn('admin'))).not.toHaveProperty('silent-rules')
  })

  it('are my own jobs of the last day', async () => {
    const job = async (at: BuiltTenant, user: string, status: string, hours: number, withFile = false) => {
      await server.database.asOwner(async (client) => {
        const blob = withFile ? newId() : null
        if (blob)
          await client.query('insert into blobs (tenant_id, id, size, sha256) values ($1, $2, 1, $3)', [at.id, blob, 'a'.repeat(64)])
        await client.query(
          "insert into jobs (tenant_id, id, user_id, kind, title, input, role_codes, language, status, blob_id, finished_at) values ($1, $2, $3, 'export', 'x', '{}', '{}', 'en', $4, $5, now() - make_interval(hours => $6))",
          [at.id, newId(), at.users[user], status, blob, hours],
        )
      })
    }
    await job(tenant, 'viewer', 'done', 1, true)
    await job(tenant, 'viewer', 'done', 2, true)
    await job(tenant, 'viewer', 'done', 25, true)
    await job(tenant, 'viewer', 'done', 1)
    await job(tenant, 'viewer', 'failed', 1)
    await job(tenant, 'editor', 'failed', 1)
    expect(await tasks(viewer)).toEqual({ files: 2, 'failed-jobs': 1 })
    expect(await tasks(await tenant.signIn('role_looker'))).toEqual({})
  })
})
