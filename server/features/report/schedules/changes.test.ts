/** Scheduled reports over real HTTP, whose schedule, owner or recipients change meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReceivedReport, ScheduleRun } from '../../../../model/contract/report/schedules.ts'
import { lastDue } from '../../../../model/reports/schedule.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { revivedSchedules } from './expired.ts'
import { BY_HAND, DUE, NOTIFYING } from './rows.ts'

const PATH = '/api/report/schedule'
const ZONE = 'Asia/Shanghai'
const dayOf = (rhythm: 'day' | 'week') => lastDue(ZONE, { rhythm, runAt: '00:00', offsetDays: 0 }, Date.now()).day
const role = (roleCode: string, urls: RoleSeed['urls'], hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  ...{ roleCode, roleName: roleCode, roleDescription: '', menus: 'all', urls, hiddenButtons: [], hiddenFields },
})
const all = ['/acquisition/*', '/report/*']

let server: TestServer
let tenant: BuiltTenant
const people: Record<string, Client> = {}
beforeAll(async () => {
  server = await startServer({ outboxSecrets: true })
  tenant = await buildTenant(server, {
    roles: [
      ...[
        role('ALL', all),
        role('SCOPED', all),
        role('NAMELESS', all, [{ menu: 'sysuser', fields: ['username', 'nickname'] }]),
        role('NOTHING', []),
      ],
      role('MAKES', ['/acquisition/*', '/report/report/*', '/report/issued/*', `${PATH.slice(4)}/query*`]),
    ],
    users: Object.entries({ owner: 'ALL', sharer: 'ALL', issuer: 'ALL', scoped: 'SCOPED', guest: 'NOTHING' }).map(([username, code]) =>
      buildUser({ username, roles: [code] }),
    ),
  })
  for (const name of ['admin', 'owner', 'sharer', 'issuer', 'scoped', 'guest']) people[name] = await tenant.signIn(name)
}, 120_000)
afterAll(() => server.stop())

const client = (name: string): Client => people[name] ?? expect.fail(name)
const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (owner) => (await owner.query(text, [tenant.id, ...values])).rows as Row[])
async function add(more: object = {}, name = 'owner'): Promise<string> {
  const values = {
    ...{ scheduleName: `schedule ${unique()}`, reportCode: 'availability', rhythm: 'day', runAt: '00:00', issues: 0 },
    ...{ scheduleFormats: 'xlsx', scheduleLanguage: 'en', scheduleStatus: 1, ...more },
  }
  const answer = await client(name).post<{ id: string }>(`${PATH}/addReportSchedule`, values)
  expect(answer.http, JSON.stringify(answer.errors ?? answer.message)).toBe(200)
  return answer.data.id
}
const plan = (kind: string, key: string, payload: object, dueAt = new Date()) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    server.services.scheduler.schedule(tx, { kind, key, dueAt, payload }),
  )
const comesDue = (id: string, day = dayOf('day')) => plan(DUE, id, { day })
const byHand = (id: string) => client('admin').post<{ runId: string }>(`${PATH}/runReportSchedule`, { id })
const runs = async (id: string) =>
  (await client('admin').get<{ list: ScheduleRun[] }>(`${PATH}/queryScheduleRun`, { id, pageSize: 100 })).data.list
const poll = <Value>(ask: () => Promise<Value>) => expect.poll(ask, { timeout: 30_000, interval: 50 })
const isDone = (id: string) => poll(async () => (await runs(id)).some(({ state }) => state === 'done')).toBe(true)
const open = (token: string) => client('guest').post<ReceivedReport>('/api/report/link/openReportLink', { token })
/** A report of this person that is made and mailed: its schedule, and what the link has. */
async function made(name: string, more: object = {}): Promise<{ id: string; token: string }> {
  const address = `${unique()}@example.com`
  const id = await add({ mailTo: address, ...more }, name)
  await comesDue(id)
  const find = () => rows<{ secret: string }>('select secret from messages where tenant_id = $1 and recipient = $2', [address])
  await poll(async () => (await find()).length).toBe(1)
  const token = (await find())[0]?.secret.split('#')[1] ?? expect.fail('no token')
  expect((await open(token)).http).toBe(200)
  return { id, token }
}
const moveTo = (name: string, code: string) =>
  rows('update user_roles set role_id = $3 where tenant_id = $1 and user_id = $2', [tenant.users[name], tenant.roles[code]])
const addRun = async (id: string, trigger: 'due' | 'hand', state: string) => {
  const [row] = await rows<{ id: string }>(
    `insert into schedule_runs (tenant_id, id, schedule_id, rhythm, period_day, run_trigger, run_state) values ($1, gen_random_uuid(), $2, 'day', $3, $4, $5) returning id`,
    [id, dayOf('day'), trigger, state],
  )
  return row?.id ?? expect.fail('no run')
}
const change = (id: string, values: object) => client('owner').put(`${PATH}/updateReportSchedule`, { id, version: 1, ...values })

describe('a schedule that is changed', () => {
  it('makes the first week of its new rhythm, though that begins with a day which it knows', async () => {
    const id = await add()
    const monday = dayOf('week')
    await comesDue(id, monday)
    await isDone(id)
    expect((await runs(id)).some(({ day }) => day === monday)).toBe(true)
    expect((await change(id, { rhythm: 'week' })).http).toBe(200)
    await comesDue(id, monday)
    await poll(async () => (await runs(id)).some(({ day, state }) => day === monday && state === 'done')).toBe(true)
  })

  it('leaves no run behind that nobody makes any more', async () => {
    const id = await add()
    await addRun(id, 'due', 'running')
    expect((await change(id, { scheduleStatus: 0 })).http).toBe(200)
    expect((await runs(id)).map(({ state }) => state)).toEqual(['missed'])
  })

  it('has runs that failed where their work is gone, and those go on that have some', async () => {
    const [inTime, gone, waiting] = [await add(), await add(), await add()]
    await addRun(inTime, 'due', 'running')
    await addRun(gone, 'hand', 'waiting')
    const later = new Date(Date.now() + 3_600_000)
    await plan(BY_HAND, await addRun(waiting, 'hand', 'waiting'), { day: dayOf('day') }, later)
    await revivedSchedules(server.services)()
    expect((await Promise.all([inTime, gone, waiting].map(runs))).flat().map(({ state, error }) => [state, error !== null])).toEqual([
      ['failed', true],
      ['failed', true],
      ['waiting', false],
    ])
  })

  it('is run by hand so often and no oftener', async () => {
    const id = await add()
    const answers = []
    for (let left = 10; left > 0; left -= 1) answers.push((await byHand(id)).http)
    expect(answers).not.toContain(429)
    expect((await byHand(id)).http).toBe(429)
    expect((await byHand(await add())).http).toBe(200)
  })
})

describe('its owner', () => {
  it('who may share no reports any more gets nothing made, and what was made before is shared no longer', async () => {
    const { id, token } = await made('sharer')
    await moveTo('sharer', 'MAKES')
    expect((await open(token)).http).toBe(404)
    expect((await byHand(id)).http).toBe(200)
    await poll(async () => (await runs(id))[0]?.state).toBe('failed')
    expect((await runs(id))[0]?.error).toMatch(/does not have the right/)
  })

  it('who sees fewer rows than the report was made of shares it no longer', async () => {
    const { token } = await made('scoped')
    const scope = (kind: 'own' | 'all') =>
      client('admin').post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['SCOPED'], scopes: [{ table: '', kind }] })
    expect((await scope('own')).http).toBe(200)
    expect((await open(token)).http).toBe(404)
    expect((await scope('all')).http).toBe(200)
    expect((await open(token)).http).toBe(200)
  })

  it('who may not be told who issued a report shares none', async () => {
    const { token } = await made('issuer', { issues: 1 })
    await moveTo('issuer', 'NAMELESS')
    expect((await open(token)).http).toBe(404)
  })
})

describe('its recipients', () => {
  it('are told, also where one of them has gone since, or there are thousands', { timeout: 120_000 }, async () => {
    const id = await add()
    await comesDue(id)
    await isDone(id)
    const guest = tenant.users['guest'] ?? expect.fail('no guest')
    const many = await rows<{ id: string }>(
      `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'username', 'many' || n, 'email', 'many' || n || '@example.com', 'mobile', '139' || lpad(n::text, 8, '0')))).*
         from users u, generate_series(1, 4200) n where u.tenant_id = $1 and u.id = $2 returning id`,
      [guest],
    )
    const run = (await runs(id))[0]?.id ?? expect.fail('no run')
    await plan(NOTIFYING, run, { users: [run, guest, ...many.map((user) => user.id)], mails: [] })
    await poll(async () => (await runs(id))[0]?.recipients).toBe(many.length + 1)
  })
})
