/** Plans over real HTTP and on the clock: what falls due opens one order a date, whatever looks and however often; what floats waits for the work. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanPreview } from '../../../../model/contract/maintenance/plans.ts'
import { resources } from '../../../../model/index.ts'
import { dayOf, daysAfter, lookAt } from '../../../../model/maintenance/due-days.ts'
import { measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { postgres } from '../../../../tests/support/engine.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'
import { millis } from '../../../../model/brands.ts'
import { lookAtPlan } from '../../../maintenance/plans/look.ts'

const { equipment, maintenancePlans } = resources
const ZONE = 'Asia/Shanghai'
const DAY_MS = 86_400_000
const PREVIEW = '/api/maintenance/plan/queryPlanPreview'
const today = () => dayOf(ZONE, Date.now())

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: BuiltDevice
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  device = await buildDevice(server, tenant, { running: {}, hours: {}, vibration: {} })
})
afterAll(() => server.stop())

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (owner) => (await owner.query(text, [tenant.id, ...values])).rows as Row[])
const midnight = (day: string) => `${day} 00:00:00`

const machine = async () => (await addRow(admin, equipment, { deviceId: null })).id
/** A plan that nothing looks at but the test. */
async function plan(values: object): Promise<string> {
  const { id } = await addRow(admin, maintenancePlans, {
    equipmentId: await machine(),
    ...{ planTrigger: 'calendar', everyCount: 1, everyUnit: 'month', rhythmBase: 'fixed', firstDue: midnight(daysAfter(today(), 3)) },
    ...{
      seasonFrom: '',
      seasonUntil: '',
      skipOpen: 0,
      pointId: null,
      leadDays: 0,
      checks: '',
      planStatus: 1,
      assigneeId: null,
      notifyRole: null,
    },
    mustSign: 0,
    ...values,
  })
  await looked(id)
  return id
}
/** The look that was planned with the plan has been taken. */
const looked = (id: string) =>
  expect
    .poll(() => rows<object>(`select from scheduled_work where tenant_id = $1 and key = $2 and due_at <= now()`, [id]), {
      timeout: 20_000,
      interval: 50,
    })
    .toEqual([])
/** Somebody looks at a plan at a moment, as the scheduler does. */
const look = (id: string, at: number) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    lookAtPlan(tx, { ...server.services, clock: { ...server.services.clock, now: () => millis(at) } }, id),
  )
const onDay = (day: string) => lookAt(ZONE, day)
const datesOf = async (id: string) =>
  (
    await rows<{ day: string; outcome: string; order_id: string | null }>(
      `select due_on::text as day, date_outcome as outcome, order_id from plan_dates where tenant_id = $1 and plan_id = $2 order by due_on`,
      [id],
    )
  ).map(({ day, outcome }) => [day, outcome])
const ordersOf = (id: string) =>
  rows<{
    id: string
    day: string
    order_state: string
    order_kind: string
    due: Date
    version: number
    must_sign: number
    checks: unknown
  }>(
    `select id, plan_due_on::text as day, order_state, order_kind, due_at as due, version, must_sign, checks from work_orders where tenant_id = $1 and plan_id = $2 order by plan_due_on`,
    [id],
  )
const listed = async (id: string) =>
  (await admin.get<{ list: Record<string, unknown>[] }>(pathsOf(maintenancePlans).query, { id })).data.list[0]
const rowOf = async (id: string) =>
  (
    await rows<{ last_done: string | null; meter_used: number | null; next: string | null }>(
      `select last_done::text, meter_used, to_char(next_due at time zone '${ZONE}', 'YYYY-MM-DD') as next from maintenance_plans where tenant_id = $1 and id = $2`,
      [id],
    )
  )[0]

/** The order is carried out; the plan is told by the event and looked at. */
async function finish(orderId: string): Promise<void> {
  for (const transition of ['start', 'finish']) {
    const [row] = await rows<{ version: number }>('select version from work_orders where tenant_id = $1 and id = $2', [orderId])
    const answer = await admin.post('/api/maintenance/workorder/actOnWorkOrder', { id: orderId, version: row?.version, transition })
    expect(answer.http, JSON.stringify(answer)).toBe(200)
  }
}

describe('a plan of the calendar', () => {
  it('opens its order on the day, approved, with all that the plan says', async () => {
    const due = daysAfter(today(), 3)
    const checks = JSON.stringify([{ key: 'a', text: 'Oil', kind: 'check', required: true, opensOrder: true }])
    const id = await plan({ mustSign: 1, checks })
    expect(await ordersOf(id)).toEqual([])
    expect((await rowOf(id))?.next).toBe(due)
    await look(id, onDay(due) - 1)
    expect(await ordersOf(id)).toEqual([])
    await look(id, onDay(due))
    expect(await ordersOf(id)).toMatchObject([
      {
        day: due,
        order_state: 'approved',
        order_kind: 'preventive',
        must_sign: 1,
        checks: JSON.parse(checks),
        due: new Date(`${daysAfter(due, 1)}T00:00:00+08:00`),
      },
    ])
    expect(await datesOf(id)).toEqual([[due, 'opened']])
    expect(await listed(id)).toMatchObject({ openOrders: 1, compliance: null })
    // The page of the order leads back to the plan.
    const [opened] = await ordersOf(id)
    const { data } = await admin.get('/api/maintenance/workorder/queryWorkOrderDetail', { id: opened?.id ?? '' })
    expect(data).toMatchObject({ plan: { planCode: (await listed(id))?.['planCode'] } })
  })

  it('opens it earlier by its lead', async () => {
    const due = daysAfter(today(), 10)
    const id = await plan({ firstDue: midnight(due), leadDays: 7 })
    await look(id, onDay(daysAfter(today(), 2)))
    expect(await ordersOf(id)).toEqual([])
    await look(id, onDay(daysAfter(today(), 3)))
    expect((await ordersOf(id)).map(({ day }) => day)).toEqual([due])
  })

  it('has one order a date, however many look at once and however often', async () => {
    const due = daysAfter(today(), 3)
    const id = await plan({})
    await Promise.all(Array.from({ length: 5 }, () => look(id, onDay(due))))
    await look(id, onDay(due))
    await look(id, onDay(daysAfter(due, 1)))
    expect(await ordersOf(id)).toHaveLength(1)
    expect(await datesOf(id)).toEqual([[due, 'opened']])
  })

  it('is looked at again by the server that finds its work, and nothing happens twice', async () => {
    const due = today()
    const id = await plan({ firstDue: midnight(due), everyUnit: 'day' })
    // As if the server had died before it could say that the work is done.
    await look(id, onDay(due) + DAY_MS / 2)
    const before = await ordersOf(id)
    expect(before.filter(({ day }) => day === due)).toHaveLength(1)
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      server.services.scheduler.schedule(tx, { kind: 'maintenance-plan', key: id, dueAt: new Date() }),
    )
    await looked(id)
    expect((await ordersOf(id)).filter(({ day }) => day === due)).toHaveLength(1)
  })

  it('makes up for the last of the days on which nobody was there, and names the others', async () => {
    const first = daysAfter(today(), 1)
    const id = await plan({ firstDue: midnight(first), everyUnit: 'day' })
    await look(id, onDay(daysAfter(first, 4)) - 1)
    expect(await datesOf(id)).toEqual([
      [first, 'missed'],
      [daysAfter(first, 1), 'missed'],
      [daysAfter(first, 2), 'missed'],
      [daysAfter(first, 3), 'opened'],
    ])
  })

  it('skips a date while an order is open, where it says so', async () => {
    const first = daysAfter(today(), 1)
    const id = await plan({ firstDue: midnight(first), everyUnit: 'day', skipOpen: 1 })
    await look(id, onDay(first))
    await look(id, onDay(daysAfter(first, 1)))
    expect(await datesOf(id)).toEqual([
      [first, 'opened'],
      [daysAfter(first, 1), 'skipped'],
    ])
    expect(await ordersOf(id)).toHaveLength(1)
  })

  it('does nothing while it is off, and makes up for nothing afterwards', async () => {
    const first = daysAfter(today(), 1)
    const id = await plan({ firstDue: midnight(first), everyUnit: 'day', planStatus: 0 })
    await look(id, onDay(daysAfter(first, 5)))
    expect(await datesOf(id)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ next: null })
  })

  it('does nothing for a machine that was scrapped', async () => {
    const id = await plan({})
    await rows(
      `update equipment set equipment_state = 'scrapped', scrapped_at = now(), scrap_reason = 'x' where tenant_id = $1 and id = (select equipment_id from maintenance_plans where tenant_id = $1 and id = $2)`,
      [id],
    )
    await look(id, onDay(daysAfter(today(), 4)))
    expect([await datesOf(id), await rowOf(id)]).toMatchObject([[], { next: null }])
  })

  it('of a rhythm that is changed is due by the new one, and never before the change', async () => {
    const id = await plan({ firstDue: midnight(daysAfter(today(), -400)), everyUnit: 'month' })
    const { version } = (await listed(id)) as { version: number }
    expect(await admin.put(pathsOf(maintenancePlans).update, { id, version, everyUnit: 'day', everyCount: 7 })).toMatchObject({ http: 200 })
    await looked(id)
    expect((await datesOf(id)).every(([day]) => (day as string) >= today())).toBe(true)
  })
})

describe('a plan that floats', () => {
  it('waits for its order, and is counted from the day of the work', async () => {
    const first = daysAfter(today(), -1)
    const id = await plan({ firstDue: midnight(first), rhythmBase: 'floating', everyUnit: 'week', everyCount: 2 })
    await look(id, onDay(daysAfter(today(), 1)))
    const [opened] = await ordersOf(id)
    expect(opened).toMatchObject({ day: today() })
    await look(id, onDay(daysAfter(today(), 40)))
    expect(await ordersOf(id)).toHaveLength(1)
    await finish(opened?.id ?? '')
    await expect.poll(async () => (await rowOf(id))?.next, { timeout: 20_000, interval: 100 }).toBe(daysAfter(today(), 14))
    expect(await rowOf(id)).toMatchObject({ last_done: today() })
  })
})

it('a floating plan goes on from the day on which its work was done, though that was early', async () => {
  const id = await plan({
    firstDue: midnight(daysAfter(today(), 5)),
    rhythmBase: 'floating',
    everyUnit: 'week',
    everyCount: 2,
    leadDays: 7,
  })
  const [opened] = await ordersOf(id)
  expect(opened).toMatchObject({ day: daysAfter(today(), 5) })
  await finish(opened?.id ?? '')
  await expect.poll(async () => (await rowOf(id))?.next, { timeout: 20_000, interval: 100 }).toBe(daysAfter(today(), 14))
})

/** The device sends a value of a point. */
const latest = (key: string, value: number) => measure(server, device, { [key]: value })
const pointOf = async (key: string) =>
  (await rows<{ id: string }>('select id from points where tenant_id = $1 and device_id = $2 and point_key = $3', [device.id, key]))[0]
    ?.id ?? ''

describe('a plan by the use of a machine', () => {
  it('is due when the counter has run as far since, over a counter that was set back', async () => {
    await latest('hours', 1000)
    const id = await plan({ planTrigger: 'meter', pointId: await pointOf('hours'), meterKind: 'counter', meterEvery: 250 })
    expect(await rowOf(id)).toMatchObject({ meter_used: 0 })
    await latest('hours', 1200)
    await look(id, onDay(daysAfter(today(), 1)))
    expect([await rowOf(id), await ordersOf(id)]).toMatchObject([{ meter_used: 200 }, []])
    // Somebody has put in a new counter.
    await latest('hours', 60)
    await look(id, onDay(daysAfter(today(), 2)))
    const [order] = await ordersOf(id)
    expect([await rowOf(id), order]).toMatchObject([{ meter_used: 260 }, { day: daysAfter(today(), 2), order_kind: 'preventive' }])
    // Open as it is, it has no other one.
    await latest('hours', 900)
    await look(id, onDay(daysAfter(today(), 3)))
    expect(await ordersOf(id)).toHaveLength(1)
    await finish(order?.id ?? '')
    await expect.poll(async () => (await rowOf(id))?.meter_used, { timeout: 20_000, interval: 100 }).toBe(0)
  })
})

describe('a plan by a condition', () => {
  it('opens an order when it begins to hold, and another one only after it did not', async () => {
    await latest('vibration', 2)
    const id = await plan({
      ...{ planTrigger: 'condition', pointId: await pointOf('vibration'), conditionMeasure: 'max', conditionHours: 3 },
      ...{ conditionOperator: 'above', conditionLimit: 7 },
    })
    expect(await ordersOf(id)).toEqual([])
    await latest('vibration', 9)
    await look(id, Date.now() + 1000)
    expect(await ordersOf(id)).toMatchObject([{ day: today(), order_kind: 'condition' }])
    await look(id, Date.now() + 2000)
    expect(await ordersOf(id)).toHaveLength(1)
  })

  it('waits where none could be opened when it began to hold, and opens one as soon as one can be', async () => {
    await latest('vibration', 9)
    const id = await plan({
      ...{ planTrigger: 'condition', pointId: await pointOf('vibration'), conditionMeasure: 'max', conditionHours: 3 },
      ...{ conditionOperator: 'above', conditionLimit: 7 },
    })
    const isHeld = async () =>
      (await rows<{ held: boolean }>('select condition_held as held from maintenance_plans where tenant_id = $1 and id = $2', [id]))[0]
        ?.held
    const [first] = await ordersOf(id)
    expect([first?.day, await isHeld()]).toEqual([today(), true])
    // It did not hold for a while, and now does again, while the order is open.
    await rows('update maintenance_plans set condition_held = false where tenant_id = $1 and id = $2', [id])
    await look(id, Date.now() + 1000)
    expect([(await ordersOf(id)).length, await isHeld()]).toEqual([1, false])
    // The work is done; the day has had its order.
    await finish(first?.id ?? '')
    await expect.poll(async () => (await rowOf(id))?.last_done, { timeout: 20_000, interval: 100 }).toBe(today())
    await looked(id)
    await look(id, Date.now() + 2000)
    expect([(await ordersOf(id)).length, await isHeld()]).toEqual([1, false])
    // As if that had been yesterday.
    await rows('update plan_dates set due_on = due_on - 1 where tenant_id = $1 and plan_id = $2', [id])
    await rows('update work_orders set plan_due_on = plan_due_on - 1 where tenant_id = $1 and plan_id = $2', [id])
    await look(id, Date.now() + 3000)
    expect([(await ordersOf(id)).map(({ day }) => day), await isHeld()]).toEqual([[daysAfter(today(), -1), today()], true])
  })
})

it('a plan that has lost its point is switched off, and its keeper is notified once', async () => {
  const id = await plan({
    ...{ planTrigger: 'condition', pointId: await pointOf('vibration'), conditionMeasure: 'max', conditionHours: 3 },
    ...{ conditionOperator: 'above', conditionLimit: 7, assigneeId: tenant.users['admin'] },
  })
  await rows('update maintenance_plans set point_id = null where tenant_id = $1 and id = $2', [id])
  for (let times = 0; times < 2; times += 1) await look(id, Date.now() + 1000)
  const { planStatus, planCode } = (await listed(id)) ?? {}
  expect(planStatus).toBe(0)
  expect(
    await rows(
      `select n.id from notifications n join notification_users u on u.tenant_id = n.tenant_id and u.notification_id = n.id
        where n.tenant_id = $1 and n.content like '%' || $2 || '%' and u.user_id = $3`,
      [planCode, tenant.users['admin']],
    ),
  ).toHaveLength(1)
})

describe('a plan before the end of a calibration', () => {
  it('is due on the day on which it ends, once for each calibration', async () => {
    const equipmentId = await machine()
    const until = daysAfter(today(), 20)
    // Of other points one ends later, and one that was not passed sooner.
    for (const [pointKeys, days, calibrationResult] of [
      ['pressure', 20, 'pass'],
      ['temperature', 300, 'pass'],
      ['flow', 10, 'fail'],
    ] as const)
      await addRow(admin, resources.calibrations, {
        equipmentId,
        validFrom: midnight(daysAfter(today(), -300 + days)),
        validUntil: midnight(daysAfter(today(), days)),
        calibrationResult,
        pointKeys,
      })
    const id = await plan({ equipmentId, planTrigger: 'calibration', leadDays: 14 })
    expect([await rowOf(id), await ordersOf(id)]).toMatchObject([{ next: until }, []])
    await look(id, onDay(daysAfter(until, -14)))
    await look(id, onDay(daysAfter(until, -13)))
    expect(await ordersOf(id)).toMatchObject([{ day: until, order_kind: 'calibration' }])
  })
})

describe('the dates of a plan', () => {
  it('are those that have been and those of the coming year', async () => {
    const id = await plan({ firstDue: midnight(daysAfter(today(), 3)), everyUnit: 'month', everyCount: 3, leadDays: 2 })
    const { data } = await admin.get<PlanPreview>(PREVIEW, { id })
    expect(data.dates).toHaveLength(4)
    expect(data.dates[0]).toEqual({
      day: daysAfter(today(), 3),
      state: 'ahead',
      opensOn: daysAfter(today(), 1),
      orderId: null,
      orderNumber: null,
    })
    await look(id, onDay(daysAfter(today(), 3)))
    const after = (await admin.get<PlanPreview>(PREVIEW, { id })).data
    expect(after.dates[0]).toMatchObject({ state: 'opened', orderNumber: expect.stringMatching(/^WO/) as string })
    expect(after).toMatchObject({ counted: 0, inTime: 0, meter: null })
  })

  it('count as done in time by the end of their day', async () => {
    const id = await plan({})
    const [early, late] = [daysAfter(today(), -20), daysAfter(today(), -10)]
    for (const [day, finished] of [
      [early, `${early} 23:59:00+08`],
      [late, `${daysAfter(late, 1)} 00:01:00+08`],
    ] as const) {
      const orderId = randomUUID()
      await rows(
        `insert into work_orders (tenant_id, id, order_number, order_title, order_kind, order_priority, order_state, order_origin, must_sign, plan_id, plan_due_on, finished_at)
          values ($1, $2, $3, 'x', 'preventive', 3, 'done', 'plan', 0, $4, $5, $6)`,
        [orderId, `WO-${unique()}`, id, day, finished],
      )
      await rows(`insert into plan_dates (tenant_id, plan_id, due_on, date_outcome, order_id) values ($1, $2, $3, 'opened', $4)`, [
        id,
        day,
        orderId,
      ])
    }
    expect((await admin.get<PlanPreview>(PREVIEW, { id })).data).toMatchObject({ counted: 2, inTime: 1 })
    expect(await listed(id)).toMatchObject({ compliance: 50 })
  })

  it('are told to whoever may ask, of their own tenant', async () => {
    const id = await plan({})
    expect(await call(server.url, 'GET', `${PREVIEW}?id=${id}`)).toMatchObject({ http: 401 })
    const stranger = await (await buildTenant(server)).signIn('admin')
    expect(await stranger.get(PREVIEW, { id })).toMatchObject({ http: 404 })
    expect(await (await tenant.signIn('viewer')).get(PREVIEW, { id })).toMatchObject({ http: 200 })
  })
})

describe('a plan that says too little', () => {
  it.each([
    ['everyCount', { everyCount: null }],
    ['meterEvery', { planTrigger: 'meter', meterEvery: null }],
    ['conditionLimit', { planTrigger: 'condition', conditionLimit: null }],
    ['seasonUntil', { seasonFrom: '11-15' }],
    ['seasonFrom', { seasonFrom: '13-40', seasonUntil: '03-15' }],
    ['checks', { checks: '[{"key":"a"}]' }],
  ])('is refused with the field: %s', async (field, values) => {
    const whole = {
      meterKind: 'counter',
      meterEvery: 1,
      pointId: await pointOf('hours'),
      conditionMeasure: 'mean',
      conditionHours: 1,
      conditionOperator: 'above',
      conditionLimit: 1,
    }
    const answer = await admin.post(pathsOf(maintenancePlans).add, {
      ...{
        planCode: unique(),
        planName: 'x',
        equipmentId: await machine(),
        planTrigger: 'calendar',
        everyCount: 1,
        everyUnit: 'day',
        rhythmBase: 'fixed',
      },
      ...{ firstDue: midnight(today()), orderPriority: 3, mustSign: 0, planStatus: 1 },
      ...whole,
      ...values,
    })
    expect(answer).toMatchObject({ http: 422, errors: [{ field }] })
  })
})

describe.runIf(postgres)('two servers', () => {
  it('open one order of a date between them', async () => {
    const { startServer, startSecond } = await import('../../../../tests/support/server.ts')
    const one = await startServer()
    const two = await startSecond(one)
    try {
      const own = await buildTenant(one)
      const client = await own.signIn('admin')
      const ids: string[] = []
      for (let count = 0; count < 6; count += 1)
        ids.push(
          (
            await addRow(client, maintenancePlans, {
              ...{
                planTrigger: 'calendar',
                everyCount: 1,
                everyUnit: 'month',
                rhythmBase: 'fixed',
                firstDue: midnight(today()),
                seasonFrom: '',
                seasonUntil: '',
              },
              ...{ skipOpen: 0, pointId: null, leadDays: 30, checks: '', planStatus: 1 },
            })
          ).id,
        )
      const orders = () =>
        one.database.asOwner(
          async (owner) => (await owner.query('select plan_id from work_orders where tenant_id = $1', [own.id])).rows.length,
        )
      await expect.poll(orders, { timeout: 20_000, interval: 100 }).toBeGreaterThanOrEqual(6)
      expect(await orders()).toBe(
        new Set(
          (
            await one.database.asOwner(
              async (owner) =>
                (
                  await owner.query<{ key: string }>(`select plan_id || plan_due_on::text as key from work_orders where tenant_id = $1`, [
                    own.id,
                  ])
                ).rows,
            )
          ).map(({ key }) => key),
        ).size,
      )
      expect(ids).toHaveLength(6)
    } finally {
      await two.stop()
      await one.stop()
    }
  })
})
