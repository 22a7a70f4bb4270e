/**
 * The embedded MQTT 3.1.1 broker. It takes what devices publish and gives nothing to anybody: no subscriptions, nothing
 * retained. A message with QoS 1 is acknowledged once it is stored.
 *
 * aedes writes the PUBACK before it tells of a message, but after it has asked whether the message is allowed: so the answer to
 * that question is what waits for the commit. Until then nothing more is read from the connection, which is how a device is
 * slowed down.
 */
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { AuthenticateError, AedesOptions, Client } from 'aedes'
import { Aedes } from 'aedes'
import type { Acquisition } from '../acquisition.ts'
import { parsePayload } from '../payload.ts'
import type { Device } from '../known-devices.ts'
import { limitPackets } from './packet-limit.ts'
import { readTopic } from './topics.ts'

export interface BrokerLimits {
  /** Bytes of one packet, and of the first, before anybody has signed in. */
  readonly packet: number
  readonly firstPacket: number
  /** Connections at once, of one tenant. */
  readonly perTenant: number
  /** Messages that wait for room, of all connections. What waits beyond is cut off unacknowledged and comes again. */
  readonly held: number
}
export const brokerLimits: BrokerLimits = { packet: 256 * 1024, firstPacket: 1024, perTenant: 20_000, held: 50_000 }

/** A person's or program's name for a connection; nothing stands for "make one up" (MQTT 3.1.1, 3.1.3-6). */
const CLIENT_ID = /^[A-Za-z0-9_-]{0,64}$/

/** MQTT 3.1.1, 3.2.2.3. */
const REFUSED = { identifier: 2, unavailable: 3, credentials: 4, rights: 5 } as const

export interface Broker {
  /** Takes over a connection, of whichever kind. */
  handle(connection: Duplex, address: string): void
  /** Of a tenant; of all without one. */
  connectionsOf(tenantId?: string): number
  close(): Promise<void>
}

interface Session { readonly client: Client; readonly device: Device }

export async function openBroker({ registry, signIn, intake, meters }: Pick<Acquisition, 'registry' | 'signIn' | 'intake' | 'meters'>, limits: BrokerLimits = brokerLimits): Promise<Broker> {
  const sessions = new Map<Client, Session>()
  const addresses = new WeakMap<Client, string>()
  const gone = new WeakSet<Client>()
  const tenants = new Map<string, Set<Client>>()

  const options: AedesOptions = {
    connectTimeout: 10_000,
    drainTimeout: 30_000,
    maxTopicLevels: 8,
    preConnect(_client, packet, done) {
      const name = packet.username ?? ''
      if (!CLIENT_ID.test(packet.clientId) || (packet.clientId === '' && !packet.clean)) return done(refusal(REFUSED.identifier), false)
      // Ids are the broker's, names are the tenants': one tenant's device must not push out another's by taking its id.
      packet.clientId = `${name} ${packet.clientId === '' ? randomUUID() : packet.clientId}`
      // Nothing of a connection outlives it.
      packet.clean = true
      done(null, true)
      return undefined
    },
    authenticate(client, username, password, done) {
      admit(client, username ?? '', password?.toString('utf8') ?? '').then((code) => (code === undefined ? done(null, true) : done(refusal(code), false)), () => done(refusal(REFUSED.unavailable), false))
    },
    authorizePublish(client, packet, done) {
      const session = client && sessions.get(client)
      const target = session && readTopic(packet.topic, session.device.code)
      if (!session || !target) return done(new Error('not a topic of this device'))
      // There is nobody to keep it for.
      packet.retain = false
      if (intake.held >= limits.held) return done(new Error('too much is waiting'))
      const bytes = packet.payload.length
      store(session, String(packet.payload), target.key, bytes).then(() => done(null), () => done(new Error('not stored')))
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
    authorizeForward: () => null,
  }
  const broker = await Aedes.createBroker(options)
  // Each of these ends its own connection, and that is all there is to do.
  for (const kind of ['clientError', 'connectionError', 'error'] as const) broker.on(kind as 'clientError', () => undefined)
  broker.on('clientDisconnect', forget)

  async function admit(client: Client, name: string, secret: string): Promise<number | undefined> {
    const device = await signIn.device(name, secret, addresses.get(client) ?? '')
    if (device === 'wrong') return REFUSED.credentials
    if (device === 'blocked') return REFUSED.rights
    const others = tenants.get(device.tenantId) ?? new Set()
    // It has hung up meanwhile.
    if (gone.has(client)) return REFUSED.unavailable
    if (others.size >= limits.perTenant) return REFUSED.unavailable
    tenants.set(device.tenantId, others.add(client))
    sessions.set(client, { client, device })
    return undefined
  }

  function forget(client: Client): void {
    const session = sessions.get(client)
    sessions.delete(client)
    const others = session && tenants.get(session.device.tenantId)
    others?.delete(client)
    if (session && others?.size === 0) tenants.delete(session.device.tenantId)
  }

  async function store({ device: signedIn, client }: Session, text: string, key: string | undefined, bytes: number): Promise<void> {
    const device = registry.recall(signedIn.name) ?? await registry.find(signedIn.name)
    if (!device || device.secretHash !== signedIn.secretHash) {
      client.close()
      throw new Error('this device may not send any more')
    }
    const { stored } = await intake.acceptInTurn(device, parsePayload(text, { key, isPoint: (name) => device.points.has(name) }), bytes)
    meters.mqtt.count(device.tenantId, stored)
  }

  /** Whoever was disabled, moved away or given another secret is cut off at once. */
  registry.onChange((tenantId) => {
    for (const { client, device } of sessions.values()) {
      if (tenantId !== undefined && device.tenantId !== tenantId) continue
      void registry.find(device.name).then((found) => { if (!found || found.secretHash !== device.secretHash) client.close() }, () => undefined)
    }
  })

  return {
    connectionsOf: (tenantId) => (tenantId === undefined ? sessions.size : tenants.get(tenantId)?.size ?? 0),
    handle(connection, address) {
      let isOpen = false
      limitPackets(connection, () => (isOpen ? limits.packet : limits.firstPacket), () => undefined)
      const client = broker.handle(connection as never)
      addresses.set(client, address)
      client.once('connected', () => { isOpen = true })
      connection.once('close', () => {
        gone.add(client)
        forget(client)
      })
    },
    close: () => new Promise((resolve) => { broker.close(() => resolve()) }),
  }
}

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode }) as AuthenticateError
}
