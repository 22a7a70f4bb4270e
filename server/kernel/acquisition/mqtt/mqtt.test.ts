/** The broker, spoken to by a client of another maker and by one that counts bytes. */
import { once } from 'node:events'
import { connect as connectSocket, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, changeDevice, samplesOf } from '../../../../tests/support/devices.ts'
import { connectDevice } from '../../../../tests/support/mqtt-wire.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { hashDeviceSecret, newDeviceSecret } from '../../device-secrets.ts'

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let port: number
const open: MqttClient[] = []
beforeAll(async () => {
  server = await startServer({ mqttPort: 0 })
  ;[tenant, other] = [await buildTenant(server), await buildTenant(server)]
  const { mqtt: collector } = server.services.acquisition.collectors
  await collector?.opened
  if (collector?.state.state !== 'listening') throw new Error('the broker does not listen')
  port = collector.state.port
})
afterEach(() => { for (const client of open.splice(0)) client.end(true) })
afterAll(() => server.stop())

function client(options: IClientOptions): MqttClient {
  const made = mqtt.connect({ host: '127.0.0.1', port, protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 5000, ...options })
  made.on('error', () => undefined)
  open.push(made)
  return made
}

async function connected(device: Pick<BuiltDevice, 'name' | 'secret'>, options: IClientOptions = {}): Promise<MqttClient> {
  const made = client({ username: device.name, password: device.secret, ...options })
  await new Promise<void>((resolve, reject) => {
    made.once('connect', () => resolve())
    made.once('error', reject)
    made.once('close', () => reject(new Error('closed')))
  })
  return made
}

const closed = (made: MqttClient) => new Promise<void>((resolve) => { made.once('close', () => resolve()) })

/** True where it was acknowledged, false where the broker hung up instead. */
async function publish(made: MqttClient, topic: string, payload: string | Buffer): Promise<boolean> {
  return Promise.race([made.publishAsync(topic, payload, { qos: 1 }).then(() => true, () => false), closed(made).then(() => false)])
}

const values = async (device: BuiltDevice, key: string) => (await samplesOf(server, device.series[key] as number)).map(({ value }) => value)

describe('a device', () => {
  it('publishes under its topics, and what is acknowledged is stored', async () => {
    const device = await buildDevice(server, tenant)
    const made = await connected(device)
    expect(await publish(made, `d/${device.code}/temperature`, '21.5')).toBe(true)
    expect(await values(device, 'temperature')).toEqual([21.5])
    const ts = Date.now()
    expect(await publish(made, `d/${device.code}`, JSON.stringify({ ts, values: { temperature: 22, humidity: 61 } }))).toBe(true)
    expect(await publish(made, `d/${device.code}`, JSON.stringify([{ ts: ts + 1, values: { temperature: 23 } }, { ts: ts + 2, values: { temperature: 24 } }]))).toBe(true)
    expect(await publish(made, 'v1/devices/me/telemetry', JSON.stringify({ ts: ts + 3, values: { temperature: 25 } }))).toBe(true)
    expect(await values(device, 'temperature')).toEqual([21.5, 22, 23, 24, 25])
    expect(await values(device, 'humidity')).toEqual([61])
    // Nonsense is acknowledged, or it would come again for ever; it is counted and named.
    expect(await publish(made, `d/${device.code}`, 'nonsense')).toBe(true)
    expect(await publish(made, `d/${device.code}/nothing`, '1')).toBe(true)
  })

  it('publishes with QoS 0 and 2 as well', async () => {
    const device = await buildDevice(server, tenant)
    const made = await connected(device)
    await made.publishAsync(`d/${device.code}/temperature`, '1', { qos: 0 })
    await made.publishAsync(`d/${device.code}/temperature`, '2', { qos: 2 })
    await expect.poll(() => values(device, 'temperature')).toEqual([1, 2])
  })

  it.each(['d/else', 'd/else/temperature', 'd', 'x/y', '$SYS/broker', 'd/+/temperature', 'd/#', 'v1/devices/me/attributes'])('that publishes to %s is cut off', async (topic) => {
    const [device, neighbour] = [await buildDevice(server, tenant), await buildDevice(server, tenant)]
    const made = await connected(device)
    expect(await publish(made, topic.replace('else', neighbour.code), '{"temperature": 5}')).toBe(false)
    expect(await values(neighbour, 'temperature')).toEqual([])
  })

  it('hears nothing, of others or of itself', async () => {
    const [device, foreign] = [await buildDevice(server, tenant), await buildDevice(server, other)]
    const heard: string[] = []
    const listener = await connected(device)
    listener.on('message', (topic) => heard.push(topic))
    for (const topic of ['#', '+/+/+', `d/${device.code}/#`, `d/${foreign.code}`, '$SYS/#', '$share/x/#']) {
      const granted = await listener.subscribeAsync(topic, { qos: 1 }).catch(() => 'refused')
      if (granted !== 'refused') expect((granted as { qos: number }[]).map(({ qos }) => qos), topic).toEqual([128])
    }
    expect(await publish(await connected(foreign), `d/${foreign.code}`, '{"temperature": 1}')).toBe(true)
    expect(await publish(await connected(device, { clientId: 'second' }), `d/${device.code}`, '{"temperature": 1}')).toBe(true)
    const late = await connected(device, { clientId: 'third', clean: false })
    late.on('message', (topic) => heard.push(topic))
    await new Promise((resolve) => { setTimeout(resolve, 200) })
    expect(heard).toEqual([])
  })

  it('is let in by its own name and secret alone', async () => {
    const [device, foreign] = [await buildDevice(server, tenant), await buildDevice(server, other)]
    const isRefused = (name: string, secret: string, options: IClientOptions = {}) => expect(connected({ name, secret }, options), `${name} ${secret}`).rejects.toThrow()
    await isRefused(device.name, foreign.secret)
    await isRefused(device.name, '')
    await isRefused(`${other.code}/${device.code}`, device.secret)
    await isRefused(device.code, device.secret)
    await isRefused(`${tenant.code}/#`, device.secret)
    await isRefused(device.name, device.secret, { clientId: 'a#b' })
    await isRefused(device.name, device.secret, { clientId: 'x'.repeat(65) })
    await isRefused('', '')
    expect((await connected(device)).connected).toBe(true)
  })

  it('is not pushed out by another tenant\'s that takes its client id', async () => {
    const [device, foreign] = [await buildDevice(server, tenant), await buildDevice(server, other)]
    const mine = await connected(device, { clientId: 'shared' })
    await connected(foreign, { clientId: 'shared' })
    expect(await publish(mine, `d/${device.code}/temperature`, '1')).toBe(true)
  })

  it.each([
    ['disabled', { device_status: 0 as const }], ['given another secret', { secret_hash: hashDeviceSecret(newDeviceSecret()) }], ['polled instead', { connection: 'modbus' as const }],
  ])('that is %s is cut off within a second', async (_name, change) => {
    const [device, neighbour] = [await buildDevice(server, tenant), await buildDevice(server, tenant)]
    const [made, stays] = [await connected(device), await connected(neighbour)]
    const ended = closed(made)
    const start = performance.now()
    await changeDevice(server, device, change)
    await ended
    expect(performance.now() - start).toBeLessThan(1000)
    await expect(connected(device)).rejects.toThrow()
    expect(await publish(stays, `d/${neighbour.code}/temperature`, '1')).toBe(true)
  })

  it('is cut off when it announces a packet that is too large, signed in or not', async () => {
    const device = await buildDevice(server, tenant)
    const made = await connected(device)
    expect(await publish(made, `d/${device.code}`, Buffer.alloc(300 * 1024, 32))).toBe(false)
    const stranger = connectSocket(port, '127.0.0.1')
    stranger.on('error', () => undefined)
    // The length alone is enough: nothing of a megabyte is waited for.
    stranger.write(Buffer.from([0x10, 0x80, 0x80, 0x40]))
    await once(stranger, 'close')
  })

  it('that keeps failing is not looked at for a while', async () => {
    const device = await buildDevice(server, tenant)
    for (let times = 0; times < 10; times += 1) await expect(connectDevice({ port, username: device.name, password: 'wrong', clientId: 'x' })).rejects.toThrow('refused: 4')
    await expect(connectDevice({ port, username: device.name, password: device.secret, clientId: 'x' })).rejects.toThrow('refused: 5')
  })
})

describe('the acknowledgement', () => {
  it('waits for the commit, and is not given when there is none', async () => {
    const device = await buildDevice(server, tenant)
    const wire = await connectDevice({ port, username: device.name, password: device.secret, clientId: 'waits' })
    const { queue } = server.services.acquisition
    const take = queue.take.bind(queue)
    // The writer finds nothing for a while: what has not been stored must not have been acknowledged.
    queue.take = () => []
    let acknowledged = 0
    wire.publish(`d/${device.code}/temperature`, '1', () => { acknowledged += 1 })
    await new Promise((resolve) => { setTimeout(resolve, 400) })
    expect([acknowledged, await values(device, 'temperature')]).toEqual([0, []])
    queue.take = take
    wire.publish(`d/${device.code}/temperature`, '2', () => { acknowledged += 1 })
    await expect.poll(() => acknowledged).toBe(2)
    expect(await values(device, 'temperature')).toEqual([1, 2])
    wire.cut()
  })
})

describe('a port that is taken', () => {
  it('stops the broker alone, which says so', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const second = await startServer({ mqttPort: (taken.address() as AddressInfo).port })
    try {
      const { mqtt: collector } = second.services.acquisition.collectors
      await collector?.opened
      expect(collector?.state).toEqual({ state: 'failed', error: 'EADDRINUSE' })
      expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
    } finally {
      await second.stop()
      taken.close()
    }
  })
})
