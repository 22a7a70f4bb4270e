/** MQTT 5: what the broker says of itself, of messages and of connections, packet by packet. */
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import type { Packet } from 'mqtt-packet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { BuiltDevice } from '../../../tests/support/devices.ts'
import { buildDevice, changeDevice, samplesOf, stateOf } from '../../../tests/support/devices.ts'
import type { Wire5 } from '../../../tests/support/mqtt5-wire.ts'
import { openWire5, publish5 } from '../../../tests/support/mqtt5-wire.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { brokerLimits, openBroker } from './broker.ts'

let server: TestServer
let tenant: BuiltTenant
let port: number
const open: Wire5[] = []
const servers: Server[] = []
beforeAll(async () => {
  server = await startServer({ mqttPort: 0 })
  tenant = await buildTenant(server)
  const { mqtt: collector } = server.services.acquisition.collectors
  await collector?.opened
  if (collector?.state.state !== 'listening') throw new Error('the broker does not listen')
  port = collector.state.port
})
afterEach(() => {
  for (const wire of open.splice(0)) wire.cut()
  for (const each of servers.splice(0)) each.close()
})
afterAll(() => server.stop())

async function connected(device: Pick<BuiltDevice, 'name' | 'secret'>, more: Parameters<typeof openWire5>[2] = {}, at = port) {
  const opened = await openWire5(at, device, more)
  open.push(opened.wire)
  return opened
}
const values = async (device: BuiltDevice, key: string) => (await samplesOf(server, device.series[key] as number)).map(({ value }) => value)
const codeOf = (packet: Packet | undefined) => packet && { cmd: packet.cmd, code: (packet as { reasonCode?: number }).reasonCode }
const reasonOf = (packet: Packet | undefined) =>
  (packet as { properties?: { reasonString?: string } } | undefined)?.properties?.reasonString

/** Asks and gives the answer. */
async function ask(wire: Wire5, ...packets: Packet[]): Promise<Packet | undefined> {
  wire.write(...packets)
  return wire.next()
}

describe('the CONNACK of MQTT 5', () => {
  it('says what the broker takes, and what it has decided for the device', async () => {
    const device = await buildDevice(server, tenant)
    const properties = {
      sessionExpiryInterval: 0,
      receiveMaximum: 1000,
      maximumPacketSize: brokerLimits.packet,
      topicAliasMaximum: 64,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
    }
    const { connack } = await connected(device, { properties: { sessionExpiryInterval: 3600 }, clean: false })
    expect(connack).toMatchObject({ reasonCode: 0, sessionPresent: false })
    expect(connack.properties).toEqual(properties)
    const unnamed = await connected(device, { clientId: '', keepalive: 0 })
    expect(unnamed.connack.properties).toEqual({
      ...properties,
      assignedClientIdentifier: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      serverKeepAlive: 1200,
    })
  })

  it('says why somebody is not let in', async () => {
    const [device, blocked] = [await buildDevice(server, tenant), await buildDevice(server, tenant)]
    const asked = async (...args: Parameters<typeof connected>) => (await connected(...args)).connack.reasonCode
    expect(await asked({ ...device, secret: 'wrong' })).toBe(0x86)
    expect(await asked(device, { clientId: 'x'.repeat(257) })).toBe(0x85)
    expect(await asked(device, { properties: { authenticationMethod: 'SCRAM-SHA-1' } })).toBe(0x8c)
    for (let times = 0; times < 10; times += 1) await asked({ ...blocked, secret: 'wrong' })
    const { connack } = await connected(blocked)
    expect([connack.reasonCode, reasonOf(connack)]).toEqual([0x87, expect.stringContaining('wrong secrets')])
    expect(await asked(device, {}, await brokerWith({ perTenant: 0 }))).toBe(0x97)
  })
})

/** A broker with other limits; the port. */
async function brokerWith(limits: Partial<typeof brokerLimits>): Promise<number> {
  const broker = openBroker(server.services.acquisition, { report: () => undefined }, { ...brokerLimits, ...limits })
  const listening = createServer((socket) => broker.handle(socket, ''))
  servers.push(listening)
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve)
  })
  return (listening.address() as AddressInfo).port
}

describe('the acknowledgement of MQTT 5', () => {
  it.each([
    ['d/own', '{"temperature": 1, "humidity": 2}', 0x00, undefined],
    ['d/own', '{"temperature": 1, "nothing": 2}', 0x00, /nothing/],
    ['d/own', '{"nothing": 2, "never": 3}', 0x83, /no point named “nothing” \(\+1\)/],
    ['d/own', 'nonsense', 0x99, /JSON/],
    ['d/own/temperature', '"warm"', 0x99, /number/],
    ['d/else/temperature', '1', 0x87, /may not publish to d\//],
    ['$SYS/x', '1', 0x87, /may not publish/],
  ])('of a message to %s of %s has the code %i and says why', async (name, payload, code, words) => {
    const [device, neighbour] = [await buildDevice(server, tenant), await buildDevice(server, tenant)]
    const topic = name.replace('own', device.code).replace('else', neighbour.code)
    const { wire } = await connected(device)
    const [once, twice] = [await ask(wire, publish5(topic, payload, 1)), await ask(wire, publish5(topic, payload, 2, { qos: 2 }))]
    expect([codeOf(once), codeOf(twice)]).toEqual([
      { cmd: 'puback', code },
      { cmd: 'pubrec', code },
    ])
    for (const answer of [once, twice])
      if (words) expect(reasonOf(answer)).toMatch(words)
      else expect(reasonOf(answer)).toBeUndefined()
    // A PUBREC that refuses is the end of it, and its id is free: what comes under it is another message.
    const again = await ask(wire, publish5(`d/${device.code}/humidity`, '9', 2, { qos: 2 }))
    expect([codeOf(again), (await values(device, 'humidity')).includes(9)]).toEqual([{ cmd: 'pubrec', code: 0 }, code >= 0x80])
    expect(codeOf(await ask(wire, { cmd: 'pubrel', messageId: 2 }))).toEqual({ cmd: 'pubcomp', code: 0 })
    expect(codeOf(await ask(wire, { cmd: 'pubrel', messageId: 2 }))).toEqual({ cmd: 'pubcomp', code: 0x92 })
    expect(await values(neighbour, 'temperature')).toEqual([])
  })

  it('does not explain to whoever did not ask, or takes no packet of that size', async () => {
    const device = await buildDevice(server, tenant)
    for (const properties of [{ requestProblemInformation: false }, { maximumPacketSize: 20 }]) {
      const { wire } = await connected(device, { properties })
      const answer = await ask(wire, publish5('d/else', '1', 1))
      expect([codeOf(answer), reasonOf(answer)]).toEqual([{ cmd: 'puback', code: 0x87 }, undefined])
    }
  })

  it('is not given while too much waits: the connection ends, says so, and the message comes again', async () => {
    const device = await buildDevice(server, tenant)
    const { wire } = await connected(device, {}, await brokerWith({ held: 0 }))
    expect(codeOf(await ask(wire, publish5(`d/${device.code}/temperature`, '1', 1)))).toEqual({ cmd: 'disconnect', code: 0x97 })
    expect([await wire.next(), await values(device, 'temperature')]).toEqual([undefined, []])
  })
})

describe('a message of MQTT 5', () => {
  it('may have a topic alias, properties of its user, an expiry and whatever else is for receivers', async () => {
    const device = await buildDevice(server, tenant)
    const { wire } = await connected(device)
    const topic = `d/${device.code}/temperature`
    const properties = { userProperties: { firmware: ['1', '2'] }, messageExpiryInterval: 1, contentType: 'text/plain', topicAlias: 64 }
    expect(codeOf(await ask(wire, publish5(topic, '1', 1, { properties, retain: true })))).toEqual({ cmd: 'puback', code: 0 })
    await ask(wire, publish5('', '2', 2, { properties: { topicAlias: 64 } }))
    await ask(wire, publish5(`d/${device.code}/humidity`, '3', 3, { properties: { topicAlias: 64 } }))
    await ask(wire, publish5('', '4', 4, { properties: { topicAlias: 64 } }))
    expect([await values(device, 'temperature'), await values(device, 'humidity')]).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  it.each([
    ['an alias that stands for nothing', publish5('', '1', 1, { properties: { topicAlias: 1 } }), 0x94],
    ['an alias beyond the maximum', publish5('d/x', '1', 1, { properties: { topicAlias: 65 } }), 0x94],
    ['an alias for a topic of kilobytes', publish5('d'.repeat(1025), '1', 1, { properties: { topicAlias: 1 } }), 0x94],
    ['neither alias nor topic', publish5('', '1', 1), 0x82],
    ['a wildcard', publish5('d/#', '1', 1), 0x90],
    ['more bytes than are taken', publish5('d/x', ' '.repeat(brokerLimits.packet), 1), 0x95],
    ['no place for it', { cmd: 'auth', reasonCode: 0 } as Packet, 0x82],
  ])('with %s ends the connection, which says why', async (_name, packet, code) => {
    const device = await buildDevice(server, tenant)
    const { wire } = await connected(device)
    expect(codeOf(await ask(wire, packet))).toEqual({ cmd: 'disconnect', code })
    expect(await wire.next()).toBeUndefined()
  })
})

describe('the end of a connection of MQTT 5', () => {
  it('says that another has taken it over, or that the device may not send any more', async () => {
    const device = await buildDevice(server, tenant)
    const [first, second] = [await connected(device), await connected(device)]
    expect(codeOf(await first.wire.next())).toEqual({ cmd: 'disconnect', code: 0x8e })
    await changeDevice(server, device, { device_status: 0 })
    expect(codeOf(await second.wire.next())).toEqual({ cmd: 'disconnect', code: 0x98 })
  })

  it.each([
    ['it is lost', undefined, [7]],
    ['the device asks for it', { cmd: 'disconnect', reasonCode: 0x04 } as Packet, [7]],
    ['the device leaves as usual', { cmd: 'disconnect', reasonCode: 0 } as Packet, []],
  ])('stores the will, whatever its delay, when %s', async (_name, farewell, expected) => {
    const device = await buildDevice(server, tenant)
    const { wire } = await connected(device, {
      will: {
        topic: `d/${device.code}/temperature`,
        payload: Buffer.from('7'),
        qos: 1,
        properties: { willDelayInterval: 600, userProperties: { why: 'lost' } },
      },
    })
    if (farewell) wire.write(farewell)
    else wire.cut()
    await expect.poll(() => server.services.acquisition.collectors.mqtt?.connectionsOf?.(tenant.id)).toBe(0)
    expect(await values(device, 'temperature')).toEqual(expected)
  })

  it('is no reason to be offered subscriptions', async () => {
    const device = await buildDevice(server, tenant)
    const { wire } = await connected(device)
    expect(await ask(wire, { cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 1 }] })).toMatchObject({ granted: [0x87] })
    expect(await ask(wire, { cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['#'] })).toMatchObject({ granted: [0x11] })
    expect(await ask(wire, { cmd: 'pingreq' })).toMatchObject({ cmd: 'pingresp' })
    expect(await stateOf(server, device.id)).toBeUndefined()
  })
})
