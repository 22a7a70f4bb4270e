/** Statistics of alarms: when they come, how soon somebody acknowledges them, and those of a site, a type or a shift alone. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AlarmHealth } from '../../../../model/contract/acquisition/alarms.ts'
import { deviceTypes } from '../../../../model/index.ts'
import { buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow } from '../../../../tests/support/values.ts'
import { administrator } from '../../../../seeds/roles.ts'

const SITE = randomUUID()
const SHIFT = randomUUID()
/** A Sunday, 23:30 by the clock of the tenant (Asia/Shanghai), and the Monday after it. */
const SUNDAY_NIGHT = Date.parse('2026-03-01T23:30:00+08:00')
const MONDAY_MORNING = Date.parse('2026-03-02T05:30:00+08:00')
const MONDAY_NOON = Date.parse('2026-03-02T12:00:00+08:00')
const RANGE = { from: SUNDAY_NIGHT - 3_600_000, to: MONDAY_NOON + 3_600_000 }

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      {
        ...administrator,
        roleCode: 'HIDES',
        roleName: 'HIDES',
        roleDescription: '',
        hiddenFields: [{ menu: 'alarms', fields: ['acknowledgedAt', 'siteId'] }],
      },
    ],
    users: [buildUser({ username: 'hides', roles: ['HIDES'] })],
  })
  admin = await tenant.signIn('admin')
  const [here, there] = [await buildDevice(server, tenant), await buildDevice(server, tenant)]
  await server.database.asOwner(async (client) => {
    await client.query(`insert into sites (tenant_id, id, site_code, site_name) values ($1, $2, 'here', 'here')`, [tenant.id, SITE])
    await client.query('update devices set site_id = $2 where id = $1', [here.id, SITE])
    await client.query(
      `insert into duty_shifts (tenant_id, id, shift_name, weekdays, begins_at, ends_at, shift_status) values ($1, $2, 'night', 'sun', '22:00', '06:00', 1)`,
      [tenant.id, SHIFT],
    )
  })
  for (const device of [here, there]) {
    await buildRule(server, device)
    await measure(server, device, { temperature: 30 })
  }
  await server.database.asOwner(async (client) => {
    const happened = async (deviceId: string, transition: 'raise' | 'acknowledge', at: number) =>
      client.query(
        `insert into alarm_events (tenant_id, alarm_id, transition, from_state, to_state, happened_at)
         select a.tenant_id, a.id, $2, case $2 when 'raise' then 'normal' else 'unacknowledged' end, case $2 when 'raise' then 'unacknowledged' else 'acknowledged' end, to_timestamp($3::float8 / 1000)
         from alarms a join points p on p.id = a.point_id where p.device_id = $1`,
        [deviceId, transition, at],
      )
    await happened(here.id, 'raise', SUNDAY_NIGHT)
    await happened(here.id, 'acknowledge', SUNDAY_NIGHT + 10_000)
    await happened(there.id, 'raise', MONDAY_MORNING)
    await happened(there.id, 'acknowledge', MONDAY_MORNING + 30_000)
    await happened(here.id, 'raise', MONDAY_NOON)
    await happened(here.id, 'acknowledge', MONDAY_NOON + 110_000)
  })
})
afterAll(() => server.stop())

const healthFor = async (client: Client, more: object = {}) => {
  const answer = await client.get<AlarmHealth>('/api/acquisition/alarm/queryAlarmHealth', { ...RANGE, ...more })
  expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200 })
  return answer.data
}

it('tells on which day of the week and in which hour of the clock of the tenant they came', async () => {
  expect((await healthFor(admin)).hours).toEqual([
    { weekday: 1, hour: 5, raised: 1 },
    { weekday: 1, hour: 12, raised: 1 },
    { weekday: 7, hour: 23, raised: 1 },
  ])
})

it('tells how soon they were acknowledged: 10, 30 and 110 s', async () => {
  const { acknowledge } = await healthFor(admin)
  expect(acknowledge).toMatchObject({ count: 3, median: 30 })
  // Nine tenths of the way from the second to the third (linear between ranks, as percentile_cont defines it).
  expect(acknowledge?.p95).toBeCloseTo(30 + 0.9 * 80, 9)
})

it('counts those of one site alone, also those that stand now', async () => {
  expect(await healthFor(admin, { siteId: SITE })).toMatchObject({ raised: 2, standing: 1, acknowledge: { count: 2, median: 60 } })
  expect(await healthFor(admin, { siteId: randomUUID() })).toMatchObject({
    raised: 0,
    standing: 0,
    often: [],
    acknowledge: { count: 0, median: null },
  })
})

it('counts those of a type of devices alone, and the list shows the same', async () => {
  const { id: deviceTypeId } = await addRow(admin, deviceTypes)
  await server.database.asOwner((client) => client.query('update devices set device_type_id = $2 where site_id = $1', [SITE, deviceTypeId]))
  const listed = async () =>
    (
      await admin.get<{ list: { siteId: string; deviceTypeId: string }[] }>('/api/acquisition/alarm/queryAlarm', {
        deviceTypeId,
        isCurrent: 1,
      })
    ).data.list
  expect(await healthFor(admin, { deviceTypeId })).toMatchObject({ raised: 2, standing: 1 })
  expect(await listed()).toMatchObject([{ siteId: SITE, deviceTypeId }])
})

it('counts what came during a shift that goes on past midnight, by the day on which it began', async () => {
  expect(await healthFor(admin, { shiftId: SHIFT })).toMatchObject({
    raised: 2,
    hours: [
      { weekday: 1, hour: 5 },
      { weekday: 7, hour: 23 },
    ],
  })
  expect(await admin.get('/api/acquisition/alarm/queryAlarmHealth', { ...RANGE, shiftId: randomUUID() })).toMatchObject({
    http: 422,
    errors: [{ field: 'shiftId' }],
  })
})

it('tells nobody by a number what their roles hide', async () => {
  const hides = await tenant.signIn('hides')
  expect(await healthFor(hides)).toMatchObject({ raised: 3, acknowledge: null })
  // As in a list, a field that there is none of narrows nothing.
  expect(await healthFor(hides, { siteId: SITE })).toMatchObject({ raised: 3 })
})
