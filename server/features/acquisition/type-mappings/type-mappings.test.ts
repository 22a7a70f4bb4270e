/** Mappings of device types, from the page to the samples: over MQTT and HTTP, with messages that are kept and read again. */
import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { samplesOf, stateOf } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { asTenantId } from '../../../kernel/database/as-tenant-id.ts'
import type { UnparsedLimits } from '../../../acquisition/unparsed.ts'
import { expiredUnparsed, openUnparsed, unparsedLimits } from '../../../acquisition/unparsed.ts'
import type { MessageText, Tried } from '../../../../model/contract/acquisition/mappings.ts'
import { MAX_SHOWN_BYTES } from '../../../../model/contract/acquisition/mappings.ts'
import { micros } from '../../../../model/brands.ts'

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let port: number
beforeAll(async () => {
  server = await startServer({ mqttPort: 0 })
  const role = { roleName: 'r', roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  tenant = await buildTenant(server, {
    roles: [
      { ...role, roleCode: 'PRESETS', urls: ['/acquisition/typemapping/addMappingPreset'] },
      {
        ...role,
        roleCode: 'BLIND',
        urls: ['/acquisition/unparsedmessage/*', '/acquisition/typemapping/tryTypeMapping'],
        hiddenFields: [
          { menu: 'points', fields: ['pointKey'] },
          { menu: 'typepoints', fields: ['pointKey'] },
        ],
      },
    ],
    users: [buildUser({ username: 'presets', roles: ['PRESETS'] }), buildUser({ username: 'blind', roles: ['BLIND'] })],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  const { mqtt: collector } = server.services.acquisition.collectors
  await collector?.opened
  if (collector?.state.state !== 'listening') throw new Error('the broker does not listen')
  port = collector.state.port
})
afterAll(() => server.stop())

/** What the call answered with; fails where it did not. */
async function done<Data>(answer: Promise<{ http: number; data: Data; message: string }>): Promise<Data> {
  const { http, data, message } = await answer
  expect({ http, message }).toMatchObject({ http: 200 })
  return data
}

interface Sender {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly secret: string
  readonly typeId: string
}

/** A type with points and rules, and a device of it, made as a person would. */
async function buildSender(points: Readonly<Record<string, string>>, rules: readonly Record<string, unknown>[]): Promise<Sender> {
  const code = `t${unique()}`
  const { id: typeId } = await done(
    admin.post<{ id: string }>('/api/acquisition/devicetype/addDeviceType', { typeCode: code, typeName: code }),
  )
  for (const [pointKey, unit] of Object.entries(points))
    await done(admin.post('/api/acquisition/typepoint/addTypePoint', { deviceTypeId: typeId, pointKey, pointName: pointKey, unit }))
  for (const rule of rules)
    await done(admin.post('/api/acquisition/typemapping/addTypeMapping', { ...rule, deviceTypeId: typeId, ruleName: 'r' }))
  const device = { deviceCode: `d-${code}`, deviceName: code, deviceStatus: 1, connection: 'push', deviceTypeId: typeId }
  const { id } = await done(admin.post<{ id: string }>('/api/acquisition/device/addDevice', device))
  const { secret } = await done(admin.post<{ secret: string }>('/api/acquisition/device/resetDeviceSecret', { id }))
  return { id, code: device.deviceCode, name: `${tenant.code}/${device.deviceCode}`, secret, typeId }
}

async function connect({ name, secret }: Sender): Promise<MqttClient> {
  return mqtt.connectAsync({ host: '127.0.0.1', port, protocolVersion: 4, reconnectPeriod: 0, username: name, password: secret })
}

interface Pushed {
  http: number
  data: { stored: number; refused: number; refusals: { code: string; at: string; message: string }[] }
  errors?: { field: string; message: string }[]
}

async function push({ name, secret }: Sender, body: string, type = 'application/json'): Promise<Pushed> {
  const answer = await fetch(`${server.url}/api/acquisition/push`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
      'content-type': type,
      'accept-language': 'en',
    },
    body,
  })
  return { http: answer.status, ...((await answer.json()) as Omit<Pushed, 'http'>) }
}

/** Values of a point of the device, with their times. */
async function samples(device: Sender, key: string) {
  const series = await server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ series: string }>('select series from points where device_id = $1 and point_key = $2', [
      device.id,
      key,
    ])
    return Number(rows[0]?.series)
  })
  return samplesOf(server, series)
}
const values = async (device: Sender, key: string) => (await samples(device, key)).map(({ value }) => value)

interface Kept {
  id: string
  topic: string | null
  faultCode: string
  faultPlace?: string
  messageHead?: string
  messageBytes: number
}
async function kept({ id }: Pick<Sender, 'id'>, client = admin): Promise<Kept[]> {
  await server.services.acquisition.unparsed.flush()
  const { list } = await done(client.get<{ list: Kept[] }>('/api/acquisition/unparsedmessage/queryUnparsedMessage', { deviceId: id }))
  return list
}
const reread = (id?: readonly string[], client = admin) =>
  client.post<Record<'read' | 'left' | 'stored' | 'corrected' | 'repeated', number>>(
    '/api/acquisition/unparsedmessage/rereadUnparsedMessage',
    {
      ...(id ? { id } : {}),
    },
  )

const sensor = { messageSource: 'mqtt', topicFilter: 'tele/+/SENSOR', messageFormat: 'json' }

describe('a device whose type has a mapping', () => {
  it('publishes to the topics of its rules and is read by them; its own topics are read as ever', async () => {
    const device = await buildSender({ AM2301_Temperature: '°C', POWER: '' }, [
      {
        ...sensor,
        valuePath: 'AM2301.Temperature',
        pointKey: 'AM2301_Temperature',
        sourceUnit: '°F',
        timePath: 'Time',
        timeZone: 'Asia/Shanghai',
      },
      { ...sensor, topicFilter: 'stat/+/POWER', messageFormat: 'text', valuePath: '$', pointKey: 'POWER' },
    ])
    const client = await connect(device)
    const minute = Math.floor(Date.now() / 60_000) * 60_000
    const local = new Date(minute + 8 * 3_600_000).toISOString().slice(0, 19)
    await client.publishAsync('tele/plug/SENSOR', JSON.stringify({ Time: local, AM2301: { Temperature: 212 } }), { qos: 1 })
    await client.publishAsync('stat/plug/POWER', 'ON', { qos: 1 })
    await client.publishAsync(`d/${device.code}`, '{"POWER": false}', { qos: 1 })
    expect(await samples(device, 'AM2301_Temperature')).toMatchObject([{ time: minute, value: 100 }])
    expect(await values(device, 'POWER')).toEqual([1, 0])
    // A topic without a rule is acknowledged, named and kept.
    await client.publishAsync('tele/plug/STATE', '{"Vcc":3.3}', { qos: 1 })
    expect(await stateOf(server, device.id)).toMatchObject({ error: 'topic', detail: 'tele/plug/STATE' })
    expect(await kept(device)).toMatchObject([
      { topic: 'tele/plug/STATE', faultCode: 'topic', messageHead: '{"Vcc":3.3}', messageBytes: 11 },
    ])
    await client.endAsync()
  })

  it('is read by the rules as they are now, at once', async () => {
    const device = await buildSender({ a: '' }, [{ ...sensor, valuePath: 'x', pointKey: 'a' }])
    const client = await connect(device)
    await client.publishAsync('tele/p/SENSOR', '{"x":1,"y":2}', { qos: 1 })
    const { list } = await done(
      admin.get<{ list: { id: string; version: number }[] }>('/api/acquisition/typemapping/queryTypeMapping', {
        deviceTypeId: device.typeId,
      }),
    )
    const [rule] = list
    await done(admin.put('/api/acquisition/typemapping/updateTypeMapping', { id: rule?.id, version: rule?.version, valuePath: 'y' }))
    await client.publishAsync('tele/p/SENSOR', '{"x":1,"y":2}', { qos: 1 })
    expect(await values(device, 'a')).toEqual([1, 2])
    await client.endAsync()
  })

  it('is read over HTTP, lines of CSV among it, and told what was wrong', async () => {
    const device = await buildSender({ a: '', b: '' }, [
      { messageSource: 'http', messageFormat: 'csv-names', valuePath: '*', pointKey: '{1}', timePath: 'time', timeFormat: 'seconds' },
    ])
    const now = Math.floor(Date.now() / 1000)
    expect(await push(device, `time,a,b,note\n${now},1,2,x\n${now + 1},3,4,y`, 'text/csv')).toMatchObject({
      http: 200,
      data: { stored: 4, refused: 0 },
    })
    expect(await values(device, 'b')).toEqual([2, 4])
    const refused = await push(device, `time,a\n${now + 2},wet`, 'text/csv')
    expect(refused).toMatchObject({ http: 422, errors: [{ field: 'a', message: 'a is neither a number nor true or false' }] })
  })
})

describe('a message that could not be read', () => {
  it('is kept, and read again once its mapping is mended: at the time it came, and as often as anybody likes', async () => {
    const device = await buildSender({ a: '', b: '' }, [{ ...sensor, valuePath: 'a', pointKey: 'a' }])
    const client = await connect(device)
    const before = Date.now()
    await client.publishAsync('tele/p/SENSOR', '{"data":{"b":7}}', { qos: 1 })
    const after = Date.now()
    expect(await kept(device)).toMatchObject([{ faultCode: 'unmapped', faultPlace: 'tele/p/SENSOR' }])
    expect(await done(reread())).toMatchObject({ read: 0, stored: 0 })
    await done(
      admin.post('/api/acquisition/typemapping/addTypeMapping', {
        ...sensor,
        deviceTypeId: device.typeId,
        ruleName: 'b',
        valuePath: 'data.b',
        pointKey: 'b',
      }),
    )
    const [message] = await kept(device)
    expect(await done(reread([message?.id ?? '']))).toEqual({ read: 1, left: 0, stored: 1, corrected: 0, repeated: 0 })
    const [sample] = await samples(device, 'b')
    expect(sample?.value).toBe(7)
    expect(sample?.time).toBeGreaterThanOrEqual(before)
    expect(sample?.time).toBeLessThanOrEqual(after + 1)
    expect(await kept(device)).toEqual([])
    await client.endAsync()
  })

  it('gives what it had given before once more as repeated, and another value as a correction', async () => {
    const device = await buildSender({ a: '', b: '' }, [
      { ...sensor, valuePath: 'a', pointKey: 'a' },
      { ...sensor, valuePath: 'b', pointKey: 'b' },
    ])
    const client = await connect(device)
    await client.publishAsync('tele/p/SENSOR', '{"a":1,"b":"wet"}', { qos: 1 })
    const [message] = await kept(device)
    expect(message).toMatchObject({ faultCode: 'not-a-number', faultPlace: 'b' })
    const again = () => done(reread([message?.id ?? '']))
    expect(await again()).toEqual({ read: 0, left: 1, stored: 0, corrected: 0, repeated: 1 })
    const { list } = await done(
      admin.get<{ list: { id: string; version: number; pointKey: string }[] }>('/api/acquisition/typemapping/queryTypeMapping', {
        deviceTypeId: device.typeId,
      }),
    )
    const change = async (pointKey: string, more: object) => {
      const rule = list.find((each) => each.pointKey === pointKey)
      await done(admin.put('/api/acquisition/typemapping/updateTypeMapping', { id: rule?.id, version: rule?.version, ...more }))
    }
    await change('a', { scale: 10 })
    expect(await again()).toEqual({ read: 0, left: 1, stored: 1, corrected: 1, repeated: 0 })
    await change('b', { valueWords: 'wet=1, dry=0' })
    expect(await again()).toEqual({ read: 1, left: 0, stored: 1, corrected: 0, repeated: 1 })
    expect([await values(device, 'a'), await values(device, 'b')]).toEqual([[10], [1]])
    // Both values of the message have its one time.
    expect((await samples(device, 'a'))[0]?.time).toBe((await samples(device, 'b'))[0]?.time)
    await client.endAsync()
  })

  it('is told to whoever may know it, and to nobody else', async () => {
    const device = await buildSender({}, [{ ...sensor, valuePath: 'a', pointKey: 'a' }])
    const client = await connect(device)
    await client.publishAsync('tele/p/SENSOR', '{"secret-key":1}', { qos: 1 })
    const [message] = await kept(device)
    const text = (who: Client) => who.get('/api/acquisition/unparsedmessage/queryMessageText', { id: message?.id ?? '' })
    expect(await text(admin)).toMatchObject({
      http: 200,
      data: { topic: 'tele/p/SENSOR', text: '{"secret-key":1}', deviceTypeId: device.typeId },
    })
    const blind = await tenant.signIn('blind')
    const [seen] = await kept(device, blind)
    expect(seen).toBeDefined()
    expect(seen).not.toHaveProperty('messageHead')
    expect(seen).not.toHaveProperty('faultPlace')
    expect(await text(blind)).toMatchObject({ http: 403 })
    const stranger = await other.signIn('admin')
    expect(await text(stranger)).toMatchObject({ http: 404 })
    expect(await kept(device, stranger)).toEqual([])
    expect(await reread([message?.id ?? ''], stranger)).toMatchObject({ http: 404 })
    expect(await done(reread(undefined, stranger))).toEqual({ read: 0, left: 0, stored: 0, corrected: 0, repeated: 0 })
    expect(await text(await tenant.signIn('viewer'))).toMatchObject({ http: 403 })
    await client.endAsync()
  })

  it('is kept whole however long it is, told by its beginning, and read again', async () => {
    const device = await buildSender({ flow: '' }, [])
    const client = await connect(device)
    // Three bytes each, so that a character stands across the place where the beginning ends.
    const long = (value: number, characters: number) => JSON.stringify({ deep: { q: value }, pad: '界'.repeat(characters) })
    const [overMqtt, overHttp] = [long(7, 80_000), long(8, 300_000)]
    await client.publishAsync('raw/x', overMqtt, { qos: 1 })
    expect((await push(device, overHttp)).http).toBe(422)
    const messages = await kept(device)
    expect(messages.map(({ messageBytes }) => messageBytes)).toEqual([overHttp, overMqtt].map((text) => Buffer.byteLength(text)))
    for (const message of messages) expect(JSON.stringify(message).length).toBeLessThan(2000)
    const textOf = (at: number, more: object = {}) =>
      done(admin.get<MessageText>('/api/acquisition/unparsedmessage/queryMessageText', { id: messages[at]?.id ?? '', ...more }))
    const beginning = await textOf(0)
    expect(beginning).toMatchObject({ isWhole: false, bytes: Buffer.byteLength(overHttp) })
    expect(overHttp.startsWith(beginning.text)).toBe(true)
    expect(Buffer.byteLength(beginning.text)).toBeGreaterThan(MAX_SHOWN_BYTES - 4)
    expect(Buffer.byteLength(beginning.text)).toBeLessThanOrEqual(MAX_SHOWN_BYTES)
    expect(await textOf(0, { whole: 1 })).toMatchObject({ isWhole: true, text: overHttp })
    expect(await textOf(1, { whole: 1 })).toMatchObject({ isWhole: true, text: overMqtt })
    for (const more of [{ messageSource: 'mqtt', topicFilter: 'raw/x' }, { messageSource: 'http' }])
      await done(
        admin.post('/api/acquisition/typemapping/addTypeMapping', {
          ...{ deviceTypeId: device.typeId, ruleName: 'r', messageFormat: 'json', valuePath: 'deep.q', pointKey: 'flow' },
          ...more,
        }),
      )
    expect(await done(reread(messages.map(({ id }) => id)))).toMatchObject({ read: 2, left: 0, stored: 2 })
    expect(await values(device, 'flow')).toEqual([7, 8])
    await client.endAsync()
  })

  it('is kept within bounds of its device and its tenant, the newest first, and no longer than a day; what is not kept is told', async () => {
    const sender = await buildSender({}, [])
    const device = { tenantId: asTenantId(tenant.id), id: sender.id }
    const unkept: string[] = []
    const open = (limits: Partial<UnparsedLimits>) =>
      openUnparsed(server.services.transactions, server.services.clock, ({ id }, why) => unkept.push(`${id} ${why}`), {
        ...{ ...unparsedLimits, device: { messages: 3, bytes: 1000 }, tenant: { messages: 1000, bytes: 10_000 } },
        ...limits,
      })
    const store = open({})
    const keep = (text: string, arrival = Date.now() * 1000, into = store) =>
      into.keep(device, {
        source: { via: 'mqtt', topic: 'x' },
        payload: text,
        arrival: micros(arrival),
        fault: { code: 'topic', at: 'x\0' },
      })
    const starts = async () => (await kept(sender)).map(({ messageHead }) => messageHead)
    const dropped = () => unkept.splice(0)
    for (let at = 0; at < 12; at += 1) keep(`m${at}`, Date.now() * 1000 + at)
    expect(dropped()).toEqual(Array(2).fill(`${sender.id} kept-at-once`))
    await store.flush()
    // Ten of a device in one writing, three in all.
    expect(await starts()).toEqual(['m9', 'm8', 'm7'])
    expect(dropped()).toEqual([`${sender.id} kept-device`])
    keep('half a \uD83D and a \0 zero')
    await store.flush()
    expect((await starts()).length).toBe(3)
    dropped()
    // Bytes count as messages do, before they are written and after.
    const narrow = open({ deviceAtOnce: { messages: 10, bytes: 900 } })
    for (const text of ['a'.repeat(600), 'b'.repeat(600)]) keep(text, Date.now() * 1000 + 1e6, narrow)
    expect(dropped()).toEqual([`${sender.id} kept-at-once`])
    keep('c'.repeat(300), Date.now() * 1000 + 2e6, narrow)
    await narrow.flush()
    keep('d'.repeat(500), Date.now() * 1000 + 3e6, narrow)
    await narrow.flush()
    expect((await starts()).map((start) => start?.[0])).toEqual(['d', 'c'])
    expect(dropped()).toEqual([`${sender.id} kept-device`, `${sender.id} kept-device`])
    const small = open({ tenant: { messages: 1000, bytes: 6 } })
    small.keep(device, {
      source: { via: 'http' },
      payload: 'newest',
      arrival: micros(Date.now() * 1000 + 4e6),
      fault: { code: 'syntax', at: '' },
    })
    await small.flush()
    expect(await starts()).toEqual(['newest'])
    expect(dropped()).toContain(`${sender.id} kept-tenant`)
    await server.database.asOwner((client) => client.query("update unparsed_messages set received_at = now() - interval '25 hours'"))
    await expiredUnparsed(server.services.transactions)()
    expect(await starts()).toEqual([])
  })

  it('stands in the log of its device where it is not kept', async () => {
    const device = await buildSender({}, [])
    const client = await connect(device)
    const { deviceAtOnce } = unparsedLimits
    for (let at = 0; at <= 4 * deviceAtOnce.messages; at += 1) client.publish('raw/x', '{', { qos: 1 })
    await client.publishAsync('raw/x', '{', { qos: 1 })
    const { list } = await done(
      admin.get<{ list: { event: string; code: string }[] }>('/api/acquisition/device/queryDeviceLog', { id: device.id }),
    )
    expect(list.filter(({ code }) => code === 'kept-at-once')).toMatchObject([{ event: 'refused' }])
    await client.endAsync()
  })
})

describe('rules', () => {
  it('are refused in words where they are none, on adding and on changing', async () => {
    const { typeId } = await buildSender({}, [{ ...sensor, valuePath: 'a', pointKey: 'a' }])
    const add = (more: object) =>
      admin.post('/api/acquisition/typemapping/addTypeMapping', {
        ...sensor,
        deviceTypeId: typeId,
        ruleName: 'r',
        valuePath: 'a',
        pointKey: 'a',
        ...more,
      })
    expect(await add({ valuePath: 'a..b' })).toMatchObject({ http: 422, errors: [{ field: 'valuePath' }] })
    expect(await add({ topicFilter: 'a/#/b' })).toMatchObject({ http: 422, errors: [{ field: 'topicFilter' }] })
    expect(await add({ messageSource: 'http' })).toMatchObject({ http: 422, errors: [{ field: 'topicFilter' }] })
    expect(await add({ timeZone: 'Mars/Olympus' })).toMatchObject({ http: 422, errors: [{ field: 'timeZone' }] })
    const { list } = await done(
      admin.get<{ list: { id: string; version: number }[] }>('/api/acquisition/typemapping/queryTypeMapping', { deviceTypeId: typeId }),
    )
    const [rule] = list
    const answer = await admin.put(
      '/api/acquisition/typemapping/updateTypeMapping',
      { id: rule?.id, version: rule?.version, pointKey: '{1}' },
      { 'accept-language': 'zh-CN' },
    )
    expect(answer).toMatchObject({ http: 422, errors: [{ field: 'pointKey' }] })
    expect(answer.errors?.[0]?.message).toContain('测点标识：只能包含字母')
  })

  it('are tried on a message before they are saved: what each finds, and why not', async () => {
    const { typeId } = await buildSender({ a: '°C', b: '' }, [
      { ...sensor, valuePath: 'a', pointKey: 'a', sourceUnit: '°F' },
      { ...sensor, valuePath: 'c', pointKey: 'b' },
      { ...sensor, topicFilter: 'x/y', valuePath: 'a', pointKey: 'a' },
      { ...sensor, valuePath: 'b', pointKey: 'none' },
    ])
    const tried = (more: object, client = admin) =>
      client.post<Tried>('/api/acquisition/typemapping/tryTypeMapping', {
        deviceTypeId: typeId,
        messageSource: 'mqtt',
        topic: 'tele/p/SENSOR',
        text: '{"a":212,"b":[1]}',
        ...more,
      })
    const found = { fault: null, isLeftOut: false, time: null }
    expect(await done(tried({}))).toEqual({
      values: 1,
      refused: 1,
      faults: [{ code: 'unknown-point', at: 'none' }],
      rules: [
        { ruleName: 'r', state: 'read', reason: null, matches: [{ ...found, place: 'a', raw: '212', key: 'a', unit: '°C', value: 100 }] },
        { ruleName: 'r', state: 'not-there', reason: null, matches: [] },
        { ruleName: 'r', state: 'elsewhere', reason: null, matches: [] },
        {
          ruleName: 'r',
          state: 'read',
          reason: null,
          matches: [{ ...found, place: 'b', raw: '[1]', key: 'none', unit: null, value: null, fault: 'unknown-point' }],
        },
      ],
    })
    const draft = { ...sensor, valuePath: 'b[0]', pointKey: 'b' }
    expect(await done(tried({ rule: draft }))).toMatchObject({ values: 1, rules: [{ ruleName: null, matches: [{ key: 'b', value: 1 }] }] })
    expect(await done(tried({ rule: { ...draft, valuePath: 'b[' } }))).toMatchObject({
      values: 0,
      rules: [{ state: 'no-rule', reason: 'Path of the value: cannot be read from character 2 on' }],
    })
    expect(await tried({}, await other.signIn('admin'))).toMatchObject({ http: 404 })
    expect(await tried({}, await tenant.signIn('blind'))).toMatchObject({ http: 403 })
    const { list } = await done(admin.get<{ list: object[] }>('/api/acquisition/typemapping/queryTypeMapping', { deviceTypeId: typeId }))
    expect(list.length).toBe(4)
  })

  it('see what a message says beside what it holds, also when it is tried and read again', async () => {
    const rule = { messageSource: 'mqtt', topicFilter: 'raw/#', messageFormat: 'text', valuePath: '$', pointKey: '{@sensor}' }
    const device = await buildSender({ oil: '', water: '' }, [rule])
    const client = await mqtt.connectAsync({
      ...{ host: '127.0.0.1', port, protocolVersion: 5, reconnectPeriod: 0 },
      ...{ username: device.name, password: device.secret },
    })
    const publish = (payload: string, sensor: string | string[]) =>
      client.publishAsync('raw/x', payload, { qos: 1, properties: { userProperties: { sensor, '\0': 'half \ud800' } } })
    // The first of a name counts.
    await publish('3', ['oil', 'water'])
    await expect(publish('warm', 'water')).rejects.toThrow('Payload format invalid')
    await client.endAsync()
    expect([await values(device, 'oil'), await values(device, 'water')]).toEqual([[3], []])
    await server.services.acquisition.unparsed.flush()
    const { list } = await done(
      admin.get<{ list: { id: string }[] }>('/api/acquisition/unparsedmessage/queryUnparsedMessage', { deviceId: device.id }),
    )
    const [message] = list
    const text = await done(admin.get<MessageText>('/api/acquisition/unparsedmessage/queryMessageText', { id: message?.id ?? '' }))
    expect(text).toMatchObject({ topic: 'raw/x', text: 'warm', userProperties: { sensor: 'water' } })
    const tried = await done(
      admin.post<Tried>('/api/acquisition/typemapping/tryTypeMapping', {
        ...{ deviceTypeId: device.typeId, messageSource: 'mqtt', topic: 'raw/x', text: '4' },
        userProperties: text.userProperties,
      }),
    )
    expect(tried.rules[0]?.matches).toMatchObject([{ key: 'water', value: 4, fault: null }])
    const [mapping] = (
      await done(admin.get<{ list: { id: string }[] }>('/api/acquisition/typemapping/queryTypeMapping', { deviceTypeId: device.typeId }))
    ).list
    await done(admin.put('/api/acquisition/typemapping/updateTypeMapping', { id: mapping?.id, valueWords: 'warm=30' }))
    await done(admin.post('/api/acquisition/unparsedmessage/rereadUnparsedMessage', { id: [message?.id] }))
    expect(await values(device, 'water')).toEqual([30])
  })

  it('of a preset come at once, for whoever may add rules', async () => {
    const { typeId } = await buildSender({}, [])
    const preset = (client: Client, deviceTypeId = typeId) =>
      client.post<{ added: number }>('/api/acquisition/typemapping/addMappingPreset', { deviceTypeId, preset: 'tasmota' })
    expect(await preset(await tenant.signIn('presets'))).toMatchObject({ http: 403 })
    const { added } = await done(preset(admin))
    const { list } = await done(
      admin.get<{ list: { timeZone: string | null }[] }>('/api/acquisition/typemapping/queryTypeMapping', {
        deviceTypeId: typeId,
        pageSize: 100,
      }),
    )
    expect(list.length).toBe(added)
    expect(list[0]?.timeZone).toBe(server.services.config.timeZone)
    expect(await preset(await other.signIn('admin'))).toMatchObject({ http: 404 })
  })
})
