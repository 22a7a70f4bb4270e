/** That an alarm reaches somebody: also after it was put aside, beside tenants whose receivers do not answer, and when there was nobody to tell. */
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { ManualClock } from '../../../../tests/support/clock.ts'
import { runningClock } from '../../../../tests/support/clock.ts'
import { deliverySteps } from '../../../../tests/support/deliveries.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { Mailbox } from '../../../../tests/support/ports.ts'
import { openMailbox } from '../../../../tests/support/ports.ts'
import type { Receiver } from '../../../../tests/support/receiver.ts'
import { openReceiver } from '../../../../tests/support/receiver.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { returnToService, takeOutOfService } from '../out-of-service.ts'

const MINUTE = 60_000
const RULE = '/api/acquisition/deliveryrule'
const SHIFT = '/api/acquisition/dutyshift'
const DELIVERY = '/api/acquisition/delivery'

let mailbox: Mailbox
let receiver: Receiver
let clock: ManualClock
let server: TestServer
beforeAll(async () => {
  mailbox = await openMailbox()
  receiver = await openReceiver()
  clock = runningClock()
  server = await startServer({ mail: mailbox.port }, undefined, undefined, clock)
})
afterAll(async () => {
  await server.stop()
  await Promise.all([mailbox.close(), receiver.close()])
})

/** Webhooks of the tenant may lead to this port of this machine. */
const open = (port: number) =>
  server.database.asOwner((owner) =>
    owner.query('update tenants set webhook_networks = $2 where id = $1', [tenant.id, `127.0.0.1:${port}`]),
  )
let tenant: BuiltTenant
let admin: Client
beforeEach(async () => {
  tenant = await buildTenant(server, { users: [buildUser({ username: 'keeper' })] })
  admin = await tenant.signIn('admin')
  await open(receiver.port)
})
const { addChannel, addRule, raise, acknowledge, deliveriesOf, toHave, posts, posted, settled } = deliverySteps(() => ({
  server,
  receiver,
  tenant,
  admin,
}))

describe('an escalation', () => {
  /** Longer than tests have set the clock ahead so far: what happens has the time of the database, and would be due at once. */
  const inHalfAnHour = () => Math.ceil((clock.now() - Date.now()) / MINUTE) + 30
  /** So many deliveries of the tenant were due while their alarm was put aside. */
  const putAside = (count: number) =>
    expect
      .poll(
        async () =>
          (
            await server.database.asOwner((owner) =>
              owner.query<{ count: number }>(
                "select count(*)::integer as count from deliveries where tenant_id = $1 and put_aside and delivery_state = 'waiting'",
                [tenant.id],
              ),
            )
          ).rows[0]?.count,
        { timeout: 5000, interval: 20 },
      )
      .toBe(count)
  const act = async (path: string, id: string, values: object = {}) => {
    const answer = await admin.post(`/api/acquisition/alarm/${path}`, { id: [id], alarmComment: 'known', ...values })
    expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200 })
  }

  it('waits while its alarm is put aside, and comes when the alarm is back and nobody has acknowledged', async () => {
    await addRule(await addChannel(), { afterMinutes: inHalfAnHour() })
    const [shelved, brief, done] = [await raise(), await raise(), await raise()]
    await settled()
    await toHave(['waiting', 'waiting', 'waiting'])
    for (const { id } of [shelved, brief]) await act('shelveAlarm', id, { minutes: 240 })
    // Back before anything was due: as if it had not been away.
    await act('unshelveAlarm', brief.id)
    await acknowledge(done.id)
    await act('shelveAlarm', done.id, { minutes: 240 })
    await settled()
    await clock.advance(31 * MINUTE)
    await posted(1)
    await putAside(1)
    expect(posts()[0]?.alarms).toMatchObject([{ id: brief.id }])
    for (const { id } of [shelved, done]) await act('unshelveAlarm', id)
    await posted(2)
    expect(posts()[1]?.alarms).toMatchObject([{ id: shelved.id }])
    await toHave(['cancelled', 'sent', 'sent'])
  })

  it('asks once more when it is due whether somebody has acknowledged', async () => {
    await addRule(await addChannel(), { afterMinutes: inHalfAnHour() })
    const { id } = await raise()
    await settled()
    // As long as nobody has read the event of it.
    await server.database.asOwner((owner) => owner.query('update alarms set owed = false where id = $1', [id]))
    await clock.advance(31 * MINUTE)
    await toHave(['cancelled'])
    expect(posts()).toEqual([])
  })

  it('comes after work on the device as well: the alarm was out of service, and nobody has acknowledged', async () => {
    await addRule(await addChannel(), { afterMinutes: inHalfAnHour() })
    const { device, id } = await raise()
    await settled()
    const { transactions, ...parts } = server.services
    const cause = { comment: 'work order', userId: tenant.users['admin'] }
    await transactions.inTenant({ tenantId: tenant.id }, (tx) => takeOutOfService(tx, parts, { deviceId: device.id, ...cause }))
    await settled()
    await clock.advance(31 * MINUTE)
    await putAside(1)
    expect(posts()).toEqual([])
    await transactions.inTenant({ tenantId: tenant.id }, (tx) => returnToService(tx, parts, [id], cause))
    await posted(1)
    expect(posts()[0]?.alarms).toMatchObject([{ id }])
    await toHave(['sent'])
  })

  it('has left when the alarm is put aside again: it comes once', async () => {
    await addRule(await addChannel(), { tellReturn: 1, afterMinutes: inHalfAnHour() })
    const { device, id } = await raise()
    await settled()
    await act('suppressAlarm', id)
    await clock.advance(31 * MINUTE)
    await putAside(1)
    await measure(server, device, { temperature: 20 })
    await settled()
    await act('unsuppressAlarm', id)
    await posted(1)
    await toHave(['sent', 'waiting'])
    // Its end is told after it.
    await clock.advance(6000)
    await posted(2)
    expect(posts().map(({ alarms }) => alarms.map(({ event }) => event))).toEqual([['raised'], ['returned']])
    await act('suppressAlarm', id)
    await act('unsuppressAlarm', id)
    await settled()
    await toHave(['sent', 'sent'])
    expect(posts()).toHaveLength(2)
  })
})

describe('shelving', () => {
  it('lasts as many minutes as were asked for, by the clock of the server', async () => {
    const { id } = await raise()
    const modeOf = async () =>
      (await server.database.asOwner((owner) => owner.query<{ mode: string }>('select mode from alarms where id = $1', [id]))).rows[0]?.mode
    const shelved = await admin.post('/api/acquisition/alarm/shelveAlarm', { id: [id], minutes: 10, alarmComment: 'known' })
    expect(shelved, JSON.stringify(shelved)).toMatchObject({ http: 200 })
    const { timers } = server.services.acquisition.alarms
    await clock.advance(9 * MINUTE)
    await timers.shelves()
    expect(await modeOf()).toBe('shelved')
    await clock.advance(2 * MINUTE)
    await timers.shelves()
    expect(await modeOf()).toBe('in-service')
  })
})

describe('a webhook', () => {
  it('of a tenant whose channels all do not answer leaves slots for those of others', async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve)
    })
    try {
      const { port } = silent.address() as AddressInfo
      await open(port)
      for (let count = 0; count < 5; count += 1) await addRule(await addChannel({ channelAddress: `http://127.0.0.1:${port}/` }))
      const device = await buildDevice(server, tenant)
      for (let count = 0; count < 2; count += 1) await raise({}, device)
      // Four of the eight slots; the other six messages wait.
      await expect.poll(() => sockets.size, { timeout: 5000, interval: 20 }).toBe(4)

      tenant = await buildTenant(server)
      admin = await tenant.signIn('admin')
      await open(receiver.port)
      await addRule(await addChannel())
      await raise()
      // Sooner than the ten seconds after which the others are given up.
      await posted(1)
    } finally {
      for (const socket of sockets) socket.destroy()
      silent.close()
    }
  })
})

describe('a rule', () => {
  it('names no more people than it can tell', async () => {
    const keeper = tenant.users['keeper'] as string
    const { rows } = await server.database.asOwner(async (owner) => {
      await owner.query(
        `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'username', 'many' || n, 'email', 'many' || n || '@example.com', 'mobile', '139' || lpad(n::text, 8, '0')))).*
          from users u, generate_series(1, 1000) n where u.tenant_id = $1 and u.id = $2`,
        [tenant.id, keeper],
      )
      return owner.query<{ org_id: string }>('select org_id from users where tenant_id = $1 and id = $2', [tenant.id, keeper])
    })
    const orgId = rows.map(({ org_id: id }) => id)
    const mail = await addChannel({ channelKind: 'mail', channelAddress: undefined })
    const rule = await addRule(mail, { userId: [keeper] })
    const refused = { http: 422, errors: [{ field: 'userId', message: expect.stringContaining('1000') }] }
    expect(
      await admin.post(`${RULE}/addDeliveryRule`, {
        deliveryName: `r ${unique()}`,
        channelId: mail,
        leastPriority: 4,
        deliveryLanguage: 'en',
        deliveryStatus: 1,
        orgId,
      }),
    ).toMatchObject(refused)
    expect(await admin.put(`${RULE}/updateDeliveryRule`, { id: rule, orgId })).toMatchObject(refused)
    expect(await admin.put(`${RULE}/updateDeliveryRule`, { id: rule, deliveryDescription: 'few' })).toMatchObject({ http: 200 })
  })
})

describe('an alarm that reaches nobody', () => {
  it('stands on the workbench of those who see deliveries, and is delivered by hand once somebody is on duty', async () => {
    const tasks = async (client: Client) => {
      const { list } = (await client.get<{ list: { task: string; count: number }[] }>('/api/account/workbench/queryTask')).data
      return list.filter(({ task }) => task.endsWith('deliveries'))
    }
    await addRule(await addChannel({ channelKind: 'mail', channelAddress: undefined }), { onDuty: 1 })
    expect(await tasks(admin)).toEqual([])
    await raise()
    await toHave(['unaddressed'])
    expect(await tasks(admin)).toEqual([{ task: 'unaddressed-deliveries', count: 1 }])
    expect(await tasks(await tenant.signIn('viewer'))).toEqual([])

    const again = async () => admin.post(`${DELIVERY}/retryDelivery`, { id: [(await deliveriesOf()).list[0]?.id] })
    // Still nobody: it is tried, and says so.
    expect(await again()).toMatchObject({ http: 200, data: { waiting: 1 } })
    await toHave(['unaddressed'])
    const answer = await admin.post(`${SHIFT}/addDutyShift`, {
      shiftName: unique(),
      userId: [tenant.users['keeper']],
      weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
      beginsAt: '00:00',
      endsAt: '00:00',
      shiftStatus: 1,
    })
    expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200 })
    expect(await again()).toMatchObject({ http: 200, data: { waiting: 1 } })
    const people = await admin.get<{ list: { email: string }[] }>('/api/admin/sysuser/querySysUser', { username: 'keeper' })
    await mailbox.mailTo(people.data.list[0]?.email as string)
    await toHave(['sent'])
    expect(await again()).toMatchObject({ http: 409 })
    expect(await tasks(admin)).toEqual([])
  })

  it('is counted as well where its channel refuses it for good', async () => {
    await addRule(await addChannel())
    await raise()
    await toHave(['sent'])
    await server.database.asOwner((owner) => owner.query("update messages set message_state = 'failed' where tenant_id = $1", [tenant.id]))
    const { list } = (await admin.get<{ list: object[] }>('/api/account/workbench/queryTask')).data
    expect(list).toContainEqual({ task: 'failed-deliveries', count: 1 })
  })
})
