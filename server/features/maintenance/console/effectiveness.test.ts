/** OEE: the product of three figures, each of which opens what it is made of; told to nobody who is not told one of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator } from '../../../../seeds/roles.ts'
import type { Figure, MaintenanceConsole } from '../../../../model/contract/maintenance/console.ts'
import { resources } from '../../../../model/index.ts'
import type { FigureKey } from '../../../../model/maintenance/console.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [{ ...administrator, roleCode: 'NO_PLAN', roleName: 'no plan', hiddenFields: [{ menu: 'runs', fields: ['plannedHours'] }] }],
    users: [buildUser({ username: 'planless', roles: ['NO_PLAN'] })],
  })
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const figures = async (client = admin) =>
  new Map((await client.get<MaintenanceConsole>('/api/maintenance/console/queryConsole')).data.figures.map((each) => [each.key, each]))
const sideOf = (figure: Figure | undefined, side: 'numerator' | 'denominator') =>
  figure?.[side].reduce((sum, { count, hours }) => sum + (hours ?? count), 0) ?? 0

it('is time in working order by performance by quality', async () => {
  const before = await figures()
  expect([before.get('oee'), before.get('performance')]).toMatchObject([
    { value: null, missing: 'no-machines' },
    { value: null, missing: 'no-planned-runs' },
  ])
  const { id: machine } = await addRow(admin, resources.equipment, {
    deviceId: null,
    equipmentState: 'in-service',
    purchasedAt: '',
    commissionedAt: '',
  })
  const run = async (plannedHours: number | null) => (await addRow(admin, resources.runs, { plannedHours })).id
  const [passed, failed, unplanned] = [await run(20), await run(22), await run(null)]
  await server.database.asOwner(async (client) => {
    await client.query('begin')
    await client.query('set local role outstation_platform')
    const store = (text: string, values: readonly unknown[]) => client.query(text, [tenant.id, ...values])
    // Ten days since it was put to use, and one of them it stood.
    await store(`update equipment set commissioned_at = now() - interval '10 days' where tenant_id = $1 and id = $2`, [machine])
    await store(
      `insert into faults (tenant_id, id, fault_number, fault_title, equipment_id, fault_effect, fault_state, down_from, down_to)
       values ($1, gen_random_uuid(), 'F', 'x', $2, 'stopped', 'solved', now() - interval '3 days', now() - interval '2 days')`,
      [machine],
    )
    for (const [id, verdict, state] of [
      [passed, 'pass', 'finished'],
      [failed, 'fail', 'accepted'],
      [unplanned, 'undecided', 'finished'],
    ])
      await store(
        `update runs set run_state = $4, run_verdict = $3, started_at = now() - interval '30 hours', ended_at = now() - interval '6 hours', finished_at = now(),
           accepted_at = case when $4 = 'accepted' then now() end where tenant_id = $1 and id = $2`,
        [id, verdict, state],
      )
    await client.query('commit')
  })
  const after = await figures()
  const share = (key: FigureKey) => after.get(key)?.value ?? NaN
  expect(share('uptime')).toBeCloseTo(0.9, 4)
  expect(share('performance')).toBeCloseTo((20 + 22) / 48, 6)
  expect(share('quality')).toBe(0.5)
  expect(share('oee')).toBeCloseTo(0.9 * 0.875 * 0.5, 4)
  expect(after.get('oee')?.numerator.map(({ title, share: factor }) => ({ ...title, factor }))).toEqual(
    (['uptime', 'performance', 'quality'] as const).map((key) => ({ name: key, factor: share(key) })),
  )
  // Above and below the line stand hours, and each part leads to the list of its rows.
  const performance = after.get('performance')
  expect([sideOf(performance, 'numerator'), sideOf(performance, 'denominator')]).toEqual([42, expect.closeTo(48, 6)])
  for (const { rows } of performance?.numerator ?? []) {
    const listed = await admin.get<{ total: number }>(pathsOf(resources.runs).query, { pageSize: 1, ...rows?.filters })
    expect([listed.data.total, rows?.count]).toEqual([1, 1])
  }
})

it('is told to nobody from whom one of its factors is hidden', async () => {
  const answered = await figures(await tenant.signIn('planless'))
  expect([answered.has('quality'), answered.has('performance'), answered.has('oee')]).toEqual([true, false, false])
})
