/** Figures of readings and of what happened to alarms: those of all samples and events, in the rows and with the fields that the caller sees. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import { READING_MEASURES, needsLimit } from '../../../../model/figures/reading-measures.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import { buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import { askFigure, expectRows, figuresOf, plainRows } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Midnight in the zone of the server, six days ago. */
const begin = Math.floor((Date.now() + 8 * 60 * MINUTE) / DAY) * DAY - 8 * 60 * MINUTE - 6 * DAY

let server: TestServer
let tenant: BuiltTenant
let stranger: BuiltTenant
let admin: Client
let one: BuiltDevice
let other: BuiltDevice

const own = '/acquisition/'
const watch = [`${own}point/queryPoint`, `${own}device/queryDevice`, `${own}reading/*`, `${own}alarm/query*`, '/report/figure/*']
const role = (roleCode: string, more: Partial<RoleSeed> = {}): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all',
  urls: watch,
  hiddenButtons: [],
  hiddenFields: [],
  ...more,
})

beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server, {
    roles: [
      role('VALUELESS', { hiddenFields: [{ menu: 'points', fields: ['newestQuality'] }] }),
      role('KEYLESS', { hiddenFields: [{ menu: 'points', fields: ['pointKey'] }] }),
      role('STATELESS', { hiddenFields: [{ menu: 'alarms', fields: ['alarmState'] }] }),
      role('SCOPED'),
    ],
    users: ['VALUELESS', 'KEYLESS', 'STATELESS', 'SCOPED'].map((code) =>
      buildUser({ username: code.toLowerCase(), roles: [code], org: 'branch' }),
    ),
  })
  stranger = await buildTenant(server, { parameters: { 'password.changeFirst': 'false', 'time.zone': 'Asia/Kolkata' } })
  const points = { core: {}, surface: {}, water: {} }
  ;[one, other] = [await buildDevice(server, tenant, points), await buildDevice(server, tenant, points)]
  const theirs = await buildDevice(server, stranger, points)
  for (const [nth, device] of [one, other, theirs].entries()) {
    // Every 20 minutes over three days, and every ten minutes in the last hour; some are bad.
    const times = [
      ...Array.from({ length: 216 }, (_, at) => begin + 7 * MINUTE + at * 20 * MINUTE),
      ...Array.from({ length: 6 }, (_, at) => Math.floor(Date.now() / MINUTE) * MINUTE - (55 - at * 10) * MINUTE),
    ]
    await sendReadings(
      server,
      device,
      times.flatMap((time, at) => [
        { key: 'core', time, value: at % 13 === 5 ? undefined : 40 + ((at * 37 + nth * 11) % 101) / 7 },
        { key: 'surface', time: time + 1000, value: 20 + ((at * 53 + nth * 7) % 89) / 9 },
        // A counter that begins anew with each girder.
        { key: 'water', time: time + 2000, value: ((at % 50) * 25) / 10 },
      ]),
    )
  }
  const { rollups } = server.services.acquisition
  for (let round = 0; round < 4; round += 1) await rollups.work(new Date(Date.now() + 2 * DAY))
  admin = await tenant.signIn('admin')
}, 240_000)
afterAll(() => server.stop())

const time = { from: new Date(begin).toISOString(), to: new Date(begin + 4 * DAY).toISOString() }
const document = (more: object) => ({ format: 1, subject: 'readings', measures: [{ as: 'mean', of: 'sampleMean' }], time, ...more })
const ask = (more: object, client = admin) => askFigure(client, document(more))
const figures = async (more: object, client = admin): Promise<unknown[][]> => (await figuresOf(client, document(more))).rows
const plainly = (text: string, ...values: unknown[]) => plainRows(server, text, [tenant.id, ...values])

const all = ['count', 'min', 'max', 'sampleMean', 'goodShare', 'first', 'last'].map((of) => ({ as: of, of }))
/** The same of samples, each by itself. */
const OF_SAMPLES = `count(*)::int, min(s.value), max(s.value), avg(s.value), avg((s.quality >= 192)::int)::float8,
  (array_agg(s.value order by s.time) filter (where s.value is not null))[1], (array_agg(s.value order by s.time desc) filter (where s.value is not null))[1]`
const SAMPLES = `samples s join points p on p.tenant_id = s.tenant_id and p.series = s.series join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
  where s.tenant_id = $1`
const within = (from: number, to: number) => `s.time >= to_timestamp(${from / 1000}) and s.time < to_timestamp(${to / 1000})`

describe('readings', () => {
  it.each(['minute', 'hour', 'day', 'week', 'month'] as const)('by %s and point', async (bucket) => {
    expectRows(
      (
        await figures({
          measures: all,
          dimensions: [{ field: 'time', bucket }, { field: 'pointKey' }, { field: 'device.deviceCode', as: 'device' }],
        })
      ).filter(([at]) => at !== null),
      await plainly(
        `select to_char(date_trunc($2, s.time at time zone 'Asia/Shanghai'), 'YYYY-MM-DD HH24:MI:SS'), p.point_key, d.device_code, ${OF_SAMPLES} from ${SAMPLES}
         and ${within(begin, begin + 4 * DAY)} group by 1, 2, 3 order by 1, 2, 3`,
        bucket,
      ),
    )
  })

  it('by quarters of an hour', async () => {
    expectRows(
      await figures({
        measures: all,
        dimensions: [{ field: 'time', bucket: 'quarter-hour' }, { field: 'pointKey' }, { field: 'device.deviceCode', as: 'device' }],
      }),
      await plainly(
        `select to_char(date_bin('15 minutes', s.time at time zone 'Asia/Shanghai', timestamp '2000-01-01'), 'YYYY-MM-DD HH24:MI:SS'), p.point_key, d.device_code, ${OF_SAMPLES} from ${SAMPLES}
         and ${within(begin, begin + 4 * DAY)} group by 1, 2, 3 order by 1, 2, 3`,
      ),
    )
  })

  it('in a range that begins and ends anywhere, up to now, and of chosen devices', async () => {
    // A day lies within, and hours, minutes and seconds of samples on both sides of it.
    const [from, to] = [begin + 27 * MINUTE + 11_000, begin + 2 * DAY + 5 * 60 * MINUTE + 27 * MINUTE + 500]
    const where = { field: 'deviceId', op: 'equals', value: one.id }
    expectRows(
      await figures({
        measures: all,
        where,
        dimensions: [{ field: 'pointKey' }],
        time: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      }),
      await plainly(
        `select p.point_key, ${OF_SAMPLES} from ${SAMPLES} and p.device_id = $2 and ${within(from, to)} group by 1 order by 1`,
        one.id,
      ),
    )
    expectRows(
      await figures({
        measures: all,
        dimensions: [{ field: 'device.deviceCode', as: 'device' }, { field: 'pointKey' }],
        time: { last: { count: 8, unit: 'day' } },
      }),
      await plainly(`select d.device_code, p.point_key, ${OF_SAMPLES} from ${SAMPLES} group by 1, 2 order by 1, 2`),
    )
  })

  it('by the days and the quarters of an hour of another clock', async () => {
    const theirs = await stranger.signIn('admin')
    // Of the hours on that clock, which begin half an hour beside those of the server.
    expectRows(
      await figures({ measures: all, dimensions: [{ field: 'time', bucket: 'quarter-hour' }, { field: 'pointKey' }] }, theirs),
      await plainRows(
        server,
        `select to_char(date_trunc('hour', at) + floor(date_part('minute', at) / 15) * interval '15 minutes', 'YYYY-MM-DD HH24:MI:SS'), p.point_key, ${OF_SAMPLES}
         from ${SAMPLES.replace(' where', " cross join lateral (select s.time at time zone 'Asia/Kolkata' as at) as clock where")}
         and ${within(begin, begin + 4 * DAY)} group by 1, 2 order by 1, 2`,
        [stranger.id],
      ),
    )
    expectRows(
      await figures({ measures: all, dimensions: [{ field: 'time', bucket: 'day' }, { field: 'pointKey' }] }, theirs),
      await plainRows(
        server,
        `select to_char(date_trunc('day', s.time at time zone 'Asia/Kolkata'), 'YYYY-MM-DD HH24:MI:SS'), p.point_key, ${OF_SAMPLES} from ${SAMPLES}
         and ${within(begin, begin + 4 * DAY)} group by 1, 2 order by 1, 2`,
        [stranger.id],
      ),
    )
  })

  it('of keys beside each other, calculated with', async () => {
    expectRows(
      await figures({
        dimensions: [{ field: 'time', bucket: 'day' }],
        measures: [
          { as: 'core', of: 'max', key: 'core' },
          { as: 'dT', formula: 'core.sampleMean - surface.sampleMean' },
        ],
        having: 'dT > 20',
      }),
      await plainly(`select * from (select to_char(date_trunc('day', s.time at time zone 'Asia/Shanghai'), 'YYYY-MM-DD HH24:MI:SS'), max(s.value) filter (where p.point_key = 'core'),
          avg(s.value) filter (where p.point_key = 'core') - avg(s.value) filter (where p.point_key = 'surface') as dt
        from ${SAMPLES} and ${within(begin, begin + 4 * DAY)} group by 1) f where dt > 20 order by 1`),
    )
  })

  it('of a counter that begins anew', async () => {
    // 216 values, of which each rises by 2.5, and four times one begins again at 0.
    expect(
      await figures({ where: { field: 'deviceId', op: 'equals', value: one.id }, measures: [{ as: 'rise', of: 'delta', key: 'water' }] }),
    ).toEqual([[(215 - 4) * 2.5]])
  })

  it('need a range, and no more than may be read at once', async () => {
    expect(await ask({ time: undefined })).toMatchObject({ http: 422, errors: [{ field: 'time' }] })
    expect(await ask({ dimensions: [{ field: 'time', bucket: 'minute' }], time: { from: '2018-01-01', to: '2026-01-01' } })).toMatchObject({
      http: 422,
    })
    expect(await ask({ where: { field: 'time', op: 'less', value: '2026-01-01' } })).toMatchObject({
      http: 422,
      errors: [{ field: 'where.field' }],
    })
  })
})

describe('alarms', () => {
  it('are counted by what happened to them and by what they are of', async () => {
    const device = await buildDevice(server, tenant)
    await buildRule(server, device, { alarm_priority: 1, rule_name: 'hot' })
    for (const temperature of [30, 20, 31, 20, 35]) await measure(server, device, { temperature })
    const asked = {
      subject: 'alarm-events',
      time: { range: 'today' },
      dimensions: [{ field: 'transition' }, { field: 'alarmPriority' }, { field: 'deviceId' }],
      measures: [
        { as: 'n', of: 'count' },
        { as: 'alarms', of: 'distinct', field: 'ruleName' },
      ],
    }
    const wanted =
      await plainly(`select e.transition, a.alarm_priority, d.id, d.device_code, count(*)::int, count(distinct a.rule_name)::int from alarm_events e
      join alarms a on a.tenant_id = e.tenant_id and a.id = e.alarm_id join points p on p.tenant_id = a.tenant_id and p.id = a.point_id join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
      where e.tenant_id = $1 group by 1, 2, 3, 4 order by 1`)
    expect(wanted.length).toBeGreaterThan(1)
    const { columns, rows } = (await ask(asked)).data
    const at = (name: string) => columns.findIndex((column) => column.name === name)
    expectRows(
      rows.map((row) => ['transition', 'alarmPriority', 'deviceId', 'n', 'alarms'].map((name) => row[at(name)])),
      wanted.map(([transition, priority, id, , n, alarms]) => [transition, priority, id, n, alarms]),
    )
    expect(rows.map((row) => row[at('transitionCn')])).toContain('Raised')
    expect(await ask(asked, await tenant.signIn('stateless'))).toMatchObject({ http: 422, errors: [{ field: 'dimensions[0].field' }] })
    expect((await ask({ ...asked, dimensions: [] }, await stranger.signIn('admin'))).data.rows).toEqual([[0, 0]])
  })
})

describe('who sees what', () => {
  it('whoever is given no values has no such subject', async () => {
    const valueless = await tenant.signIn('valueless')
    const counted = { measures: [{ as: 'n', of: 'count' }] }
    const hidden = await ask(counted, valueless)
    const unknown = await ask({ ...counted, subject: 'nothings' }, valueless)
    expect(hidden.http).toBe(422)
    expect(JSON.stringify([hidden.message, hidden.errors]).replaceAll('readings', 'nothings')).toBe(
      JSON.stringify([unknown.message, unknown.errors]),
    )
    const offered = (await valueless.get<{ list: FigureSubject[] }>('/api/report/figure/querySubject')).data.list.map(
      ({ subject }) => subject,
    )
    expect(offered).toContain('points')
    expect(offered).not.toContain('readings')
    expect((await admin.get<{ list: FigureSubject[] }>('/api/report/figure/querySubject')).data.list.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['readings', 'alarm-events', 'devices']),
    )
  })

  it('whoever does not see keys has no figures of one', async () => {
    const keyless = await tenant.signIn('keyless')
    const { data, http } = await ask(
      {
        measures: [
          { as: 'n', of: 'count' },
          { as: 'core', of: 'sampleMean', key: 'core' },
          { as: 'nothing', formula: 'core.max + 1' },
          ...READING_MEASURES.map((of) => ({ as: `of_${of}`, of, key: 'core', ...(needsLimit(of) ? { limit: 1 } : {}) })),
        ],
      },
      keyless,
    )
    expect(http).toBe(200)
    expect(data.omitted).toEqual(['core', 'nothing', ...READING_MEASURES.map((of) => `of_${of}`)])
    expect(data.columns.map(({ name }) => name)).toEqual(['n'])
    expect((await ask({ having: 'core.max > 1' }, keyless)).http).toBe(422)
  })

  it('whoever sees some devices has figures of their readings and alarms alone', async () => {
    const { data } = await admin.post<{ id: string }>('/api/acquisition/site/addSite', {
      siteCode: 'own',
      siteName: 'own',
      orgId: tenant.organisations['branch'],
    })
    const row = (await admin.get<{ list: { version: number }[] }>('/api/acquisition/device/queryDevice', { id: one.id })).data.list[0]
    expect((await admin.put('/api/acquisition/device/updateDevice', { id: one.id, version: row?.version, siteId: data.id })).http).toBe(200)
    const stored = await admin.post('/api/admin/sysrole/authorizeDataScope', {
      roleId: tenant.roles['SCOPED'],
      scopes: [{ table: '', kind: 'below' }],
    })
    expect(stored.http, JSON.stringify(stored)).toBe(200)
    const scoped = await tenant.signIn('scoped')
    const byDevice = { dimensions: [{ field: 'deviceId' }], measures: [{ as: 'n', of: 'count' }] }
    expect((await figures(byDevice, scoped)).map(([id]) => id)).toEqual([one.id])
    expect((await figures(byDevice)).map(([id]) => id)).toEqual(expect.arrayContaining([one.id, other.id]))
    expect(await figures({ subject: 'alarm-events', time: undefined, measures: [{ as: 'n', of: 'count' }] }, scoped)).toEqual([[0]])
    expect((await figures({ subject: 'devices', time: undefined, measures: [{ as: 'n', of: 'count' }] }, scoped))[0]).toEqual([1])
  })
})
