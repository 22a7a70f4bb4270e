/**
 * What points say is one thing, whoever tells it: where a role hides the newest value of points, its quality or its time, no call tells a value, now or then, and no
 * page follows one. Asked of every call that reads, so that a new one is asked as well.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { points, resources } from '../model/index.ts'
import type { Resource } from '../model/resource.ts'
import { features } from '../server/modules.ts'
import { buildRule } from './support/alarms.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { call } from './support/client.ts'
import type { BuiltDevice } from './support/devices.ts'
import { buildDevice, pointsOf } from './support/devices.ts'
import { hiderOf, hiding } from './support/hiding.ts'
import { until } from './support/process.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { listen } from './support/socket.ts'

const HIDDEN = ['newestValue', 'newestQuality', 'newestAt'] as const
/** Such a number stands in no id, no time and no count. */
const VALUE = 73.51625
const DAY_MS = 86_400_000

const routes = features.flatMap(({ routes: some }) => some)
const reading = routes.filter(({ method, access }) => method === 'GET' && (access === 'granted' || access === 'signed-in'))
const withheld = Object.values<Resource>(resources).flatMap((of) =>
  Object.entries(of.fields).flatMap(([field, { withholds = [] }]) =>
    withholds.map((path) => [`${of.name}.${field}`, path, of, field] as const),
  ),
)
/** The other fields that calls are refused for, each of which one role hides. */
const others = [...new Map(withheld.map(([name, , of, field]) => [name, { of, field }])).values()].filter(({ of }) => of !== points)
const nameOf = (of: Resource, field: string) => `${of.name}-${field}`

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: BuiltDevice
let pointId: string
let alarmId: string
let hiders: Record<(typeof HIDDEN)[number], Client>

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [...HIDDEN.map((field) => hiding(points, field)), ...others.map(({ of, field }) => hiding(of, field))],
    users: [
      ...HIDDEN.map((field) => buildUser({ username: field, roles: [hiderOf(points, field)] })),
      ...others.map(({ of, field }) => buildUser({ username: nameOf(of, field), roles: [hiderOf(of, field)] })),
    ],
  })
  admin = await tenant.signIn('admin')
  const [value, quality, at] = await Promise.all(HIDDEN.map((field) => tenant.signIn(field)))
  hiders = { newestValue: value as Client, newestQuality: quality as Client, newestAt: at as Client }
  device = await buildDevice(server, tenant)
  pointId = (await pointsOf(server, device))['temperature'] as string
  await buildRule(server, device)
  // Read as a message, stored, and kept as it came, for a part of it cannot be read.
  expect((await push({ temperature: VALUE, nosuch: VALUE })).status).toBe(200)
  await server.services.acquisition.alarms.settled()
  await server.services.acquisition.states.flush()
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/acquisition/alarm/queryAlarm', { deviceId: device.id })
  alarmId = data.list[0]?.id as string
  // What could not be read is stored after the answer.
  await until('the message is kept', async () => (await unparsed()).length > 0)
}, 60_000)
afterAll(() => server.stop())

const unparsed = async () =>
  (await admin.get<{ list: { id: string }[] }>('/api/acquisition/unparsedmessage/queryUnparsedMessage', {})).data.list

const push = (body: object) =>
  fetch(`${server.url}/api/acquisition/push`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${device.name}:${device.secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })

/** The paths of the calls that tell the value. @param asking Of those that are asked */
async function disclosing({ token }: Client, asking: (path: string) => boolean = () => true): Promise<string[]> {
  const range = { from: String(Date.now() - DAY_MS), to: String(Date.now() + 60_000) }
  const [message] = await unparsed()
  const asked = [device.id, pointId, alarmId, message?.id as string].flatMap((id) => [
    { id, pageSize: '1000', deviceId: device.id },
    { id, pageSize: '1000', pointId, ...range, period: 'hour' },
  ])
  const disclosing = new Set<string>()
  // A few at a time: a server that is asked for too much at once refuses, and what it refuses tells nothing.
  for (const { path } of reading.filter((route) => asking(route.path)))
    for (const answer of await Promise.all(
      asked.map((query) => server.app.inject({ method: 'GET', url: `/api${path}`, query, headers: { authorization: `Bearer ${token}` } })),
    )) {
      expect([429, 503], path).not.toContain(answer.statusCode)
      if (answer.body.includes(String(VALUE))) disclosing.add(path)
    }
  return [...disclosing].sort()
}

/** The file of an export. */
async function fileOf({ token }: Client, path: string, body: object): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload: { fileFormat: 'csv', format: 'csv', ...body },
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.body
}

const DISCLOSING = [
  '/account/trend/queryTrendStatistics',
  '/acquisition/alarm/queryAlarm',
  '/acquisition/alarm/queryAlarmHistory',
  '/acquisition/device/queryDeviceMessages',
  '/acquisition/point/queryPoint',
  '/acquisition/reading/queryLatestReading',
  '/acquisition/reading/queryReadingHistory',
  '/acquisition/reading/queryReadingSummary',
  '/acquisition/reading/queryReadingTrend',
  '/acquisition/unparsedmessage/queryMessageText',
  '/acquisition/unparsedmessage/queryUnparsedMessage',
]

describe('what points say', () => {
  it('is told by many calls to whoever sees it', async () => {
    expect(await disclosing(admin, (path) => DISCLOSING.includes(path))).toEqual(DISCLOSING)
  })

  it('is told by none to whoever does not see the value', async () => {
    expect(await disclosing(hiders.newestValue)).toEqual([])
  })

  it.each(['newestQuality', 'newestAt'] as const)('is told without %s by no call that would tell that as well', async (field) => {
    // The value is no secret: the list has it, and what has come is shown as it was.
    expect(await disclosing(hiders[field], (path) => DISCLOSING.includes(path))).toEqual([
      '/acquisition/alarm/queryAlarm',
      '/acquisition/alarm/queryAlarmHistory',
      '/acquisition/point/queryPoint',
      '/acquisition/unparsedmessage/queryMessageText',
      '/acquisition/unparsedmessage/queryUnparsedMessage',
    ])
  })

  it('stands in no file', async () => {
    const range = { from: Date.now() - DAY_MS, to: Date.now() + 60_000 }
    for (const [path, body] of [
      ['/acquisition/reading/exportReading', { pointId: [pointId], ...range, detail: 'raw' }],
      ['/acquisition/point/exportPoint', { deviceId: device.id }],
      ['/acquisition/alarm/exportAlarm', { deviceId: device.id }],
    ] as const) {
      expect(await fileOf(admin, path, body), path).toContain(String(VALUE))
      expect(await fileOf(hiders.newestValue, path, body), path).not.toContain(String(VALUE))
    }
  })

  it('is followed by no page', async () => {
    const sees = await listen(server.url, admin.token)
    const hides = await Promise.all(Object.values(hiders).map(({ token }) => listen(server.url, token)))
    try {
      for (const socket of [sees, ...hides]) socket.send(JSON.stringify({ points: [pointId] }))
      await push({ temperature: VALUE })
      await sees.until(({ received }) => received.some(({ kind }) => kind === 'values'), 5000)
      // What is stored next is told once more to who sees it: by then the others would have been told of the first.
      sees.received.length = 0
      await push({ temperature: VALUE + 1 })
      await sees.until(({ received }) => received.some(({ kind }) => kind === 'values'), 5000)
      for (const socket of hides) expect(socket.received.filter(({ kind }) => kind === 'values')).toEqual([])
    } finally {
      for (const socket of [sees, ...hides]) socket.close()
    }
  })

  it('is in no sum of the overview where quality is hidden', async () => {
    const overviewOf = async (client: Client) =>
      (await client.get<{ points: Record<string, number> | null }>('/api/acquisition/overview/queryOverview')).data.points
    expect(await overviewOf(admin)).toMatchObject({ good: 1, none: 1 })
    expect(await overviewOf(hiders.newestQuality)).toBeNull()
  })
})

describe('a call that tells a hidden field', () => {
  it.each(withheld)('%s: %s is refused', async (_name, path, of, field) => {
    const route = routes.find((one) => one.path === path)
    expect(route).toBeDefined()
    const { token } = of === points ? hiders[field as keyof typeof hiders] : await tenant.signIn(nameOf(of, field))
    const answer = await call(server.url, route?.method ?? 'GET', `/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer).toMatchObject({ http: 403, message: 'Your role hides what this would tell' })
  })

  it('is explained: it is granted, and withheld', async () => {
    const why = await admin.get<{ verdict: string; reason: string; steps: { step: string; ok: boolean }[] }>('/api/admin/why/queryWhy', {
      userId: tenant.users['newestValue'] as string,
      kind: 'url',
      item: '/acquisition/reading/queryReadingTrend',
    })
    expect(why.data).toMatchObject({ verdict: 'denied', reason: 'withheld' })
    expect(why.data.steps.slice(-2)).toEqual([
      { step: 'roles', ok: true },
      { step: 'fields', ok: false },
    ])
  })
})
