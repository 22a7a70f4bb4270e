/** The list of dates of plans: who sees it, by what it is narrowed, what became of each date, and that nobody learns by it of an order that they do not see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../../../model/index.ts'
import { dayOf, daysAfter } from '../../../../model/maintenance/due-days.ts'
import { administrator } from '../../../../seeds/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { clientWith } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'

const ZONE = 'Asia/Shanghai'
const { equipment, maintenancePlans, planDates, sites } = resources
const { query, add, update } = pathsOf(planDates)
const CALLS = ['/maintenance/plandate/queryPlanDate', '/maintenance/plandate/exportPlanDate']

/** What became of the dates of the first plan, today's first and each a day earlier than the one before. */
const DATES = ['ahead', 'in-time', 'late', 'overdue', 'skipped', 'missed', 'cancelled', 'elsewhere'] as const

interface Dates {
  list: Record<string, unknown>[]
  total: number
  fields: string[]
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let places: readonly [string, string]
let plans: readonly [string, string]

const ago = (days: number) => daysAfter(dayOf(ZONE, Date.now()), -days)
const ask = async (client: Client, filters: Record<string, string | number> = {}) =>
  (await client.get<Dates>(query, { pageSize: 100, ...filters })).data
const outcomes = async (client: Client, filters: Record<string, string> = {}) =>
  (await ask(client, filters)).list.map((row) => row['planOutcome'])

beforeAll(async () => {
  server = await sharedServer()
  const role = { roleName: 'r', roleDescription: '', menus: [], hiddenButtons: [], urls: CALLS }
  tenant = await buildTenant(server, {
    roles: [
      { ...administrator, roleCode: 'SCOPED', roleName: 'scoped', roleDescription: '' },
      { ...role, roleCode: 'NO-END', hiddenFields: [{ menu: 'workorders', fields: ['finishedAt'] }] },
      { ...role, roleCode: 'NO-DAYS', hiddenFields: [{ menu: 'maintenanceplans', fields: ['nextDue'] }] },
    ],
    users: [
      buildUser({ username: 'ned', org: 'branch', roles: ['SCOPED'] }),
      buildUser({ username: 'no-end', roles: ['NO-END'] }),
      buildUser({ username: 'no-days', roles: ['NO-DAYS'] }),
      buildUser({ username: 'nobody', roles: ['ROLE_AUDITOR'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  places = [(await addRow(admin, sites)).id, (await addRow(admin, sites)).id]
  plans = [await plan(places[0], 'lifting'), await plan(places[1], 'mixing')]
  await fill()
  const scopes = [{ table: '', kind: 'some', sites: [places[0]] }]
  expect(await admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['SCOPED'], scopes })).toMatchObject({ http: 200 })
})
afterAll(() => server.stop())

/** A plan that is off, of a machine there: nothing looks at it. */
async function plan(siteId: string, category: string): Promise<string> {
  const { id: equipmentId } = await addRow(admin, equipment, { siteId, category, deviceId: null })
  return (await addRow(admin, maintenancePlans, { equipmentId, planStatus: 0 })).id
}

async function fill(): Promise<void> {
  await server.database.asOwner(async (client) => {
    await client.query('begin')
    await client.query('set local role outstation_platform')
    for (const [at, outcome] of DATES.entries()) {
      const day = ago(at)
      const isOpened = outcome !== 'skipped' && outcome !== 'missed'
      const finished = { 'in-time': `${day} 23:59:59+08`, elsewhere: `${day} 12:00:00+08`, late: `${daysAfter(day, 1)} 00:00:01+08` }
      const end = outcome in finished ? finished[outcome as keyof typeof finished] : null
      const state = outcome === 'cancelled' ? 'cancelled' : end === null ? 'approved' : 'done'
      const place = outcome === 'elsewhere' ? places[1] : places[0]
      const { rows } = isOpened
        ? await client.query<{ id: string }>(
            `insert into work_orders (tenant_id, id, order_number, order_title, order_kind, order_priority, order_state, order_origin, plan_id, plan_due_on, site_id, finished_at)
             values ($1, gen_random_uuid(), $2, 'x', 'preventive', 3, $3, 'plan', $4, $5, $6, $7) returning id`,
            [tenant.id, `WO-${outcome}`, state, plans[0], day, place, end],
          )
        : { rows: [] }
      await client.query(`insert into plan_dates (tenant_id, plan_id, due_on, date_outcome, order_id) values ($1, $2, $3, $4, $5)`, [
        ...[tenant.id, plans[0], day],
        ...[isOpened ? 'opened' : outcome, rows[0]?.id ?? null],
      ])
    }
    await client.query(`insert into plan_dates (tenant_id, plan_id, due_on, date_outcome) values ($1, $2, $3, 'missed')`, [
      ...[tenant.id, plans[1], ago(1)],
    ])
    await client.query('commit')
  })
}

describe('dates of plans', () => {
  it('are told to those who may list them, of their own tenant, and written by nobody', async () => {
    expect((await clientWith(server.url, '').get(query)).http).toBe(401)
    expect((await (await tenant.signIn('nobody')).get(query)).http).toBe(403)
    expect((await ask(await (await buildTenant(server)).signIn('admin'))).total).toBe(0)
    const body = { planId: plans[0], dueOn: `${ago(40)} 00:00:00` }
    expect([(await admin.post(add, body)).http, (await admin.put(update, body)).http]).toEqual([404, 404])
  })

  it('say what became of each, as the order stands', async () => {
    const { list, total } = await ask(admin, { planId: plans[0] })
    expect(total).toBe(8)
    expect(list.map((row) => row['planOutcome'])).toEqual([...DATES.slice(0, 7), 'in-time'])
    expect(list.map((row) => row['dueOn'])).toEqual(DATES.map((_, at) => `${ago(at)} 00:00:00`))
    expect(list[1]).toMatchObject({ planId: plans[0], orderIdCn: 'WO-in-time', siteId: places[0], category: 'lifting' })
    expect(list[4]).toMatchObject({ orderId: null, planOutcomeCn: expect.any(String) as string })
    expect(new Set(list.map((row) => row['id'])).size).toBe(8)
    const one = await ask(admin, { id: String(list[2]?.['id']) })
    expect(one.list.map((row) => row['planOutcome'])).toEqual(['late'])
  })

  it('are narrowed by plan, day, outcome, machine, site and category', async () => {
    const days = { dueOnStart: `${ago(3)} 00:00:00`, dueOnEnd: `${ago(1)} 23:59:59` }
    expect(await outcomes(admin, { ...days, planId: plans[0] })).toEqual(['in-time', 'late', 'overdue'])
    expect((await ask(admin, days)).total).toBe(4)
    expect((await ask(admin, { planOutcome: 'missed' })).list.map((row) => row['planId'])).toEqual([plans[1], plans[0]])
    expect(await outcomes(admin, { siteId: places[1] })).toEqual(['missed'])
    expect((await ask(admin, { category: 'lifting' })).total).toBe(8)
    const { list } = await ask(admin, { siteId: places[1] })
    expect((await ask(admin, { equipmentId: String(list[0]?.['equipmentId']) })).total).toBe(1)
    expect(await admin.get(query, { planOutcome: 'opened' })).toMatchObject({ http: 422, errors: [{ field: 'planOutcome' }] })
  })

  it('are files with the filters of the list', async () => {
    const answer = await admin.post(`/api${CALLS[1] as string}`, {
      planId: plans[0],
      planOutcome: 'late',
      fields: ['dueOn', 'planOutcome'],
    })
    const rows = JSON.parse(String(answer['text']).slice('file '.length)) as string[][]
    expect(rows.length).toBe(2)
    expect(rows[1]?.[0]).toContain(ago(2))
  })

  it('tell nothing that the roles of their reader hide of orders and plans', async () => {
    const [all, noEnd, noDays] = [await ask(admin), await ask(await tenant.signIn('no-end')), await ask(await tenant.signIn('no-days'))]
    expect(all.fields).toEqual(expect.arrayContaining(['planOutcome', 'dueOn']))
    expect(noEnd.fields).toContain('dueOn')
    expect(noEnd.fields).not.toContain('planOutcome')
    expect(noDays.fields.filter((name) => name === 'dueOn' || name === 'planOutcome')).toEqual([])
    expect([...noEnd.list, ...noDays.list].filter((row) => 'planOutcome' in row)).toEqual([])
    expect((await ask(await tenant.signIn('no-end'), { planOutcome: 'missed' })).total).toBe(9)
    expect((await ask(await tenant.signIn('no-days'), { dueOnStart: '2100-01-01 00:00:00' })).total).toBe(9)
  })

  it('are those of the plans that somebody sees, and tell nothing by an order that they do not see', async () => {
    const ned = await tenant.signIn('ned')
    const { list, total } = await ask(ned)
    expect(total).toBe(8)
    expect(list.map((row) => row['planId'])).toEqual(DATES.map(() => plans[0]))
    expect(list.map((row) => row['planOutcome'])).toEqual([...DATES.slice(0, 7), null])
    expect(list[7]).toMatchObject({ orderId: null })
    expect(await outcomes(ned, { planOutcome: 'in-time' })).toEqual(['in-time'])
    expect(await outcomes(admin, { planOutcome: 'in-time' })).toEqual(['in-time', 'in-time'])
  })
})
