/** What people do with alarms, over HTTP: who may, what each state allows, and what is kept of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlarmState } from '../../../../model/acquisition/alarm-states.ts'
import { alarmsOf, buildRule, measure, transitionsOf } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { eventsOf, eventsRead } from '../../../../tests/support/events.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { dump } from '../../../../tests/support/rows.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { build } from '../../../kernel/database/sql.ts'

const BASE = '/api/acquisition/alarm'
const ACTS = ['acknowledge', 'shelve', 'unshelve', 'suppress', 'unsuppress', 'outOfService', 'returnToService'] as const
type Act = (typeof ACTS)[number]
const READS = ['queryAlarm', 'queryAlarmHistory', 'queryAlarmHealth']

interface Listed {
  list: (Record<string, unknown> & { id: string })[]
  total: number
  allowed: string[]
}
interface History {
  list: { transition: string; fromState: string; toState: string; nickname: string | null; comment: string | null; value: number | null }[]
  total: number
}

const plain = {
  roleCode: 'PLAIN',
  roleName: 'PLAIN',
  roleDescription: '',
  menus: 'all',
  urls: 'all',
  hiddenButtons: [],
  hiddenFields: [{ menu: 'points', fields: ['decimals', 'stateTexts'] }],
} as const

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let viewer: Client
let auditor: Client
let stranger: Client
beforeAll(async () => {
  server = await sharedServer()
  ;[tenant, other] = [
    await buildTenant(server, {
      roles: [plain],
      users: [buildUser({ username: 'auditor', roles: ['ROLE_AUDITOR'] }), buildUser({ username: 'plain', roles: ['PLAIN'] })],
    }),
    await buildTenant(server),
  ]
  ;[admin, viewer, auditor, stranger] = [
    await tenant.signIn('admin'),
    await tenant.signIn('viewer'),
    await tenant.signIn('auditor'),
    await other.signIn('admin'),
  ]
})
afterAll(() => server.stop())

interface Raised {
  device: BuiltDevice
  rule: string
  id: string
}
async function raised(values: Parameters<typeof buildRule>[2] = {}): Promise<Raised> {
  const device = await buildDevice(server, tenant)
  const rule = await buildRule(server, device, values)
  await measure(server, device, { temperature: 30 })
  const [alarm] = await alarmsOf(server, tenant.id, rule)
  return { device, rule, id: alarm?.id as string }
}

const values = (act: Act) => ({ alarmComment: `because of ${act}`, ...(act === 'shelve' ? { minutes: 30 } : {}) })
const act = (name: Act, id: string | readonly string[], client = admin, given: object = values(name)) =>
  client.post<{ changed: number }>(`${BASE}/${name}Alarm`, { id: typeof id === 'string' ? [id] : id, ...given })
const rowOf = async (id: string, client = admin) => (await client.get<Listed>(`${BASE}/queryAlarm`, { id })).data.list[0]
const stateOf = async (id: string) => (await rowOf(id))?.['alarmState']

describe('an alarm', () => {
  it('goes through its states, and each transition stands in its history with who, when and why', async () => {
    const { device, id } = await raised({ message_en: 'Too warm' })
    expect(await rowOf(id)).toMatchObject({
      alarmState: 'unacknowledged',
      isCurrent: 1,
      alarmPriority: 2,
      alarmKind: 'high',
      alarmLimit: 22,
      alarmValue: 30,
      messageEn: 'Too warm',
      pointName: 'temperature',
      deviceIdCn: device.code,
      acknowledgedBy: null,
    })
    expect(await act('acknowledge', id, admin, { alarmComment: 'seen' })).toMatchObject({ http: 200, data: { changed: 1 } })
    expect(await rowOf(id)).toMatchObject({ alarmState: 'acknowledged', isCurrent: 1, acknowledgedBy: tenant.canary, alarmComment: 'seen' })
    await measure(server, device, { temperature: 20 })
    expect(await rowOf(id)).toMatchObject({ alarmState: 'normal', isCurrent: 0, alarmValue: 20 })
    await measure(server, device, { temperature: 31 })
    await measure(server, device, { temperature: 20 })
    expect(await rowOf(id)).toMatchObject({ alarmState: 'returned', isCurrent: 1, acknowledgedBy: null, alarmComment: null })
    expect(await act('acknowledge', id, admin, {})).toMatchObject({ http: 200 })
    expect(await stateOf(id)).toBe('normal')
    const { data } = await admin.get<History>(`${BASE}/queryAlarmHistory`, { id })
    expect(
      data.list.map(({ transition, fromState, toState, nickname, comment, value }) => [
        transition,
        fromState,
        toState,
        nickname,
        comment,
        value,
      ]),
    ).toEqual([
      ['acknowledge', 'returned', 'normal', tenant.canary, null, null],
      ['return', 'unacknowledged', 'returned', null, null, 20],
      ['raise', 'normal', 'unacknowledged', null, null, 31],
      ['return', 'acknowledged', 'normal', null, null, 20],
      ['acknowledge', 'unacknowledged', 'acknowledged', tenant.canary, 'seen', null],
      ['raise', 'normal', 'unacknowledged', null, null, 30],
    ])
    expect((await admin.get<History>(`${BASE}/queryAlarmHistory`, { id, pageSize: 2, currentPage: 2 })).data).toMatchObject({
      total: 6,
      list: [{ transition: 'raise' }, { transition: 'return' }],
    })
  })

  it('stands before others that are less urgent, and is found by its state, priority, device and time', async () => {
    const [low, high] = [await raised({ alarm_priority: 4 }), await raised({ alarm_priority: 1 })]
    const { list } = (await admin.get<Listed>(`${BASE}/queryAlarm`, { isCurrent: 1, pageSize: 100 })).data
    const at = (id: string) => list.findIndex((row) => row.id === id)
    expect(at(high.id)).toBeGreaterThanOrEqual(0)
    expect(at(high.id)).toBeLessThan(at(low.id))
    const found = async (query: Record<string, string>) =>
      (await admin.get<Listed>(`${BASE}/queryAlarm`, { pageSize: '100', ...query })).data.list.map(({ id }) => id)
    expect(await found({ deviceId: low.device.id })).toEqual([low.id])
    expect(await found({ alarmPriority: '1' })).toContain(high.id)
    expect(await found({ alarmPriority: '1' })).not.toContain(low.id)
    expect(await found({ alarmState: 'normal' })).not.toContain(low.id)
    expect(await found({ raisedAtStart: '2100-01-01 00:00:00' })).toEqual([])
  })

  it('shelved is told of again when it is brought back, and while it lies there nobody is told', async () => {
    const { device, id } = await raised()
    expect(await act('shelve', id)).toMatchObject({ http: 200 })
    expect(await rowOf(id)).toMatchObject({
      alarmState: 'shelved',
      isCurrent: 0,
      alarmComment: 'because of shelve',
      shelvedUntil: expect.stringMatching(/^\d{4}-/) as string,
    })
    await measure(server, device, { temperature: 20 })
    await measure(server, device, { temperature: 33 })
    expect(await stateOf(id)).toBe('shelved')
    expect(await act('unshelve', id)).toMatchObject({ http: 200 })
    expect(await rowOf(id)).toMatchObject({ alarmState: 'unacknowledged', shelvedUntil: null })
  })
})

describe('every state', () => {
  const inService = ['unacknowledged', 'acknowledged', 'returned', 'normal'] as const
  const from: Record<Act, readonly AlarmState[]> = {
    acknowledge: ['unacknowledged', 'returned'],
    shelve: inService,
    suppress: inService,
    outOfService: inService,
    unshelve: ['shelved'],
    unsuppress: ['suppressed'],
    returnToService: ['out-of-service'],
  }
  const into: Record<AlarmState, (alarm: Raised) => Promise<unknown>> = {
    unacknowledged: async () => undefined,
    acknowledged: ({ id }) => act('acknowledge', id),
    returned: ({ device }) => measure(server, device, { temperature: 20 }),
    normal: async ({ id, device }) => {
      await act('acknowledge', id)
      await measure(server, device, { temperature: 20 })
    },
    shelved: ({ id }) => act('shelve', id),
    suppressed: ({ id }) => act('suppress', id),
    'out-of-service': ({ id }) => act('outOfService', id),
  }

  it.each(Object.keys(into) as AlarmState[])(
    '%s allows what it should, and refuses everything else in words and unchanged',
    async (state) => {
      for (const name of ACTS) {
        const alarm = await raised()
        await into[state](alarm)
        expect(await stateOf(alarm.id)).toBe(state)
        const before = await transitionsOf(server, tenant.id, alarm.rule)
        const answer = await act(name, alarm.id)
        if (from[name].includes(state)) {
          expect(answer, name).toMatchObject({ http: 200, data: { changed: 1 } })
          expect(await transitionsOf(server, tenant.id, alarm.rule), name).toHaveLength(before.length + 1)
        } else {
          expect(answer, name).toMatchObject({ http: 409, data: null })
          expect([await stateOf(alarm.id), await transitionsOf(server, tenant.id, alarm.rule)], name).toEqual([state, before])
        }
      }
    },
  )

  it('says so in three languages', async () => {
    const { id } = await raised()
    const answers = await Promise.all(
      ['en', 'zh-CN', 'zh-TW'].map((language) =>
        call(server.url, 'POST', `${BASE}/unshelveAlarm`, {
          body: { id: [id] },
          headers: { authorization: `Bearer ${admin.token}`, 'accept-language': language },
        }),
      ),
    )
    expect(answers.map(({ http }) => http)).toEqual([409, 409, 409])
    expect(new Set(answers.map(({ message }) => message)).size).toBe(3)
  })
})

describe('acting on alarms', () => {
  it('is for all that are named, or none', async () => {
    const [first, second] = [await raised(), await raised()]
    await act('acknowledge', second.id)
    expect(await act('acknowledge', [first.id, second.id])).toMatchObject({ http: 409 })
    expect(await act('acknowledge', [first.id, '01900000-0000-7000-8000-000000000000'])).toMatchObject({ http: 404 })
    expect(await stateOf(first.id)).toBe('unacknowledged')
    expect(await act('suppress', [first.id, second.id])).toMatchObject({ http: 200, data: { changed: 2 } })
  })

  it('is done once, by however many at the same moment', async () => {
    const { id, rule } = await raised()
    const answers = await Promise.all(Array.from({ length: 6 }, () => act('acknowledge', id)))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await transitionsOf(server, tenant.id, rule)).toEqual(['raise', 'acknowledge'])
  })

  it.each([
    ['shelve', { minutes: 0, alarmComment: 'x' }, 'minutes'],
    ['shelve', { minutes: 10_081, alarmComment: 'x' }, 'minutes'],
    ['shelve', { alarmComment: 'x' }, 'minutes'],
    ['shelve', { minutes: 5 }, 'alarmComment'],
    ['shelve', { minutes: 5, alarmComment: '  ' }, 'alarmComment'],
    ['suppress', {}, 'alarmComment'],
    ['outOfService', { alarmComment: '' }, 'alarmComment'],
    ['acknowledge', { alarmComment: 'x'.repeat(201) }, 'alarmComment'],
    ['acknowledge', { alarmComment: 'a\u0000b' }, 'alarmComment'],
    ['acknowledge', { minutes: 5 }, 'minutes'],
  ] as const)('%s with %o is refused', async (name, given, field) => {
    const { id } = await raised()
    expect(await act(name, id, admin, given)).toMatchObject({ http: 422, errors: [{ field }] })
    expect(await stateOf(id)).toBe('unacknowledged')
  })

  it('stands in the log of operations', async () => {
    const { id } = await raised()
    await act('suppress', id)
    await server.services.journal.flush()
    const { data } = await admin.get<Listed>('/api/admin/syslog/querySysLog', { url: '/acquisition/alarm/suppressAlarm', pageSize: 100 })
    expect(data.list.some((row) => row['title'] === 'alarms' && row['username'] === 'admin' && row['result'] === 'ok')).toBe(true)
  })
})

describe('roles of a rule', () => {
  it('are notified when it is raised, and of an alarm that comes and goes once', async () => {
    const device = await buildDevice(server, tenant, { temperature: { unit: '°C', display_unit: '°F', decimals: 1 } })
    const rule = await buildRule(server, device, { message_zh: '温度 <高>', message_en: 'Too warm', alarm_priority: 1 } as never)
    await server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
      await tx.run(
        build
          .insertInto('alarm_rule_roles')
          .values({ tenant_id: tenant.id, rule_id: rule, role_id: tenant.roles['ROLE_VIEWER'] as string }),
      )
      await server.services.invalidations.publish(tx, { kind: 'registry-changed', tenantId: tenant.id })
    })
    for (const temperature of [30, 20, 30]) await measure(server, device, { temperature })
    await eventsRead(server, tenant.id)
    const mine = async (client: Client) =>
      (await client.get<Listed>('/api/notification/notification/queryMyNotification', { title: '温度', pageSize: 100 })).data.list
    expect(await mine(viewer)).toMatchObject([
      {
        title: '温度 <高>',
        content: `<p>温度 &lt;高&gt;</p><p>Too warm</p><p>${device.code} · temperature：86.0 °F</p>`,
        priority: 'high',
      },
    ])
    expect(await mine(await tenant.signIn('editor'))).toEqual([])
    expect(await mine(stranger)).toEqual([])
  })
})

describe('the log of events', () => {
  it('has that an alarm was raised, acknowledged and returned, and nothing of what was put aside before it comes back', async () => {
    const { device, rule, id } = await raised({ alarm_priority: 3 })
    const eventsOfAlarm = async () => (await eventsOf(server, tenant.id)).filter(({ subject }) => subject === id)
    const step = async (temperature: number) => measure(server, device, { temperature })
    await act('acknowledge', id)
    await step(20)
    expect((await eventsOfAlarm()).map(({ kind }) => kind)).toEqual(['alarm-raised', 'alarm-acknowledged', 'alarm-returned'])
    const [first, second] = await eventsOfAlarm()
    expect(first?.payload).toMatchObject({ ruleId: rule, priority: 3, value: 30, userId: null, sampleTime: expect.any(String) })
    expect(second?.payload).toMatchObject({ userId: tenant.users['admin'] })
    await act('shelve', id)
    await step(30)
    await step(20)
    await step(30)
    expect(await eventsOfAlarm()).toHaveLength(3)
    await act('unshelve', id)
    expect((await eventsOfAlarm()).slice(3).map(({ kind }) => kind)).toEqual(['alarm-raised'])
    await act('suppress', id)
    await step(20)
    expect((await eventsOfAlarm()).slice(4).map(({ kind }) => kind)).toEqual(['alarm-returned'])
  })

  it('has nothing of what was refused', async () => {
    const { id } = await raised()
    const before = (await eventsOf(server, tenant.id)).length
    expect((await act('unshelve', id)).http).toBe(409)
    expect((await act('acknowledge', [id, other.id])).http).toBe(404)
    expect(await eventsOf(server, tenant.id)).toHaveLength(before)
  })
})

describe('the health of alarms', () => {
  it('counts what was raised, what stands, chatters and is stale, and the time of a flood; of this tenant alone', async () => {
    const built = await buildTenant(server)
    const client = await built.signIn('admin')
    const device = await buildDevice(server, built)
    const rules = [
      await buildRule(server, device, { alarm_priority: 1 }),
      await buildRule(server, device, { alarm_limit: 25, alarm_priority: 4, rule_name: 'often' }),
    ]
    const from = Date.now() - 3_600_000
    const health = async () =>
      (
        await client.get<Record<string, unknown> & { buckets: { raised: number }[]; often: unknown[] }>(`${BASE}/queryAlarmHealth`, {
          from,
          to: Date.now() + 1000,
        })
      ).data
    expect(await health()).toMatchObject({
      raised: 0,
      mean: 0,
      peak: 0,
      floodMinutes: 0,
      standing: 0,
      stale: 0,
      chattering: 0,
      buckets: [],
      often: [],
    })
    // Beyond both, then to and fro around the second: 1 + 3.
    for (const temperature of [30, 24, 30, 24, 30]) await measure(server, device, { temperature })
    const after = await health()
    expect(after).toMatchObject({
      raised: 4,
      standing: 2,
      unacknowledged: 2,
      shelved: 0,
      stale: 0,
      chattering: 1,
      floodMinutes: 0,
      priorities: [
        { priority: 1, raised: 1 },
        { priority: 4, raised: 3 },
      ],
    })
    expect(after.buckets.reduce((sum, { raised: count }) => sum + count, 0)).toBe(4)
    expect(after.often[0]).toMatchObject({ ruleName: 'often', raised: 3, chatters: 1, deviceName: device.code, pointName: 'temperature' })
    await server.database.asOwner((owner) =>
      owner.query("update alarms set raised_at = now() - interval '25 hours' where rule_id = $1", [rules[0]]),
    )
    await server.database.asOwner((owner) =>
      owner.query(
        `insert into alarm_events (tenant_id, alarm_id, transition, from_state, to_state, happened_at)
      select tenant_id, id, 'raise', 'normal', 'unacknowledged', date_trunc('hour', now()) - interval '30 minutes' from alarms, generate_series(1, 11) where rule_id = $1`,
        [rules[0]],
      ),
    )
    const wide = (await client.get<Record<string, unknown>>(`${BASE}/queryAlarmHealth`, { from: from - 3_600_000, to: Date.now() + 1000 }))
      .data
    expect(wide).toMatchObject({ raised: 15, stale: 1, floodMinutes: 10, peak: 11 })
    for (const wrong of [
      { from, to: from },
      { from: from - 32 * 24 * 3_600_000, to: from },
      { from: 'x', to: from },
    ])
      expect(await client.get(`${BASE}/queryAlarmHealth`, wrong)).toMatchObject({ http: 422 })
  })
})

describe('nobody else', () => {
  it('sees an alarm or acts on it: not signed in, without the right, of another tenant', async () => {
    const { id } = await raised()
    const before = await dump(server)
    for (const path of READS) {
      expect(await call(server.url, 'GET', `${BASE}/${path}`, { query: { id } })).toMatchObject({ http: 401 })
      expect(await auditor.get(`${BASE}/${path}`, { id })).toMatchObject({ http: 403 })
    }
    for (const name of ACTS) {
      expect(await call(server.url, 'POST', `${BASE}/${name}Alarm`, { body: { id: [id], ...values(name) } }), name).toMatchObject({
        http: 401,
      })
      for (const client of [viewer, auditor]) expect(await act(name, id, client), name).toMatchObject({ http: 403 })
      const [theirs, nobodys] = [await act(name, id, stranger), await act(name, '01900000-0000-7000-8000-000000000000', stranger)]
      expect([theirs.http, theirs.message], name).toEqual([404, nobodys.message])
    }
    expect((await stranger.get<Listed>(`${BASE}/queryAlarm`, { pageSize: 1000 })).data).toMatchObject({ list: [], total: 0 })
    expect(await stranger.get(`${BASE}/queryAlarmHistory`, { id })).toMatchObject({ http: 404 })
    expect(await stateOf(id)).toBe('unacknowledged')
    expect(before).toContain(id)
  })

  it('changes or deletes what has happened, not even the product itself', async () => {
    await raised()
    for (const role of ['outstation_tenant', 'outstation_platform']) {
      for (const statement of ["update alarm_events set comment = 'x'", 'delete from alarm_events']) {
        const outcome = await server.database.asOwner(async (client) => {
          await client.query('begin')
          try {
            await client.query(`set local role ${role}; set local app.tenant_id = '${tenant.id}'`)
            return (await client.query(statement)).rowCount
          } catch (error) {
            return (error as { code?: string }).code
          } finally {
            await client.query('rollback')
          }
        })
        expect([0, '42501'], `${role}: ${statement}`).toContain(outcome)
      }
    }
  })

  it('tells how its values are written as far as the role sees that of points, and notifies roles accordingly', async () => {
    const device = await buildDevice(server, tenant, { temperature: { unit: '°C', decimals: 1, state_texts: '30=热' } })
    const rule = await buildRule(server, device, { message_zh: '热度' } as never)
    await server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
      await tx.run(
        build.insertInto('alarm_rule_roles').values({ tenant_id: tenant.id, rule_id: rule, role_id: tenant.roles['PLAIN'] as string }),
      )
      await server.services.invalidations.publish(tx, { kind: 'registry-changed', tenantId: tenant.id })
    })
    await measure(server, device, { temperature: 30 })
    await eventsRead(server, tenant.id)
    const id = (await alarmsOf(server, tenant.id, rule))[0]?.id as string
    expect(await rowOf(id)).toMatchObject({ alarmValue: 30, unit: '°C', decimals: 1, stateTexts: '30=热' })
    const plain = await tenant.signIn('plain')
    const row = await rowOf(id, plain)
    expect([row?.['alarmValue'], row?.['unit'], Object.keys(row ?? {}).filter((key) => ['decimals', 'stateTexts'].includes(key))]).toEqual([
      30,
      '°C',
      [],
    ])
    const notified = await plain.get<Listed>('/api/notification/notification/queryMyNotification', { title: '热度', pageSize: 100 })
    expect(notified.data.list).toMatchObject([{ content: `<p>热度</p><p>${device.code} · temperature：30 °C</p>` }])
  })

  it('is told what the role may not see', async () => {
    const { id } = await raised({ message_en: 'Secret words' })
    await act('acknowledge', id, admin, { alarmComment: 'a secret remark' })
    await server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
      const menus = await tx.all(build.selectFrom('menus').select(['id', 'menu_code']).where('menu_code', 'in', ['alarms', 'alarmrules']))
      const roleId = tenant.roles['ROLE_ADMIN'] as string
      const menu = (code: string) => menus.find((row) => row.menu_code === code)?.id as string
      await tx.run(
        build.insertInto('role_hidden_fields').values([
          { tenant_id: tenant.id, role_id: roleId, menu_id: menu('alarms'), field: 'alarmComment' },
          { tenant_id: tenant.id, role_id: roleId, menu_id: menu('alarmrules'), field: 'messageEn' },
        ]),
      )
      await server.services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: tenant.id })
    })
    try {
      const shown = JSON.stringify([await rowOf(id), (await admin.get(`${BASE}/queryAlarmHistory`, { id })).data])
      expect(shown).not.toContain('secret remark')
      expect(shown).not.toContain('Secret words')
    } finally {
      await server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
        await tx.run(build.deleteFrom('role_hidden_fields').where('role_id', '=', tenant.roles['ROLE_ADMIN'] as string))
        await server.services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: tenant.id })
      })
    }
  })
})
