/** An edge node of Sparkplug B, by mqtt.js: from its births to the samples, and what its death means. */
import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { BuiltDevice } from '../../../tests/support/devices.ts'
import { buildDevice, changeDevice, samplesOf, stateOf } from '../../../tests/support/devices.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { TYPE, encodePayload, readPayload } from '../../../tests/support/sparkplug.ts'
import type { WrittenMetric } from '../../../tests/support/sparkplug.ts'
import { QUALITY, REASONS } from '../../../model/acquisition/quality.ts'

let server: TestServer
let tenant: BuiltTenant
let port: number
const open: MqttClient[] = []
beforeAll(async () => {
  server = await startServer({ mqttPort: 0 })
  tenant = await buildTenant(server)
  const { mqtt: collector } = server.services.acquisition.collectors
  await collector?.opened
  if (collector?.state.state !== 'listening') throw new Error('the broker does not listen')
  port = collector.state.port
})
afterEach(() => {
  for (const client of open.splice(0)) client.end(true)
})
afterAll(() => server.stop())

async function edgeNode(device: BuiltDevice, options: IClientOptions = {}) {
  const client = mqtt.connect({
    port,
    username: device.name,
    password: device.secret,
    clientId: 'edge',
    reconnectPeriod: 0,
    will: {
      topic: 'spBv1.0/plant/NDEATH/edge',
      payload: encodePayload({ metrics: [{ name: 'bdSeq', long_value: 0 }] }),
      qos: 1,
      retain: false,
    },
    ...options,
  })
  open.push(client)
  const commands: { topic: string; names: (string | undefined)[] }[] = []
  client.on('message', (topic, payload) => commands.push({ topic, names: readPayload(payload).metrics.map(({ name }) => name) }))
  await new Promise<void>((resolve) => {
    client.once('connect', () => resolve())
  })
  let seq = -1
  return {
    client,
    commands,
    /** With QoS 1 instead of 0, so that it is known when it has been seen to. */
    async publish(kind: string, metrics: WrittenMetric[], { name = '', skip = 0 } = {}): Promise<void> {
      seq = kind === 'NBIRTH' ? 0 : (seq + 1 + skip) % 256
      const topic = `spBv1.0/plant/${kind}/edge${name === '' ? '' : `/${name}`}`
      await client.publishAsync(topic, encodePayload({ timestamp: Date.now(), seq, metrics }), { qos: 1 })
    },
  }
}
const samples = async (device: BuiltDevice, key = 'temperature') =>
  (await samplesOf(server, device.series[key] as number)).map(({ value, reason }) => ({ value, reason }))
const good = (value: number) => ({ value, reason: REASONS.none })
const lost = { value: null, reason: REASONS.comm }

it.each([4, 5] as const)('is read by level %i, for itself and for the devices behind it', async (protocolVersion) => {
  const [edge, device] = [await buildDevice(server, tenant, { cpu_load: {} }), await buildDevice(server, tenant)]
  await changeDevice(server, device, { gateway_id: edge.id, gateway_name: 'Boiler 1' })
  const node = await edgeNode(edge, { protocolVersion })
  await node.client.subscribeAsync('spBv1.0/plant/NCMD/edge')
  await node.publish('NBIRTH', [
    { name: 'bdSeq', datatype: TYPE.uint64, long_value: 0 },
    { name: 'Node Control/Rebirth', datatype: TYPE.boolean, boolean_value: false },
    { name: 'cpu/load', alias: 1, datatype: TYPE.float, float_value: 0 },
  ])
  await node.publish('DBIRTH', [{ name: 'temperature', alias: 2, datatype: TYPE.int16, int_value: 65_526 }], { name: 'Boiler 1' })
  await node.publish('NDATA', [{ alias: 1, float_value: 0.5 }])
  await node.publish('DDATA', [{ alias: 2, int_value: 21 }], { name: 'Boiler 1' })
  expect([await samples(edge, 'cpu_load'), await samples(device)]).toEqual([
    [good(0), good(0.5)],
    [good(-10), good(21)],
  ])
  expect([await stateOf(server, edge.id), await stateOf(server, device.id)]).toEqual([
    { seen: true, error: null, detail: null },
    { seen: true, error: null, detail: null },
  ])
  expect(node.commands).toEqual([])
  // A message is missing: it is asked to tell everything again, and told of where people look.
  await node.publish('DDATA', [{ alias: 2, int_value: 22 }], { name: 'Boiler 1', skip: 1 })
  await expect.poll(() => node.commands).toEqual([{ topic: 'spBv1.0/plant/NCMD/edge', names: ['Node Control/Rebirth'] }])
  expect((await samples(device)).at(-1)).toEqual(good(22))
  expect(await stateOf(server, edge.id)).toMatchObject({ error: 'sequence-gap', detail: 'spBv1.0/plant/DDATA/edge/Boiler 1' })
})

it('a death marks the points of whoever has died as not to be reached: of a device alone, or of the node and all it speaks for', async () => {
  const [edge, one, two, unborn] = [
    await buildDevice(server, tenant),
    await buildDevice(server, tenant),
    await buildDevice(server, tenant),
    await buildDevice(server, tenant),
  ]
  for (const { code, ...device } of [one, two, unborn])
    await changeDevice(server, { ...device }, { gateway_id: edge.id, gateway_name: `at ${code}` })
  const node = await edgeNode(edge)
  await node.publish('NBIRTH', [{ name: 'temperature', alias: 1, double_value: 1 }])
  for (const { code } of [one, two]) await node.publish('DBIRTH', [{ name: 'temperature', double_value: 2 }], { name: `at ${code}` })
  await node.publish('DDEATH', [], { name: `at ${one.code}` })
  expect([await samples(one), await samples(two), await stateOf(server, one.id)]).toEqual([
    [good(2), lost],
    [good(2)],
    { seen: true, error: 'offline', detail: `spBv1.0/plant/DDEATH/edge/at ${one.code}` },
  ])
  // The will of a connection that is lost.
  node.client.stream.destroy()
  await expect.poll(() => samples(two)).toEqual([good(2), lost])
  expect([await samples(edge), await samples(one), await samples(unborn)]).toEqual([[good(1), lost], [good(2), lost], []])
  expect(await stateOf(server, edge.id)).toMatchObject({ error: 'offline' })
  expect((await samplesOf(server, edge.series['temperature'] as number)).at(-1)?.quality).toBe(QUALITY.bad)
})

it.each(['edge', 'another'])(
  'whoever is born again is not buried by the will of the connection before, with client id %s',
  async (clientId) => {
    const edge = await buildDevice(server, tenant)
    const before = await edgeNode(edge)
    await before.publish('NBIRTH', [{ name: 'temperature', double_value: 1 }])
    const next = await edgeNode(edge, { clientId })
    await next.publish('NBIRTH', [{ name: 'temperature', double_value: 2 }])
    before.client.stream.destroy()
    await expect.poll(() => server.services.acquisition.collectors.mqtt?.connectionsOf?.(tenant.id)).toBe(1)
    expect(await samples(edge)).toEqual([good(1), good(2)])
  },
)

it('says nothing for a device that is not behind it, and is told of an alias that no birth has named', async () => {
  const [edge, beside] = [await buildDevice(server, tenant), await buildDevice(server, tenant)]
  const node = await edgeNode(edge)
  await node.publish('NBIRTH', [])
  await node.publish('DBIRTH', [{ name: 'temperature', double_value: 2 }], { name: beside.code })
  await node.publish('DDEATH', [], { name: beside.code })
  expect([await samples(beside), await samples(edge), await stateOf(server, beside.id)]).toEqual([[], [], undefined])
  expect(await stateOf(server, edge.id)).toMatchObject({ error: 'unknown-device', detail: beside.code })
  await node.publish('NDATA', [{ alias: 9, double_value: 3 }])
  expect(await stateOf(server, edge.id)).toMatchObject({ error: 'no-birth' })
  await node.client.publishAsync('spBv1.0/plant/NDATA/edge', 'no payload at all', { qos: 1 })
  expect(await stateOf(server, edge.id)).toMatchObject({ error: 'syntax' })
  await node.client.publishAsync('spBv1.0/plant/NDATA/other', '[]', { qos: 1 })
  expect(await stateOf(server, edge.id)).toMatchObject({ error: 'topic', detail: 'spBv1.0/plant/NDATA/other' })
})
