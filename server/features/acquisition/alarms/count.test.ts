/** How many alarms wait for somebody, and of which people are told when there are too many. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alarmsOf, buildRule, measure } from '../../../../tests/support/alarms.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { eventsRead } from '../../../../tests/support/events.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import { build } from '../../../kernel/database/sql.ts'

const BASE = '/api/acquisition/alarm'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

describe('a flood', () => {
  it('keeps nobody from being notified of what is urgent', async () => {
    const own = await buildTenant(server)
    const device = await buildDevice(server, own)
    const low: string[] = []
    for (let count = 0; count < 40; count += 1) low.push(await buildRule(server, device, { alarm_priority: 4 }))
    const critical = await buildRule(server, device, { alarm_priority: 1 })
    await server.services.transactions.inTenant({ tenantId: own.id }, (tx) =>
      tx.run(
        build
          .insertInto('alarm_rule_roles')
          .values([...low, critical].map((rule) => ({ tenant_id: own.id, rule_id: rule, role_id: own.roles['ROLE_VIEWER'] as string }))),
      ),
    )
    await measure(server, device, { temperature: 30 })
    await eventsRead(server, own.id)
    const notified = await server.services.transactions.inTenant(
      { tenantId: own.id },
      (tx) => tx.all(build.selectFrom('alarms').select('rule_id').where('notified_at', 'is not', null)),
      'read',
    )
    expect(notified).toHaveLength(20)
    expect(notified.map(({ rule_id: rule }) => rule)).toContain(critical)
  })
})

describe('the number of alarms', () => {
  interface Count {
    unacknowledged: number
    priority: number
    newest: { priority: number; at: number }[]
  }

  it('says when the newest of each priority was raised, so that one is noticed though another was acknowledged', async () => {
    const hidden = (code: string, fields: readonly string[]): RoleSeed => ({
      roleCode: code,
      roleName: code,
      roleDescription: '',
      menus: 'all',
      urls: 'all',
      hiddenButtons: [],
      hiddenFields: [{ menu: 'alarms', fields: [...fields] }],
    })
    const own = await buildTenant(server, {
      roles: [hidden('TIMELESS', ['raisedAt']), hidden('UNRANKED', ['alarmPriority'])],
      users: [buildUser({ username: 'timeless', roles: ['TIMELESS'] }), buildUser({ username: 'unranked', roles: ['UNRANKED'] })],
    })
    const client = await own.signIn('admin')
    const asked = async (by = client) => (await by.get<Count>(`${BASE}/queryAlarmCount`)).data
    expect(await asked()).toEqual({ unacknowledged: 0, priority: 0, newest: [] })
    const device = await buildDevice(server, own)
    const raise = async (alarm_priority: number, limit: number) => {
      const rule = await buildRule(server, device, { alarm_priority, alarm_limit: limit })
      await measure(server, device, { temperature: limit + 5 })
      return (await alarmsOf(server, own.id, rule))[0]?.id as string
    }
    const first = await raise(3, 22)
    const before = await asked()
    expect(before).toEqual({ unacknowledged: 1, priority: 3, newest: [{ priority: 3, at: expect.any(Number) }] })
    expect((await client.post(`${BASE}/acknowledgeAlarm`, { id: [first] })).http).toBe(200)
    await raise(3, 40)
    await raise(1, 60)
    const after = await asked()
    expect(after).toMatchObject({ unacknowledged: 2, priority: 1, newest: [{ priority: 1 }, { priority: 3 }] })
    const [urgent, other] = after.newest.map(({ at }) => at) as [number, number]
    expect(other).toBeGreaterThan(before.newest[0]?.at as number)
    expect(urgent).toBeGreaterThan(other)
    expect(await asked(await own.signIn('timeless'))).toEqual({ unacknowledged: 2, priority: 1, newest: [] })
    expect(await asked(await own.signIn('unranked'))).toEqual({ unacknowledged: 2, priority: 0, newest: [{ priority: 0, at: urgent }] })
  })
})
