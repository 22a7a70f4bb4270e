/** Figures by shifts and production days, by the clock of the tenant. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import { momentOf } from '../../../../model/zone.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import { askFigure, expectRows, figuresOf } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

const ZONE = 'Europe/Berlin'
const HOUR = 3_600_000
/** Clocks are put back in the second of these nights. */
const at = (text: string) => momentOf(ZONE, text) as number
const [begin, end] = [at('2026-10-24 00:00:00'), at('2026-10-26 00:00:00')]

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: BuiltDevice
const watch = [
  '/acquisition/point/queryPoint',
  '/acquisition/device/queryDevice',
  '/acquisition/reading/*',
  '/report/figure/*',
  '/acquisition/alarm/query*',
]
const role = (roleCode: string, urls: RoleSeed['urls'], hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all',
  urls,
  hiddenButtons: [],
  hiddenFields,
})

beforeAll(async () => {
  server = await startServer()
  const shiftsToo = [...watch, '/acquisition/shift/queryShift']
  tenant = await buildTenant(server, {
    parameters: { 'password.changeFirst': 'false', 'time.zone': ZONE, 'report.dayBegins': '6' },
    roles: [
      role('SHIFTLESS', watch),
      role('NAMELESS', shiftsToo, [{ menu: 'shifts', fields: ['shiftName'] }]),
      role('SITELESS', shiftsToo, [{ menu: 'devices', fields: ['siteId'] }]),
    ],
    users: ['SHIFTLESS', 'NAMELESS', 'SITELESS'].map((code) => buildUser({ username: code.toLowerCase(), roles: [code] })),
  })
  device = await buildDevice(server, tenant, { core: { stale_seconds: 3600 } })
  // Each hour's value is its number, twice an hour, at ten and forty minutes past.
  const hours = (end - begin) / HOUR
  await sendReadings(
    server,
    device,
    Array.from({ length: hours * 2 }, (_, half) => ({
      key: 'core',
      time: begin + half * (HOUR / 2) + HOUR / 6,
      value: Math.floor(half / 2),
    })),
  )
  const { rollups } = server.services.acquisition
  for (let round = 0; round < 4; round += 1) await rollups.work(new Date(Date.now() + 2 * 24 * HOUR))
  admin = await tenant.signIn('admin')
  for (const [shiftCode, shiftName, beginsAt, endsAt] of [
    ['N', 'night', '22:00', '06:00'],
    ['E', 'early', '06:00', '14:00'],
    ['L', 'late', '14:00', '22:00'],
  ])
    expect((await admin.post('/api/acquisition/shift/addShift', { shiftCode, shiftName, beginsAt, endsAt })).http).toBe(200)
}, 240_000)
afterAll(() => server.stop())

const document = (bucket: string, measures: readonly object[]) => ({
  format: 1,
  subject: 'readings',
  time: { from: new Date(begin).toISOString(), to: new Date(end).toISOString() },
  dimensions: [{ field: 'time', bucket }],
  measures,
})
const counted = [{ as: 'n', of: 'count' }]
const weighed = [...counted, { as: 'mean', of: 'mean' }, { as: 'coverage', of: 'coverage' }]
/** Of hours so many hours after the first: each value stands for an hour but for ten minutes that the one before it stands into. */
const meanOf = (from: number, to: number) => (from + to - 1) / 2 - 1 / 6

it('are those of each shift, of which one has nine hours', async () => {
  const { columns, rows } = await figuresOf(admin, document('shift', weighed))
  expect(columns.map(({ name, bucket }) => [name, bucket])).toEqual([
    ['time', 'shift'],
    ['timeCn', undefined],
    ['n', undefined],
    ['mean', undefined],
    ['coverage', undefined],
  ])
  expectRows(rows, [
    // Nothing stood before the first value, ten minutes after it begins.
    ['2026-10-23 22:00:00', 'night', 12, (1 + 2 + 3 + 4 + 5 * (5 / 6)) / (6 - 1 / 6), (6 - 1 / 6) / 6],
    ['2026-10-24 06:00:00', 'early', 16, meanOf(6, 14), 1],
    ['2026-10-24 14:00:00', 'late', 16, meanOf(14, 22), 1],
    ['2026-10-24 22:00:00', 'night (9 h)', 18, meanOf(22, 31), 1],
    ['2026-10-25 06:00:00', 'early', 16, meanOf(31, 39), 1],
    ['2026-10-25 14:00:00', 'late', 16, meanOf(39, 47), 1],
    ['2026-10-25 22:00:00', 'night', 4, meanOf(47, 49), 1],
  ])
})

it('are those of each production day', async () => {
  expectRows((await figuresOf(admin, document('shift-day', weighed))).rows.slice(1), [
    ['2026-10-24 06:00:00', 50, meanOf(6, 31), 1],
    ['2026-10-25 06:00:00', 36, meanOf(31, 49), 1],
  ])
  const days = await figuresOf(admin, {
    format: 1,
    subject: 'shifts',
    measures: counted,
    dimensions: [{ field: 'createTime', bucket: 'shift-day' }],
  })
  expect(days.rows.map(([, n]) => n)).toEqual([3])
})

it('are those of each quarter of an hour: a hundred on the day on which clocks are put back, 92 on that on which they are put forward', async () => {
  const [from, quarter] = [at('2026-10-25 00:00:00'), HOUR / 4]
  const wanted = Array.from({ length: 100 }, (_, nth) => {
    const [begins, hour] = [from + nth * quarter, 24 + Math.floor(nth / 4)]
    // Two hours ahead of Greenwich until 01:00 there, then one. The value of the hour before stands for ten minutes of the first quarter.
    const clock = new Date(begins + (begins < Date.parse('2026-10-25T01:00:00Z') ? 2 : 1) * HOUR).toISOString()
    const comes = nth % 4 === 0 || nth % 4 === 2 ? 1 : 0
    return [clock.slice(0, 19).replace('T', ' '), comes, nth % 4 === 0 ? hour - 2 / 3 : hour, 1]
  })
  const asked = (range: object) => ({ ...document('quarter-hour', weighed), time: range })
  expectRows((await figuresOf(admin, asked({ from: '2026-10-25', to: '2026-10-26' }))).rows, wanted)
  const { rows } = await figuresOf(admin, asked({ from: '2026-03-29', to: '2026-03-30' }))
  expect(rows).toHaveLength(92)
  expect(rows.slice(7, 9)).toEqual([
    ['2026-03-29 01:45:00', 0, null, 0],
    ['2026-03-29 03:00:00', 0, null, 0],
  ])
})

it('are by the shifts of the site where it has some, and can be compared, sorted and chosen', async () => {
  const site = (await admin.post<{ id: string }>('/api/acquisition/site/addSite', { siteCode: 'own', siteName: 'own' })).data.id
  expect(
    (
      await admin.post('/api/acquisition/shift/addShift', {
        shiftCode: 'own',
        shiftName: 'own',
        beginsAt: '07:30',
        endsAt: '19:30',
        siteId: site,
      })
    ).http,
  ).toBe(200)
  const move = async (siteId: string | null) => {
    const { version } =
      (await admin.get<{ list: { version: number }[] }>('/api/acquisition/device/queryDevice', { id: device.id })).data.list[0] ?? {}
    expect((await admin.put('/api/acquisition/device/updateDevice', { id: device.id, version, siteId })).http).toBe(200)
  }
  await move(site)
  const { rows } = await figuresOf(admin, { ...document('shift', weighed), order: [['time', 'ascend']] })
  expectRows(
    rows.slice(1, 4).map((row) => row.slice(0, 3)),
    [
      ['2026-10-24 07:30:00', 'own', 24],
      ['2026-10-24 19:30:00', null, 26],
      ['2026-10-25 07:30:00', 'own', 24],
    ],
  )
  expect(rows.map((row) => row[4])).toEqual([expect.any(Number), 1, 1, 1, 1])
  await move(null)
  const compared = await figuresOf(admin, {
    ...document('shift', counted),
    time: { from: '2026-10-25', to: '2026-10-26', compare: 'previous' },
  })
  expect(compared.rows.map(([time, name, n, before]) => [String(time).slice(11, 16), String(name).slice(0, 5), n, before])).toEqual([
    ['22:00', 'night', 14, 12],
    ['06:00', 'early', 16, 16],
    ['14:00', 'late', 16, 16],
    ['22:00', 'night', 4, 4],
  ])
})

it('are unknown to whoever does not see shifts, what they are called, or where a device is', async () => {
  const nothing = await askFigure(admin, {
    ...document('shift', counted),
    subject: 'users',
    time: { range: 'today' },
    dimensions: [{ field: 'createTime', bucket: 'shift' }],
  })
  expect(nothing).toMatchObject({ http: 422, errors: [{ field: 'dimensions[0].bucket' }] })
  for (const name of ['shiftless', 'nameless', 'siteless']) {
    const refused = await askFigure(await tenant.signIn(name), document('shift', counted))
    expect(refused, name).toMatchObject({ http: 422, errors: nothing.errors })
  }
  expect(
    await askFigure(admin, {
      ...document('shift', counted),
      dimensions: [
        { field: 'time', bucket: 'shift' },
        { field: 'time', as: 'day', bucket: 'day' },
      ],
    }),
  ).toMatchObject({
    http: 422,
    errors: [{ field: 'dimensions[0].bucket' }],
  })
})

it('of too many shifts for too long are refused before their windows are made, but for those of other sites', async () => {
  const { data: siteId } = await admin.post<string | { id: string }>('/api/acquisition/site/addSite', {
    siteCode: 'busy',
    siteName: 'busy',
  })
  const site = typeof siteId === 'string' ? siteId : siteId.id
  const many = `insert into shifts select (jsonb_populate_record(null::shifts, to_jsonb(s) || jsonb_build_object('id', gen_random_uuid(), 'shift_code', 'B' || n, 'site_id', $2::text))).*
    from shifts s, generate_series(1, 30) n where tenant_id = $1 and shift_code = 'N'`
  await server.database.asOwner((client) => client.query(many, [tenant.id, site]))
  const years = { ...document('shift', counted), time: { from: '2019-01-01', to: '2026-01-01' } }
  const refused = await askFigure(admin, years)
  expect(refused).toMatchObject({ http: 422 })
  const elsewhere = { field: 'device.siteId', op: 'equals', value: '00000000-0000-7000-8000-0000000000cd' }
  expect(await askFigure(admin, { ...years, where: elsewhere })).toMatchObject({ http: 200 })
  expect(await askFigure(admin, { ...years, where: { or: [elsewhere, elsewhere] } })).toMatchObject({ http: 422 })
})
