/** A gateway that sends for the devices behind it, over its one connection, and for nobody else. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import type { BuiltDevice } from '../../tests/support/devices.ts'
import { buildDevice, changeDevice, samplesOf, stateOf } from '../../tests/support/devices.ts'
import type { Wire5 } from '../../tests/support/mqtt5-wire.ts'
import { openWire5, publish5 } from '../../tests/support/mqtt5-wire.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { openDeadbandFilter } from './deadband.ts'
import { openIngest } from './ingest.ts'
import type { Device } from './known-devices.ts'
import { openMessages } from './messages.ts'
import { openQueue } from './queue.ts'

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let port: number
const open: Wire5[] = []
beforeAll(async () => {
  server = await startServer({ mqttPort: 0 })
  ;[tenant, other] = [await buildTenant(server), await buildTenant(server)]
  const { mqtt: collector } = server.services.acquisition.collectors
  await collector?.opened
  if (collector?.state.state !== 'listening') throw new Error('the broker does not listen')
  port = collector.state.port
})
afterEach(() => {
  for (const wire of open.splice(0)) wire.cut()
})
afterAll(() => server.stop())

/** A gateway with a device behind it that it calls by its code, and one that it calls "Device B"; and one beside it. */
async function field() {
  const [gateway, one, two, beside] = [
    await buildDevice(server, tenant),
    await buildDevice(server, tenant),
    await buildDevice(server, tenant),
    await buildDevice(server, tenant),
  ]
  await changeDevice(server, one, { gateway_id: gateway.id })
  await changeDevice(server, two, { gateway_id: gateway.id, gateway_name: 'Device B' })
  const { wire } = await openWire5(port, gateway)
  open.push(wire)
  let id = 0
  return {
    gateway,
    one,
    two,
    beside,
    /** What the gateway is answered. */
    async send(topic: string, message: unknown): Promise<number | undefined> {
      wire.write(publish5(topic, typeof message === 'string' ? message : JSON.stringify(message), (id += 1)))
      const answer = await wire.next()
      return answer?.cmd === 'puback' ? answer.reasonCode : undefined
    },
  }
}
const values = async (device: BuiltDevice, key = 'temperature') =>
  (await samplesOf(server, device.series[key] as number)).map(({ value }) => value)

describe('a gateway', () => {
  it('sends for many in one message, by their codes or the names it has for them', async () => {
    const { gateway, one, two, send } = await field()
    const ts = Date.now() - 1000
    const message = { [one.code]: [{ ts, values: { temperature: 1 } }], 'Device B': [{ ts, values: { temperature: 2 } }, { humidity: 3 }] }
    expect(await send('v1/gateway/connect', { device: 'Device B' })).toBe(0)
    expect(await send('v1/gateway/telemetry', message)).toBe(0)
    expect([await values(one), await values(two), await values(two, 'humidity'), await values(gateway)]).toEqual([[1], [2], [3], []])
    for (const { id } of [gateway, one, two]) expect(await stateOf(server, id)).toEqual({ seen: true, error: null, detail: null })
    expect(await send('v1/gateway/disconnect', { device: 'Device B' })).toBe(0)
  })

  it("publishes under the topics of each, and what is wrong is that device's", async () => {
    const { gateway, one, two, send } = await field()
    expect([await send(`d/${one.code}/temperature`, '5'), await send(`d/${two.code}`, { temperature: 6 })]).toEqual([0, 0])
    expect(await send(`d/${one.code}`, { nothing: 7 })).toBe(0x83)
    expect(await send(`d/${gateway.code}/temperature`, '8')).toBe(0)
    expect([await values(one), await values(two), await values(gateway)]).toEqual([[5], [6], [8]])
    expect(await stateOf(server, one.id)).toMatchObject({ error: 'unknown-point', detail: 'nothing' })
    expect(await stateOf(server, gateway.id)).toMatchObject({ error: null })
  })

  it.each(['beside it', 'behind another', 'of another tenant', 'out of use'])('sends nothing for a device %s', async (where) => {
    const { gateway, one, beside, send } = await field()
    const target = where === 'of another tenant' ? await buildDevice(server, other) : where === 'out of use' ? one : beside
    if (where === 'behind another') await changeDevice(server, target, { gateway_id: (await buildDevice(server, tenant)).id })
    if (where === 'out of use') await changeDevice(server, target, { device_status: 0 })
    expect(await send('v1/gateway/telemetry', { [target.code]: { temperature: 1 }, [`../${target.code}`]: { temperature: 1 } })).toBe(0x87)
    expect(await send(`d/${target.code}/temperature`, '2')).toBe(0x87)
    expect([await values(target), await values(gateway)]).toEqual([[], []])
    expect((await stateOf(server, gateway.id))?.error).toMatch(/unknown-device|topic/)
    if (where !== 'out of use') expect(await stateOf(server, target.id)).toBeUndefined()
  })

  it('is told of what is nobody’s, and that alone can be read once the device is known', async () => {
    const { gateway, one, beside, send } = await field()
    const message = { [one.code]: { temperature: 1 }, 'Device C': { temperature: 2 } }
    expect(await send('v1/gateway/telemetry', message)).toBe(0)
    expect(await stateOf(server, gateway.id)).toMatchObject({ error: 'unknown-device', detail: 'Device C' })
    expect([await send('v1/gateway/connect', { device: 'Device C' }), await send('v1/gateway/telemetry', [1])]).toEqual([0x87, 0x99])
    await changeDevice(server, beside, { gateway_id: gateway.id, gateway_name: 'Device C' })
    await server.services.acquisition.unparsed.flush()
    const admin = await tenant.signIn('admin')
    const again = await admin.post<{ read: number; stored: number }>('/api/acquisition/unparsedmessage/rereadUnparsedMessage', {})
    // The part that was nobody's, and the notice of it.
    expect(again.data).toMatchObject({ read: 2, stored: 1 })
    expect([await values(one), await values(beside)]).toEqual([[1], [2]])
  })
})

it('is stored with all its parts at once, so that a message that comes again stores none of them twice', async () => {
  const { gateway, one, two } = await field()
  const { registry } = server.services.acquisition
  const queue = openQueue()
  const ingest = openIngest({
    queue,
    states: { recordMessage: () => undefined },
    deadbandFilter: openDeadbandFilter(),
    allow: () => Promise.resolve(0),
    keptDays: () => Promise.resolve({}),
  })
  const device = (await registry.find(gateway.name)) as Device
  const payload = JSON.stringify({ [one.code]: { temperature: 1 }, [two.code]: { temperature: 2 } })
  const receiving = openMessages(ingest, { keep: () => undefined }, registry, { keep: () => undefined }).receive(
    device,
    { source: { via: 'mqtt', topic: 'v1/gateway/telemetry' }, payload },
    true,
  )
  await expect.poll(() => queue.samples).toBe(2)
  // The smallest batch there is.
  const batch = queue.take(1)
  expect(batch.map(({ deviceId }) => deviceId)).toEqual([one.id, two.id])
  for (const each of batch) each.failed(new Error('no room on the disk'))
  await expect(receiving).rejects.toThrow('no room')
})

it('a device that is no gateway sends for nobody', async () => {
  const [device, neighbour] = [await buildDevice(server, tenant), await buildDevice(server, tenant)]
  const { wire } = await openWire5(port, device)
  open.push(wire)
  wire.write(publish5('v1/gateway/telemetry', JSON.stringify({ [neighbour.code]: { temperature: 1 } }), 1))
  expect(await wire.next()).toMatchObject({ cmd: 'puback', reasonCode: 0x87 })
  expect(await values(neighbour)).toEqual([])
})
