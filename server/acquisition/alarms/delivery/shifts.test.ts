/** Alarms of a shift leave by the rules that name it. A real receiver on this machine. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WEEKDAYS } from '../../../../model/acquisition/duty-shifts.ts'
import { buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { eventsRead } from '../../../../tests/support/events.ts'
import type { Receiver } from '../../../../tests/support/receiver.ts'
import { openReceiver } from '../../../../tests/support/receiver.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const SHIFT = '/api/acquisition/dutyshift'

let receiver: Receiver
let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  receiver = await openReceiver()
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  await server.database.asOwner((owner) =>
    owner.query('update tenants set webhook_networks = $2 where id = $1', [tenant.id, `127.0.0.1:${receiver.port}`]),
  )
})
afterAll(() => receiver.close())

it('a shift decides by which rule an alarm leaves, at its sites, and the return of the alarm goes the same way', async () => {
  const at = (hours: number) => new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(11, 16)
  const [on, off] = [
    { beginsAt: at(-6), endsAt: at(6) },
    { beginsAt: at(6), endsAt: at(-6) },
  ]
  const place = async () =>
    (await admin.post<{ id: string }>('/api/acquisition/site/addSite', { siteCode: unique(), siteName: unique() })).data.id
  const [here, there] = [await place(), await place()]
  const shift = async (hours: object, values: object = {}) => {
    const { http, data } = await admin.post<{ id: string }>(`${SHIFT}/addDutyShift`, {
      shiftName: unique(),
      userId: [tenant.users['admin']],
      weekdays: [...WEEKDAYS],
      shiftStatus: 1,
      ...hours,
      ...values,
    })
    expect(http).toBe(200)
    return data.id
  }
  const change = (id: string, values: object) => admin.put(`${SHIFT}/updateDutyShift`, { id, ...values })
  const [night, day, elsewhere, resting] = [
    await shift(on),
    await shift(off),
    await shift(on, { siteId: [there] }),
    await shift(on, { shiftStatus: 0 }),
  ]
  const { data: channel } = await admin.post<{ id: string }>('/api/acquisition/alarmchannel/addAlarmChannel', {
    channelName: 'hook',
    channelKind: 'webhook',
    channelStatus: 1,
    channelAddress: `${receiver.url}/${tenant.code}`,
  })
  const addRule = async (deliveryName: string, shiftId: readonly string[], values: object = {}) =>
    expect(
      await admin.post('/api/acquisition/deliveryrule/addDeliveryRule', {
        deliveryName,
        channelId: channel.id,
        leastPriority: 4,
        deliveryLanguage: 'en',
        deliveryStatus: 1,
        shiftId,
        ...values,
      }),
      deliveryName,
    ).toMatchObject({ http: 200 })
  await addRule('night', [night, resting], { tellReturn: 1 })
  await addRule('day', [day], { tellReturn: 1 })
  await addRule('elsewhere', [elsewhere])
  await addRule('resting', [resting])
  const received = () =>
    receiver.taken
      .filter(({ path }) => path === `/${tenant.code}`)
      .map(({ body }) => {
        const { rule, type } = JSON.parse(body) as { rule: string; type: string }
        return `${rule} ${type}`
      })
      .toSorted()
  const expectReceived = (all: readonly string[]) => expect.poll(received, { timeout: 5000, interval: 20 }).toEqual(all)
  const deviceAt = async (site: string) => {
    const device = await buildDevice(server, tenant)
    await server.database.asOwner((owner) => owner.query('update devices set site_id = $2 where id = $1', [device.id, site]))
    return device
  }
  const raise = async (at: BuiltDevice) => {
    await buildRule(server, at, { alarm_priority: 2 })
    await measure(server, at, { temperature: 30 })
    await eventsRead(server, tenant.id)
  }
  const device = await deviceAt(here)
  await raise(device)
  await expectReceived(['night alarm.raised'])
  // The shifts change: what has been told stays with whom it was told to.
  expect((await change(night, off)).http).toBe(200)
  expect((await change(day, on)).http).toBe(200)
  await measure(server, device, { temperature: 20 })
  await eventsRead(server, tenant.id)
  await expectReceived(['night alarm.raised', 'night alarm.returned'])
  await raise(await deviceAt(there))
  await expectReceived(['day alarm.raised', 'elsewhere alarm.raised', 'night alarm.raised', 'night alarm.returned'])
  expect((await admin.get<{ total: number }>('/api/acquisition/delivery/queryDelivery')).data.total).toBe(4)
  // Without its shift a rule would be about alarms of any hour.
  expect((await admin.post(`${SHIFT}/deleteDutyShift`, { id: [day] })).http).toBe(409)
})
