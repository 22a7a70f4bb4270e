/** Screens as they were: the values and alarms of a moment are those that were stored, and nobody is shown more of the past than they may ask for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Playback } from '../../../../model/contract/screen/screens.ts'
import { millis } from '../../../../model/brands.ts'
import { alarmsOf, buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, pointsOf } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { MAX_CHANGES } from './changes.ts'
import { MAX_PLAYED_DAYS } from './past.ts'

const BASE = '/api/screen/screen'
const PLAYBACK = '/screen/screen/queryPlayback'
const MARKS = '/screen/screen/queryPlaybackMarks'
const LATEST = '/acquisition/reading/queryLatestReading'
const TREND = '/acquisition/reading/queryReadingTrend'
const ALARMS = '/acquisition/alarm/queryAlarm'
const PAST = '/acquisition/alarm/queryAlarmHistory'
const ALL = [PLAYBACK, MARKS, LATEST, TREND, ALARMS, PAST]
const MINUTE = 60_000

const role = { roleName: 'r', roleDescription: '', menus: 'all', hiddenButtons: [], hiddenFields: [] } as const
const roles = [
  { ...role, roleCode: 'SEES', urls: ALL },
  { ...role, roleCode: 'NOPAST', urls: ALL.filter((url) => url !== TREND) },
  { ...role, roleCode: 'NOALARMS', urls: ALL.filter((url) => url !== PAST) },
  { ...role, roleCode: 'NOPLAY', urls: ALL.filter((url) => url !== PLAYBACK) },
  { ...role, roleCode: 'LOSES', urls: ALL },
  { ...role, roleCode: 'HIDES', urls: ALL, hiddenFields: [{ menu: 'alarms', fields: ['alarmPriority', 'alarmValue'] }] },
] as const

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let stranger: Client
let device: BuiltDevice
let points: Readonly<Record<string, string>>
let screen: string
/** Samples lie between these: one a second of `temperature`, one in three of `humidity`, and one long before of `rare`. */
let begin: number
let end: number

const widgets = () => [
  { id: 'temperature', kind: 'number', rect: [0, 0, 100, 100], bind: { value: { point: points['temperature'] } } },
  { id: 'humidity', kind: 'number', rect: [100, 0, 100, 100], bind: { value: { point: points['humidity'] } } },
  { id: 'rare', kind: 'number', rect: [200, 0, 100, 100], bind: { value: { point: points['rare'] } } },
  { id: 'alarms', kind: 'alarms', rect: [0, 100, 300, 300], options: { deviceId: device.id } },
  { id: 'orders', kind: 'orders', rect: [300, 100, 300, 300] },
  { id: 'words', kind: 'text', rect: [300, 500, 300, 30], options: { text: 'always' } },
]

async function publish(client: Client, list: readonly unknown[]): Promise<string> {
  const added = await client.post(`${BASE}/addScreen`, { screenName: `screen ${unique()}`, screenStatus: 1 })
  expect(added).toMatchObject({ http: 200 })
  const rows = await client.get<{ list: { id: string }[] }>(`${BASE}/queryScreen`, { currentPage: 1, pageSize: 1 })
  const id = rows.data.list[0]?.id as string
  const draft = await client.get<{ revision: number }>(`${BASE}/queryScreenDesign`, { id })
  const content = {
    format: 1,
    size: { width: 1920, height: 1080 },
    fit: 'contain',
    theme: 'wall',
    variables: [],
    figures: [],
    refresh: 30,
    pages: [{ id: 'p', title: 'Page', widgets: list }],
  }
  const saved = await client.post<{ revision: number }>(`${BASE}/saveScreenDraft`, { id, content, revision: draft.data.revision })
  expect(saved).toMatchObject({ http: 200 })
  expect(await client.post(`${BASE}/publishScreen`, { id, revision: saved.data.revision })).toMatchObject({ http: 200 })
  return id
}

beforeAll(async () => {
  server = await sharedServer()
  ;[tenant, stranger] = [
    await buildTenant(server, {
      roles,
      users: roles.map(({ roleCode }) => buildUser({ username: roleCode.toLowerCase(), roles: [roleCode] })),
    }),
    await (await buildTenant(server)).signIn('admin'),
  ]
  admin = await tenant.signIn('admin')
  device = await buildDevice(server, tenant, { temperature: {}, humidity: {}, rare: {} })
  points = await pointsOf(server, device)
  end = Math.floor(Date.now() / 1000) * 1000 - 30 * MINUTE
  begin = end - 20 * MINUTE
  // What samples are stored in is there after these.
  await measure(server, device, { rare: 7 }, begin - 26 * 60 * MINUTE)
  await measure(server, device, { temperature: 0 }, begin)
  await measure(server, device, { temperature: 0, humidity: 0, rare: 8 }, end + 10 * MINUTE)
  const found = await server.services.acquisition.registry.find(device.name)
  if (!found) throw new Error('the device is not known')
  const readings = Array.from({ length: 1200 }, (_, nth) => nth + 1).flatMap((second) => [
    { key: 'temperature', time: millis(begin + second * 1000), value: second },
    ...(second % 3 === 0 ? [{ key: 'humidity', time: millis(begin + second * 1000), value: second }] : []),
  ])
  await server.services.acquisition.ingest.accept(found, { readings, faults: [] }, 100_000)
  await server.services.acquisition.alarms.settled()
  for (let rounds = 0; rounds < 4; rounds += 1) await server.services.acquisition.rollups.work(new Date(Date.now() + 3_600_000))
  screen = await publish(admin, widgets())
})
afterAll(() => server.stop())

const play = (client: Client, at: number, until: number, speed = 1, id = screen) =>
  client.post<Playback>(`/api${PLAYBACK}`, { id, page: 'p', at, until, speed })

/** What plain SQL finds: the newest sample of each point up to a moment. */
async function standing(at: number): Promise<Record<string, number | null>> {
  const found = await server.database.asOwner((client) =>
    Promise.all(
      Object.entries(device.series).map(async ([key, series]) => {
        const { rows } = await client.query<{ value: number | null }>(
          'select value from samples where tenant_id = $1 and series = $2 and time <= to_timestamp($3::float8 / 1000) order by time desc limit 1',
          [tenant.id, series, at],
        )
        return [points[key] as string, rows[0]?.value ?? null] as const
      }),
    ),
  )
  return Object.fromEntries(found)
}

const valuesOf = ({ values }: Pick<Playback, 'values'>) => Object.fromEntries(values.map(([id, , value]) => [id, value]))

describe('values', () => {
  it('of a moment are those that plain SQL finds, of a point that was silent for a day as well', async () => {
    for (const at of [begin + 1000, begin + 7 * MINUTE + 400, end - 1]) {
      const { http, data } = await play(admin, at, at + 1000)
      expect([http, data.asOf, valuesOf(data)]).toEqual([200, at, await standing(at)])
    }
    expect(valuesOf((await play(admin, begin + 5000, begin + 6000)).data)[points['rare'] as string]).toBe(7)
  })

  it('that changed are each sample when it is played slowly, in their order', async () => {
    const at = begin + 3 * MINUTE
    const { data } = await play(admin, at, at + 10_000)
    const of = (key: string) => data.changes.filter(([id]) => id === points[key])
    expect([data.step, of('temperature').map(([, , value]) => value)]).toEqual([0, Array.from({ length: 10 }, (_, nth) => 181 + nth)])
    expect(of('humidity').map(([, , value]) => value)).toEqual([183, 186, 189])
    expect(data.changes.map(([, time]) => time)).toEqual(data.changes.map(([, time]) => time).toSorted((one, other) => one - other))
  })

  it('that changed are one a point and step when it is played fast, and the last is the one that stood there', async () => {
    for (const speed of [10, 60, 600]) {
      const until = end
      const { data } = await play(admin, begin, until, speed)
      const own = data.changes.filter(([id]) => id === points['temperature'])
      expect([speed, data.step > 0, own.length <= Math.ceil((until - begin) / 1000 / data.step) + 1, own.length > 3]).toEqual([
        speed,
        true,
        true,
        true,
      ])
      const last = own.at(-1) as Playback['changes'][number]
      // Minutes are whole, and none that came later is told.
      expect([last[1] <= until, last[1] > until - 2 * Math.max(60, data.step) * 1000]).toEqual([true, true])
      expect(last[2]).toBe(Math.floor((last[1] - begin) / 1000))
    }
  })

  it('are never more than a display can take', async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, nth) => [`p${nth}`, {}]))
    const full = await buildDevice(server, tenant, many)
    const ids = await pointsOf(server, full)
    await server.database.asOwner((client) =>
      client.query(
        `insert into samples (tenant_id, series, time, value, quality, reason, retention)
         select $1, series, to_timestamp($2::float8 / 1000) + n * interval '1 second', n, 192, 0, 2 from unnest($3::bigint[]) as series, generate_series(1, 1000) as n`,
        [tenant.id, begin, Object.values(full.series)],
      ),
    )
    const id = await publish(
      admin,
      Object.values(ids).map((point, nth) => ({ id: `w${nth}`, kind: 'number', rect: [nth * 20, 0, 20, 20], bind: { value: { point } } })),
    )
    const { http, data } = await play(admin, begin, begin + 1_000_000, 1, id)
    expect([http, data.changes.length <= MAX_CHANGES, data.step > 0]).toEqual([200, true, true])
    expect(new Set(data.changes.map(([point]) => point)).size).toBe(12)
  })
})

describe('alarms', () => {
  it('stood as their history has it, and become otherwise when it does', async () => {
    const rule = await buildRule(server, device, { alarm_limit: 5000, alarm_priority: 1, point_key: 'temperature' })
    const pause = async () => {
      await new Promise((resolve) => setTimeout(resolve, 40))
      const now = Date.now()
      await new Promise((resolve) => setTimeout(resolve, 40))
      return now
    }
    const moments = [await pause()]
    await measure(server, device, { temperature: 5001 })
    const [alarm] = await alarmsOf(server, tenant.id, rule)
    moments.push(await pause())
    expect(await admin.post('/api/acquisition/alarm/acknowledgeAlarm', { id: [alarm?.id] })).toMatchObject({ http: 200 })
    moments.push(await pause())
    await measure(server, device, { temperature: 1 })
    moments.push(await pause())

    const states = await server.database.asOwner((client) =>
      Promise.all(
        moments.map(async (at) => {
          const { rows } = await client.query<{ to_state: string }>(
            'select to_state from alarm_events where tenant_id = $1 and alarm_id = $2 and happened_at <= to_timestamp($3::float8 / 1000) order by id desc limit 1',
            [tenant.id, alarm?.id, at],
          )
          return rows[0]?.to_state
        }),
      ),
    )
    expect(states).toEqual([undefined, 'unacknowledged', 'acknowledged', 'normal'])
    const last = moments[3] as number
    const stateIn = (list: Playback['lists'][string] | undefined) =>
      list?.of === 'alarms' ? list.rows.find(({ id }) => id === alarm?.id)?.state : undefined
    for (const [nth, at] of moments.entries()) {
      const { data } = await play(admin, at, at + 1)
      const stands = states[nth] === 'normal' ? undefined : states[nth]
      expect([nth, stateIn(data.lists['alarms'])]).toEqual([nth, stands])
    }
    const { data } = await play(admin, moments[0] as number, last)
    expect(data.alarms.map(({ lists }) => stateIn(lists['alarms'])).filter((state, at, all) => state !== all[at - 1])).toEqual([
      'unacknowledged',
      'acknowledged',
      undefined,
    ])
    const raised = data.alarms[0]?.lists['alarms']?.rows[0]
    expect([raised?.value, raised?.priority]).toEqual([5001, 1])

    const marks = (client: Client) =>
      client.post<{ marks: { at: number; priority: number | null }[] }>(`/api${MARKS}`, {
        id: screen,
        page: 'p',
        from: moments[0],
        to: last,
      })
    expect((await marks(admin)).data.marks.map(({ priority }) => priority)).toEqual([1])
    expect((await marks(await tenant.signIn('hides'))).data.marks.map(({ priority }) => priority)).toEqual([null])
    expect((await marks(await tenant.signIn('noalarms'))).data.marks).toEqual([])
    expect(await marks(stranger)).toMatchObject({ http: 404 })
    const hidden = (await play(await tenant.signIn('hides'), moments[0] as number, last)).data.alarms[0]?.lists['alarms']?.rows[0]
    expect([hidden?.value, hidden?.priority]).toEqual([null, null])
  })
})

describe('nobody is shown more of the past than they may ask for', () => {
  const at = () => begin + 10 * MINUTE
  it('who has all rights sees all that has a past, and what has none is withheld', async () => {
    const { data } = await play(await tenant.signIn('sees'), at(), at() + 5000)
    expect([Object.keys(valuesOf(data)).length, data.changes.length > 0, data.withheld]).toEqual([3, true, ['orders']])
  })

  it('who may not ask for the past of points is shown none of it', async () => {
    const { http, data } = await play(await tenant.signIn('nopast'), at(), at() + 5000)
    expect([http, data.points, data.values, data.trends, data.changes]).toEqual([200, [], [], {}, []])
    expect(data.withheld).toEqual(expect.arrayContaining(['temperature', 'humidity', 'rare', 'orders']))
    expect(data.withheld).not.toContain('words')
  })

  it('who may not ask for the past of alarms is shown none of it', async () => {
    const { data } = await play(await tenant.signIn('noalarms'), at(), Date.now() - 1000, 600)
    expect([data.lists['alarms'], data.alarms, data.withheld.includes('alarms')]).toEqual([undefined, [], true])
  })

  it('who may not play back, and another tenant, are refused', async () => {
    expect(await play(await tenant.signIn('noplay'), at(), at() + 5000)).toMatchObject({ http: 403 })
    expect(await play(stranger, at(), at() + 5000)).toMatchObject({ http: 404 })
  })

  it('a right that is taken away is gone with the next call', async () => {
    const client = await tenant.signIn('loses')
    expect((await play(client, at(), at() + 5000)).data.changes.length).toBeGreaterThan(0)
    const kept = ALL.filter((url) => url !== TREND)
    const ids = await server.database.asOwner(
      async (owner) => (await owner.query<{ id: string }>('select id from urls where url = any($1)', [kept])).rows,
    )
    expect(
      await admin.post('/api/admin/sysurl/authorizeUrlToRole', { roleId: tenant.roles['LOSES'], urlId: ids.map(({ id }) => id) }),
    ).toMatchObject({ http: 200 })
    const { data } = await play(client, at(), at() + 5000)
    expect([data.points, data.values, data.changes]).toEqual([[], [], []])
  })

  it('a stretch that is to come, ends before it begins or is too long is refused by the name of its end', async () => {
    const now = Date.now()
    for (const [from, until, field] of [
      [now + MINUTE, now + 2 * MINUTE, 'at'],
      [now - MINUTE, now + MINUTE, 'until'],
      [now - MINUTE, now - 2 * MINUTE, 'until'],
      [now - (MAX_PLAYED_DAYS + 1) * 24 * 60 * MINUTE, now, 'until'],
    ] as const)
      expect([field, await play(admin, from, until)]).toMatchObject([field, { http: 422, errors: [{ field }] }])
    expect(await play(admin, now - MAX_PLAYED_DAYS * 24 * 60 * MINUTE + MINUTE, now, 600)).toMatchObject({ http: 200 })
    expect(await admin.post(`/api${PLAYBACK}`, { id: screen, page: 'gone', at: begin, until: end, speed: 1 })).not.toMatchObject({
      http: 200,
    })
  })
})
