/** Figures of readings by curing runs and their stages: of the points that a run has, for as long as it has them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '../../../../model/index.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import { askFigure, expectRows, figuresOf } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
/** Midnight in Shanghai. */
const begin = Date.parse('2026-10-24T00:00:00+08:00')
const at = (hour: number) => begin + hour * HOUR

const watch = ['/acquisition/point/queryPoint', '/acquisition/device/queryDevice', '/acquisition/reading/*', '/report/figure/*']
const disclosed = [...watch, '/acquisition/run/queryRun', '/acquisition/run/queryRunDetail']
const role = (roleCode: string, urls: RoleSeed['urls'], hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  ...{ roleCode, roleName: roleCode, roleDescription: '', menus: 'all', urls },
  ...{ hiddenButtons: [], hiddenFields },
})
const ROLES = [
  role('TOLD', disclosed),
  role('RUNLESS', watch),
  role('LISTS', [...watch, '/acquisition/run/queryRun']),
  role('ENDLESS', disclosed, [{ menu: 'runs', fields: ['endedAt'] }]),
  role('NAMELESS', disclosed, [{ menu: 'runs', fields: ['runNumber'] }]),
]

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server, {
    roles: ROLES,
    users: ROLES.map(({ roleCode }) => buildUser({ username: roleCode.toLowerCase(), roles: [roleCode] })),
  })
  admin = await tenant.signIn('admin')
  const device = await buildDevice(server, tenant, { core: { stale_seconds: 3600 }, surface: { stale_seconds: 3600 } })
  // Each hour's value is its number, of the surface a hundred more, twice an hour, at ten and forty minutes past.
  await sendReadings(
    server,
    device,
    ['core', 'surface'].flatMap((key, nth) =>
      Array.from({ length: 48 }, (_, half) => ({ key, time: at(half / 2) + 10 * MINUTE, value: Math.floor(half / 2) + 100 * nth })),
    ),
  )
  const { rollups } = server.services.acquisition
  for (let round = 0; round < 4; round += 1) await rollups.work(new Date(Date.now() + 2 * 24 * HOUR))
  await addRuns(device.id)
}, 240_000)
afterAll(() => server.stop())

/** From 2 to 8 with two stages from 3 and 5 on, from 6 to 12 beside it, of which the surface joined at 10, a void one, and one that has no points. */
async function addRuns(deviceId: string): Promise<void> {
  const { id: limitSetId } = await addRow(admin, resources.limitSets, { setKind: 'steam' })
  await addRow(admin, resources.limitItems, {
    ...{
      limitSetId,
      itemOrder: 1,
      itemClause: '1',
      itemMeasure: 'value',
      itemRole: 'core',
      minusRole: '',
      itemStage: '',
      low: '',
      high: 60,
    },
    ...{ unit: '°C', toleratedSeconds: 0, itemSeverity: 'mandatory', clauseZh: '条文', clauseTw: '' },
  })
  expect(await admin.post('/api/acquisition/limitset/publishLimitSet', { id: limitSetId })).toMatchObject({ http: 200 })
  for (const [runNumber, from] of [
    ['FIRST', 2],
    ['SECOND', 6],
    ['VOID', 3],
  ] as const) {
    const { id: componentId } = await addRow(admin, resources.components)
    const body = { runNumber, runKind: 'steam', componentId, limitSetId, startedAt: new Date(at(from)).toISOString() }
    const answer = await admin.post(pathsOf(resources.runs).add, body)
    expect(answer.http, JSON.stringify(answer.errors ?? answer.message)).toBe(200)
  }
  const owner = (text: string, values: readonly unknown[]) =>
    server.database.asOwner((client) => client.query(text, [tenant.id, ...values]))
  const ending = `update runs set run_state = $2, ended_at = $3 where tenant_id = $1 and run_number = $4`
  await owner(ending, ['finished', new Date(at(8)), 'FIRST'])
  await owner(ending, ['finished', new Date(at(12)), 'SECOND'])
  await owner(ending, ['void', new Date(at(9)), 'VOID'])
  const bind = `insert into run_points (tenant_id, id, run_id, run_role, point_id, valid_from)
    select $1, gen_random_uuid(), run.id, $3, point.id, $5 from runs run, points point
    where run.tenant_id = $1 and run.run_number = $2 and point.tenant_id = $1 and point.device_id = $6 and point.point_key = $4`
  // Of the first run the core has two roles: it counts once.
  await owner(bind, ['FIRST', 'core', 'core', null, deviceId])
  await owner(bind, ['FIRST', 'chamber', 'core', null, deviceId])
  await owner(bind, ['SECOND', 'core', 'core', null, deviceId])
  await owner(bind, ['SECOND', 'surface', 'surface', new Date(at(10)), deviceId])
  await owner(bind, ['VOID', 'core', 'core', null, deviceId])
  for (const [stage, hour] of [
    ['heating', 3],
    ['constant', 5],
  ] as const)
    await owner(
      `insert into run_stages (tenant_id, id, run_id, run_stage, began_at) select $1, gen_random_uuid(), id, $2, $3 from runs where tenant_id = $1 and run_number = 'FIRST'`,
      [stage, new Date(at(hour))],
    )
}

const document = (bucket: string, measures: readonly object[], more: object = {}) => ({
  format: 1,
  subject: 'readings',
  time: { from: new Date(begin).toISOString(), to: new Date(at(24)).toISOString() },
  dimensions: [{ field: 'time', bucket }],
  measures,
  ...more,
})
const counted = [{ as: 'n', of: 'count' }]
const weighed = [...counted, { as: 'mean', of: 'mean' }, { as: 'coverage', of: 'coverage' }, { as: 'most', of: 'max' }]
const person = (code: string) => tenant.signIn(code.toLowerCase())
/** Of hours so many hours after midnight: each value stands for an hour but for ten minutes that the one before it stands into. */
const meanOf = (from: number, to: number) => (from + to - 1) / 2 - 1 / 6

it('are those of each run, also where two have the same point at once, and not of what was declared void', async () => {
  const core = { where: { field: 'pointKey', op: 'equals', value: 'core' } }
  const { columns, rows } = await figuresOf(await person('TOLD'), document('run', weighed, core))
  expect(columns.map(({ name, bucket }) => [name, bucket])).toEqual([
    ['time', 'run'],
    ['timeCn', undefined],
    ...['n', 'mean', 'coverage', 'most'].map((name) => [name, undefined]),
  ])
  expectRows(rows, [
    ['2026-10-24 02:00:00', 'FIRST', 12, meanOf(2, 8), 1, 7],
    ['2026-10-24 06:00:00', 'SECOND', 12, meanOf(6, 12), 1, 11],
  ])
})

it('are those of its points for as long as it has them, and of single values as well', async () => {
  const keys = { dimensions: [{ field: 'time', bucket: 'run' }, { field: 'pointKey' }] }
  expectRows((await figuresOf(admin, document('run', weighed, keys))).rows, [
    ['2026-10-24 02:00:00', 'FIRST', 'core', 12, meanOf(2, 8), 1, 7],
    ['2026-10-24 06:00:00', 'SECOND', 'core', 12, meanOf(6, 12), 1, 11],
    ['2026-10-24 06:00:00', 'SECOND', 'surface', 4, 100 + meanOf(10, 12), 1, 111],
  ])
  const beyond = [
    { as: 'seconds', of: 'durationBeyond', limit: 6.5 },
    { as: 'times', of: 'excursions', limit: 6.5 },
  ]
  // Above it from ten minutes past seven on.
  expectRows((await figuresOf(admin, document('run', beyond, { where: { field: 'pointKey', op: 'equals', value: 'core' } }))).rows, [
    ['2026-10-24 02:00:00', 'FIRST', 50 * 60, 1],
    ['2026-10-24 06:00:00', 'SECOND', 4 * 3600 + 50 * 60, 1],
  ])
})

it('are those of each stage that was confirmed: until the next, the last until the end of the run', async () => {
  const { rows } = await figuresOf(admin, document('stage', weighed))
  expectRows(rows, [
    ['2026-10-24 03:00:00', 'FIRST · Heating', 4, meanOf(3, 5), 1, 4],
    ['2026-10-24 05:00:00', 'FIRST · Constant temperature', 6, meanOf(5, 8), 1, 7],
  ])
})

it('are none where no run was', async () => {
  const time = { time: { from: new Date(at(13)).toISOString(), to: new Date(at(24)).toISOString() } }
  expect((await figuresOf(admin, document('run', weighed, time))).rows).toEqual([])
})

it('are unknown to whoever is not told of a run which points and stages it has', async () => {
  for (const code of ['RUNLESS', 'LISTS', 'ENDLESS', 'NAMELESS'])
    for (const bucket of ['run', 'stage'])
      expect(await askFigure(await person(code), document(bucket, counted)), `${code} ${bucket}`).toMatchObject({
        http: 422,
        errors: [{ field: 'dimensions[0].bucket' }],
      })
})

it('are of readings alone, beside no other stretches, compared with no other period, and without degree days', async () => {
  const refused = async (asked: object) => (await askFigure(admin, asked)).errors?.map(({ field }) => field)
  expect(await refused({ format: 1, subject: 'alarms', measures: counted, dimensions: [{ field: 'createTime', bucket: 'run' }] })).toEqual([
    'dimensions[0].bucket',
  ])
  const beside = { dimensions: ['run', 'day'].map((bucket, nth) => ({ field: 'time', as: `t${nth}`, bucket })) }
  expect(await refused(document('run', counted, beside))).toEqual(['dimensions[0].bucket'])
  const compared = { time: { range: 'lastMonth', compare: 'previous' } }
  expect(await refused(document('stage', counted, compared))).toEqual(['time.compare'])
  expect(await refused(document('run', [{ as: 'days', of: 'degreeDays' }]))).toEqual(['dimensions[0].bucket'])
})
