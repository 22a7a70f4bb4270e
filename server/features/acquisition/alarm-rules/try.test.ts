/** A rule that is tried over what is stored: how often, when, for whom, and within bounds. */
import { beforeAll, expect, it } from 'vitest'
import type { AlarmRuleTrial } from '../../../../model/contract/acquisition/alarms.ts'
import { measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const TRY = '/api/acquisition/alarmrule/tryAlarmRule'
const HOUR = 3_600_000

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: BuiltDevice
const start = Math.floor(Date.now() / HOUR) * HOUR - 48 * HOUR
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  device = await buildDevice(server, tenant)
  const values = [20, 25, 21, 20, 26, 27, 20]
  for (const [at, temperature] of values.entries()) await measure(server, device, { temperature }, start + at * HOUR)
})

const rule = (values: object = {}) => ({ deviceId: device.id, pointKey: 'Temperature', alarmKind: 'high', alarmLimit: 22, ...values })
const tried = (values: object = {}, client = admin) => client.post<AlarmRuleTrial>(TRY, rule(values))

it('says how often it would have fired and when, by the clock of the tenant', async () => {
  const { http, data } = await tried()
  expect({ http, ...data, moments: [] }).toEqual({ http: 200, fired: 2, points: 1, samples: 7, isWhole: true, moments: [] })
  const wall = (hours: number) => new Date(start + (hours + 8) * HOUR).toISOString().slice(0, 19).replace('T', ' ')
  expect(data.moments).toEqual([
    { at: wall(4), until: wall(6), deviceName: device.code, pointName: 'temperature' },
    { at: wall(1), until: wall(2), deviceName: device.code, pointName: 'temperature' },
  ])
  expect((await tried({ onDelay: 5400 })).data).toMatchObject({ fired: 1 })
  expect((await tried({ alarmLimit: 100 })).data).toMatchObject({ fired: 0, moments: [] })
  expect((await tried({ alarmKind: 'stale', alarmLimit: undefined, silentSeconds: 7200 })).data).toMatchObject({
    fired: 1,
    moments: [{ until: null }],
  })
})

it('knows what was silent, or beyond its limit, since before the days that it looks at', async () => {
  const silent = await buildDevice(server, tenant)
  const { rows } = await server.database.asOwner((owner) =>
    owner.query<{ time: Date }>(
      `insert into point_states (tenant_id, series, time, value, quality, reason)
      select tenant_id, series, date_trunc('second', now()) - interval '40 days', 30, 192, 0 from points where device_id = $1 and point_key = 'temperature' returning time`,
      [silent.id],
    ),
  )
  const last = rows[0]?.time.getTime() as number
  const wall = (moment: number) => new Date(moment + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ')
  const stale = { deviceId: silent.id, alarmKind: 'stale', alarmLimit: undefined, silentSeconds: 7200 }
  expect((await tried(stale)).data).toMatchObject({
    fired: 1,
    points: 1,
    samples: 0,
    moments: [{ at: wall(last + 2 * HOUR), until: null }],
  })
  expect((await tried({ deviceId: silent.id })).data).toMatchObject({ fired: 1, moments: [{ at: wall(last), until: null }] })
  expect((await tried({ deviceId: silent.id, alarmLimit: 100 })).data).toMatchObject({ fired: 0, moments: [] })
})

it('needs what the kind needs, and tells nothing of what is not the caller’s to see', async () => {
  expect(await tried({ alarmLimit: undefined })).toMatchObject({ http: 422, errors: [{ field: 'alarmLimit' }] })
  expect(await tried({ deviceId: undefined })).toMatchObject({ http: 422 })
  const stranger = await (await buildTenant(server)).signIn('admin')
  expect((await tried({}, stranger)).data).toMatchObject({ fired: 0, points: 0, samples: 0 })
  expect((await tried({}, await tenant.signIn('viewer'))).http).toBe(403)
})
