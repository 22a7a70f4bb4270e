/** The use of machines from points: on the page, in the archive, and in plans that are measured by it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator } from '../../../../seeds/roles.ts'
import type { EquipmentLife } from '../../../../model/contract/maintenance/equipment.ts'
import { resources } from '../../../../model/index.ts'
import { measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'
import { lookAtPlan } from '../../../maintenance/index.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
const { equipment, maintenancePlans } = resources

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: BuiltDevice
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      { ...administrator, roleCode: 'NO_USE', roleName: 'no use', hiddenFields: [{ menu: 'equipmentarchive', fields: ['usePointId'] }] },
    ],
    users: [buildUser({ username: 'useless', roles: ['NO_USE'] })],
  })
  admin = await tenant.signIn('admin')
  device = await buildDevice(server, tenant, { running: {}, strokes: {}, other: {} })
})
afterAll(() => server.stop())

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (client) => (await client.query(text, [tenant.id, ...values])).rows as Row[])
const pointOf = async (key: string) =>
  (await rows<{ id: string }>('select id from points where tenant_id = $1 and device_id = $2 and point_key = $3', [device.id, key]))[0]
    ?.id ?? ''
const machine = async (values: object) =>
  (
    await addRow(admin, equipment, {
      deviceId: null,
      equipmentState: 'in-service',
      purchasedAt: '',
      commissionedAt: '2020-01-01 00:00:00',
      ...values,
    })
  ).id
const useOf = async (id: string, client = admin) =>
  (await client.get<EquipmentLife>('/api/maintenance/equipment/queryEquipmentLife', { id })).data.use

it('hours are those for which the point was 1, and a gap counts as nothing', async () => {
  const id = await machine({ usePointId: await pointOf('running'), useKind: 'run-hours' })
  expect(await useOf(id), 'before any value nobody knows whether it stood still').toMatchObject({ total: null, recent: null })
  const from = Date.now() - 10 * HOUR
  // Four hours at work, and two at rest.
  const readings = Array.from({ length: 73 }, (_, at) => ({ key: 'running', time: from + at * 5 * MINUTE, value: at < 48 ? 1 : 0 }))
  await sendReadings(server, device, readings)
  const use = await useOf(id)
  expect(use).toMatchObject({ kind: 'run-hours', since: Date.parse('2019-12-31T16:00:00Z') })
  expect(use?.total).toBeCloseTo(4, 1)
  expect(use?.recent).toBeCloseTo(4, 1)
  expect(await useOf(id, await tenant.signIn('useless')), 'told to nobody who does not see its point').toBeNull()
  expect(await useOf(await machine({ usePointId: null }))).toBeNull()
})

it('a counter says what it shows, and what it has counted over a setting back', async () => {
  const id = await machine({ usePointId: await pointOf('strokes'), useKind: 'counter' })
  expect(await useOf(id)).toMatchObject({ kind: 'counter', total: null, recent: null })
  const from = Date.now() - 6 * HOUR
  await sendReadings(
    server,
    device,
    [100, 130, 20, 50].map((value, at) => ({ key: 'strokes', time: from + at * HOUR, value })),
  )
  for (let round = 0; round < 4; round += 1) await server.services.acquisition.rollups.work(new Date(Date.now() + 48 * HOUR))
  // From 100 to 130, from nought to 20, and on to 50.
  expect(await useOf(id)).toMatchObject({ total: 50, since: null, recent: 80 })
})

it('a plan is measured by the use of its machine, and begins anew where another point tells that', async () => {
  const values = { planTrigger: 'meter', meterKind: 'machine', pointId: null, meterEvery: 250, leadDays: 0, planStatus: 1, checks: '' }
  const more = { seasonFrom: '', seasonUntil: '', assigneeId: null, notifyRole: null, mustSign: 0 }
  const bare = await machine({ usePointId: null })
  await expect(addRow(admin, maintenancePlans, { ...values, ...more, equipmentId: bare })).rejects.toThrow()
  const { id: other } = await addRow(admin, maintenancePlans, {
    ...{ ...values, ...more, planTrigger: 'calendar', meterKind: 'counter' },
    ...{ everyCount: 1, everyUnit: 'month', rhythmBase: 'fixed', firstDue: '2099-01-01 00:00:00', equipmentId: bare },
  })
  const changed = await admin.put(pathsOf(maintenancePlans).update, { id: other, planTrigger: 'meter', meterKind: 'machine' })
  expect(changed).toMatchObject({ http: 422, errors: [{ field: 'meterKind' }] })

  const equipmentId = await machine({ usePointId: await pointOf('other'), useKind: 'counter' })
  await measure(server, device, { other: 1000 })
  const { id } = await addRow(admin, maintenancePlans, { ...values, ...more, equipmentId })
  const look = () => server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => lookAtPlan(tx, server.services, id))
  const used = async () =>
    (await rows<{ meter_used: number }>('select meter_used from maintenance_plans where tenant_id = $1 and id = $2', [id]))[0]?.meter_used
  await look()
  await measure(server, device, { other: 1200 })
  await look()
  expect(await used()).toBe(200)
  expect(await admin.put(pathsOf(equipment).update, { id: equipmentId, usePointId: await pointOf('strokes') })).toMatchObject({ http: 200 })
  await expect.poll(used).toBe(0)
  expect(await admin.put(pathsOf(equipment).update, { id: equipmentId, usePointId: await pointOf('other') })).toMatchObject({ http: 200 })
  await look()
  await measure(server, device, { other: 1460 })
  await look()
  expect(await used()).toBe(260)
  expect(await rows('select order_kind from work_orders where tenant_id = $1 and plan_id = $2', [id])).toEqual([
    { order_kind: 'preventive' },
  ])
})
