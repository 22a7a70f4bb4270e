/** What is special about the registry: points that come with a type, secrets told once, the quota of points, and that whoever remembers it is told. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceTypes, devices, points, projects, sites, typePoints } from '../model/index.ts'
import type { Resource } from '../model/resource.ts'
import { deviceSecretMatches } from '../server/acquisition/device-secrets.ts'
import type { Invalidation } from '../server/kernel/runtime/invalidations.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildPlatform, buildTenant, buildUser, unique } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { hiderOf, hiding } from './support/hiding.ts'
import { dump } from './support/rows.ts'
import { giveNetworksTo } from './support/devices.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { importRows, upload, importPath } from './support/uploads.ts'
import { addRow, newValues, pathsOf } from './support/values.ts'

interface Listed {
  list: (Record<string, unknown> & { id: string })[]
  total: number
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let operator: Client
const received: (Invalidation | undefined)[] = []
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  operator = await (await buildPlatform(server)).signIn('admin')
  server.services.invalidations.subscribe((invalidation) => received.push(invalidation))
})
afterAll(() => server.stop())

const asOwner = async <Row>(statement: string, values: unknown[] = []) =>
  server.database.asOwner(async (client) => (await client.query(statement, values)).rows as Row[])
const list = async (of: Resource, query: Record<string, string> = {}, client = admin) =>
  (await client.get<Listed>(pathsOf(of).query, { pageSize: '1000', ...query })).data
const add = (of: Resource, values: Record<string, unknown>, client = admin) => client.post<{ id: string }>(pathsOf(of).add, values)
const device = (changes: Record<string, unknown> = {}) => ({
  deviceCode: `d-${unique()}`,
  deviceName: 'A device',
  deviceStatus: 1,
  connection: 'push',
  ...changes,
})
const point = (deviceId: string, pointKey: string, changes: Record<string, unknown> = {}) => ({
  deviceId,
  pointKey,
  pointName: pointKey,
  ...changes,
})

/** A type with points of these keys. */
async function typeWith(keys: readonly string[], client = admin): Promise<{ id: string; name: string }> {
  const { id } = await addRow(client, deviceTypes, { typeName: `type ${unique()}` })
  for (const pointKey of keys)
    expect(
      await add(
        typePoints,
        {
          deviceTypeId: id,
          pointKey,
          pointName: pointKey.toUpperCase(),
          unit: '°C',
          displayUnit: '°F',
          scale: 0.1,
          rangeLow: -40,
          rangeHigh: 120.5,
          retention: 'long',
          registerKind: 'input',
          registerAddress: 7,
          registerFormat: 'float32',
          byteOrder: 'CDAB',
          staleSeconds: 300,
        },
        client,
      ),
    ).toMatchObject({ http: 200 })
  const name = (await client.get<Listed>(pathsOf(deviceTypes).query, { id })).data.list[0]?.['typeName']
  return { id, name: String(name) }
}

const keysOf = async (deviceId: string, client = admin) =>
  (await list(points, { deviceId }, client)).list.map((row) => String(row['pointKey'])).sort()

describe('a device and its type', () => {
  it('is given the points of its type, column by column, each with a series of its own', async () => {
    const type = await typeWith(['temp1', 'temp2'])
    const {
      data: { id },
    } = await add(devices, device({ deviceTypeId: type.id }))
    const {
      list: [first, second],
    } = await list(points, { deviceId: id, sorter: 'pointKey_ascend' })
    expect(first).toMatchObject({
      pointKey: 'temp1',
      pointName: 'TEMP1',
      unit: '°C',
      displayUnit: '°F',
      scale: 0.1,
      valueOffset: 0,
      rangeLow: -40,
      rangeHigh: 120.5,
      retention: 'long',
      registerKind: 'input',
      registerAddress: 7,
      registerFormat: 'float32',
      byteOrder: 'CDAB',
      staleSeconds: 300,
    })
    expect(second).toMatchObject({ pointKey: 'temp2' })
    expect(first).not.toHaveProperty('series')
    const series = await asOwner<{ series: string }>('select series from points where device_id = $1', [id])
    expect(new Set(series.map((row) => row.series)).size).toBe(2)
  })

  it('is given what it lacks when its type is applied again, and keeps what it has', async () => {
    const type = await typeWith(['a', 'b'])
    const {
      data: { id },
    } = await add(devices, device())
    await add(points, point(id, 'A', { pointName: 'mine' }))
    expect(await admin.post('/api/acquisition/device/applyDeviceType', { id: [id] })).toMatchObject({ http: 200, data: { added: 0 } })
    await admin.put(pathsOf(devices).update, { id, deviceTypeId: type.id })
    expect(await keysOf(id)).toEqual(['A'])
    const both = await Promise.all([1, 2].map(() => admin.post<{ added: number }>('/api/acquisition/device/applyDeviceType', { id: [id] })))
    expect(both.map((answer) => answer.data.added).sort()).toEqual([0, 1])
    expect(await keysOf(id)).toEqual(['A', 'b'])
    expect((await list(points, { deviceId: id, pointKey: 'A' })).list[0]).toMatchObject({ pointName: 'mine' })
    expect(await admin.post('/api/acquisition/device/applyDeviceType', { id: [id, '01900000-0000-7000-8000-000000000000'] })).toMatchObject(
      { http: 404 },
    )
  })

  it('takes its points along when it goes, and its history names them', async () => {
    const type = await typeWith(['a', 'b', 'c'])
    const {
      data: { id },
    } = await add(devices, device({ deviceTypeId: type.id }))
    expect(await admin.post(pathsOf(devices).delete, { id: [id] })).toMatchObject({ http: 200, data: { deleted: 1 } })
    expect(await asOwner('select 1 from points where device_id = $1', [id])).toEqual([])
    expect(
      await asOwner("select 1 from changes where table_name = 'points' and verb = 'delete' and before ->> 'device_id' = $1", [id]),
    ).toHaveLength(3)
    expect(await admin.post(pathsOf(deviceTypes).delete, { id: [type.id] })).toMatchObject({ http: 200 })
    expect(await asOwner('select 1 from type_points where device_type_id = $1', [type.id])).toEqual([])
  })

  it('holds a type, a site and a project that are in use', async () => {
    const {
      data: { id: projectId },
    } = await add(projects, await newValues(admin, projects))
    const {
      data: { id: siteId },
    } = await add(sites, await newValues(admin, sites, { projectId }))
    const type = await typeWith(['a'])
    await add(devices, device({ deviceTypeId: type.id, siteId }))
    for (const [of, id] of [
      [projects, projectId],
      [sites, siteId],
      [deviceTypes, type.id],
    ] as const)
      expect(await admin.post(pathsOf(of).delete, { id: [id] }), of.name).toMatchObject({ http: 409 })
  })
})

describe('a point', () => {
  it('has a key that its device has once, in any case of letters', async () => {
    const [first, second] = [(await add(devices, device())).data.id, (await add(devices, device())).data.id]
    expect(await add(points, point(first, 'temp'))).toMatchObject({ http: 200 })
    expect(await add(points, point(second, 'temp'))).toMatchObject({ http: 200 })
    for (const same of ['temp', 'TEMP', ' temp '])
      expect(await add(points, point(first, same)), same).toMatchObject({ http: 409, errors: [{ field: 'pointKey' }] })
    const {
      data: { id },
    } = await add(points, point(first, 'other'))
    expect(await admin.put(pathsOf(points).update, { id, pointKey: 'Temp' })).toMatchObject({ http: 409, errors: [{ field: 'pointKey' }] })
    for (const wrong of ['a b', 'a/b', 'a+', '#', 'ä'])
      expect(await add(points, point(first, wrong)), wrong).toMatchObject({ http: 422, errors: [{ field: 'pointKey' }] })
  })

  it('has the usual values where none are given, also when they are taken away', async () => {
    const {
      data: { id: deviceId },
    } = await add(devices, device())
    const {
      data: { id },
    } = await add(points, point(deviceId, 'p', { scale: '', valueOffset: null }))
    const row = async () => (await list(points, { id })).list[0]
    expect(await row()).toMatchObject({
      scale: 1,
      valueOffset: 0,
      retention: 'standard',
      rangeLow: null,
      deadband: null,
      registerKind: null,
    })
    await admin.put(pathsOf(points).update, { id, scale: -2.5e-3, retention: 'short' })
    expect(await row()).toMatchObject({ scale: -0.0025, retention: 'short' })
    expect(await admin.put(pathsOf(points).update, { id, scale: '', retention: null })).toMatchObject({ http: 200 })
    expect(await row()).toMatchObject({ scale: 1, retention: 'standard' })
    expect((await list(devices, { id: deviceId })).list[0]).toMatchObject({ modbusPort: 502, modbusUnit: 1, pollSeconds: 10 })
  })

  it.each([
    ['a range without width', { rangeLow: 5, rangeHigh: 5 }, 'rangeHigh'],
    ['a range upside down', { rangeLow: 5, rangeHigh: -5 }, 'rangeHigh'],
    ['half a register', { registerKind: 'holding', registerAddress: 0 }, 'registerFormat'],
    ['an address and no more', { registerAddress: 0 }, 'registerKind'],
    ['a deadband below nothing', { deadband: -0.1 }, 'deadband'],
    ['a display unit of another kind', { unit: 'bar', displayUnit: '°C' }, 'displayUnit'],
    ['a display unit without a unit', { displayUnit: 'MPa' }, 'displayUnit'],
    ['a display unit beside words', { unit: 'bar', displayUnit: 'MPa', stateTexts: '0=a' }, 'displayUnit'],
    [
      'a register beyond the last',
      { registerKind: 'holding', registerAddress: 65_536, registerFormat: 'int16', byteOrder: 'ABCD' },
      'registerAddress',
    ],
  ])('does not have %s, in its device or in a type, added, changed or imported', async (_name, values, field) => {
    const {
      data: { id: deviceId },
    } = await add(devices, device())
    const { id: deviceTypeId } = await typeWith([])
    for (const [of, owner] of [
      [points, { deviceId }],
      [typePoints, { deviceTypeId }],
    ] as const) {
      const whole = { ...owner, pointKey: 'p', pointName: 'p' }
      expect(await add(of, { ...whole, ...values })).toMatchObject({ http: 422, errors: [{ field }] })
      const {
        data: { id },
      } = await add(of, whole)
      expect(await admin.put(pathsOf(of).update, { id, ...values })).toMatchObject({ http: 422, errors: [{ field }] })
    }
  })

  it('cannot break those rules in the table either', async () => {
    const {
      data: { id },
    } = await add(points, point((await add(devices, device())).data.id, 'p'))
    for (const change of [
      'range_low = 2, range_high = 1',
      "register_kind = 'coil'",
      'deadband = -1',
      "point_key = 'a+'",
      "retention = 'ever'",
    ]) {
      await expect(asOwner(`update points set ${change} where id = $1`, [id]), change).rejects.toMatchObject({ code: '23514' })
    }
  })
})

it('a polled device says where it is, and half a position is none', async () => {
  expect(await add(devices, device({ connection: 'modbus' }))).toMatchObject({ http: 422, errors: [{ field: 'modbusHost' }] })
  await giveNetworksTo(server, tenant, '10.0.0.0/16')
  expect(await add(devices, device({ connection: 'modbus', modbusHost: '10.0.0.7' }))).toMatchObject({ http: 200 })
  for (const deviceCode of ['a b', 'a#', 'a/b', '+', 'ä', 'a.b'])
    expect(await add(devices, device({ deviceCode })), deviceCode).toMatchObject({ http: 422, errors: [{ field: 'deviceCode' }] })
  const { longitude, ...half } = await newValues(admin, sites)
  expect(await add(sites, half)).toMatchObject({ http: 422, errors: [{ field: 'longitude' }] })
  expect(await add(sites, { ...half, longitude })).toMatchObject({ http: 200 })
})

it('offers points by their names and their devices, to whomever sees these', async () => {
  const made = device()
  const {
    data: { id },
  } = await add(devices, made)
  const {
    data: { id: pointId },
  } = await add(points, point(id, 'level', { pointName: 'Level of the tank' }))
  const offered = async (query: Record<string, string>, client = admin) =>
    (await client.get<{ name: string; value: string }[]>('/api/acquisition/point/queryPointOptions', query)).data
  const both = [{ name: `Level of the tank · ${made.deviceCode}`, value: pointId }]
  expect(await offered({ id: pointId })).toEqual(both)
  expect(await offered({ keyword: made.deviceCode })).toEqual(both)
  const blind = await buildTenant(server, {
    roles: [hiding(points, 'deviceId')],
    users: [buildUser({ username: 'blind', roles: [hiderOf(points, 'deviceId')] })],
  })
  const owner = await blind.signIn('admin')
  const theirs = device()
  const there = await add(devices, theirs, owner)
  await add(points, point(there.data.id, 'level', { pointName: 'Level' }), owner)
  const client = await blind.signIn('blind')
  expect((await offered({}, client)).map(({ name }) => name)).toEqual(['Level'])
  expect(await offered({ keyword: theirs.deviceCode }, client)).toEqual([])
})

describe('the secret of a device', () => {
  const RESET = '/api/acquisition/device/resetDeviceSecret'

  it('is told once, kept as a hash, and replaced by the next', async () => {
    const values = device()
    const {
      data: { id },
    } = await add(devices, values)
    expect((await list(devices, { id })).list[0]).toMatchObject({ secretChangedAt: null })
    const kept = async () =>
      (await asOwner<{ secret_hash: string | null }>('select secret_hash from devices where id = $1', [id]))[0]?.secret_hash
    expect(await kept()).toBeNull()
    const first = await admin.post<{ deviceCode: string; secret: string }>(RESET, { id })
    expect(first).toMatchObject({
      http: 200,
      data: { deviceCode: values.deviceCode, secret: expect.stringMatching(/^[\w-]{43}$/) as string },
    })
    expect(await kept()).toBe(createHash('sha256').update(first.data.secret).digest('hex'))
    expect(deviceSecretMatches(await kept(), first.data.secret)).toBe(true)
    const second = await admin.post<{ secret: string }>(RESET, { id })
    expect([deviceSecretMatches(await kept(), first.data.secret), deviceSecretMatches(await kept(), second.data.secret)]).toEqual([
      false,
      true,
    ])
    const row = (await list(devices, { id })).list[0]
    expect(row).toMatchObject({ secretChangedAt: expect.stringMatching(/^\d{4}-/) as string })

    const everything = await dump(server)
    for (const secret of [first.data.secret, second.data.secret]) expect(everything).not.toContain(secret)
    const hash = (await kept()) as string
    expect(everything.split(hash).length, 'the hash stands in its column alone').toBe(2)
    expect(JSON.stringify(await admin.get('/api/admin/syslog/queryHistory', { noun: 'devices', id }))).not.toContain(hash)
    expect(JSON.stringify(row)).not.toContain(hash)
  })

  it('is nothing a device without one can be let in by', () => {
    for (const secret of ['', 'null', '0'.repeat(64)])
      expect([deviceSecretMatches(null, secret), deviceSecretMatches(undefined, secret)]).toEqual([false, false])
  })

  it("of another tenant's device cannot be made, like that of none", async () => {
    const stranger = await (await buildTenant(server)).signIn('admin')
    const {
      data: { id },
    } = await add(devices, device())
    const [theirs, nobodys] = [
      await stranger.post(RESET, { id }),
      await stranger.post(RESET, { id: '01900000-0000-7000-8000-000000000000' }),
    ]
    expect([theirs.http, theirs.message]).toEqual([404, nobodys.message])
    expect(await asOwner('select secret_hash from devices where id = $1', [id])).toEqual([{ secret_hash: null }])
    expect(await stranger.post('/api/acquisition/device/applyDeviceType', { id: [id] })).toMatchObject({ http: 404 })
  })
})

describe('whoever remembers the registry', () => {
  const eventsDuring = async (work: () => Promise<unknown>) => {
    received.length = 0
    await work()
    return received.filter((event) => event?.kind === 'registry-changed')
  }

  it('is told of every change, by whatever call, and of no refusal', async () => {
    const event = { kind: 'registry-changed', tenantId: tenant.id }
    const type = await typeWith(['a'])
    const {
      data: { id },
    } = await add(devices, device())
    const calls: [string, () => Promise<unknown>][] = [
      ['add', () => add(points, point(id, 'x'))],
      ['update', () => admin.put(pathsOf(devices).update, { id, deviceTypeId: type.id })],
      ['apply', () => admin.post('/api/acquisition/device/applyDeviceType', { id: [id] })],
      ['secret', () => admin.post('/api/acquisition/device/resetDeviceSecret', { id })],
      ['type point', () => add(typePoints, { deviceTypeId: type.id, pointKey: 'y', pointName: 'y' })],
      ['delete', async () => admin.post(pathsOf(points).delete, { id: (await list(points, { deviceId: id })).list.map((row) => row.id) })],
    ]
    for (const [name, call] of calls) expect(await eventsDuring(call), name).toEqual([event])
    let importId: string | null = null
    expect(
      await eventsDuring(async () => {
        importId = (
          await importRows(server.url, admin, devices, [
            ['Device code', 'Device', 'Status', 'Connection'],
            [`i-${unique()}`, 'i', 'Enabled', 'push'],
          ])
        ).data.report.importId
      }),
      'import',
    ).toEqual([event])
    expect(await eventsDuring(() => admin.post('/api/admin/imports/undoImport', { id: importId })), 'undo').toEqual([event])
    expect(await eventsDuring(() => add(points, point(id, 'a b'))), 'refused').toEqual([])
    expect(
      await eventsDuring(() => admin.post(pathsOf(points).delete, { id: ['01900000-0000-7000-8000-000000000000'] })),
      'not there',
    ).toEqual([])
  })
})

describe('the quota of points', () => {
  const HEADINGS = ['Device', 'Key', 'Point']
  const limited = async (pointQuota: number | null) => {
    const built = await buildTenant(server)
    await asOwner('update tenants set point_quota = $2 where id = $1', [built.id, pointQuota])
    return { built, client: await built.signIn('admin') }
  }
  const used = async (id: string) =>
    (await operator.get<Listed>('/api/admin/systenant/querySysTenant', { id })).data.list[0]?.['usedPoints']

  it('is held when points are added, imported, or come with a device, and its use is told live', async () => {
    const { built, client } = await limited(3)
    const type = await typeWith(['a', 'b'], client)
    expect(await used(built.id), 'the points of a type are none of a device').toBe(0)
    const first = device()
    const {
      data: { id },
    } = await add(devices, { ...first, deviceTypeId: type.id }, client)
    expect(await used(built.id)).toBe(2)
    const [before] = [await asOwner('select 1 from devices where tenant_id = $1', [built.id])]

    const refused = await add(devices, device({ deviceTypeId: type.id }), client)
    expect([refused.http, refused.message]).toEqual([409, expect.stringContaining('3') as string])
    const imported = await importRows(server.url, client, devices, [
      ['Device code', 'Device', 'Status', 'Connection', 'Device type'],
      [`i-${unique()}`, 'i', 'Enabled', 'push', type.name],
    ])
    // The check has found it: the row is named, not the whole.
    expect([imported.http, JSON.stringify(imported)]).toEqual([422, expect.stringContaining('3 points at most') as string])
    expect(await asOwner('select 1 from devices where tenant_id = $1', [built.id]), 'the device is not there without its points').toEqual(
      before,
    )
    expect(
      (await importRows(server.url, client, points, [HEADINGS, [first.deviceCode, 'c', 'c'], [first.deviceCode, 'd', 'd']])).http,
    ).toBe(422)
    expect(await used(built.id)).toBe(2)

    expect(await add(points, point(id, 'c'), client)).toMatchObject({ http: 200 })
    expect(await add(points, point(id, 'd'), client)).toMatchObject({ http: 409 })
    await add(typePoints, { deviceTypeId: type.id, pointKey: 'z', pointName: 'z' }, client)
    expect(await client.post('/api/acquisition/device/applyDeviceType', { id: [id] })).toMatchObject({ http: 409 })
    expect([await used(built.id), await keysOf(id, client)]).toEqual([3, ['a', 'b', 'c']])
    await client.post(pathsOf(devices).delete, { id: [id] })
    expect(await used(built.id)).toBe(0)
  })

  it('is held against points added at the same moment', async () => {
    const { built, client } = await limited(5)
    const {
      data: { id },
    } = await add(devices, device(), client)
    const type = await typeWith(['a', 'b'], client)
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, at) => add(points, point(id, `p${at}`), client)),
      ...Array.from({ length: 4 }, () => add(devices, device({ deviceTypeId: type.id }), client)),
    ])
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200, 409]))
    expect([4, 5]).toContain(await used(built.id))
  })
})

describe('what is exported', () => {
  it('can be imported by another tenant, noun by noun, and is the same there', async () => {
    const [source, goal] = [await buildTenant(server), await buildTenant(server)]
    for (const each of [source, goal]) await giveNetworksTo(server, each, '10.1.0.0/16')
    const [from, to] = [await source.signIn('admin'), await goal.signIn('admin')]
    const {
      data: { id: projectId },
    } = await add(projects, { ...(await newValues(from, projects)), orgId: undefined }, from)
    const {
      data: { id: siteId },
    } = await add(sites, { ...(await newValues(from, sites)), projectId, orgId: undefined, longitude: 118.6214, latitude: -32.07 }, from)
    // The other tenant has other organisations.
    for (const { id: named } of (await list(projects, {}, from)).list)
      expect((await from.put(pathsOf(projects).update, { id: named, orgId: null })).http).toBe(200)
    const type = await typeWith(['a', 'b'], from)
    const {
      data: { id },
    } = await add(devices, device({ siteId, deviceTypeId: type.id, connection: 'modbus', modbusHost: '10.1.2.3' }), from)
    await add(points, point(id, 'own', { scale: 1e-7, valueOffset: -0.1, rangeLow: 0.30000000000000004, deadband: 0 }), from)
    const plain = async (of: Resource, client: Client) =>
      (await list(of, {}, client)).list
        .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !/^(id|version|createTime|\w+Id)$/.test(name))))
        .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    for (const noun of [projects, sites, deviceTypes, typePoints, devices, points] as const) {
      const file = await fetch(`${server.url}/api${noun.api.base}/export${noun.api.noun}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${from.token}`, 'accept-language': 'zh' },
      })
      const bytes = Buffer.from(await file.arrayBuffer())
      // Its points came with its type already; the file has them once more.
      if (noun === points) await to.post(pathsOf(points).delete, { id: (await list(points, {}, to)).list.map((row) => row.id) })
      const answer = await upload(server.url, to, importPath(noun), bytes, { language: 'zh' })
      expect(answer, noun.name).toMatchObject({ http: 200, data: { report: { errorTotal: 0 } } })
      expect(await plain(noun, to), noun.name).toEqual(await plain(noun, from))
    }
    expect(await list(points, {}, to)).toMatchObject({ total: 3 })
  })

  it('names what is wrong in a file, also keys that a device has already or twice', async () => {
    const values = device()
    const {
      data: { id },
    } = await add(devices, values)
    const other = device()
    await add(devices, other)
    await add(points, point(id, 'there'))
    const rows = [
      [values.deviceCode, 'THERE', 'x'],
      [values.deviceCode, 'new', 'x'],
      [values.deviceCode, 'New', 'x'],
      [other.deviceCode, 'there', 'x'],
      [other.deviceCode, 'new', 'x'],
      ['nothing', 'there', 'x'],
      [other.deviceCode, 'r', 'x', 'abc'],
    ]
    const answer = await importRows(server.url, admin, points, [['Device', 'Key', 'Point', 'Scale'], ...rows], { mode: 'check' })
    expect(answer.data.report.errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
      '2 pointKey',
      '4 pointKey',
      '7 deviceId',
      '8 scale',
    ])
    expect(answer.data.report.good).toBe(3)
  })

  it.each([projects, sites, deviceTypes, typePoints, devices, points])('$name has a template whose example is taken', async (of) => {
    const file = await fetch(`${server.url}/api${of.api.base}/export${of.api.noun}?isTemplate=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
    })
    expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheet') as string])
  })
})
