/** Alarms that leave the product: to whom, when, how often, and that none is lost. Real receivers, a mailbox and an SMS gateway on this machine; a clock that tests move. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { ManualClock } from '../../../../tests/support/clock.ts'
import { runningClock } from '../../../../tests/support/clock.ts'
import { deliverySteps } from '../../../../tests/support/deliveries.ts'
import { buildDevice, changeDevice } from '../../../../tests/support/devices.ts'
import type { Gateway, Mailbox } from '../../../../tests/support/ports.ts'
import { openGateway, openMailbox } from '../../../../tests/support/ports.ts'
import type { Receiver } from '../../../../tests/support/receiver.ts'
import { openReceiver } from '../../../../tests/support/receiver.ts'
import { administrator } from '../../../../seeds/roles.ts'
import { dump } from '../../../../tests/support/rows.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

const MINUTE = 60_000
const CHANNEL = '/api/acquisition/alarmchannel'
const RULE = '/api/acquisition/deliveryrule'
const SHIFT = '/api/acquisition/dutyshift'
const DELIVERY = '/api/acquisition/delivery'

let mailbox: Mailbox
let gateway: Gateway
let receiver: Receiver
let robot: Receiver
let clock: ManualClock
let server: TestServer
beforeAll(async () => {
  mailbox = await openMailbox()
  gateway = await openGateway()
  receiver = await openReceiver()
  robot = await openReceiver('{"errcode":0,"errmsg":"ok","code":0,"msg":"success"}')
  clock = runningClock()
  server = await startServer({ mail: mailbox.port, sms: gateway.port }, undefined, undefined, clock)
})
afterAll(async () => {
  await server.stop()
  await Promise.all([mailbox.close(), gateway.close(), receiver.close(), robot.close()])
})

/** Each test has a tenant of its own, whose webhooks may lead to this machine. */
let tenant: BuiltTenant
let admin: Client
beforeEach(async () => {
  tenant = await buildTenant(server, { users: [buildUser({ username: 'keeper' }), buildUser({ username: 'watch' })] })
  admin = await tenant.signIn('admin')
  await server.database.asOwner((owner) =>
    owner.query('update tenants set webhook_networks = $2 where id = $1', [
      tenant.id,
      `127.0.0.1:${receiver.port}\n127.0.0.1:${robot.port}`,
    ]),
  )
})

const { addChannel, addRule, raise, acknowledge, deliveriesOf, statesOf, toHave, held, posts, posted, settled } = deliverySteps(() => ({
  server,
  receiver,
  tenant,
  admin,
}))
/** As if the pause before the next attempt were over. */
async function hurry(): Promise<void> {
  await server.database.asOwner((owner) =>
    owner.query(
      `update messages m set next_at = now() where message_state = 'waiting' and tenant_id = $1
      and attempts <= (select count(*) from message_attempts a where a.tenant_id = m.tenant_id and a.message_id = m.id)`,
      [tenant.id],
    ),
  )
  server.services.messages.wake()
}
describe('a webhook', () => {
  it('is told of an alarm once, signed, with a key that stays the same however often it is tried', async () => {
    await addRule(await addChannel({ channelSecret: 'shared between us' }))
    receiver.answer(503, '', 1)
    const { id, device } = await raise()
    await expect.poll(() => receiver.asked.filter(({ path }) => path === `/${tenant.code}`).length, { timeout: 5000 }).toBe(1)
    await expect
      .poll(
        async () => {
          await hurry()
          return posts().length
        },
        { timeout: 10_000 },
      )
      .toBe(1)
    await toHave(['sent'])
    const [first, second] = receiver.asked.filter(({ path }) => path === `/${tenant.code}`)
    const { headers, body } = second as Receiver['asked'][number]
    expect(JSON.parse(body)).toMatchObject({
      type: 'alarm.raised',
      tenant: tenant.code,
      total: 1,
      alarms: [{ id, priority: 2, device: device.code, value: 30, limit: 22, condition: 'high' }],
    })
    expect(headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    const signed = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', 'shared between us').update(signed).digest('base64')}`)

    const attempts = await admin.get<{ recipient: string; attempts: { reason: string | null }[] }[]>(`${DELIVERY}/queryDeliveryAttempt`, {
      id: (await deliveriesOf()).list[0]?.id as string,
    })
    expect(attempts.data).toMatchObject([{ recipient: '127.0.0.1', attempts: [{ reason: 'HTTP 503' }, { reason: null }] }])
  })

  it('that does not answer for hours loses nothing: it fails in the end, says why, and is tried again by hand', async () => {
    await addRule(await addChannel())
    receiver.answer(500, 'secret answer', 1000)
    await raise()
    await toHave(['sending'])
    // As after the last pause but one, hours later.
    await server.database.asOwner((owner) => owner.query('update messages set attempts = attempts + 10 where tenant_id = $1', [tenant.id]))
    await expect
      .poll(
        async () => {
          await server.database.asOwner((owner) =>
            owner.query("update messages set next_at = now() where message_state = 'waiting' and tenant_id = $1", [tenant.id]),
          )
          server.services.messages.wake()
          return statesOf()
        },
        { timeout: 15_000, interval: 200 },
      )
      .toEqual(['failed'])
    const { list } = await deliveriesOf()
    expect(list).toMatchObject([{ attempts: expect.any(Number), lastError: 'HTTP 500' }])
    receiver.answer(200, '', 0)
    expect(await admin.post(`${DELIVERY}/retryDelivery`, { id: [list[0]?.id] })).toMatchObject({ http: 200, data: { waiting: 1 } })
    await posted(1)
    await toHave(['sent'])
    expect(await admin.post(`${DELIVERY}/retryDelivery`, { id: [list[0]?.id] })).toMatchObject({ http: 409 })
  })

  it('is not followed elsewhere, and its address and secret are told to nobody', async () => {
    const channel = await addChannel({ channelSecret: 'never-told', channelAddress: `${receiver.url}/${tenant.code}?key=hidden-key` })
    receiver.answer(302, '', 1)
    const tested = await admin.post(`${CHANNEL}/testAlarmChannel`, { id: channel })
    expect(tested).toMatchObject({ http: 200, data: { sent: false, reason: 'HTTP 302' } })
    expect(receiver.asked.some(({ path }) => path === '/elsewhere')).toBe(false)
    expect(await admin.post(`${CHANNEL}/testAlarmChannel`, { id: channel })).toMatchObject({ data: { sent: true, reason: null } })
    const listed = await admin.get<{ list: object[] }>(`${CHANNEL}/queryAlarmChannel`, { id: channel })
    expect(listed.data.list).toMatchObject([{ channelHost: '127.0.0.1', isSigned: 1 }])
    for (const text of [JSON.stringify(listed), await dump(server)]) {
      expect(text).not.toContain('never-told')
      expect(text).not.toContain('hidden-key')
    }
    // A change that leaves them empty leaves them as they are.
    expect((await admin.put(`${CHANNEL}/updateAlarmChannel`, { id: channel, channelAddress: null, channelDescription: 'x' })).http).toBe(
      200,
    )
    expect(await admin.post(`${CHANNEL}/testAlarmChannel`, { id: channel })).toMatchObject({ data: { sent: true } })
  })

  it('has quiet hours with a beginning and an end, or none', async () => {
    const channel = await addChannel()
    const rule = await addRule(channel)
    const change = (hours: object) => admin.put(`${RULE}/updateDeliveryRule`, { id: rule, ...hours })
    expect(await change({ quietFrom: '22:00' })).toMatchObject({ http: 422, errors: [{ field: 'quietTo' }] })
    expect(await change({ quietTo: '06:00' })).toMatchObject({ http: 422, errors: [{ field: 'quietFrom' }] })
    expect(await change({ quietFrom: '22:00', quietTo: '06:00' })).toMatchObject({ http: 200 })
    expect(await change({ quietTo: '' })).toMatchObject({ http: 422, errors: [{ field: 'quietTo' }] })
  })

  it('leads to public addresses and given networks alone, when it is saved and when it is sent', async () => {
    const add = (channelAddress: string | undefined) =>
      admin.post(`${CHANNEL}/addAlarmChannel`, { channelName: unique(), channelKind: 'webhook', channelStatus: 1, channelAddress })
    for (const address of [
      'http://127.0.0.1:1/',
      'https://10.1.2.3/',
      'https://[::1]/',
      'https://169.254.169.254/latest',
      'http://8.8.8.8/',
      'https://8.8.8.8:22/',
      'https://2130706433/',
    ])
      expect(await add(address), address).toMatchObject({ http: 422, errors: [{ field: 'channelAddress' }] })
    for (const address of ['ftp://example.com', 'https://user:pass@example.com/', 'example.com', undefined])
      expect(await add(address), address).toMatchObject({ http: 422, errors: [{ field: 'channelAddress' }] })
    expect(await add('https://example.com/hook')).toMatchObject({ http: 200 })
    const channel = await addChannel()
    await server.database.asOwner((owner) => owner.query('update tenants set webhook_networks = null where id = $1', [tenant.id]))
    expect(await admin.post(`${CHANNEL}/testAlarmChannel`, { id: channel })).toMatchObject({
      data: { sent: false, reason: expect.stringContaining('closed') },
    })
    expect(posts()).toEqual([])
  })

  it('is nothing for other tenants, and for roles without the page', async () => {
    const channel = await addChannel()
    const stranger = await (await buildTenant(server)).signIn('admin')
    expect((await stranger.get<{ list: unknown[] }>(`${CHANNEL}/queryAlarmChannel`, { id: channel })).data.list).toEqual([])
    expect(await stranger.post(`${CHANNEL}/testAlarmChannel`, { id: channel })).toMatchObject({ http: 404 })
    const viewer = await tenant.signIn('viewer')
    for (const path of [`${CHANNEL}/queryAlarmChannel`, `${RULE}/queryDeliveryRule`, `${DELIVERY}/queryDelivery`])
      expect((await viewer.get(path)).http, path).toBe(403)
  })
})

describe('a robot', () => {
  const requestsOf = () => robot.taken.filter(({ path }) => path.startsWith(`/${tenant.code}`))

  it.each([
    ['wecom', (body: { text: { content: string } }) => body.text.content],
    ['dingtalk', (body: { text: { content: string } }) => body.text.content],
    ['feishu', (body: { content: { text: string } }) => body.content.text],
  ] as const)('of %s is told in words, and its refusal is understood', async (channelKind, textOf) => {
    const channel = await addChannel({ channelKind, channelAddress: `${robot.url}/${tenant.code}?access_token=1`, channelSecret: 'SEC1' })
    await addRule(channel, { deliveryLanguage: 'zh' })
    await raise({ alarm_priority: 1 })
    await expect.poll(() => requestsOf().length, { timeout: 5000 }).toBe(1)
    expect(textOf(JSON.parse(requestsOf()[0]?.body ?? '') as never)).toMatch(/^【紧急】rule .*\n.*30.*限值 22/)
    robot.answer(200, '{"errcode":310000,"errmsg":"sign not match","code":19021,"msg":"sign not match"}', 1)
    expect(await admin.post(`${CHANNEL}/testAlarmChannel`, { id: channel })).toMatchObject({
      data: { sent: false, reason: expect.stringMatching(/^\d+ sign not match$/) },
    })
  })
})

describe('a rule', () => {
  it('is about its priorities, sites, projects and types, and no others', async () => {
    const add = async (noun: string, name: string, values: object) =>
      (await admin.post<{ id: string }>(`/api/acquisition/${noun.toLowerCase()}/add${noun}`, values)).data.id || name
    const project = await add('Project', 'p', { projectCode: unique(), projectName: unique(), projectStatus: 'active' })
    const site = await add('Site', 's', { siteCode: unique(), siteName: unique(), projectId: project })
    const type = await add('DeviceType', 't', { typeCode: `T${unique()}`, typeName: unique() })
    const channel = await addChannel()
    await addRule(channel, { deliveryName: 'urgent', leastPriority: 1 })
    await addRule(channel, { deliveryName: 'site', siteId: [site] })
    await addRule(channel, { deliveryName: 'project', projectId: [project] })
    await addRule(channel, { deliveryName: 'type', deviceTypeId: [type] })
    await addRule(channel, { deliveryName: 'off', deliveryStatus: 0 })
    const there = await buildDevice(server, tenant)
    await server.database.asOwner((owner) => owner.query('update devices set site_id = $2 where id = $1', [there.id, site]))
    await raise({}, there)
    await posted(2)
    const typed = await buildDevice(server, tenant)
    await changeDevice(server, typed, { device_type_id: type })
    await raise({ alarm_priority: 1 }, typed)
    await posted(4)
    const received = receiver.taken
      .filter(({ path }) => path === `/${tenant.code}`)
      .map(({ body }) => (JSON.parse(body) as { rule: string }).rule)
    expect(received.toSorted()).toEqual(['project', 'site', 'type', 'urgent'])
  })

  it('tells that it is over, after it has told of it, and only where it is asked to', async () => {
    await addRule(await addChannel(), { tellReturn: 1 })
    await addRule(await addChannel())
    const { device } = await raise()
    await posted(2)
    await measure(server, device, { temperature: 20 })
    await posted(3)
    expect(posts().map(({ alarms }) => alarms[0]?.event)).toEqual(['raised', 'raised', 'returned'])
  })

  it('tells people by mail and SMS, each once, and nobody of a device that they do not see', async () => {
    const { users, roles } = tenant
    const keeper = await admin.get<{ list: { email: string; mobile: string }[] }>('/api/admin/sysuser/querySysUser', { username: 'keeper' })
    const { email, mobile } = keeper.data.list[0] as { email: string; mobile: string }
    await addRule(await addChannel({ channelKind: 'mail', channelAddress: undefined }), {
      userId: [users['keeper']],
      deliveryRoleId: [roles['ROLE_ADMIN']],
    })
    await addRule(await addChannel({ channelKind: 'sms', channelAddress: undefined }), { userId: [users['keeper']] })
    await raise({ message_en: 'Too warm' })
    expect((await mailbox.mailTo(email)).source).toContain('Subject: =?UTF-8?Q?=5BHigh=5D_Too_warm')
    expect((await gateway.smsTo(mobile)).text).toContain('Too warm')
    await settled()
    expect(mailbox.mails.filter(({ to }) => to.includes(email))).toHaveLength(1)
  })

  it('says when in the zone of the tenant, which is not that of the server: by mail, by SMS and in a digest', async () => {
    expect(server.services.config.timeZone).toBe('Asia/Shanghai')
    const zone = 'America/New_York'
    tenant = await buildTenant(server, {
      parameters: { 'time.zone': zone, 'password.changeFirst': 'false' },
      users: [buildUser({ username: 'keeper' }), buildUser({ username: 'watch' })],
    })
    admin = await tenant.signIn('admin')
    const people = await admin.get<{ list: { username: string; email: string; mobile: string }[] }>('/api/admin/sysuser/querySysUser', {
      pageSize: 100,
    })
    const [keeper, watch] = ['keeper', 'watch'].map((name) => people.data.list.find(({ username }) => username === name))
    const mail = await addChannel({ channelKind: 'mail', channelAddress: undefined })
    await addRule(mail, { userId: [tenant.users['keeper']] })
    await addRule(await addChannel({ channelKind: 'sms', channelAddress: undefined }), { userId: [tenant.users['keeper']] })
    await addRule(mail, { userId: [tenant.users['watch']], digestMinutes: 2, leastPriority: 1 })
    const first = await raise({ alarm_priority: 1 })
    const text = (await mailbox.mailTo(keeper?.email as string)).text
    // When the event happened: the sample that raised the alarm may be of the second before.
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ happened_at: Date }>('select happened_at from deliveries where alarm_id = $1', [first.id]),
    )
    const time = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(rows[0]?.happened_at)
    expect(text).toContain(`${time} (${zone})`)
    expect((await gateway.smsTo(keeper?.mobile as string)).text).toContain(time.slice(5, 16))
    await raise({ alarm_priority: 1 })
    await settled()
    await held(2)
    await clock.advance(3 * MINUTE)
    expect((await mailbox.mailTo(watch?.email as string)).text).toContain(`\n${time.slice(5, 16)} `)
  })
})

describe('whoever sees some devices', () => {
  it('is told of these alone, by mail as well, and a digest tells them of no others', async () => {
    const scoped = {
      ...administrator,
      roleCode: 'SCOPED',
      roleName: 'scoped',
      roleDescription: '',
      hiddenFields: [{ menu: 'points', fields: ['stateTexts'] }],
    } as const
    tenant = await buildTenant(server, { roles: [scoped], users: [buildUser({ username: 'ned', roles: ['SCOPED'] })] })
    admin = await tenant.signIn('admin')
    const place = async () =>
      (await admin.post<{ id: string }>('/api/acquisition/site/addSite', { siteCode: unique(), siteName: unique() })).data.id
    const [own, other] = [await place(), await place()]
    await server.database.asOwner(async (owner) => {
      const role = [tenant.id, tenant.roles['SCOPED']]
      await owner.query("insert into role_scopes (tenant_id, role_id, scoped_table, kind) values ($1, $2, '', 'some')", role)
      await owner.query("insert into role_scope_sites (tenant_id, role_id, scoped_table, site_id) values ($1, $2, '', $3)", [...role, own])
    })
    const ned = await admin.get<{ list: { email: string }[] }>('/api/admin/sysuser/querySysUser', { username: 'ned' })
    // Minutes are counted by a clock that is not the database's.
    await clock.advance(MINUTE)
    const email = ned.data.list[0]?.email as string
    await addRule(await addChannel({ channelKind: 'mail', channelAddress: undefined }), { userId: [tenant.users['ned']], digestMinutes: 2 })
    const at = async (site: string) => {
      const device = await buildDevice(server, tenant, { temperature: { decimals: 2, state_texts: '30=Scorching' } })
      await server.database.asOwner((owner) => owner.query('update devices set site_id = $2 where id = $1', [device.id, site]))
      return (await raise({}, device)).device
    }
    const [seen, unseen, alsoSeen] = [await at(own), await at(other), await at(own)]
    await settled()
    // The digest counts its minutes from when it began to gather: all three are in it before the clock goes on.
    await held(3)
    await clock.advance(3 * MINUTE)
    const { text } = await mailbox.mailTo(email)
    expect(text).toContain(seen.code)
    expect(text).toContain(alsoSeen.code)
    expect(text).not.toContain(unseen.code)
    // The words of states are hidden from them, and the digits are not.
    expect(text).toContain('temperature 30.00')
    // What the channels and rules are is for those who see all devices.
    const client = await tenant.signIn('ned')
    for (const path of [`${CHANNEL}/queryAlarmChannel`, `${RULE}/queryDeliveryRule`])
      expect((await client.get<{ list: unknown[] }>(path)).data.list).toEqual([])
    const { list } = await deliveriesOf(client)
    expect(list).toHaveLength(2)
    const received = await client.get<{ body: string }[]>(`${DELIVERY}/queryDeliveryAttempt`, { id: list[0]?.id as string })
    expect(received.data.map(({ body }) => body)).toEqual([''])
    expect((await client.get<{ unacknowledged: number }>('/api/acquisition/alarm/queryAlarmCount')).data).toEqual({
      unacknowledged: 2,
      priority: 2,
      newest: [{ priority: 2, at: expect.any(Number) }],
    })
  })
})

describe('an escalation', () => {
  it('comes when nobody has acknowledged in time, and not when somebody has', async () => {
    await addRule(await addChannel(), { afterMinutes: 10 })
    const [first, second] = [await raise(), await raise()]
    await settled()
    await toHave(['waiting', 'waiting'])
    expect((await acknowledge(first.id)).http).toBe(200)
    await settled()
    await toHave(['cancelled', 'waiting'])
    await clock.advance(9 * MINUTE)
    expect(posts()).toEqual([])
    await clock.advance(2 * MINUTE)
    await posted(1)
    expect(posts()[0]?.alarms[0]?.id).toBe(second.id)
    await toHave(['cancelled', 'sent'])
  })
})

describe('quiet hours', () => {
  it('hold what is not critical until they end, and then tell of it in one message', async () => {
    const wall = new Date(clock.now() + 8 * 3_600_000)
    const at = (minutes: number) => new Date(wall.getTime() + minutes * MINUTE).toISOString().slice(11, 16)
    await addRule(await addChannel(), { quietFrom: at(-30), quietTo: at(30), criticalAnyway: 1 })
    for (let count = 0; count < 3; count += 1) await raise()
    await raise({ alarm_priority: 1 })
    await posted(1)
    expect(posts()[0]?.alarms).toMatchObject([{ priority: 1 }])
    await toHave(['sent', 'waiting', 'waiting', 'waiting'])
    await clock.advance(31 * MINUTE)
    await posted(2)
    expect(posts()[1]).toMatchObject({ type: 'alarm.digest', total: 3 })
    await toHave(['sent', 'sent', 'sent', 'sent'])
  })
})

describe('the rota', () => {
  it('tells whoever is on duty at the moment', async () => {
    const now = new Date(clock.now() + 8 * 3_600_000)
    const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 16)
    const shift = (userId: string | undefined, values: object) =>
      admin.post(`${SHIFT}/addDutyShift`, {
        shiftName: unique(),
        userId: [userId],
        weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
        shiftStatus: 1,
        ...values,
      })
    expect((await shift(tenant.users['keeper'], { beginsAt: at(-1), endsAt: at(2) })).http).toBe(200)
    expect((await shift(tenant.users['watch'], { beginsAt: at(3), endsAt: at(9) })).http).toBe(200)
    const people = await admin.get<{ list: { username: string; email: string }[] }>('/api/admin/sysuser/querySysUser', { pageSize: 100 })
    const emailOf = (name: string) => people.data.list.find(({ username }) => username === name)?.email as string
    await addRule(await addChannel({ channelKind: 'mail', channelAddress: undefined }), { onDuty: 1 })
    await raise()
    await mailbox.mailTo(emailOf('keeper'))
    await toHave(['sent'])
    expect(mailbox.mails.some(({ to }) => to.includes(emailOf('watch')))).toBe(false)
  })
})

describe('a flood', () => {
  it('becomes a few messages and one digest, and nothing of it is lost', async () => {
    await addRule(await addChannel())
    const device = await buildDevice(server, tenant)
    for (let count = 0; count < 40; count += 1) await buildRule(server, device)
    await measure(server, device, { temperature: 30 })
    await settled()
    await posted(5)
    await expect.poll(async () => (await statesOf()).filter((state) => state === 'waiting').length, { timeout: 5000 }).toBe(35)
    await clock.advance(MINUTE + 1000)
    await posted(6)
    expect(posts()[5]).toMatchObject({ type: 'alarm.digest', total: 35 })
    await expect.poll(async () => new Set(await statesOf()), { timeout: 5000 }).toEqual(new Set(['sent']))
    const received = new Set(posts().flatMap(({ alarms }) => alarms.map(({ id }) => id)))
    expect(received.size).toBe(40)
  })

  it('does not exceed what the channel takes in a minute', async () => {
    await addRule(await addChannel({ perMinute: 2 }))
    for (let count = 0; count < 4; count += 1) await raise()
    await posted(2)
    await clock.advance(MINUTE + 6000)
    await posted(3)
    expect(posts()[2]).toMatchObject({ total: 2 })
  })
})
