/**
 * What people do to one machine at the same moment: it is handed over while work on it begins, and an order is opened on it while another one ends; and several
 * orders that are held by two at once. Nobody is refused since two transactions wait for each other. On the embedded engine one connection serves everybody, so
 * that PostgreSQL alone can show it (tests/support/ring.ts).
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resources } from '../../../../model/index.ts'
import { alarmsOf, buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow } from '../../../../tests/support/values.ts'
import { wirePassword } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { NewOrder } from '../../../maintenance/index.ts'
import { openOrder, ordersOfAlarms } from '../../../maintenance/index.ts'

/** Pairs at once, each about a machine of its own: a lock in the wrong order shows in some of them alone. */
const PAIRS = 20
const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined
const ACT = '/api/maintenance/workorder/actOnWorkOrder'
const CHECKS = [{ key: 'oil', text: 'Oil level', kind: 'check', required: true, opensOrder: true }]

// Very many calls, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: Array.from({ length: PAIRS }, (_, at) => buildUser({ username: `taker${at}` })) })
  admin = await tenant.signIn('admin')
}, 60_000)
afterAll(() => server.stop())

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (client) => (await client.query(text, [tenant.id, ...values])).rows as Row[])
const newMachines = async (): Promise<string[]> => {
  const ids: string[] = []
  for (let count = 0; count < PAIRS; count += 1)
    ids.push(
      (
        await addRow(admin, resources.equipment, {
          deviceId: null,
          usePointId: null,
          equipmentState: 'in-service',
          keeperId: tenant.users['admin'],
        })
      ).id,
    )
  return ids
}
/** An order that has been approved. */
const approved = (equipmentId: string, more: Partial<NewOrder> = {}) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    openOrder(tx, server.services, {
      source: { by: 'person' },
      orderTitle: 'Shaft',
      orderKind: 'corrective',
      orderPriority: 3,
      state: 'approved',
      equipmentId,
      ...more,
    }),
  )
const versionOf = async (id: string) =>
  (await rows<{ version: number }>('select version from work_orders where tenant_id = $1 and id = $2', [id]))[0]?.version
const act = async (id: string, transition: string) => admin.post(ACT, { id, version: await versionOf(id), transition })

it('a machine is handed over while work on it begins', async () => {
  const machines = await newMachines()
  const { id: siteId } = await addRow(admin, resources.sites)
  const pairs: { taker: Client; transfer: string; order: string }[] = []
  for (const [at, id] of machines.entries()) {
    const transfer = await admin.post<{ id: string }>('/api/maintenance/equipment/addEquipmentTransfer', {
      ...{ id, siteId, keeperId: tenant.users[`taker${at}`] },
    })
    expect(transfer.http).toBe(200)
    const taker = await tenant.signIn(`taker${at}`)
    expect(await taker.post('/api/account/secondfactor/confirmIdentity', { password: wirePassword(PASSWORD) })).toMatchObject({ http: 200 })
    pairs.push({ taker, transfer: transfer.data.id, order: (await approved(id)).id })
  }
  // As if the one who hands over had signed.
  await rows(`update equipment_transfers set given_at = now() where tenant_id = $1 and transfer_state = 'waiting'`)
  const answers = await Promise.all(
    pairs.flatMap(({ taker, transfer, order }) => [
      taker.post('/api/maintenance/equipment/signEquipmentTransfer', { id: transfer }),
      admin.post(ACT, { id: order, version: 1, transition: 'start' }),
    ]),
  )
  expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 200))
  const [moved] = await rows<{ machines: number; orders: number }>(
    `select count(distinct e.id)::int as machines, count(*) filter (where o.site_id = e.site_id and o.order_state = 'in-progress')::int as orders
     from equipment e join work_orders o on o.tenant_id = e.tenant_id and o.equipment_id = e.id
     where e.tenant_id = $1 and e.site_id = $2 and e.equipment_state = 'in-repair'`,
    [siteId],
  )
  expect(moved).toEqual({ machines: PAIRS, orders: PAIRS })
})

it('an order is opened on a machine while another one ends there with an item that failed', async () => {
  const machines = await newMachines()
  const ending: { id: string; version: number | undefined }[] = []
  for (const equipmentId of machines) {
    const { id } = await approved(equipmentId, { checks: CHECKS })
    expect(await act(id, 'start')).toMatchObject({ http: 200 })
    const results = [{ key: 'oil', passed: false, note: 'low' }]
    const kept = await admin.post('/api/maintenance/workorder/saveOrderChecks', { id, version: await versionOf(id), results })
    expect(kept).toMatchObject({ http: 200 })
    ending.push({ id, version: await versionOf(id) })
  }
  const [ended, opened] = await Promise.all([
    Promise.all(ending.map(({ id, version }) => admin.post(ACT, { id, version, transition: 'finish' }))),
    Promise.allSettled(machines.map((equipmentId) => addRow(admin, resources.workOrders, { equipmentId, assigneeId: '', mustSign: 0 }))),
  ])
  expect(ended.map(({ http }) => http)).toEqual(machines.map(() => 200))
  expect(opened.filter(({ status }) => status === 'rejected')).toEqual([])
  // Of each machine the order that has ended, the one of the item, and the one that was opened beside.
  const found = await rows<{ orders: number }>(
    'select count(*)::int as orders from work_orders where tenant_id = $1 and equipment_id = any($2::uuid[]) group by equipment_id',
    [machines],
  )
  expect(found.map(({ orders }) => orders)).toEqual(machines.map(() => 3))
})

/** Transactions that wait for an order which another one holds. */
const waiting = async () => {
  const found = await rows(
    `select pid from pg_stat_activity where $1::uuid is not null and datname = current_database() and wait_event_type = 'Lock' and query like '%work_orders%'`,
  )
  return found.length
}

/** Holds the first order, begins the work, and takes the second order once the work waits: work that held it by then would wait for ever. */
async function besides<Done>([first, second]: readonly [string, string], work: () => Promise<Done>): Promise<Done> {
  let done: Promise<Done> | undefined
  await server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
    const hold = (id: string) => tx.first(build.selectFrom('work_orders').select('id').where('id', '=', id).forUpdate())
    await hold(first)
    done = work()
    await expect.poll(waiting).toBeGreaterThan(0)
    await hold(second)
  })
  return done as Promise<Done>
}

describe('several orders that one transaction holds', () => {
  it.runIf(onPostgres)('are taken in the order of their ids by whoever finishes one with an item that has failed before', async () => {
    const { id: equipmentId } = await addRow(admin, resources.equipment, { deviceId: null, usePointId: null, equipmentState: 'in-service' })
    const { id: planId } = await addRow(admin, resources.maintenancePlans, { equipmentId, planStatus: 0 })
    const failed = async (dueOn: string) => {
      const { id } = await approved(equipmentId, { source: { by: 'plan', planId, dueOn }, checks: CHECKS })
      expect(await act(id, 'start')).toMatchObject({ http: 200 })
      const results = [{ key: 'oil', passed: false, note: 'low' }]
      const kept = await admin.post('/api/maintenance/workorder/saveOrderChecks', { id, version: await versionOf(id), results })
      expect(kept).toMatchObject({ http: 200 })
      return id
    }
    expect(await act(await failed('2026-01-01'), 'finish')).toMatchObject({ http: 200 })
    const [opened] = await rows<{ id: string }>(
      `select id from work_orders where tenant_id = $1 and equipment_id = $2 and order_origin = 'check'`,
      [equipmentId],
    )
    const second = await failed('2026-02-01')
    expect(await besides([opened?.id ?? '', second], () => act(second, 'finish'))).toMatchObject({ http: 200 })
  })

  it.runIf(onPostgres)('are taken in the order of their ids where their alarms are raised again in another one', async () => {
    const device = await buildDevice(server, tenant)
    const rules = [await buildRule(server, device), await buildRule(server, device)]
    await measure(server, device, { temperature: 30 })
    const alarms: string[] = []
    const orders: string[] = []
    for (const rule of rules) {
      const [alarm] = await alarmsOf(server, tenant.id, rule)
      alarms.push(alarm?.id ?? '')
      orders.push((await admin.post<{ id: string }>('/api/maintenance/workorder/openOrderOfAlarm', { id: alarm?.id })).data.id)
    }
    const raised = alarms.toReversed().map((subject) => ({ subject, happenedAt: new Date(Date.now() + 60_000) }))
    await besides([orders[0] ?? '', orders[1] ?? ''], () =>
      server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => ordersOfAlarms(server.services).handle(tx, raised as never)),
    )
    const found = await rows<{ again: number }>(
      `select count(*)::int as again from work_order_events where tenant_id = $1 and order_id = any($2::uuid[]) and transition = 'recur'`,
      [orders],
    )
    expect(found).toEqual([{ again: 2 }])
  })
})
