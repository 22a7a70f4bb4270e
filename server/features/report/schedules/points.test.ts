/** Scheduled reports of chosen points over real HTTP: what may be chosen, what is made of it, and what becomes of the points. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScheduleRun } from '../../../../model/contract/report/schedules.ts'
import { lastDue } from '../../../../model/reports/schedule.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, pointsOf } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { absentId } from '../../../../tests/support/values.ts'
import { DUE } from './rows.ts'

const PATH = '/api/report/schedule'
const ZONE = 'Asia/Shanghai'
const period = () => lastDue(ZONE, { rhythm: 'day', runAt: '00:00', offsetDays: 0 }, Date.now())

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: BuiltDevice
let ids: Readonly<Record<string, string>>
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  device = await buildDevice(server, tenant, { damp: {}, draught: {} })
  ids = await pointsOf(server, device)
}, 120_000)
afterAll(() => server.stop())

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (owner) => (await owner.query(text, [tenant.id, ...values])).rows as Row[])
const add = (more: object = {}) =>
  admin.post<{ id: string }>(`${PATH}/addReportSchedule`, {
    ...{ scheduleName: `schedule ${unique()}`, reportCode: 'day-sheet', rhythm: 'day', runAt: '00:00', issues: 0 },
    ...{ scheduleFormats: 'xlsx', scheduleLanguage: 'en', scheduleStatus: 1, ...more },
  })
async function added(more: object = {}): Promise<string> {
  const answer = await add(more)
  expect(answer.http, JSON.stringify(answer.errors ?? answer.message)).toBe(200)
  return answer.data.id
}
const change = (id: string, version: number, values: object) => admin.put(`${PATH}/updateReportSchedule`, { id, version, ...values })
const comesDue = (id: string) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    server.services.scheduler.schedule(tx, { kind: DUE, key: id, dueAt: new Date(), payload: { day: period().day } }),
  )
const runs = async (id: string) => (await admin.get<{ list: ScheduleRun[] }>(`${PATH}/queryScheduleRun`, { id })).data.list
const poll = <Value>(ask: () => Promise<Value>) => expect.poll(ask, { timeout: 30_000, interval: 50 })
const isDone = (id: string) => poll(async () => (await runs(id))[0]?.state).toBe('done')
/** Ids of points that the documents of its run are limited to. */
const limitedTo = async (id: string) =>
  (
    await rows<{ points: string[] | null }>(
      `select jsonb_path_query_first(documents, '$[*].where.and[*] ? (@.field == "pointId").value') as points from schedule_runs where tenant_id = $1 and schedule_id = $2`,
      [id],
    )
  ).map(({ points }) => points)

describe('a schedule of chosen points', () => {
  it('makes its report of these, and is told with them', async () => {
    const id = await added({ pointId: [ids['damp']] })
    const [row] = (await admin.get<{ list: Record<string, unknown>[] }>(`${PATH}/queryReportSchedule`, { id })).data.list
    expect(row).toMatchObject({ pointId: ids['damp'], pointIdCn: 'damp' })
    await comesDue(id)
    await isDone(id)
    expect(await limitedTo(id)).toEqual([[ids['damp']]])
    const all = await added()
    await comesDue(all)
    await isDone(all)
    expect(await limitedTo(all)).toEqual([null])
  })

  it('waits for readings of these alone', async () => {
    const [quick, waiting] = [await added({ pointId: [ids['damp']] }), await added({ pointId: [ids['draught']] })]
    await rows(
      `insert into sample_touches (tenant_id, level, due_at, series, buckets) values ($1, 0, now() + interval '1 day', array[$2::integer], array[to_timestamp($3::float8 / 1000)])`,
      [device.series['draught'], period().from + 3_600_000],
    )
    await Promise.all([comesDue(waiting), comesDue(quick)])
    await isDone(quick)
    const since = async () =>
      (
        await rows<{ since: string | null }>(`select payload ->> 'since' as since from scheduled_work where tenant_id = $1 and key = $2`, [
          waiting,
        ])
      )[0]?.since ?? null
    await poll(since).not.toBeNull()
    expect(await runs(waiting)).toEqual([])
    await rows('delete from sample_touches where tenant_id = $1')
  })

  it.each([
    ['a point that there is none of', () => ({ pointId: [absentId()] })],
    ['points for a report that takes none', () => ({ reportCode: 'curing-room', pointId: [ids['damp']] })],
    ['more than a sheet has columns for', () => ({ pointId: Array.from({ length: 31 }, absentId) })],
  ])('has no %s', async (_name, wrong) => {
    expect(await add(wrong())).toMatchObject({ http: 422, errors: [{ field: 'pointId' }] })
  })

  it('takes no points along to another report', async () => {
    const id = await added({ pointId: [ids['damp']] })
    expect(await change(id, 1, { reportCode: 'curing-room' })).toMatchObject({ http: 422, errors: [{ field: 'pointId' }] })
    expect((await change(id, 1, { reportCode: 'curing-room', pointId: [] })).http).toBe(200)
    expect(await rows('select 1 from report_schedule_points where tenant_id = $1 and schedule_id = $2', [id])).toEqual([])
  })

  it('keeps its points from being deleted: without them it would be made of all', async () => {
    const own = await buildDevice(server, tenant, { kept: {} })
    const { kept } = await pointsOf(server, own)
    const id = await added({ pointId: [kept] })
    const gone = () => admin.post('/api/acquisition/point/deletePoint', { id: [kept] })
    expect((await gone()).http).toBe(409)
    expect((await admin.post('/api/acquisition/device/deleteDevice', { id: [own.id] })).http).toBe(409)
    expect((await admin.post(`${PATH}/deleteReportSchedule`, { id: [id] })).http).toBe(200)
    expect((await gone()).http).toBe(200)
  })
})
