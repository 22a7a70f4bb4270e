/** Orders are called after what they were made of, and people are notified of what is due: one text for all readers, without what some role of the tenant is kept from. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { millis } from '../../../../model/brands.ts'
import type { RoundDetail } from '../../../../model/contract/maintenance/rounds.ts'
import { resources } from '../../../../model/index.ts'
import { dayOf, daysAfter, lookAt } from '../../../../model/maintenance/due-days.ts'
import { nextRound } from '../../../../model/maintenance/round-times.ts'
import { administrator } from '../../../../seeds/roles.ts'
import { alarmsOf, buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'
import { lookAtPlan, lookAtRoute } from '../../../maintenance/index.ts'

const ZONE = 'Asia/Shanghai'
const OF_ALARM = '/api/maintenance/workorder/openOrderOfAlarm'
const { equipment, faults, maintenancePlans, roundRoutes, roundStops, workOrders } = resources

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let nameless: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      {
        ...administrator,
        roleCode: 'NAMELESS',
        roleName: 'nameless',
        hiddenFields: [
          { menu: 'alarms', fields: ['ruleName'] },
          { menu: 'points', fields: ['pointName'] },
          { menu: 'faults', fields: ['faultTitle', 'faultDescription'] },
          { menu: 'maintenanceplans', fields: ['planCode', 'planName', 'planDescription'] },
          { menu: 'rounds', fields: ['roundName'] },
          { menu: 'roundstops', fields: ['stopName'] },
          { menu: 'workorders', fields: ['orderNumber'] },
        ],
      },
    ],
    users: [buildUser({ username: 'nameless', roles: ['NAMELESS'] })],
  })
  ;[admin, nameless] = [await tenant.signIn('admin'), await tenant.signIn('nameless')]
})
afterAll(() => server.stop())

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (owner) => (await owner.query(text, [tenant.id, ...values])).rows as Row[])
const titleOf = async (column: string, id: string) =>
  (
    await rows<{ title: string; description: string | null; note: string | null }>(
      `select o.order_title as title, o.order_description as description,
         (select e.note from work_order_events e where e.tenant_id = o.tenant_id and e.order_id = o.id order by e.id limit 1) as note
       from work_orders o where o.tenant_id = $1 and o.${column} = $2`,
      [id],
    )
  )[0]
/** The texts of notifications that lead to this address. */
const noticesOf = async (path: string) =>
  (
    await rows<{ text: string }>(
      `select concat_ws(' ', title, content) as text from notifications where tenant_id = $1 and strpos(content, $2) > 0`,
      [path],
    )
  ).map(({ text }) => text)
const clockAt = (at: number) => ({ ...server.services, clock: { ...server.services.clock, now: () => millis(at) } })
const machine = async () => (await addRow(admin, equipment, { deviceId: null })).id

describe('the title of an order', () => {
  it('of an alarm has neither rule nor point that some role does not see, and nobody opens one of an alarm that they do not see', async () => {
    const device = await buildDevice(server, tenant)
    const rule = await buildRule(server, device)
    await measure(server, device, { temperature: 30 })
    const [alarm] = await alarmsOf(server, tenant.id, rule)
    const id = alarm?.id ?? ''
    expect(await nameless.post(OF_ALARM, { id })).toMatchObject({ http: 403 })
    expect(await nameless.post(OF_ALARM, { id: randomUUID() }), 'nor is told whether there is one').toMatchObject({ http: 403 })
    const { data } = await admin.post<{ id: string }>(OF_ALARM, { id })
    expect((await titleOf('alarm_id', id))?.title).toBe(device.code)
    const { list } = (await nameless.get<{ list: { orderTitle: string }[] }>(pathsOf(workOrders).query, { id: data.id })).data
    expect(list.map(({ orderTitle }) => orderTitle)).toEqual([device.code])
  })

  it('of a fault is its number, without the description', async () => {
    const { id } = await addRow(admin, faults, { equipmentId: await machine(), faultTitle: 'Shaft broken', faultDescription: 'At night' })
    expect(await admin.post('/api/maintenance/fault/orderFault', { id, version: 1, orderPriority: 3 })).toMatchObject({ http: 200 })
    const [fault] = await rows<{ number: string }>('select fault_number as number from faults where tenant_id = $1 and id = $2', [id])
    expect(await titleOf('fault_id', id)).toEqual({ title: fault?.number, description: null, note: fault?.number })
  })

  it('of a plan says that it is one, and neither its name nor its code; nor does the notification, nor the number of the order', async () => {
    const due = daysAfter(dayOf(ZONE, Date.now()), 3)
    const { id } = await addRow(admin, maintenancePlans, {
      ...{ equipmentId: await machine(), planCode: `secret-${unique()}`, planName: 'Grease the shaft', planDescription: 'With care' },
      ...{ planTrigger: 'calendar', everyCount: 1, everyUnit: 'month', rhythmBase: 'fixed', firstDue: `${due} 00:00:00` },
      ...{ seasonFrom: '', seasonUntil: '', skipOpen: 0, pointId: null, leadDays: 0, checks: '', planStatus: 1, mustSign: 0 },
      ...{ assigneeId: null, notifyRole: tenant.roles['NAMELESS'] },
    })
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => lookAtPlan(tx, clockAt(lookAt(ZONE, due)), id))
    const order = await titleOf('plan_id', id)
    expect(order).toMatchObject({ description: null, note: null })
    expect(order?.title).toContain('A plan')
    const [stored] = await rows<{ id: string; number: string }>(
      'select id, order_number as number from work_orders where tenant_id = $1 and plan_id = $2',
      [id],
    )
    const [notice, ...more] = await noticesOf(`/maintenance/workorder?id=${stored?.id}`)
    expect(more).toEqual([])
    expect(notice).toBeDefined()
    expect(notice).not.toContain(stored?.number)
  })

  it('of a failed item is the item without its stop, and the round that is due is not named', async () => {
    const first = dayOf(ZONE, Date.now())
    const { id: routeId } = await addRow(admin, roundRoutes, {
      ...{ routeName: `tour ${unique()}`, everyCount: 1, everyUnit: 'day', firstDue: `${first} 00:00:00`, roundTimes: '08:00' },
      ...{ graceMinutes: 120, routeStatus: 1, assigneeId: tenant.users['nameless'], notifyRole: null },
    })
    const checks = JSON.stringify([{ key: 'leak', text: 'No leak', kind: 'check', required: true, opensOrder: true }])
    await addRow(admin, roundStops, { routeId, stopOrder: 1, stopName: 'Cellar', equipmentId: null, checks })
    const at = nextRound(ZONE, { rhythm: { every: 1, unit: 'day' }, first, times: ['08:00'] }, Date.now()) ?? 0
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => lookAtRoute(tx, clockAt(at + 1), routeId))
    const [round] = await rows<{ id: string; name: string }>(
      'select id, round_name as name from rounds where tenant_id = $1 and route_id = $2',
      [routeId],
    )
    const [notice] = await noticesOf(`/maintenance/round?id=${round?.id}`)
    expect(notice).toBeDefined()
    expect(notice).not.toContain(round?.name)
    const { data } = await admin.get<RoundDetail>('/api/maintenance/round/queryRoundDetail', { id: round?.id ?? '' })
    expect(
      await admin.post('/api/maintenance/round/recordRoundStop', {
        ...{ id: data.stops[0]?.id, scanned: 0, requestId: randomUUID(), results: [{ key: 'leak', passed: false, note: 'wet' }] },
      }),
    ).toMatchObject({ http: 200, data: { itemsFailed: 1 } })
    const [failed] = await rows<{ key: string }>(
      `select check_key as key from work_orders where tenant_id = $1 and starts_with(check_key, 'round:' || $2 || ':')`,
      [routeId],
    )
    expect(await titleOf('check_key', failed?.key ?? '')).toMatchObject({ title: 'No leak', note: 'wet' })
  })
})
