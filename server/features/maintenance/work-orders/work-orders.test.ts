/** A work order from its opening to its verification: who may do what, of two at once one, what becomes of the plant, the fault and the files. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaultDetail } from '../../../../model/contract/maintenance/faults.ts'
import type { AlarmOutOfService, WorkOrderDetail } from '../../../../model/contract/maintenance/work-orders.ts'
import { resources } from '../../../../model/index.ts'
import { alarmsOf, buildRule, measure, transitionsOf } from '../../../../tests/support/alarms.ts'
import { administrator } from '../../../../seeds/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { eventsRead } from '../../../../tests/support/events.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'
import { wirePassword } from '../../../identity/secrets.ts'
import { openOrder, remindOfOrder } from '../../../maintenance/index.ts'

const ORDER = '/api/maintenance/workorder'
const FAULT = '/api/maintenance/fault'
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let worker: Client
let viewer: Client

beforeAll(async () => {
  server = await sharedServer()
  ;[tenant, other] = [
    await buildTenant(server, {
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
      ],
      users: [buildUser({ username: 'worker', roles: ['ROLE_OPERATOR'] }), buildUser({ username: 'blind', roles: ['NO_NUMBERS'] })],
    }),
    await buildTenant(server),
  ]
  ;[admin, worker, viewer] = [await tenant.signIn('admin'), await tenant.signIn('worker'), await tenant.signIn('viewer')]
})
afterAll(() => server.stop())

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (client) => (await client.query(text, [tenant.id, ...values])).rows as Row[])
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
const stateOf = async (id: string) => (await detail(id)).state

/** By whom: work is the worker's, what is decided and verified the administrator's. */
const atWork = (transition: string) => (['start', 'resume', 'finish'].includes(transition) ? worker : admin)

/** A machine with the device that measures on it. */
async function machine(): Promise<{ id: string; device: BuiltDevice }> {
  const device = await buildDevice(server, tenant)
  const { id } = await addRow(admin, resources.equipment, { deviceId: device.id, equipmentState: 'in-service' })
  return { id, device }
}

describe('the calls', () => {
  it('are refused without a session, a right or the tenant', async () => {
    const id = await order()
    const body = { id, version: 1, transition: 'submit' }
    const anonymous = await fetch(`${server.url}${ORDER}/actOnWorkOrder`, { method: 'POST', body: JSON.stringify(body) })
    expect(anonymous.status).toBe(401)
    const stranger = await other.signIn('admin')
    for (const [path, more] of [
      ['actOnWorkOrder', { version: 1, transition: 'submit' }],
      ['decideOnWorkOrder', { version: 1, transition: 'approve' }],
      ['verifyWorkOrder', { version: 1, transition: 'verify' }],
      ['addOrderLabour', { workedOn: '2026-01-02', minutes: 30 }],
      ['saveOrderChecks', { version: 1, results: [] }],
    ] as const) {
      expect(await viewer.post(`${ORDER}/${path}`, { id, ...more }), path).toMatchObject({ http: 403 })
      expect(await stranger.post(`${ORDER}/${path}`, { id, ...more }), path).toMatchObject({ http: 404 })
    }
    expect(await worker.post(`${ORDER}/decideOnWorkOrder`, { id, version: 1, transition: 'approve' })).toMatchObject({ http: 403 })
    expect(await stranger.get(`${ORDER}/queryWorkOrderDetail`, { id })).toMatchObject({ http: 404 })
  })

  it('take an order from its opening to its end, each step a row of its history, and no step past the table', async () => {
    const id = await order({ orderPriority: 1, assigneeId: '' })
    const [row] = await rows<{ order_number: string; hours: number }>(
      `select order_number, extract(epoch from due_at - created_at) / 3600 as hours from work_orders where tenant_id = $1 and id = $2`,
      [id],
    )
    expect(row?.order_number).toMatch(/^WO-\d{4}-\d{5}$/)
    expect(await move(id, 'start')).toMatchObject({ http: 409 })
    await moves(id, 'submit')
    expect(await move(id, 'refuse'), 'says why').toMatchObject({ http: 422, errors: [{ field: 'note' }] })
    await moves(id, 'approve')
    expect(await move(id, 'schedule'), 'says for whom').toMatchObject({ http: 422, errors: [{ field: 'assigneeId' }] })
    expect(await move(id, 'schedule', { assigneeId: tenant.users['worker'] })).toMatchObject({ http: 200, data: { state: 'scheduled' } })
    await moves(id, 'start')
    expect(await move(id, 'cancel', { note: 'not needed' }), 'not once work has begun').toMatchObject({ http: 409 })
    expect(await move(id, 'hold', { holdReason: 'material', note: 'no bearing' }, worker)).toMatchObject({ http: 200 })
    await moves(id, 'resume')
    const found = { orderCause: 'worn', orderRemedy: 'changed', downFrom: Date.UTC(2026, 0, 2), downTo: Date.UTC(2026, 0, 1) }
    expect(await move(id, 'finish', found, worker)).toMatchObject({ http: 422, errors: [{ field: 'downTo' }] })
    expect(await move(id, 'finish', { ...found, downTo: Date.UTC(2026, 0, 3) }, worker)).toMatchObject({ http: 200 })
    await moves(id, 'verify')
    const { events, transitions } = await detail(id)
    expect(transitions).toEqual([])
    expect(events.map(({ transition, toState }) => `${transition} ${toState}`)).toEqual([
      'open draft',
      'submit waiting-approval',
      'approve approved',
      'schedule scheduled',
      'start in-progress',
      'hold on-hold',
      'resume in-progress',
      'finish done',
      'verify closed',
    ])
    expect(await admin.put(pathsOf(resources.workOrders).update, { id, orderTitle: 'x' }), 'over').toMatchObject({ http: 409 })
    await expect(
      server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
        tx.run({ compile: () => ({ sql: `delete from work_order_events`, parameters: [] }) } as never),
      ),
      'what has happened stays',
    ).rejects.toThrow()
  })

  it('are verified by somebody else than whoever has done the work, or has written down hours', async () => {
    const id = await order()
    await moves(id, 'approve', 'start')
    const write = () => admin.post(`${ORDER}/addOrderLabour`, { id, workedOn: '2026-01-02', minutes: 90 })
    expect(await write()).toMatchObject({ http: 200 })
    const [{ id: removed } = { id: '' }] = (await detail(id)).labour
    expect(await worker.post(`${ORDER}/deleteOrderLabour`, { id: removed }), 'of somebody else').toMatchObject({ http: 404 })
    expect(await admin.post(`${ORDER}/deleteOrderLabour`, { id: removed })).toMatchObject({ http: 200 })
    expect((await detail(id)).labour).toEqual([])
    expect(await write()).toMatchObject({ http: 200 })
    await moves(id, 'finish')
    const [{ id: entry } = { id: '' }] = (await detail(id)).labour
    expect(await admin.post(`${ORDER}/deleteOrderLabour`, { id: entry }), 'it says who has worked').toMatchObject({ http: 409 })
    expect(await move(id, 'verify'), 'has hours on it').toMatchObject({ http: 403 })
    expect((await detail(id)).transitions).toEqual(['reopen'])
    await rows(`update work_order_labour set removed_at = now() where tenant_id = $1 and order_id = $2`, [id])
    expect(await move(id, 'verify'), 'had hours on it').toMatchObject({ http: 403 })
  })

  it.each([
    ['starts it', ['start'], ['finish']],
    ['resumes it', ['resume'], ['finish']],
    ['finishes what was reopened', ['finish'], ['reopen', 'finish']],
  ])('are not verified by whoever %s, though somebody else has finished it', async (_, own, others) => {
    const id = await order()
    await moves(id, 'approve')
    if (own[0] !== 'start') await moves(id, 'start')
    if (own[0] === 'resume') expect(await move(id, 'hold', { holdReason: 'other', note: 'rain' }, worker)).toMatchObject({ http: 200 })
    for (const transition of own) expect(await move(id, transition)).toMatchObject({ http: 200 })
    for (const transition of others)
      expect(await move(id, transition, { note: 'x' }, transition === 'reopen' ? admin : worker)).toMatchObject({ http: 200 })
    expect(await move(id, 'verify')).toMatchObject({ http: 403 })
  })

  it('takes its person and date with its scheduling alone', async () => {
    const id = await order()
    for (const values of [{ assigneeId: tenant.users['worker'] }, { dueAt: Date.UTC(2030, 0, 1) }])
      expect(await move(id, 'approve', values)).toMatchObject({ http: 422, errors: [{ field: Object.keys(values)[0] }] })
    await moves(id, 'approve')
    expect(await move(id, 'schedule', { assigneeId: crypto.randomUUID() })).toMatchObject({ http: 422, errors: [{ field: 'assigneeId' }] })
  })

  it('are finished with a signature where the order demands it, and one proof signs once', async () => {
    const [first, second] = [await order({ mustSign: 1 }), await order({ mustSign: 1 })]
    for (const id of [first, second]) await moves(id, 'approve', 'start')
    expect(await move(first, 'finish', {}, worker)).toMatchObject({ http: 403, errors: [{ field: 'signature' }] })
    expect((await worker.post('/api/account/secondfactor/confirmIdentity', { password: wirePassword(PASSWORD) })).http).toBe(200)
    expect(await move(first, 'finish', {}, worker)).toMatchObject({ http: 200 })
    expect((await detail(first)).signature).toMatchObject({ by: expect.stringContaining('worker') as unknown, proof: 'password' })
    expect(await move(second, 'finish', {}, worker), 'one proof, one signature').toMatchObject({ http: 403 })
  })
})

describe('two at once', () => {
  it.each(['start', 'finish', 'verify'])('%s an order: one does', async (transition) => {
    const id = await order()
    await moves(id, 'approve')
    if (transition !== 'start') await moves(id, 'start')
    if (transition === 'verify') expect(await move(id, 'finish', {}, worker)).toMatchObject({ http: 200 })
    const body = { id, version: await versionOf(id), transition }
    const path = `${ORDER}/${PATHS[call[transition as 'verify'] ?? 'act']}`
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.post(path, body)))
    expect(answers.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    const events = (await detail(id)).events.filter((event) => event.transition === transition)
    expect(events).toHaveLength(1)
  })

  it('is not moved by whoever has seen it as it was before', async () => {
    const id = await order()
    await moves(id, 'approve')
    const seen = await versionOf(id)
    expect(await move(id, 'schedule', { assigneeId: tenant.users['worker'] })).toMatchObject({ http: 200 })
    expect(await worker.post(`${ORDER}/actOnWorkOrder`, { id, version: seen, transition: 'start' })).toMatchObject({ http: 409 })
    expect(await stateOf(id)).toBe('scheduled')
  })

  it('open orders: each has a number of its own, and none is left out', async () => {
    await Promise.all(Array.from({ length: 6 }, () => order()))
    const numbers = await rows<{ number: number }>(
      `select substring(order_number from '\\d+$')::int as number from work_orders where tenant_id = $1 order by 1`,
    )
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1))
  })

  it('open the order of one alarm, one plan and day, one failed item: there is one', async () => {
    const { id: equipmentId } = await machine()
    const open = (source: Parameters<typeof openOrder>[2]['source']) =>
      server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
        openOrder(tx, server.services, { source, orderTitle: 'x', orderKind: 'preventive', orderPriority: 3, equipmentId }),
      )
    const { id: planId } = await addRow(admin, resources.maintenancePlans, { equipmentId })
    const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const
    for (const source of [
      { by: 'plan', planId, dueOn: '2026-02-03' },
      { by: 'check', checkKey: `item ${unique()}` },
      { by: 'alarm', alarmId: ids[0], ruleId: ids[1], pointId: ids[2] },
    ] as const) {
      const opened = await Promise.all([open(source), open(source), open(source)])
      expect(new Set(opened.map(({ id }) => id)).size, source.by).toBe(1)
      expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
    }
    const [closed] = await Promise.all([open({ by: 'plan', planId, dueOn: '2026-02-03' })])
    expect(await move(closed.id, 'cancel', { note: 'no' })).toMatchObject({ http: 200 })
    expect(await open({ by: 'plan', planId, dueOn: '2026-02-03' }), 'of a plan and day one for ever').toMatchObject({
      id: closed.id,
      isNew: false,
    })
  })
})

describe('the plant', () => {
  it('has its alarms out of service while work is on, and gets them back from the last order', async () => {
    const { id: equipmentId, device } = await machine()
    const [rule, silent] = [await buildRule(server, device), await buildRule(server, device, { point_key: 'humidity' })]
    await measure(server, device, { temperature: 30 })
    const [first, second] = [await order({ equipmentId }), await order({ equipmentId })]
    for (const id of [first, second]) await moves(id, 'approve', 'start')
    const modes = async () =>
      [...(await alarmsOf(server, tenant.id, rule)), ...(await alarmsOf(server, tenant.id, silent))].map(({ mode }) => mode)
    expect(await modes(), 'one that was never raised as well').toEqual(['out-of-service', 'out-of-service'])
    expect(await machineState(equipmentId)).toBe('in-repair')
    const out = (await admin.get<{ list: AlarmOutOfService[] }>(`${ORDER}/queryAlarmsOutOfService`)).data.list
    expect(out.filter(({ deviceName }) => deviceName === device.code).map(({ orderId }) => orderId !== null)).toEqual([true, true])
    expect((await detail(first)).alarms.map(({ isOut }) => isOut)).toEqual([true, true])
    await moves(first, 'finish')
    expect(await modes(), 'the other order goes on').toEqual(['out-of-service', 'out-of-service'])
    await moves(second, 'finish')
    expect(await modes()).toEqual(['in-service', 'in-service'])
    expect(await machineState(equipmentId)).toBe('in-service')
    expect(await transitionsOf(server, tenant.id, rule)).toEqual(['raise', 'remove', 'restore'])
    expect(await move(second, 'reopen', { note: 'again' })).toMatchObject({ http: 200 })
    expect(await modes(), 'reopened').toEqual(['out-of-service', 'out-of-service'])
  })

  it('tells which alarm somebody has forgotten', async () => {
    const { device } = await machine()
    const rule = await buildRule(server, device)
    await measure(server, device, { temperature: 30 })
    const [alarm] = await alarmsOf(server, tenant.id, rule)
    expect(await admin.post('/api/acquisition/alarm/outOfServiceAlarm', { id: alarm?.id, alarmComment: 'by hand' })).toMatchObject({
      http: 200,
    })
    const [first] = (await admin.get<{ list: AlarmOutOfService[] }>(`${ORDER}/queryAlarmsOutOfService`)).data.list
    expect(first).toMatchObject({ orderId: null, comment: 'by hand' })
  })

  it('opens one order for an alarm in one step, and counts how often it comes again', async () => {
    const { id: equipmentId, device } = await machine()
    const rule = await buildRule(server, device)
    await measure(server, device, { temperature: 30 })
    const [alarm] = await alarmsOf(server, tenant.id, rule)
    const open = () => admin.post<{ id: string; isNew: boolean }>(`${ORDER}/openOrderOfAlarm`, { id: alarm?.id })
    expect((await worker.post(`${ORDER}/openOrderOfAlarm`, { id: alarm?.id })).http).toBe(403)
    const [one, two] = await Promise.all([open(), open()])
    expect(one.data.id).toBe(two.data.id)
    expect([one.data.isNew, two.data.isNew].toSorted()).toEqual([false, true])
    await measure(server, device, { temperature: 10 })
    await measure(server, device, { temperature: 30 })
    await eventsRead(server, tenant.id)
    expect((await detail(one.data.id)).events.map(({ transition }) => transition)).toEqual(['open', 'recur'])
    const listed = await admin.get<{ list: Record<string, unknown>[] }>(pathsOf(resources.workOrders).query, { id: one.data.id })
    expect(listed.data.list[0]).toMatchObject({ equipmentId, deviceId: device.id, orderOrigin: 'alarm', orderState: 'waiting-approval' })
  })

  it('opens an order by its rule where that says so', async () => {
    const { device } = await machine()
    const rule = await buildRule(server, device, { opens_order: 1 } as object)
    await measure(server, device, { temperature: 30 })
    const of = () => rows<{ id: string }>(`select id from work_orders where tenant_id = $1 and rule_id = $2`, [rule])
    await eventsRead(server, tenant.id)
    expect(await of()).toHaveLength(1)
  })
})

const machineState = async (id: string) =>
  (await rows<{ state: string }>(`select equipment_state as state from equipment where tenant_id = $1 and id = $2`, [id]))[0]?.state

describe('a fault', () => {
  it('has a stoppage that ends after it begins, when it is reported as when it is changed', async () => {
    const { id: equipmentId } = await machine()
    const values = { equipmentId, faultTitle: 'Pump leaks', faultEffect: 'stopped', downFrom: '2026-01-02 03:04:05' }
    const [early, later] = ['2026-01-02 03:04:04', '2026-01-02 03:04:06']
    const refused = { http: 422, errors: [{ field: 'downTo' }] }
    expect(await worker.post(pathsOf(resources.faults).add, { ...values, downTo: early })).toMatchObject(refused)
    const { data, http } = await worker.post<{ id: string }>(pathsOf(resources.faults).add, { ...values, downTo: later })
    expect(http).toBe(200)
    expect(await admin.put(pathsOf(resources.faults).update, { id: data.id, downTo: early })).toMatchObject(refused)
  })

  it('is reported with photographs and ordered in one step: files and history go along, and the order solves it', async () => {
    const { id: equipmentId } = await machine()
    const reported = await worker.post<{ id: string }>(pathsOf(resources.faults).add, {
      equipmentId,
      faultTitle: 'Pump leaks',
      faultEffect: 'stopped',
      downFrom: '2026-01-02 03:04:05',
    })
    expect(reported.http).toBe(200)
    const { id } = reported.data
    const fields = { id, takenAt: String(Date.UTC(2026, 0, 2)) }
    const added = await upload<{ id: string }>(server.url, worker, `${FAULT}/addFaultFile`, PDF, { name: '漏水.pdf', fields })
    expect(added.http).toBe(200)
    const fault = async () => (await admin.get<FaultDetail>(`${FAULT}/queryFaultDetail`, { id })).data
    const ask = { id, version: (await fault()).version, orderPriority: 2 }
    expect(await worker.post(`${FAULT}/orderFault`, ask)).toMatchObject({ http: 403 })
    const answers = await Promise.all([1, 2, 3].map(() => admin.post<{ id: string }>(`${FAULT}/orderFault`, ask)))
    expect(
      answers.map(({ http }) => http).toSorted((a, b) => a - b),
      'one of them',
    ).toEqual([200, 409, 409])
    const orderId = answers.find(({ http }) => http === 200)?.data.id ?? ''
    expect(await fault()).toMatchObject({ state: 'in-order', transitions: [] })
    const opened = await detail(orderId)
    expect(opened.files).toEqual([
      expect.objectContaining({ fileName: '漏水.pdf', isOfFault: true, mayRemove: false, takenAt: Date.UTC(2026, 0, 2) }),
    ])
    const fetched = await fetch(`${server.url}${ORDER}/downloadOrderFile`, {
      method: 'POST',
      body: JSON.stringify({ id: opened.files[0]?.id }),
      headers: { authorization: `Bearer ${viewer.token}`, 'content-type': 'application/json' },
    })
    expect(Buffer.from(await fetched.arrayBuffer()).equals(PDF)).toBe(true)
    await moves(orderId, 'approve', 'start')
    expect(await move(orderId, 'finish', { orderCause: 'seal', orderRemedy: 'new seal' }, worker)).toMatchObject({ http: 200 })
    await moves(orderId, 'verify')
    expect(await fault()).toMatchObject({ state: 'solved' })
    const listed = await admin.get<{ list: Record<string, unknown>[] }>(pathsOf(resources.faults).query, { id })
    expect(listed.data.list[0]).toMatchObject({
      orderId,
      faultCause: 'seal',
      faultRemedy: 'new seal',
      downTo: expect.any(String) as unknown,
    })
    const blind = await tenant.signIn('blind')
    for (const [of, row, link] of [
      [resources.faults, id, 'orderIdCn'],
      [resources.workOrders, orderId, 'faultIdCn'],
    ] as const) {
      const shown = async (client: Client) =>
        (await client.get<{ list: Record<string, unknown>[] }>(pathsOf(of).query, { id: row })).data.list[0]
      expect((await shown(admin))?.[link]).toEqual(expect.any(String))
      expect(await shown(blind), 'a number that is hidden in its own list').not.toHaveProperty(link)
    }
    const { version } = await fault()
    expect(await admin.post(`${FAULT}/actOnFault`, { id, version, transition: 'reopen' })).toMatchObject({ http: 422 })
    expect(await admin.post(`${FAULT}/actOnFault`, { id, version, transition: 'reopen', note: 'leaks again' })).toMatchObject({ http: 200 })
    expect((await fault()).events.map(({ transition }) => transition)).toEqual(['report', 'order', 'solve', 'reopen'])
  })

  it('waits for another order when its order is cancelled, and moves with its machine', async () => {
    const { id: equipmentId } = await machine()
    const { id } = await addRow(worker, resources.faults, { equipmentId })
    const fault = async () => (await admin.get<FaultDetail>(`${FAULT}/queryFaultDetail`, { id })).data
    const ordered = await admin.post<{ id: string }>(`${FAULT}/orderFault`, { id, version: (await fault()).version, orderPriority: 3 })
    expect(await move(ordered.data.id, 'cancel', { note: 'twice' })).toMatchObject({ http: 200 })
    expect(await fault()).toMatchObject({ state: 'confirmed' })
    const { id: siteId } = await addRow(admin, resources.sites)
    await rows(`update equipment set site_id = $3 where tenant_id = $1 and id = $2`, [equipmentId, siteId])
    const places = await rows<{ site_id: string }>(
      `select site_id from faults where tenant_id = $1 and id = $2 union all select site_id from work_orders where tenant_id = $1 and id = $3`,
      [id, ordered.data.id],
    )
    expect(places.map((place) => place.site_id)).toEqual([siteId, siteId])
  })
})

describe('a checklist', () => {
  const checks = [
    { key: 'oil', text: 'Oil level', kind: 'check', required: true, opensOrder: true },
    { key: 'bar', text: 'Pressure', kind: 'number', unit: 'bar', low: 2, high: 5, required: true, opensOrder: false },
    { key: 'pic', text: 'Nameplate', kind: 'photo', required: false, opensOrder: false },
  ]
  it('is filled in before the work is finished, and what failed opens an order', async () => {
    const { id: equipmentId } = await machine()
    const { id: planId } = await addRow(admin, resources.maintenancePlans, { equipmentId })
    const open = (dueOn: string) =>
      server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
        openOrder(tx, server.services, {
          source: { by: 'plan', planId, dueOn },
          orderTitle: 'Monthly',
          orderKind: 'preventive',
          orderPriority: 3,
          equipmentId,
          checks,
        }),
      )
    const fill = async (id: string, results: readonly object[]) =>
      worker.post(`${ORDER}/saveOrderChecks`, { id, version: await versionOf(id), results })
    for (const dueOn of ['2026-03-01', '2026-04-01']) {
      const { id } = await open(dueOn)
      expect(await stateOf(id)).toBe('approved')
      expect(await fill(id, []), 'before work').toMatchObject({ http: 409 })
      await moves(id, 'start')
      expect(await fill(id, [{ key: 'tyre', passed: true }])).toMatchObject({ http: 422 })
      expect(await fill(id, [{ key: 'oil', passed: false, photos: [crypto.randomUUID()] }]), 'a picture of nobody').toMatchObject({
        http: 422,
      })
      const photo = await upload<{ id: string }>(server.url, worker, `${ORDER}/addOrderFile`, PDF, {
        name: 'oil.pdf',
        fields: { id, itemKey: 'oil' },
      })
      expect(await fill(id, [{ key: 'oil', passed: false, photos: [photo.data.id] }])).toMatchObject({ http: 200 })
      expect(await worker.post(`${ORDER}/deleteOrderFile`, { id: photo.data.id }), 'it proves something').toMatchObject({ http: 409 })
      expect(await move(id, 'finish', {}, worker), 'without the pressure').toMatchObject({ http: 409 })
      expect(
        await fill(id, [
          { key: 'oil', passed: false, photos: [photo.data.id] },
          { key: 'bar', value: 9 },
        ]),
      ).toMatchObject({ http: 200 })
      expect(await move(id, 'finish', {}, worker)).toMatchObject({ http: 200 })
    }
    const opened = await rows<{ order_title: string; order_kind: string; equipment_id: string; occurrences: number }>(
      `select order_title, order_kind, equipment_id, occurrences from work_orders where tenant_id = $1 and check_key like $2`,
      [`plan:${planId}:%`],
    )
    expect(opened, 'one that is open has an event more').toEqual([
      { order_title: 'Oil level', order_kind: 'corrective', equipment_id: equipmentId, occurrences: 1 },
    ])
  })
})

describe('people', () => {
  it('are notified of orders that are theirs, and once of one that is late', async () => {
    const chief = await other.signIn('admin')
    const assigneeId = other.users['editor']
    const { id } = await addRow(chief, resources.workOrders, { assigneeId, dueAt: '2099-01-01 00:00:00', mustSign: 0 })
    const notices = () =>
      server.database.asOwner(async (client) => {
        const { rowCount } = await client.query(
          `select from notifications n join notification_users u on u.tenant_id = n.tenant_id and u.notification_id = n.id
            join work_orders o on o.tenant_id = n.tenant_id and n.title like '%' || o.order_number
            where n.tenant_id = $1 and u.user_id = $2 and o.id = $3`,
          [other.id, assigneeId, id],
        )
        return rowCount
      })
    expect(await notices()).toBe(1)
    // It is late now, and the work that would say so is not: only what follows does.
    await server.database.asOwner((client) => client.query(`update work_orders set due_at = now() - interval '1 hour' where id = $1`, [id]))
    const work = { kind: 'order-overdue', key: id, payload: {}, dueAt: new Date(), attempt: 1, signal: AbortSignal.timeout(60_000) }
    let later: unknown
    const schedule: typeof server.services.scheduler.schedule = async (_, work) => void (later = work.dueAt)
    const scheduler = { ...server.services.scheduler, schedule }
    await server.database.asOwner((client) => client.query(`update work_orders set due_at = '2099-01-01Z' where id = $1`, [id]))
    await remindOfOrder({ ...server.services, scheduler })({ ...work, tenantId: other.id, finish: async () => undefined })
    expect(later, 'due later than that').toEqual(new Date('2099-01-01Z'))
    await server.database.asOwner((client) => client.query(`update work_orders set due_at = now() - interval '1 hour' where id = $1`, [id]))
    const remind = () => remindOfOrder(server.services)({ ...work, tenantId: other.id, finish: async () => undefined })
    await Promise.all([remind(), remind()])
    expect(await notices()).toBe(2)
  })
})
