/** The broker, spoken to by a client of another maker and by one that counts bytes. */
import { once } from 'node:events'
import { connect as connectSocket, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { BuiltDevice } from '../../../tests/support/devices.ts'
import { buildDevice, changeDevice, samplesOf, stateOf } from '../../../tests/support/devices.ts'
import { connectDevice, connectPacket, openSession, openWire, publishPacket, pubrelPacket } from '../../../tests/support/mqtt-wire.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { amount } from '../../../tests/support/thorough.ts'
import { hashDeviceSecret, newDeviceSecret } from '../device-secrets.ts'
import { mqtt as driver } from './listener.ts'

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
afterEach(() => {
  for (const client of open.splice(0)) client.end(true)
})
afterAll(() => server.stop())

function client(options: IClientOptions): MqttClient {
  const made = mqtt.connect({ host: '127.0.0.1', port, protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 5000, ...options })
  made.on('error', () => undefined)
  open.push(made)
  return made
}

const connected = (device: Pick<BuiltDevice, 'name' | 'secret'>, options: IClientOptions = {}): Promise<MqttClient> =>
  connectedAs({ username: device.name, password: device.secret, ...options })

/** As firmware that has one field for name and secret. */
const connectedByToken = (token: string, options: IClientOptions = {}): Promise<MqttClient> => connectedAs({ username: token, ...options })

async function connectedAs(options: IClientOptions): Promise<MqttClient> {
  const made = client(options)
  await new Promise<void>((resolve, reject) => {
    made.once('connect', () => resolve())
    made.once('error', reject)
    made.once('close', () => reject(new Error('closed')))
  })
  return made
}

const closed = (made: MqttClient) =>
  new Promise<void>((resolve) => {
    made.once('close', () => resolve())
  })

/** True where it was acknowledged, false where the broker hung up instead. */
async function publish(made: MqttClient, topic: string, payload: string | Buffer): Promise<boolean> {
  return Promise.race([
    made.publishAsync(topic, payload, { qos: 1 }).then(
      () => true,
      () => false,
    ),
    closed(made).then(() => false),
  ])
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
    expect(
      await publish(
        made,
        `d/${device.code}`,
        JSON.stringify([
          { ts: ts + 1, values: { temperature: 23 } },
          { ts: ts + 2, values: { temperature: 24 } },
        ]),
      ),
    ).toBe(true)
    expect(await publish(made, 'v1/devices/me/telemetry', JSON.stringify({ ts: ts + 3, values: { temperature: 25 } }))).toBe(true)
    expect(await values(device, 'temperature')).toEqual([21.5, 22, 23, 24, 25])
    expect(await values(device, 'humidity')).toEqual([61])
    expect(await publish(made, `d/${device.code}`, JSON.stringify({ timestamp: (ts - 60_000) / 1000, temperature: 20 }))).toBe(true)
    expect(await publish(made, `d/${device.code}`, '{"ts": "yesterday", "temperature": 19}')).toBe(true)
    expect(await stateOf(server, device.id)).toMatchObject({ error: 'timestamp', detail: 'ts' })
    expect((await samplesOf(server, device.series['temperature'] as number))[0]).toMatchObject({ time: ts - 60_000, value: 20 })
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

  it.each([
    'd/else',
    'd/else/temperature',
    'd',
    'x/y',
    '$SYS/broker',
    '$SYS/x/new/clients',
    'v1/devices/me/attributes',
    'a/b/c/d/e/f/g/h/i/j',
    'd/own/temperature/more',
    'tele/x/SENSOR',
  ])(
    'that publishes to %s is acknowledged, nothing is stored of it, it is told where people look, and the device goes on',
    async (name) => {
      const [device, neighbour] = [await buildDevice(server, tenant), await buildDevice(server, tenant)]
      const topic = name.replace('else', neighbour.code).replace('own', device.code)
      const [made, bystander] = [await connected(device), await connected(neighbour, { clientId: 'bystander' })]
      expect(await publish(made, topic, name.includes('SYS') ? `${neighbour.name} bystander` : '{"temperature": 5}')).toBe(true)
      await made.publishAsync(topic, '{"temperature": 6}', { qos: 0 })
      await made.publishAsync(topic, '{"temperature": 7}', { qos: 2 })
      expect(await publish(made, `d/${device.code}/temperature`, '8')).toBe(true)
      expect([await values(device, 'temperature'), await values(neighbour, 'temperature')]).toEqual([[8], []])
      expect(await stateOf(server, device.id)).toEqual({ seen: true, error: 'topic', detail: topic })
      expect([bystander.connected, await stateOf(server, neighbour.id)]).toEqual([true, undefined])
    },
  )

  it.each(['d/+/temperature', 'd/#'])('that publishes to %s, which the standard forbids, is cut off, and told why', async (topic) => {
    const device = await buildDevice(server, tenant)
    expect(await publish(await connected(device), topic, '{"temperature": 5}')).toBe(false)
    await expect
      .poll(() => stateOf(server, device.id))
      .toMatchObject({ error: 'protocol', detail: expect.stringContaining('is not allowed in PUBLISH') as string })
  })

  it('hears nothing, of others or of itself', async () => {
    const [device, foreign] = [await buildDevice(server, tenant), await buildDevice(server, other)]
    const received: string[] = []
    const listener = await connected(device)
    listener.on('message', (topic) => received.push(topic))
    for (const topic of ['#', '+/+/+', `d/${device.code}/#`, `d/${foreign.code}`, '$SYS/#', '$share/x/#']) {
      const granted = await listener.subscribeAsync(topic, { qos: 1 }).catch(() => 'refused')
      if (granted !== 'refused')
        expect(
          (granted as { qos: number }[]).map(({ qos }) => qos),
          topic,
        ).toEqual([128])
    }
    expect(await publish(await connected(foreign), `d/${foreign.code}`, '{"temperature": 1}')).toBe(true)
    expect(await publish(await connected(device, { clientId: 'second' }), `d/${device.code}`, '{"temperature": 1}')).toBe(true)
    const late = await connected(device, { clientId: 'third', clean: false })
    late.on('message', (topic) => received.push(topic))
    // Nothing may come, and nothing tells of that.
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
    expect(received).toEqual([])
  })

  it('is let in by its own name and secret alone', async () => {
    const [device, foreign] = [await buildDevice(server, tenant), await buildDevice(server, other)]
    const isRefused = (name: string, secret: string, options: IClientOptions = {}) =>
      expect(connected({ name, secret }, options), `${name} ${secret}`).rejects.toThrow()
    await isRefused(device.name, foreign.secret)
    await isRefused(device.name, '')
    await isRefused(`${other.code}/${device.code}`, device.secret)
    await isRefused(device.code, device.secret)
    await isRefused(`${tenant.code}/#`, device.secret)
    await isRefused('', '')
    expect((await connected(device)).connected).toBe(true)
  })

  it('has one field for name and secret if it wants, and nothing of a wrong one is told', async () => {
    const device = await buildDevice(server, tenant)
    const made = await connectedByToken(`${device.name}:${device.secret}`)
    expect(await publish(made, 'v1/devices/me/telemetry', '{"temperature": 4.5}')).toBe(true)
    expect(await values(device, 'temperature')).toEqual([4.5])
    for (const token of [`${device.name}:`, device.name, `${device.name}:x${device.secret}`, `:${device.secret}`])
      await expect(connectedByToken(token), token).rejects.toThrow()
    // A password that is there is the secret, whatever the name has in it.
    await expect(connected({ name: `${device.name}:${device.secret}`, secret: device.secret })).rejects.toThrow()
    expect(JSON.stringify(await stateOf(server, device.id))).not.toContain(device.secret)
  })

  it("is not pushed out by another tenant's that takes its client id", async () => {
    const [device, foreign] = [await buildDevice(server, tenant), await buildDevice(server, other)]
    const mine = await connected(device, { clientId: 'shared' })
    await connected(foreign, { clientId: 'shared' })
    expect(await publish(mine, `d/${device.code}/temperature`, '1')).toBe(true)
  })

  it.each([
    ['disabled', { device_status: 0 as const }],
    ['given another secret', { secret_hash: hashDeviceSecret(newDeviceSecret()) }],
    ['polled instead', { connection: 'modbus' as const }],
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

  it('may have any client id; one that is too long, or none for a session that is to be kept, is answered as the standard says, and told', async () => {
    const device = await buildDevice(server, tenant)
    const asked = async (clientId: string, more: { clean?: boolean; level?: number } = {}) => {
      const wire = openWire(port)
      wire.write(connectPacket({ username: device.name, password: device.secret, clientId, ...more }))
      const answer = await wire.next()
      wire.cut()
      return answer?.[1]
    }
    for (const clientId of ['192.168.1.7', '00:1A:2B:3C:4D:5E', 'pump 1', 'a/b#+$', '泵-1', '', 'x'.repeat(256)])
      expect(await asked(clientId), clientId).toBe(0)
    expect([
      await asked('x'.repeat(23), { level: 3 }),
      await asked('x'.repeat(64), { level: 3 }),
      await asked('kept', { clean: false }),
    ]).toEqual([0, 0, 0])
    expect([await asked('x'.repeat(257)), await asked('', { clean: false })]).toEqual([2, 2])
    expect(await stateOf(server, device.id)).toMatchObject({ seen: false, error: 'client-id' })
    expect(await asked('x', { level: 9 })).toBe(1)
  })

  it('has a message that is too large acknowledged and dropped, so that it does not send it again for ever; the next one is stored', async () => {
    const device = await buildDevice(server, tenant, { x: {} })
    const wire = await openSession({ port, username: device.name, password: device.secret, clientId: 'large' })
    for (const [id, qos, answer] of [
      [1, 1, 'puback'],
      [2, 2, 'pubrec'],
    ] as const) {
      wire.write(publishPacket(`d/${device.code}`, ' '.repeat(300 * 1024), { id, qos }))
      expect(await wire.next()).toEqual([answer, id])
    }
    expect(await stateOf(server, device.id)).toMatchObject({ error: 'packet-size', detail: `d/${device.code}` })
    wire.write(publishPacket(`d/${device.code}`, '{"x":5}', { id: 3, qos: 1 }))
    expect(await wire.next()).toEqual(['puback', 3])
    expect((await samplesOf(server, device.series['x'] as number)).map(({ value }) => value)).toEqual([5])
    // What is longer than anybody waits for ends it after all.
    wire.write(Buffer.from([0x32, 0x80, 0x80, 0x80, 0x10]))
    expect(await wire.next()).toBe(undefined)
  })

  it('is cut off when it announces a packet that is too large before it is let in', async () => {
    const stranger = connectSocket(port, '127.0.0.1')
    stranger.on('error', () => undefined)
    // The length alone is enough: nothing of a megabyte is waited for.
    stranger.write(Buffer.from([0x10, 0x80, 0x80, 0x40]))
    await once(stranger, 'close')
  })

  it('that keeps failing is not looked at for a while', async () => {
    const device = await buildDevice(server, tenant)
    for (let times = 0; times < 10; times += 1)
      await expect(connectDevice({ port, username: device.name, password: 'wrong', clientId: 'x' })).rejects.toThrow('refused: 4')
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
    wire.publish(`d/${device.code}/temperature`, '1', () => {
      acknowledged += 1
    })
    // No acknowledgement may come, and nothing tells of that.
    await new Promise((resolve) => {
      setTimeout(resolve, 400)
    })
    expect([acknowledged, await values(device, 'temperature')]).toEqual([0, []])
    queue.take = take
    wire.publish(`d/${device.code}/temperature`, '2', () => {
      acknowledged += 1
    })
    await expect.poll(() => acknowledged).toBe(2)
    expect(await values(device, 'temperature')).toEqual([1, 2])
    wire.cut()
  })
})

it('what is refused stands in the log, and that secrets can be read on the way where they can', async () => {
  const device = await buildDevice(server, tenant)
  for (const [host, words] of [
    ['127.0.0.1', []],
    ['0.0.0.0', [expect.stringContaining('without TLS')]],
  ] as const) {
    const warnings: [string, object | undefined][] = []
    const { services } = server
    const collector = driver.start(
      { ...services, config: { ...services.config, host, mqttPort: 0, mqttTls: undefined } },
      { state: () => undefined, error: () => undefined, warning: (...warning) => warnings.push(warning as [string, object]) },
    )
    await collector.opened
    expect(warnings.map(([text]) => text)).toEqual(words)
    if (collector.state.state !== 'listening') throw new Error('it does not listen')
    const wire = await connectDevice({ port: collector.state.port, username: device.name, password: device.secret, clientId: 'x' })
    for (let times = 0; times < 3; times += 1) await new Promise<void>((resolve) => void wire.publish('tele/x', '1', resolve))
    await expect(connectDevice({ port: collector.state.port, username: device.name, password: 'wrong', clientId: 'x' })).rejects.toThrow(
      'refused: 4',
    )
    await expect(connectedByToken(`${device.name}:${device.secret}x`, { port: collector.state.port })).rejects.toThrow()
    expect(warnings.slice(words.length).map(([, details]) => details)).toEqual([
      { code: 'topic', device: device.name, address: '127.0.0.1', at: 'tele/x' },
      { code: 'credentials', device: device.name, address: '127.0.0.1', omitted: 2 },
    ])
    expect(JSON.stringify(warnings)).not.toContain(device.secret)
    await collector.stop()
  }
})

describe('what a device sends at once', () => {
  const start = Date.now() - 3_600_000
  /** A PUBLISH that announces exactly so many bytes. */
  const sized = ({ code }: BuiltDevice, length: number, index: number) =>
    publishPacket(`d/${code}`, JSON.stringify({ ts: start + index, temperature: index }).padEnd(length - 4 - `d/${code}`.length), { id: 7 })
  const isAcknowledged = async (device: BuiltDevice, index: number, length: number, inOne: boolean) => {
    const wire = openWire(port)
    const [connect, publishing] = [
      connectPacket({ username: device.name, password: device.secret, clientId: `c${index}` }),
      sized(device, length, index),
    ]
    wire.write(inOne ? Buffer.concat([connect, publishing]) : connect)
    const first = await wire.next()
    if (!inOne) wire.write(publishing)
    const second = await wire.next()
    wire.cut()
    return JSON.stringify([first, second]) === '[["connack",0],["puback",7]]'
  }

  it.each([
    ['with its CONNECT', true],
    ['right after the CONNACK', false],
  ])('%s is acknowledged and stored, up to the largest packet', async (_name, inOne) => {
    const device = await buildDevice(server, tenant)
    const sizes = [0, 1100, 1500, 2048, 4096, 5000, 8192, 60_000, 65_536, 200_000, 262_144]
    for (const [index, size] of sizes.entries()) expect(await isAcknowledged(device, index, size, inOne), `${size}`).toBe(true)
    expect(await values(device, 'temperature')).toEqual(sizes.map((_, index) => index))
    // What is larger is acknowledged as well, and not stored.
    expect(await isAcknowledged(device, 100, 262_145, inOne)).toBe(true)
    expect((await values(device, 'temperature')).length).toBe(sizes.length)
  })

  it('is taken of many devices that come back together', async () => {
    const device = await buildDevice(server, tenant)
    const count = amount({ quick: 100, ci: 1000, touched: 1000, thorough: 1000 })
    const answers = await Promise.all(Array.from({ length: count }, (_, index) => isAcknowledged(device, index, 65_536, index % 2 === 0)))
    expect(answers.filter((isGood) => !isGood)).toEqual([])
    expect(new Set(await values(device, 'temperature')).size).toBe(count)
  })

  it('may be many small messages, with the CONNECT before them and the DISCONNECT behind', async () => {
    const device = await buildDevice(server, tenant)
    const wire = openWire(port)
    wire.write(
      Buffer.concat([
        connectPacket({ username: device.name, password: device.secret, clientId: 'many' }),
        ...Array.from({ length: 300 }, (_, index) => sized(device, 0, index)),
        Buffer.from([0xe0, 0]),
      ]),
    )
    await expect.poll(async () => (await values(device, 'temperature')).length).toBe(300)
    wire.cut()
  })

  it('is not read of somebody with a wrong secret', async () => {
    const device = await buildDevice(server, tenant)
    const wire = openWire(port)
    wire.write(Buffer.concat([connectPacket({ username: device.name, password: 'wrong', clientId: 'x' }), sized(device, 200_000, 1)]))
    expect([await wire.next(), await wire.next(), await values(device, 'temperature')]).toEqual([['connack', 4], undefined, []])
    expect(await stateOf(server, device.id)).toEqual({ seen: false, error: 'credentials', detail: '127.0.0.1' })
  })
})

describe('QoS 2', () => {
  const open = ({ name, secret }: BuiltDevice, clean: boolean) =>
    openSession({ port, username: name, password: secret, clientId: 'two', clean })
  const two = (device: BuiltDevice, id: number, value: number, again = false) =>
    publishPacket(`d/${device.code}/temperature`, String(value), { id, qos: 2, again })

  it('stores a message once, however often it is sent before its PUBREL', async () => {
    const device = await buildDevice(server, tenant)
    const wire = await open(device, true)
    // The second while the first is being stored, the third after its PUBREC.
    wire.write(Buffer.concat([two(device, 5, 1), two(device, 5, 1, true)]))
    expect([await wire.next(), await wire.next()]).toEqual([
      ['pubrec', 5],
      ['pubrec', 5],
    ])
    wire.write(Buffer.concat([two(device, 5, 1, true), pubrelPacket(5)]))
    expect([await wire.next(), await wire.next()].sort()).toEqual([
      ['pubcomp', 5],
      ['pubrec', 5],
    ])
    wire.write(two(device, 5, 2))
    expect(await wire.next()).toEqual(['pubrec', 5])
    wire.write(Buffer.concat([pubrelPacket(5), pubrelPacket(9)]))
    expect([await wire.next(), await wire.next()].sort()).toEqual([
      ['pubcomp', 5],
      ['pubcomp', 9],
    ])
    expect(await values(device, 'temperature')).toEqual([1, 2])
    wire.cut()
  })

  it('stores it once over two connections of a session that is kept, and another one under its number as another', async () => {
    const device = await buildDevice(server, tenant)
    const first = await open(device, false)
    first.write(Buffer.concat([two(device, 1, 1), two(device, 2, 2)]))
    expect([await first.next(), await first.next()]).toEqual([
      ['pubrec', 1],
      ['pubrec', 2],
    ])
    first.cut()
    await expect.poll(() => server.services.acquisition.collectors.mqtt?.connectionsOf?.(tenant.id)).toBe(0)
    const second = await open(device, false)
    second.write(Buffer.concat([two(device, 1, 1, true), two(device, 2, 3)]))
    expect([await second.next(), await second.next()].sort()).toEqual([
      ['pubrec', 1],
      ['pubrec', 2],
    ])
    second.write(Buffer.concat([pubrelPacket(1), pubrelPacket(2)]))
    expect([await second.next(), await second.next()].sort()).toEqual([
      ['pubcomp', 1],
      ['pubcomp', 2],
    ])
    expect(await values(device, 'temperature')).toEqual([1, 2, 3])
    second.cut()
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
