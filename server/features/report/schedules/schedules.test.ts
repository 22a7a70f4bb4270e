/** Scheduled reports over real HTTP: each period once, with the rights that the owner has then, and links that end. */
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import type { ScheduleRun, ReceivedReport } from '../../../../model/contract/report/schedules.ts'
import { EMPTY_TEMPLATE } from '../../../../model/reports/draft.ts'
import { lastDue, periodsBefore } from '../../../../model/reports/schedule.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { postgres } from '../../../../tests/support/engine.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startSecond, startServer } from '../../../../tests/support/server.ts'
import { BY_HAND, DUE } from './rows.ts'

const PATH = '/api/report/schedule'
const ZONE = 'Asia/Shanghai'
const DAILY = { rhythm: 'day', runAt: '00:00', offsetDays: 0 } as const
const role = (roleCode: string, urls: RoleSeed['urls'], more: Partial<RoleSeed> = {}): RoleSeed => ({
  ...{ roleCode, roleName: roleCode, roleDescription: '', menus: 'all', urls, hiddenButtons: [], hiddenFields: [] },
  ...more,
})
const all = ['/acquisition/*', '/report/*']

let server: TestServer
let tenant: BuiltTenant
let device: BuiltDevice
const people: Record<string, Client> = {}
beforeAll(async () => {
  server = await startServer({ outboxSecrets: true })
  tenant = await buildTenant(server, {
    roles: [role('ALL', all), role('LOOKS', ['/acquisition/*', '/report/report/query*', `${PATH.slice(4)}/*`]), role('NOTHING', [])],
    users: ['owner', 'other', 'leaver', 'looks', 'guest', 'stranger'].map((username) =>
      buildUser({
        username,
        roles: [username === 'looks' ? 'LOOKS' : username === 'guest' || username === 'stranger' ? 'NOTHING' : 'ALL'],
      }),
    ),
  })
  for (const name of ['admin', 'owner', 'other', 'leaver', 'looks', 'guest', 'stranger']) people[name] = await tenant.signIn(name)
  device = await buildDevice(server, tenant, { room: {} })
}, 120_000)
afterAll(() => server.stop())

const client = (name: string): Client => people[name] ?? expect.fail(name)
const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (owner) => (await owner.query(text, [tenant.id, ...values])).rows as Row[])
const values = (more: object = {}) => ({
  ...{
    scheduleName: `schedule ${unique()}`,
    reportCode: 'availability',
    rhythm: 'day',
    runAt: '00:00',
    issues: 0,
    scheduleFormats: 'pdf,xlsx',
  },
  ...{ scheduleLanguage: 'en', scheduleStatus: 1 },
  ...more,
})
async function add(more: object = {}, name = 'owner'): Promise<string> {
  const answer = await client(name).post<{ id: string }>(`${PATH}/addReportSchedule`, values(more))
  expect(answer.http, JSON.stringify(answer.errors ?? answer.message)).toBe(200)
  return answer.data.id
}
const yesterday = () => lastDue(ZONE, DAILY, Date.now()).day
/** As if its time had come. */
const comesDue = (key: string, payload: object = { day: yesterday() }, kind: string = DUE) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    server.services.scheduler.schedule(tx, { kind, key, dueAt: new Date(), payload }),
  )
const runs = async (id: string, name = 'admin') =>
  (await client(name).get<{ list: ScheduleRun[] }>(`${PATH}/queryScheduleRun`, { id, pageSize: 100 })).data.list
const poll = <Value>(ask: () => Promise<Value>) => expect.poll(ask, { timeout: 20_000, interval: 50 })
const planned = (id: string, kind: string = DUE) =>
  rows<{ day: string; since: string | null; is_later: boolean }>(
    `select payload ->> 'day' as day, payload ->> 'since' as since, due_at > now() + interval '1 minute' as is_later from scheduled_work where tenant_id = $1 and key = $2 and kind = $3`,
    [id, kind],
  )
/** A reading of the period that is not put together yet, of each point of the device. */
const isLate = () =>
  rows(
    `insert into sample_touches (tenant_id, level, due_at, series, buckets) select $1, 0, now() + interval '1 day', array[series], array[to_timestamp($2::float8 / 1000)] from points where tenant_id = $1 and device_id = $3`,
    [lastDue(ZONE, DAILY, Date.now()).from + 3_600_000, device.id],
  )
/** Its period is over: the next one is planned. */
const isOver = (id: string) => poll(async () => (await planned(id))[0]?.is_later).toBe(true)
const mailed = async (address: string): Promise<string> => {
  const find = () =>
    rows<{ secret: string }>(`select secret from messages where tenant_id = $1 and recipient = $2 and message_kind = 'report-link'`, [
      address,
    ])
  await poll(async () => (await find()).length).toBe(1)
  return (await find())[0]?.secret.split('#')[1] ?? expect.fail('no token')
}
const open = (token: string) => client('stranger').post<ReceivedReport>('/api/report/link/openReportLink', { token })
async function bytesOf(token: string, format: string) {
  const response = await fetch(`${server.url}/api/report/link/downloadReportLink`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, format }),
  })
  return { http: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('a schedule', () => {
  it('makes the report of a period once, and tells its recipients by links of their own', async () => {
    const address = `${unique()}@example.com`
    const id = await add({ mailTo: address, userId: [tenant.users['guest']], linkDays: 3 })
    expect((await planned(id))[0]).toMatchObject({ is_later: true })
    await comesDue(id)
    await poll(async () => (await runs(id))[0]?.state).toBe('done')
    await isOver(id)
    await comesDue(id)
    await isOver(id)
    const [run, ...others] = await runs(id)
    expect(others).toEqual([])
    expect(run).toMatchObject({ day: yesterday(), trigger: 'due', owner: 'owner', error: null, issuedId: null, latePoints: 0 })
    expect(run?.rows).toBeGreaterThan(0)

    const token = await mailed(address)
    const received = (await open(token)).data
    expect(received.files.map(({ format }) => format)).toEqual(['pdf', 'xlsx'])
    expect([received.title, received.tenant]).toEqual(['Device data quality report', `${tenant.canary} tenant`])
    const pdf = await bytesOf(token, 'pdf')
    expect([pdf.http, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect((await bytesOf(token, 'docx')).http).toBe(404)
    expect(await open(`${token.slice(0, -2)}AA`)).toMatchObject({ http: 404 })

    // Somebody who may see no reports has this one, and nothing else; nobody has it by another's link.
    const [link] = await rows<{ id: string }>('select id from schedule_links where tenant_id = $1 and user_id = $2', [
      tenant.users['guest'],
    ])
    const own = (name: string) => client(name).get<ReceivedReport>('/api/report/link/queryReceivedReport', { id: link?.id ?? '' })
    expect((await own('guest')).data.files).toHaveLength(2)
    expect((await own('stranger')).http).toBe(404)
    expect((await client('guest').get('/api/report/report/queryReportPage', { report: 'availability' })).http).toBe(403)
    expect((await client('guest').get(`${PATH}/queryScheduleRun`, { id })).http).toBe(403)
    const [notice] = await rows<{ content: string }>(
      `select content from notifications where tenant_id = $1 and content like '%' || $2 || '%'`,
      [link?.id],
    )
    expect(notice?.content).toContain('/reportfile/mine?id=')

    // Its time is over.
    await rows(`update schedule_runs set expires_at = now() - interval '1 second' where tenant_id = $1 and schedule_id = $2`, [id])
    expect([(await open(token)).http, (await bytesOf(token, 'pdf')).http, (await own('guest')).http]).toEqual([404, 404, 404])
  })

  it('issues its report with a number where it is to, in the transaction that ends the run', async () => {
    const id = await add({ issues: 1, mailTo: `${unique()}@example.com` })
    await comesDue(id)
    await poll(async () => (await runs(id))[0]?.state).toBe('done')
    const [run] = await runs(id)
    expect(run?.reportNumber).toMatch(/^AVAILABILITY-\d{4}-0001$/)
    const page = await client('owner').get(`/api/report/issued/queryIssuedReportPage`, { id: run?.issuedId ?? '', page: 1 })
    expect(page.http).toBe(200)
  })

  it('shares the files of an issued report that it names, its Word document among them', async () => {
    const address = `${unique()}@example.com`
    const id = await add({ issues: 1, scheduleFormats: 'docx,pdf', mailTo: address })
    await comesDue(id)
    await poll(async () => (await runs(id))[0]?.state).toBe('done')
    const token = await mailed(address)
    expect((await open(token)).data.files.map(({ format }) => format)).toEqual(['docx', 'pdf'])
    const word = await bytesOf(token, 'docx')
    expect([word.http, word.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    expect((await bytesOf(token, 'xlsx')).http).toBe(404)
    // On paper that Word opens none of there is no such document: whoever was to get nothing else gets the PDF.
    const content = { ...EMPTY_TEMPLATE, page: { ...EMPTY_TEMPLATE.page, size: [600, 300] }, cells: { A1: { text: 'a large sheet' } } }
    const named = { templateName: `large ${unique()}`, templateKind: 'other', content }
    const { id: templateId } = (await client('owner').post<{ id: string }>('/api/report/template/importReportDesign', named)).data
    expect((await client('owner').post('/api/report/template/publishReportTemplate', { id: templateId, revision: 1 })).http).toBe(200)
    const large = await add({ reportCode: null, templateId, issues: 1, scheduleFormats: 'docx', mailTo: `large-${address}` })
    await comesDue(large)
    await poll(async () => (await runs(large))[0]?.state).toBe('done')
    expect((await open(await mailed(`large-${address}`))).data.files.map(({ format }) => format)).toEqual(['pdf'])
  })

  it('is caught up with once after a time in which nobody was there, and the others are named', async () => {
    const id = await add()
    const [first] = periodsBefore(ZONE, DAILY, '2000-01-01', lastDue(ZONE, DAILY, Date.now()), 4)
    await comesDue(id, { day: first?.day })
    await isOver(id)
    const found = await runs(id)
    expect(found.map(({ state }) => state).toSorted()).toEqual(['done', 'missed', 'missed', 'missed', 'missed'])
    expect(found.find(({ state }) => state === 'done')?.day).toBe(yesterday())
  })

  it('waits for readings of its period that are not put together yet, and says in the end which were late', async () => {
    const id = await add({ deviceId: device.id, reportCode: 'curing-room' })
    await isLate()
    await comesDue(id)
    await poll(async () => (await planned(id))[0]?.since ?? null).not.toBeNull()
    expect(await runs(id)).toEqual([])
    await comesDue(id, { day: yesterday(), since: Date.now() - 15 * 60_000 })
    await isOver(id)
    expect((await runs(id))[0]).toMatchObject({ state: 'done', latePoints: 1, lateDevices: [expect.any(String)] })
    await rows('delete from sample_touches where tenant_id = $1')
  })

  it('makes nothing while it is paused, and goes on with the period after', async () => {
    const id = await add()
    const [{ version }] = (await rows<{ version: number }>('select version from report_schedules where tenant_id = $1 and id = $2', [
      id,
    ])) as [{ version: number }]
    const change = (scheduleStatus: number, of: number) =>
      client('owner').put(`${PATH}/updateReportSchedule`, { id, version: of, scheduleStatus })
    expect((await change(0, version)).http).toBe(200)
    expect(await planned(id)).toEqual([])
    await comesDue(id)
    await poll(() => planned(id)).toEqual([])
    expect(await runs(id)).toEqual([])
    expect((await change(1, version + 1)).http).toBe(200)
    await isOver(id)
    expect(await runs(id)).toEqual([])
  })

  it('is run by hand, one at a time', async () => {
    const id = await add({ deviceId: device.id, reportCode: 'curing-room' })
    // The one that is taken waits for readings while the other is asked for.
    await isLate()
    const byHand = () => client('other').post<{ runId: string } | null>(`${PATH}/runReportSchedule`, { id })
    const [taken, refused] = (await Promise.all([byHand(), byHand()])).toSorted((one, other) => one.http - other.http)
    expect([taken?.http, refused?.http, refused?.message]).toEqual([200, 409, 'This schedule is already running'])
    const runId = taken?.data?.runId ?? expect.fail('no run')
    await poll(async () => (await planned(runId, BY_HAND))[0]?.since ?? null).not.toBeNull()
    expect((await byHand()).http).toBe(409)
    expect((await runs(id)).map(({ id: each, state }) => [each, state])).toEqual([[runId, 'waiting']])

    await rows('delete from sample_touches where tenant_id = $1')
    await comesDue(runId, { day: yesterday() }, BY_HAND)
    await poll(async () => (await runs(id))[0]?.state).toBe('done')
    expect(await runs(id)).toMatchObject([{ id: runId, trigger: 'hand', owner: 'owner', day: yesterday() }])
  })
})

describe('what a schedule has to say', () => {
  it.each([
    ['one report', { reportCode: null }, 'reportCode', /either a built-in report or a report template/],
    [
      'one report alone',
      { reportCode: 'availability', templateId: '00000000-0000-7000-8000-000000000001' },
      'templateId',
      /either a built-in report or a report template/,
    ],
    ['a time of day', { runAt: '25:00' }, 'runAt', /./],
    [
      'to twenty addresses outside at most',
      { mailTo: Array.from({ length: 21 }, (_address, at) => `person${at}@example.com`).join(',') },
      'mailTo',
      /20 addresses at most/,
    ],
  ])('is %s, in a new one and in one that is changed', async (_, wrong, field, message) => {
    const refusal = { http: 422, errors: [{ field, message: expect.stringMatching(message) as string }] }
    expect(await client('owner').post(`${PATH}/addReportSchedule`, values(wrong))).toMatchObject(refusal)
    const id = await add()
    expect(await client('owner').put(`${PATH}/updateReportSchedule`, { id, version: 1, ...wrong })).toMatchObject(refusal)
    expect(await rows('select 1 from report_schedules where tenant_id = $1 and id = $2 and version = 1', [id])).toHaveLength(1)
  })

  it('is a report that is published', async () => {
    const content = { ...EMPTY_TEMPLATE, cells: { A1: { text: 'draft' } } }
    const named = { templateName: `draft ${unique()}`, templateKind: 'other', content }
    const begun = await client('owner').post<{ id: string }>('/api/report/template/importReportDesign', named)
    expect(begun.http, begun.message).toBe(200)
    const refused = await client('owner').post(`${PATH}/addReportSchedule`, values({ reportCode: null, templateId: begun.data.id }))
    expect(refused).toMatchObject({ http: 422, errors: [{ field: 'templateId' }] })
  })
})

describe('its owner', () => {
  it('is whoever saved it last, and has to have the report themselves', async () => {
    expect(await client('looks').post(`${PATH}/addReportSchedule`, values())).toMatchObject({
      http: 422,
      errors: [{ field: 'scheduleFormats', message: expect.stringMatching(/do not have the right/) as string }],
    })
    const id = await add()
    const saved = await client('other').put(`${PATH}/updateReportSchedule`, { id, version: 1, mailTo: `${unique()}@example.com` })
    expect(saved.http).toBe(200)
    await comesDue(id)
    await poll(async () => (await runs(id))[0]?.state).toBe('done')
    expect((await runs(id))[0]?.owner).toBe('other')
    const taken = await client('looks').put(`${PATH}/updateReportSchedule`, { id, version: 2, mailTo: `${unique()}@example.com` })
    expect(taken.http).toBe(422)
  })

  it('who has lost the right gets nothing made, and is told why', async () => {
    const address = `${unique()}@example.com`
    const id = await add({ issues: 1, mailTo: address }, 'leaver')
    await rows(`update user_roles set role_id = $3 where tenant_id = $1 and user_id = $2`, [tenant.users['leaver'], tenant.roles['LOOKS']])
    const before = await rows<{ count: number }>('select count(*)::int as count from issued_reports where tenant_id = $1')
    await comesDue(id)
    await poll(async () => (await runs(id))[0]?.state).toBe('failed')
    // Whoever looks is somebody else, and reads it in a language of their own.
    expect((await runs(id))[0]?.error).toBe('Issue: the owner of the schedule does not have the right to make this report this way')
    const inChinese = await client('admin').get<{ list: ScheduleRun[] }>(`${PATH}/queryScheduleRun`, { id }, { 'accept-language': 'zh-CN' })
    expect(inChinese.data.list[0]?.error).toBe('签发：负责人没有以此方式生成该报表的权限')
    expect(await rows('select count(*)::int as count from issued_reports where tenant_id = $1')).toEqual(before)
    expect(await rows('select id from messages where tenant_id = $1 and recipient = $2', [address])).toEqual([])
    const notices = await rows<{ content: string }>(
      `select content from notifications n join notification_users u using (tenant_id) where n.tenant_id = $1 and u.notification_id = n.id and u.user_id = $2 and title like 'Scheduled report failed%'`,
      [tenant.users['leaver']],
    )
    expect(notices).toEqual([{ content: expect.stringContaining('the owner of the schedule does not have the right') as string }])
    await isOver(id)
  })

  it('who is disabled gets nothing made, and links to what was made before lead nowhere', async () => {
    const address = `${unique()}@example.com`
    const id = await add({ mailTo: address }, 'other')
    await comesDue(id)
    const token = await mailed(address)
    expect((await open(token)).http).toBe(200)
    await rows(`update users set status = 0 where tenant_id = $1 and id = $2`, [tenant.users['other']])
    expect((await open(token)).http).toBe(404)
    await rows('delete from schedule_runs where tenant_id = $1 and schedule_id = $2', [id])
    await comesDue(id)
    await poll(async () => (await runs(id))[0]?.state).toBe('failed')
    expect((await runs(id))[0]?.error).toMatch(/disabled/)
    await rows(`update users set status = 1 where tenant_id = $1 and id = $2`, [tenant.users['other']])
  })

  it('who does not see the device any more gets no empty report of it', async () => {
    const id = await add({ deviceId: device.id, reportCode: 'curing-room' })
    const scope = (kind: 'own' | 'all') =>
      client('admin').post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['ALL'], scopes: [{ table: '', kind }] })
    expect((await scope('own')).http).toBe(200)
    await comesDue(id)
    await poll(async () => (await runs(id))[0]?.state).toBe('failed')
    expect((await scope('all')).http).toBe(200)
  })
})

describe.runIf(postgres)('two servers', () => {
  it('make the report of each schedule once, with numbers that have no hole', { timeout: 180_000 }, async () => {
    const second = await startSecond(server)
    try {
      const ids: string[] = []
      for (let left = 6; left > 0; left -= 1) ids.push(await add({ issues: 1, reportCode: 'alarm-month' }))
      await Promise.all(ids.map((id) => comesDue(id)))
      // Told a second time: whoever is late finds that it is done.
      await Promise.all(ids.map((id) => comesDue(id)))
      for (const id of ids) await expect.poll(async () => (await planned(id))[0]?.is_later, { timeout: 90_000, interval: 100 }).toBe(true)
      const found = (await Promise.all(ids.map((id) => runs(id)))).flat()
      expect(found.map(({ state, error }) => error ?? state)).toEqual(ids.map(() => 'done'))
      const numbers = found.map(({ reportNumber }) => Number(reportNumber?.split('-').at(-1)))
      expect(numbers.toSorted((one, other) => one - other)).toEqual(ids.map((_, at) => at + 1))
    } finally {
      await second.stop()
    }
  })
})
