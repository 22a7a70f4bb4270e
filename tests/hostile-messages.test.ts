/**
 * What a device can publish over MQTT, at the largest size that the broker takes and in the shapes that are costly to read, as JSON and
 * as Sparkplug B: no message holds the event loop for long. The same of what comes over HTTP: hostile-bodies.test.ts.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokerLimits } from '../server/acquisition/mqtt/broker.ts'
import { decodePayload } from '../server/acquisition/sparkplug/payload.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant } from './support/builders.ts'
import type { BuiltDevice } from './support/devices.ts'
import { buildDevice, samplesOf } from './support/devices.ts'
import { measureHold } from './support/event-loop.ts'
import { jsonShapes } from './support/hostile.ts'
import { openSession, publishPacket } from './support/mqtt-wire.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { encodePayload } from './support/sparkplug.ts'

/** Milliseconds of the server's thread, as of bodies over HTTP: the least of some tries counts. */
const MAX_HELD_MS = 200
const TRIES = 8

let server: TestServer
let tenant: BuiltTenant
let port: number
beforeAll(async () => {
  server = await startServer({ mqttPort: 0 })
  tenant = await buildTenant(server)
  const { mqtt: collector } = server.services.acquisition.collectors
  await collector?.opened
  if (collector?.state.state !== 'listening') throw new Error('the broker does not listen')
  port = collector.state.port
})
afterAll(() => server.stop())

const sessionOf = ({ name, secret, code }: BuiltDevice) => openSession({ port, username: name, password: secret, clientId: code })

/** Each message of a session of its own, after those that lead to it; whether the broker acknowledges it or hangs up is its own business. */
async function expectShort(
  device: BuiltDevice,
  what: string,
  topic: string,
  payload: Buffer,
  before: readonly (readonly [string, Buffer])[] = [],
) {
  let least = Infinity
  for (let tries = 0; tries < TRIES && least > MAX_HELD_MS; tries += 1) {
    const session = await sessionOf(device)
    for (const [at, [first, content]] of before.entries()) {
      session.write(publishPacket(first, content, { id: at + 1 }))
      expect(await session.next(), `${what}: ${first}`).toEqual(['puback', at + 1])
    }
    const packet = publishPacket(topic, payload, { id: 100 })
    const { longest } = await measureHold(async () => {
      session.write(packet)
      expect([['puback', 100], undefined], what).toContainEqual(await session.next())
    })
    least = Math.min(least, longest)
    session.cut()
  }
  expect(least, `${what} held the event loop for ${Math.round(least)} ms`).toBeLessThanOrEqual(MAX_HELD_MS)
}

/** As often as it fits. */
const often = (part: readonly number[], size: number): Buffer =>
  Buffer.alloc(Math.floor(size / part.length) * part.length, Buffer.from(part))

/**
 * Payloads of Sparkplug B by their bytes (Protocol Buffers, "Encoding"): a tag is the number of the field times 8 and how it is
 * written: 0 a number, 2 a length and as many bytes, 3 the begin of a group. Field 2 of a payload are its metrics.
 */
const sparkplugShapes = (size: number): Readonly<Record<string, Buffer>> => ({
  'metrics that say nothing': often([0x12, 0], size),
  // Name (1) `a` and a whole number (10).
  'one metric many times': often([0x12, 5, 0x0a, 1, 0x61, 0x50, 1], size),
  // The same with its time (3): each is a moment of its own.
  'as many moments as metrics': Buffer.concat(
    Array.from({ length: Math.floor(size / 10) }, (_, at) =>
      Buffer.from([0x12, 8, 0x0a, 1, 0x61, 0x18, (at & 0x7f) | 0x80, (at >> 7) & 0x7f, 0x50, 1]),
    ),
  ),
  // By an alias (2) that no birth has named.
  'aliases of nothing': often([0x12, 4, 0x10, 1, 0x50, 1], size),
  'a length beyond the end': Buffer.concat([Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x0f]), often([0x61], size - 6)]),
  'lengths without an end': often([0x12, 0xff], size),
  'numbers of ten bytes': often([0x58, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], size),
  'deep groups': often([0x1b], size),
  'deep groups, closed': Buffer.concat([often([0x1b], size / 2), often([0x1c], size / 2)]),
  // Field 9, the metrics of a template within a metric, which nobody reads.
  'fields that are passed over': often([0x4a, 0], size),
  'one long name': encodePayload({ metrics: [{ name: 'a'.repeat(size - 64), int_value: 1 }] }),
  'one long text': encodePayload({ metrics: [{ name: 'a', string_value: '9'.repeat(size - 64) }] }),
})

/** Bytes of a payload beside a topic of some hundred. */
const SIZE = brokerLimits.packet - 512

it('hostile JSON over MQTT holds nobody up', async () => {
  const device = await buildDevice(server, tenant)
  for (const { name, body } of jsonShapes(SIZE)) await expectShort(device, name, `d/${device.code}`, body)
  for (const { name, body } of jsonShapes(SIZE)) await expectShort(device, `of a point: ${name}`, `d/${device.code}/temperature`, body)
}, 120_000)

it('neither does hostile Sparkplug, as a birth or as data', async () => {
  const device = await buildDevice(server, tenant)
  const birth = ['spBv1.0/plant/NBIRTH/edge', encodePayload({ timestamp: Date.now(), seq: 0, metrics: [] })] as const
  for (const [name, payload] of Object.entries(sparkplugShapes(SIZE))) {
    expect(payload.length, name).toBeLessThanOrEqual(SIZE)
    await expectShort(device, `birth: ${name}`, 'spBv1.0/plant/NBIRTH/edge', payload)
    await expectShort(device, `data: ${name}`, 'spBv1.0/plant/NDATA/edge', payload, [birth])
    await expectShort(device, `birth of a device: ${name}`, 'spBv1.0/plant/DBIRTH/edge/behind', payload, [birth])
  }
}, 240_000)

it('the shapes of Sparkplug are what their names say', () => {
  const read = Object.fromEntries(Object.entries(sparkplugShapes(1000)).map(([name, payload]) => [name, decodePayload(payload)]))
  expect(read['metrics that say nothing']?.metrics).toHaveLength(500)
  expect(read['one metric many times']?.metrics.every(({ name, value }) => name === 'a' && value === 1)).toBe(true)
  expect(new Set(read['as many moments as metrics']?.metrics.map(({ timestamp }) => timestamp)).size).toBe(100)
  expect(read['aliases of nothing']?.metrics).toHaveLength(166)
  for (const wrong of ['a length beyond the end', 'lengths without an end', 'deep groups']) expect(read[wrong], wrong).toBeUndefined()
  expect(read['fields that are passed over']?.metrics).toEqual([])
})

it('and what comes afterwards is stored', async () => {
  const device = await buildDevice(server, tenant)
  const session = await sessionOf(device)
  session.write(publishPacket(`d/${device.code}/temperature`, '21.5', { id: 1 }))
  expect(await session.next()).toEqual(['puback', 1])
  expect((await samplesOf(server, device.series['temperature'] as number)).map(({ value }) => value)).toEqual([21.5])
  session.cut()
})
