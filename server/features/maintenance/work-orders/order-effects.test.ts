/** What work orders entail beyond themselves: downtime, a plant of two sites, very many alarms; and what their history discloses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaultDetail } from '../../../../model/contract/maintenance/faults.ts'
import type { AlarmOutOfService, WorkOrderDetail } from '../../../../model/contract/maintenance/work-orders.ts'
import { resources } from '../../../../model/index.ts'
import { alarmsOf, buildRule, measure } from '../../../../tests/support/alarms.ts'
import { administrator } from '../../../../seeds/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { eventsRead } from '../../../../tests/support/events.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'
import { openOrder } from '../../../maintenance/index.ts'

const ORDER = '/api/maintenance/workorder'
const FAULT = '/api/maintenance/fault'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let worker: Client

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      {
        ...administrator,
        roleCode: 'NO_NUMBERS',
        roleName: 'no numbers',
        hiddenFields: [
          { menu: 'workorders', fields: ['orderNumber'] },
          { menu: 'faults', fields: ['faultNumber'] },
        ],
      },
      {
        ...administrator,
        roleCode: 'NO_TIMES',
        roleName: 'no times',
        hiddenFields: [
          { menu: 'workorders', fields: ['finishedAt'] },
          { menu: 'faults', fields: ['solvedAt'] },
        ],
      },
      { ...administrator, roleCode: 'NO_ALARMS', roleName: 'no alarms', hiddenFields: [{ menu: 'alarms', fields: ['alarmState'] }] },
      {
        ...administrator,
        roleCode: 'NO_COMMENTS',
        roleName: 'no comments',
        hiddenFields: [{ menu: 'alarms', fields: ['alarmComment', 'acknowledgedBy'] }],
      },
      { ...administrator, roleCode: 'NO_RAISED', roleName: 'no times of alarms', hiddenFields: [{ menu: 'alarms', fields: ['raisedAt'] }] },
      ...['HERE', 'THERE'].map((roleCode) => ({ ...administrator, roleCode, roleName: roleCode })),
    ],
    users: [
      buildUser({ username: 'worker', roles: ['ROLE_OPERATOR'] }),
      buildUser({ username: 'blind', roles: ['NO_NUMBERS'] }),
      buildUser({ username: 'timeless', roles: ['NO_TIMES'] }),
      buildUser({ username: 'barred', roles: ['ROLE_OPERATOR'], status: 0 }),
      buildUser({ username: 'alarmless', roles: ['NO_ALARMS'] }),
      buildUser({ username: 'wordless', roles: ['NO_COMMENTS'] }),
      buildUser({ username: 'unraised', roles: ['NO_RAISED'] }),
      buildUser({ username: 'here', roles: ['HERE'] }),
      buildUser({ username: 'there', roles: ['THERE'] }),
    ],
  })
  ;[admin, worker] = [await tenant.signIn('admin'), await tenant.signIn('worker')]
})
afterAll(() => server.stop())

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (client) => (await client.query(text, [tenant.id, ...values])).rows as Row[])
/** What the program has no call for. */
const store = (text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (client) => {
    await client.query('begin')
    await client.query('set local role outstation_platform')
    await client.query(text, [tenant.id, ...values])
    await client.query('commit')
  })
const detail = async (id: string, client = admin) => (await client.get<WorkOrderDetail>(`${ORDER}/queryWorkOrderDetail`, { id })).data
const versionOf = async (id: string) => (await detail(id)).version
const order = async (values: object = {}) => (await addRow(admin, resources.workOrders, { mustSign: 0, ...values })).id
const call = { approve: 'decide', refuse: 'decide', schedule: 'decide', cancel: 'decide', verify: 'verify', reopen: 'verify' } as const
const PATHS = { decide: 'decideOnWorkOrder', verify: 'verifyWorkOrder', act: 'actOnWorkOrder' } as const
const move = async (id: string, transition: string, values: object = {}, client = admin) =>
  client.post<{ state: string }>(`${ORDER}/${PATHS[call[transition as keyof typeof call] ?? 'act']}`, {
    id,
    version: await versionOf(id),
    transition,
    ...values,
  })
const moves = async (id: string, ...transitions: readonly string[]) => {
  for (const transition of transitions) expect(await move(id, transition, {}, atWork(transition)), transition).toMatchObject({ http: 200 })
}

/** By whom: work is the worker's, what is decided and verified the administrator's. */
const atWork = (transition: string) => (['start', 'resume', 'finish'].includes(transition) ? worker : admin)

/** A machine with the device that measures on it. */
async function machine(): Promise<{ id: string; device: BuiltDevice }> {
  const device = await buildDevice(server, tenant)
  const { id } = await addRow(admin, resources.equipment, { deviceId: device.id, equipmentState: 'in-service' })
  return { id, device }
}

const machineState = async (id: string) =>
  (await rows<{ state: string }>(`select equipment_state as state from equipment where tenant_id = $1 and id = $2`, [id]))[0]?.state

describe('the history of orders and faults', () => {
  it('is withheld from whoever does not see its times, and its numbers from whoever sees no numbers', async () => {
    const { id: equipmentId } = await machine()
    const fault = await addRow(admin, resources.faults, { equipmentId })
    const { data } = await admin.post<{ id: string }>(`${FAULT}/orderFault`, { id: fault.id, version: 1, orderPriority: 3 })
    const [blind, timeless] = [await tenant.signIn('blind'), await tenant.signIn('timeless')]
    expect((await detail(data.id)).events[0]?.note).toMatch(/^F-/)
    expect((await detail(data.id, blind)).events[0]?.note).toBeNull()
    expect((await detail(data.id, timeless)).events).toEqual([])
    const ofFault = async (client: Client) => (await client.get<FaultDetail>(`${FAULT}/queryFaultDetail`, { id: fault.id })).data.events
    expect((await ofFault(admin)).at(-1)?.note).toMatch(/^WO-/)
    expect((await ofFault(blind)).at(-1)?.note).toBeNull()
    expect(await ofFault(timeless)).toEqual([])
  })

  it('has with it what the fault went through before there was an order, as its own page shows it', async () => {
    const { id: equipmentId } = await machine()
    const fault = await addRow(admin, resources.faults, { equipmentId })
    const confirmed = await admin.post<{ version: number }>(`${FAULT}/actOnFault`, {
      id: fault.id,
      version: 1,
      transition: 'confirm',
      note: 'seen by day',
    })
    expect(confirmed).toMatchObject({ http: 200 })
    const { data } = await admin.post<{ id: string }>(`${FAULT}/orderFault`, {
      id: fault.id,
      version: confirmed.data.version,
      orderPriority: 3,
    })
    const { causeEvents } = await detail(data.id)
    expect(causeEvents.ofFault.map(({ transition }) => transition)).toEqual(['report', 'confirm', 'order'])
    expect(causeEvents.ofAlarm).toEqual([])
    expect(causeEvents.ofFault).toEqual((await admin.get<FaultDetail>(`${FAULT}/queryFaultDetail`, { id: fault.id })).data.events)
    const [blind, timeless] = [await tenant.signIn('blind'), await tenant.signIn('timeless')]
    expect((await detail(data.id, blind)).causeEvents.ofFault.at(-1), 'a number that is hidden').toMatchObject({ note: null })
    expect((await detail(data.id, timeless)).causeEvents.ofFault).toEqual([])
  })

  it('has with it what the alarm went through, with who said what, for whoever sees all of that of alarms', async () => {
    const { device } = await machine()
    const rule = await buildRule(server, device)
    await measure(server, device, { temperature: 30 })
    const [alarm] = await alarmsOf(server, tenant.id, rule)
    const remark = { id: alarm?.id, alarmComment: 'on my way' }
    expect(await admin.post('/api/acquisition/alarm/acknowledgeAlarm', remark)).toMatchObject({ http: 200 })
    const { data } = await admin.post<{ id: string }>(`${ORDER}/openOrderOfAlarm`, { id: alarm?.id })
    const seen = await detail(data.id)
    expect(seen.causeEvents.ofFault).toEqual([])
    expect(seen.causeEvents.ofAlarm).toMatchObject([
      { transition: 'raise', by: null, comment: null },
      { transition: 'acknowledge', by: expect.stringContaining('admin') as unknown, comment: 'on my way' },
    ])
    expect(seen.alarm).toMatchObject({ id: alarm?.id, raisedAt: expect.any(Number) as unknown })
    const as = async (username: string) => detail(data.id, await tenant.signIn(username))
    expect(await as('alarmless')).toMatchObject({ causeEvents: { ofAlarm: [] }, alarm: null })
    expect((await as('wordless')).causeEvents.ofAlarm.at(-1)).toMatchObject({ transition: 'acknowledge', by: null, comment: null })
    expect(await as('unraised'), 'its first event is when it was raised').toMatchObject({
      causeEvents: { ofAlarm: [] },
      alarm: { raisedAt: null },
    })
  })

  it('has of an alarm that chatters the newest fifty events', async () => {
    const { device } = await machine()
    const rule = await buildRule(server, device)
    await measure(server, device, { temperature: 30 })
    const [alarm] = await alarmsOf(server, tenant.id, rule)
    const { data } = await admin.post<{ id: string }>(`${ORDER}/openOrderOfAlarm`, { id: alarm?.id })
    await store(
      `insert into alarm_events (tenant_id, alarm_id, transition, from_state, to_state, comment)
       select $1, $2, 'acknowledge', 'unacknowledged', 'unacknowledged', n::text from generate_series(1, 60) n`,
      [alarm?.id],
    )
    const { ofAlarm } = (await detail(data.id)).causeEvents
    expect([ofAlarm.length, ofAlarm[0]?.comment, ofAlarm.at(-1)?.comment]).toEqual([50, '11', '60'])
  })

  it('begins with the newest events, and has once what came again and again', async () => {
    const id = await order()
    await store(
      `insert into work_order_events (tenant_id, order_id, transition, to_state, note)
       select $1, $2, case when n % 2 = 0 then 'assign' else 'recur' end, 'draft', n::text from generate_series(1, 2100) n, generate_series(1, 1 + n % 2)`,
      [id],
    )
    const { events } = await detail(id)
    expect(events).toHaveLength(1000)
    expect([events[0]?.transition, events[1]?.transition, events.at(-1)?.note]).toEqual(['recur', 'assign', '2100'])
  })
})

describe('a machine that was handed over to another site than its device', () => {
  it('is at work as a whole, whoever sees which part of it, and has no twins of orders', async () => {
    const { id: equipmentId, device } = await machine()
    const [here, there] = [(await addRow(admin, resources.sites)).id, (await addRow(admin, resources.sites)).id]
    await rows(`update devices set site_id = $3 where tenant_id = $1 and id = $2`, [device.id, here])
    await rows(`update equipment set site_id = $3 where tenant_id = $1 and id = $2`, [equipmentId, there])
    for (const [role, site] of [
      ['HERE', here],
      ['THERE', there],
    ] as const)
      expect(
        await admin.post('/api/admin/sysrole/authorizeDataScope', {
          roleId: tenant.roles[role],
          scopes: [{ table: '', kind: 'some', sites: [site] }],
        }),
      ).toMatchObject({ http: 200 })
    const [ofDevice, ofMachine] = [await tenant.signIn('here'), await tenant.signIn('there')]
    const rule = await buildRule(server, device)
    await measure(server, device, { temperature: 30 })
    const [alarm] = await alarmsOf(server, tenant.id, rule)
    const open = (client: Client) => client.post<{ id: string }>(`${ORDER}/openOrderOfAlarm`, { id: alarm?.id })
    const { id } = (await open(admin)).data
    expect(await open(ofDevice), 'there is one that is not seen').toMatchObject({ http: 409 })
    const modes = async () => (await alarmsOf(server, tenant.id, rule)).map(({ mode }) => mode)
    await moves(id, 'approve')
    expect(await move(id, 'start', {}, ofMachine)).toMatchObject({ http: 200 })
    expect(await modes()).toEqual(['out-of-service'])
    const listed = (await ofDevice.get<{ list: AlarmOutOfService[] }>(`${ORDER}/queryAlarmsOutOfService`)).data.list
    expect(listed.find(({ alarmId }) => alarmId === alarm?.id)).toMatchObject({ isForgotten: false, orderId: null })
    expect(await move(id, 'finish', {}, ofMachine)).toMatchObject({ http: 200 })
    expect(await modes()).toEqual(['in-service'])
  })

  it('is in service again when its last two orders are finished at once', async () => {
    const { id: equipmentId } = await machine()
    const pair = [await order({ equipmentId }), await order({ equipmentId })]
    for (const id of pair) await moves(id, 'approve', 'start')
    const versions = await Promise.all(pair.map(versionOf))
    const answers = await Promise.all(
      pair.map((id, at) => worker.post(`${ORDER}/actOnWorkOrder`, { id, version: versions[at], transition: 'finish' })),
    )
    expect(answers.map(({ http }) => http)).toEqual([200, 200])
    expect(await machineState(equipmentId)).toBe('in-service')
  })
})

describe('a machine that has got another device', () => {
  it('is at work with the one that it has when work begins, and begins again', async () => {
    const { id: equipmentId, device: former } = await machine()
    const device = await buildDevice(server, tenant)
    const id = await order({ equipmentId, orderKind: 'corrective' })
    const rules = [await buildRule(server, former), await buildRule(server, device)]
    for (const each of [former, device]) await measure(server, each, { temperature: 30 })
    const modes = async () => (await Promise.all(rules.map((rule) => alarmsOf(server, tenant.id, rule)))).flat().map(({ mode }) => mode)
    const measuredBy = (deviceId: string) =>
      rows('update equipment set device_id = $3 where tenant_id = $1 and id = $2', [equipmentId, deviceId])
    await measuredBy(device.id)
    await moves(id, 'approve', 'start')
    expect(await modes()).toEqual(['in-service', 'out-of-service'])
    await measuredBy(former.id)
    await moves(id, 'finish')
    expect(await modes(), 'what was taken comes back').toEqual(['in-service', 'in-service'])
    expect(await move(id, 'reopen', { note: 'again' })).toMatchObject({ http: 200 })
    expect(await modes()).toEqual(['out-of-service', 'in-service'])
    expect(await rows('select device_id from work_orders where tenant_id = $1 and id = $2', [id])).toEqual([{ device_id: former.id }])
  })
})

describe('very many alarms at once', () => {
  it('have one order a site, which takes none once somebody has begun with it', async () => {
    const site = (await addRow(admin, resources.sites)).id
    const device = await buildDevice(server, tenant)
    await rows(`update devices set site_id = $3 where tenant_id = $1 and id = $2`, [device.id, site])
    await store(
      `insert into work_orders (tenant_id, id, order_number, order_title, order_kind, order_priority, order_state, order_origin, occurrences)
       select $1, gen_random_uuid(), 'X' || n, 'x', 'corrective', 3, 'cancelled', 'alarm', 0 from generate_series(1, 20) n`,
    )
    const flood = () =>
      rows<{ id: string; site_id: string; alarms: number; had: number }>(
        `select o.id, o.site_id, count(kept.alarm_id)::int as alarms, coalesce(sum(list.has_order), 0)::int as had from work_orders o
         left join work_order_alarms kept on kept.tenant_id = o.tenant_id and kept.order_id = o.id
         left join alarm_list list on list.tenant_id = o.tenant_id and list.id = kept.alarm_id
         where o.tenant_id = $1 and o.check_key like 'alarms:flood:' || $2 || ':%' group by o.tenant_id, o.id order by o.order_number`,
        [site],
      )
    const raise = async (key: string) => {
      await buildRule(server, device, { point_key: key, opens_order: 1 } as object)
      await measure(server, device, { [key]: 30 })
      await eventsRead(server, tenant.id)
    }
    await raise('temperature')
    await raise('humidity')
    const [first] = await flood()
    expect(await flood()).toEqual([{ id: first?.id, site_id: site, alarms: 2, had: 2 }])
    await moves(first?.id ?? '', 'approve', 'start')
    await raise('temperature')
    expect((await flood()).map(({ alarms }) => alarms)).toEqual([2, 1])
    await store(`delete from work_orders where tenant_id = $1 and order_number like 'X%'`)
  })
})

it('an order is given to nobody who is barred, and opens without them where it comes by itself', async () => {
  const assigneeId = tenant.users['barred'] ?? ''
  const id = await order({ assigneeId: '' })
  await moves(id, 'approve')
  expect(await move(id, 'schedule', { assigneeId })).toMatchObject({ http: 422, errors: [{ field: 'assigneeId' }] })
  const { id: faultId } = await addRow(admin, resources.faults, { equipmentId: (await machine()).id })
  const ofFault = await admin.post(`${FAULT}/orderFault`, { id: faultId, version: 1, orderPriority: 3, assigneeId })
  expect(ofFault).toMatchObject({ http: 422, errors: [{ field: 'assigneeId' }] })
  const values = { orderTitle: 'Shaft', orderKind: 'corrective', orderPriority: 3, mustSign: 0 }
  const { add, update } = pathsOf(resources.workOrders)
  expect(await admin.post(add, { ...values, assigneeId })).toMatchObject({ http: 422, errors: [{ field: 'assigneeId' }] })
  expect(await admin.put(update, { id, assigneeId })).toMatchObject({ http: 422, errors: [{ field: 'assigneeId' }] })
  // What somebody had when they were barred can still be changed.
  await rows('update work_orders set assignee_id = $3 where tenant_id = $1 and id = $2', [id, assigneeId])
  expect(await admin.put(update, { id, orderTitle: 'Shaft 2', assigneeId })).toMatchObject({ http: 200 })
  const alone = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    openOrder(tx, server.services, {
      source: { by: 'check', checkKey: `barred:${id}` },
      orderTitle: 'Shaft',
      orderKind: 'corrective',
      orderPriority: 3,
      assigneeId,
    }),
  )
  expect(await rows('select assignee_id from work_orders where tenant_id = $1 and id = $2', [alone.id])).toEqual([{ assignee_id: null }])
})

it('an order that is done again after somebody was reminded of it is reminded of again', async () => {
  const assigneeId = tenant.users['worker']
  const id = await order({ assigneeId, dueAt: '2099-01-01 00:00:00' })
  const notices = async () =>
    (
      await rows<{ count: number }>(
        `select count(*)::int as count from notifications n join notification_users u on u.tenant_id = n.tenant_id and u.notification_id = n.id
          where n.tenant_id = $1 and strpos(n.content, $2) > 0 and u.user_id = $3`,
        [id, assigneeId],
      )
    )[0]?.count
  await moves(id, 'approve', 'start', 'finish')
  await rows(`update work_orders set due_at = now() - interval '1 hour', reminded_at = now() where tenant_id = $1 and id = $2`, [id])
  expect(await notices(), 'that it is theirs').toBe(1)
  expect(await move(id, 'reopen', { note: 'again' })).toMatchObject({ http: 200 })
  await expect.poll(notices, { timeout: 20_000, interval: 100 }).toBe(2)
})

describe('the order that gathers very many alarms', () => {
  /** As many orders of alarms as make a flood. */
  const crowd = (prefix: string, openedBy: string | null) =>
    store(
      `with opened as (
         insert into work_orders (tenant_id, id, order_number, order_title, order_kind, order_priority, order_state, order_origin, occurrences)
         select $1, gen_random_uuid(), $2::text || n, 'x', 'corrective', 3, 'cancelled', 'alarm', 0 from generate_series(1, 20) n returning tenant_id, id)
       insert into work_order_events (tenant_id, order_id, transition, to_state, user_id) select tenant_id, id, 'open', 'draft', $3::uuid from opened`,
      [prefix, openedBy],
    )

  it('is as urgent as the most urgent of them, and is none of what people have opened', async () => {
    const site = (await addRow(admin, resources.sites)).id
    const device = await buildDevice(server, tenant)
    await rows(`update devices set site_id = $3 where tenant_id = $1 and id = $2`, [device.id, site])
    const raise = async (key: string, priority: number) => {
      const rule = await buildRule(server, device, { point_key: key, opens_order: 1, alarm_priority: priority } as object)
      await measure(server, device, { [key]: 30 })
      await eventsRead(server, tenant.id)
      return rule
    }
    const flood = () =>
      rows(
        `select order_priority as priority, round(extract(epoch from due_at - created_at) / 3600)::int as hours from work_orders
         where tenant_id = $1 and check_key like 'alarms:flood:' || $2 || ':%'`,
        [site],
      )
    await crowd('P', tenant.users['admin'] ?? null)
    const alone = await raise('temperature', 4)
    expect(await rows('select order_origin from work_orders where tenant_id = $1 and rule_id = $2', [alone])).toHaveLength(1)
    await crowd('A', null)
    await raise('humidity', 3)
    expect(await flood()).toEqual([{ priority: 3, hours: 168 }])
    await raise('temperature', 1)
    expect(await flood(), 'the second is more urgent').toEqual([{ priority: 1, hours: 4 }])
    await raise('humidity', 2)
    expect(await flood(), 'the third is not').toEqual([{ priority: 1, hours: 4 }])
    await store(`update work_orders set created_at = now() - interval '1 day' where tenant_id = $1 and order_title = 'x'`)
  })
})

describe('downtime', () => {
  const ago = (hours: number) => new Date(Math.floor(Date.now() / 1000) * 1000 - hours * 3_600_000)
  const textAgo = (hours: number) => ago(hours).toISOString().slice(0, 19).replace('T', ' ')
  const stood = async (table: 'faults' | 'work_orders', id: string) => {
    const [row] = await rows<{ down_from: Date | null; down_to: Date | null }>(
      `select down_from, down_to from ${table} where tenant_id = $1 and id = $2`,
      [id],
    )
    return row
  }
  const faultOf = async (values: object) =>
    (await addRow(admin, resources.faults, { equipmentId: (await machine()).id, downFrom: '', downTo: '', ...values })).id
  const ordered = async (id: string) =>
    (await admin.post<{ id: string }>(`${FAULT}/orderFault`, { id, version: 1, orderPriority: 3 })).data.id

  it('of a fault that is solved by hand is over then', async () => {
    const id = await faultOf({ downFrom: textAgo(30) })
    for (const [at, transition] of ['confirm', 'solve'].entries())
      expect(await admin.post(`${FAULT}/actOnFault`, { id, version: at + 1, transition })).toMatchObject({ http: 200 })
    expect((await stood('faults', id))?.down_to).not.toBeNull()
  })

  it('of one that is reopened goes on, unless somebody has said when it ended', async () => {
    const [open, ended] = [await faultOf({ downFrom: textAgo(30) }), await faultOf({ downFrom: textAgo(30), downTo: textAgo(20) })]
    const entered = (await stood('faults', ended))?.down_to
    expect(entered).not.toBeNull()
    const act = async (id: string, ...transitions: readonly string[]) => {
      for (const transition of transitions) {
        const [row] = await rows<{ version: number }>('select version from faults where tenant_id = $1 and id = $2', [id])
        const note = transition === 'reopen' ? { note: 'again' } : {}
        expect(await admin.post(`${FAULT}/actOnFault`, { id, version: row?.version, transition, ...note })).toMatchObject({ http: 200 })
      }
    }
    for (const id of [open, ended]) await act(id, 'confirm', 'solve')
    const first = (await stood('faults', open))?.down_to
    expect(first).not.toBeNull()
    for (const id of [open, ended]) await act(id, 'reopen')
    expect((await stood('faults', open))?.down_to).toBeNull()
    for (const id of [open, ended]) await act(id, 'solve')
    expect(Number((await stood('faults', open))?.down_to)).toBeGreaterThan(Number(first))
    expect((await stood('faults', ended))?.down_to).toEqual(entered)
  })

  it('ends when the order is finished, however long that waits for its verification, and goes on when it is done again', async () => {
    const id = await faultOf({ downFrom: textAgo(200) })
    const orderId = await ordered(id)
    await moves(orderId, 'approve', 'start', 'finish')
    expect((await stood('faults', id))?.down_to).not.toBeNull()
    expect(await move(orderId, 'reopen', { note: 'again' })).toMatchObject({ http: 200 })
    expect((await stood('faults', id))?.down_to, 'done again').toBeNull()
    await moves(orderId, 'finish')
    await rows(`update faults set down_to = null where tenant_id = $1 and id = $2`, [id])
    await rows(`update work_orders set finished_at = now() - interval '100 hours' where tenant_id = $1 and id = $2`, [orderId])
    await moves(orderId, 'verify')
    expect(Date.now() - Number((await stood('faults', id))?.down_to)).toBeGreaterThan(99 * 3_600_000)
  })

  it('that was entered with the order of a fault is that of the fault', async () => {
    const id = await faultOf({})
    const orderId = await ordered(id)
    await moves(orderId, 'approve', 'start')
    const [downFrom, downTo] = [ago(9), ago(5)]
    expect(await move(orderId, 'finish', { downFrom: downFrom.getTime(), downTo: downTo.getTime() }, worker)).toMatchObject({ http: 200 })
    expect(await stood('faults', id)).toEqual({ down_from: downFrom, down_to: downTo })
  })

  it('without an end is over when the order is finished', async () => {
    const id = await order()
    await moves(id, 'approve', 'start')
    expect(await move(id, 'finish', { downFrom: ago(9).getTime() }, worker)).toMatchObject({ http: 200 })
    expect((await stood('work_orders', id))?.down_to).not.toBeNull()
    await rows(`update work_orders set finished_at = now() - interval '1 hour' where tenant_id = $1 and id = $2`, [id])
    const overdue = () => rows(`select is_overdue from work_order_list where tenant_id = $1 and id = $2`, [id])
    await rows(`update work_orders set due_at = now() - interval '1 minute' where tenant_id = $1 and id = $2`, [id])
    expect(await overdue(), 'finished in time').toEqual([{ is_overdue: 0 }])
    await rows(`update work_orders set due_at = now() - interval '2 hours' where tenant_id = $1 and id = $2`, [id])
    expect(await overdue()).toEqual([{ is_overdue: 1 }])
  })
})
