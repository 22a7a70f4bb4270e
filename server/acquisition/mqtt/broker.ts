/**
 * The embedded MQTT 3.1.1 broker. It takes what devices publish and gives nothing to anybody: no subscriptions, nothing
 * retained. A message with QoS 1 or 2 is acknowledged once it is stored, one with QoS 2 stored once (exactly-once.ts).
 *
 * aedes writes the PUBACK before it tells of a message, but after it has asked whether the message is allowed: so the answer to
 * that question is what waits for the commit. Until then nothing more is read from the connection, which is how a device is
 * slowed down. MQTT 3.1.1 knows no refusal of a message: what may not be stored is acknowledged, dropped and told where people look,
 * for a device that is cut off sends the same again, for ever.
 */
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { AuthenticateError, AedesOptions, Client } from 'aedes'
import { Aedes } from 'aedes'
import type { Acquisition } from '../acquisition.ts'
import { parsePayload } from '../payload.ts'
import type { Device } from '../known-devices.ts'
import type { Complaint, Complaints } from './complaints.ts'
import type { Inbox } from './exactly-once.ts'
import { openInboxes } from './exactly-once.ts'
import type { PacketGate, PacketLimits } from './packet-gate.ts'
import { gatePackets } from './packet-gate.ts'
import { readTopic } from './topics.ts'

export interface BrokerLimits extends PacketLimits {
  /** Connections at once, of one tenant. */
  readonly perTenant: number
  /** Messages that wait for room, of all connections. What waits beyond is cut off unacknowledged and comes again. */
  readonly held: number
}
export const brokerLimits: BrokerLimits = { packet: 256 * 1024, firstPacket: 4096, perTenant: 20_000, held: 50_000 }

/** Characters of a client id; the standard asks for 23 at least (MQTT 3.1.1, 3.1.3.1). */
const MAX_CLIENT_ID = 256
/** A topic that nobody's message is about: aedes listens to some below `$SYS`, and no device may speak there. */
const TAKEN = 'taken'

/** MQTT 3.1.1, 3.2.2.3. */
const REFUSED = { identifier: 2, unavailable: 3, credentials: 4, rights: 5 } as const

export interface Broker {
  /** Takes over a connection, of whichever kind. */
  handle(connection: Duplex, address: string): void
  /** Of a tenant; of all without one. */
  connectionsOf(tenantId?: string): number
  close(): Promise<void>
}

/** Before somebody is known. `clientId` as it was sent. */
interface Attempt {
  readonly address: string
  readonly gate: PacketGate
  name: string
  clientId: string
  isKept: boolean
  isRefused: boolean
}
interface Session {
  readonly client: Client
  readonly device: Device
  readonly inbox: Inbox
}

/** What ends a connection for reasons of ours: no fault of the device. */
class Ended extends Error {}
/** Other ends that are nobody's fault, as aedes calls them. */
const QUIET = new Set(['keep alive timeout', 'connect did not arrive in time', 'drain timeout', 'connection closed', 'premature close'])

type Parts = Pick<Acquisition, 'registry' | 'signIn' | 'ingest' | 'meters' | 'states'>

/** An MQTT 3.1.1 broker (aedes) whose PUBACK or PUBCOMP follows the commit of what was published. */
export async function openBroker(
  { registry, signIn, ingest, meters, states }: Parts,
  complaints: Complaints,
  limits: BrokerLimits = brokerLimits,
): Promise<Broker> {
  const sessions = new Map<Client, Session>()
  const attempts = new WeakMap<Client, Attempt>()
  const gone = new WeakSet<Client>()
  const tenants = new Map<string, Set<Client>>()
  const inboxes = openInboxes()

  const options: AedesOptions = {
    connectTimeout: 10_000,
    drainTimeout: 30_000,
    // What we make of a client id is longer than MQTT 3.1 allows the client's own to be.
    maxClientsIdLength: 10_000,
    preConnect(client, packet, done) {
      const attempt = attempts.get(client)
      if (!attempt) return done(new Ended('not one of ours'), false)
      const { clientId, clean } = packet
      attempt.name = packet.username ?? ''
      attempt.clientId = clientId
      attempt.isKept = !clean
      // Nothing stands for "make one up" (3.1.3-6), which only a session that ends with its connection can have (3.1.3-8).
      attempt.isRefused = clientId.length > MAX_CLIENT_ID || (clientId === '' && !clean)
      // Ids are the broker's, names are the tenants': one tenant's device must not push out another's by taking its id.
      packet.clientId = `${attempt.name} ${clientId === '' || attempt.isRefused ? randomUUID() : clientId}`
      // Of subscriptions there are none to be kept; of messages, inboxes keep what is needed.
      packet.clean = true
      // Answered by aedes, without asking who it is.
      if (packet.protocolVersion === 5)
        void complainOfStranger(attempt, packet.password?.toString('utf8') ?? '', { code: 'mqtt-version', at: '5.0' })
      done(null, true)
      return undefined
    },
    authenticate(client, _name, password, done) {
      admit(client, password?.toString('utf8') ?? '').then(
        (code) => (code === undefined ? done(null, true) : done(refusal(code), false)),
        () => done(refusal(REFUSED.unavailable), false),
      )
    },
    authorizePublish(client, packet, done) {
      const session = client && sessions.get(client)
      if (!session) return done(new Ended('not signed in'))
      if (ingest.held >= limits.held) return done(new Ended('too much is waiting'))
      const { topic, payload, messageId, qos } = packet
      // There is nobody to keep it for or to pass it on to.
      Object.assign(packet, { retain: false, topic: TAKEN, payload: '' })
      const work = () => store(session, topic, payload)
      const stored =
        qos === 2 && messageId !== undefined ? session.inbox.take({ messageId, isDuplicate: packet.dup, topic, payload }, work) : work()
      stored.then(
        () => done(null),
        () => done(new Ended('not stored')),
      )
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
    authorizeForward: () => null,
  }
  const broker = await Aedes.createBroker(options)
  awaitReleases(broker, (client) => sessions.get(client)?.inbox)
  broker.on('clientError', blame)
  broker.on('connectionError', blame)
  // Its own connection has ended, and that is all there is to do.
  broker.on('error' as 'clientError', () => undefined)
  broker.on('clientDisconnect', forget)

  async function admit(client: Client, secret: string): Promise<number | undefined> {
    const attempt = attempts.get(client)
    if (!attempt) return REFUSED.unavailable
    const device = await signIn.device(attempt.name, secret, attempt.address)
    if (device === 'wrong' || device === 'blocked') {
      complain(attempt, { code: device === 'wrong' ? 'credentials' : 'blocked' })
      return device === 'wrong' ? REFUSED.credentials : REFUSED.rights
    }
    if (attempt.isRefused) {
      complain(attempt, { code: 'client-id', at: attempt.clientId }, device)
      return REFUSED.identifier
    }
    const others = tenants.get(device.tenantId) ?? new Set()
    // It has hung up meanwhile.
    if (gone.has(client)) return REFUSED.unavailable
    if (others.size >= limits.perTenant) return REFUSED.unavailable
    tenants.set(device.tenantId, others.add(client))
    sessions.set(client, { client, device, inbox: inboxes.open(`${attempt.name} ${attempt.clientId}`, attempt.isKept) })
    // Before the CONNACK: whoever has it sends at once, and may have sent already.
    attempt.gate.open()
    return undefined
  }

  function forget(client: Client): void {
    const session = sessions.get(client)
    sessions.delete(client)
    session?.inbox.close()
    const others = session && tenants.get(session.device.tenantId)
    others?.delete(client)
    if (session && others?.size === 0) tenants.delete(session.device.tenantId)
  }

  async function store({ device: signedIn, client }: Session, topic: string, payload: Buffer | string): Promise<void> {
    const device = registry.recall(signedIn.name) ?? (await registry.find(signedIn.name))
    if (!device || device.secretHash !== signedIn.secretHash) {
      client.close()
      throw new Ended('this device may not send any more')
    }
    const target = readTopic(topic, device.code)
    const attempt = attempts.get(client)
    if (!target && attempt) complain(attempt, { code: 'topic', at: topic })
    const message = target
      ? parsePayload(String(payload), { key: target.key, isPoint: (name) => device.points.has(name) })
      : { readings: [], faults: [{ code: 'topic' as const, at: topic }] }
    const { stored } = await ingest.acceptWithBackpressure(device, message, payload.length)
    meters.mqtt.count(device.tenantId, stored)
  }

  type Fault = Pick<Complaint, 'code' | 'at'>

  /** In the log, and with the device if it is known. */
  function complain({ name, address }: Attempt, fault: Fault, device?: Device): void {
    complaints.tell({ ...fault, device: name, address })
    if (device) states.recordUnreachable({ tenantId: device.tenantId, deviceId: device.id }, { code: fault.code, at: fault.at ?? '' })
  }

  /** Of somebody who is not let in, whoever it is: told with the device only if it proves to be that. */
  async function complainOfStranger(attempt: Attempt, secret: string, fault: Fault): Promise<void> {
    const device = await signIn.device(attempt.name, secret, attempt.address).catch(() => 'wrong' as const)
    complain(attempt, fault, typeof device === 'string' ? undefined : device)
  }

  /** Why a connection was ended that did not keep to the protocol. */
  function blame(client: Client, error: Error & { code?: string; errorCode?: number }): void {
    const attempt = attempts.get(client)
    const isOurs =
      error instanceof Ended || error.errorCode !== undefined || error.code !== undefined || QUIET.has(error.message.toLowerCase())
    if (attempt && !isOurs) complain(attempt, { code: 'protocol', at: error.message }, sessions.get(client)?.device)
  }

  /** Whoever was disabled, moved away or given another secret is cut off at once. */
  registry.onChange((tenantId) => {
    for (const { client, device } of sessions.values()) {
      if (tenantId !== undefined && device.tenantId !== tenantId) continue
      void registry.find(device.name).then(
        (found) => {
          if (!found || found.secretHash !== device.secretHash) client.close()
        },
        () => undefined,
      )
    }
  })

  return {
    connectionsOf: (tenantId) => (tenantId === undefined ? sessions.size : (tenants.get(tenantId)?.size ?? 0)),
    handle(connection, address) {
      const gate = gatePackets(connection, limits, {
        onTooLarge: () => complain(attempt, { code: 'packet-size' }, sessions.get(client)?.device),
        onUnknownLevel: (level) => complain(attempt, { code: 'mqtt-version', at: `level ${level}` }),
      })
      const attempt: Attempt = { address, gate, name: '', clientId: '', isKept: false, isRefused: false }
      const client = broker.handle(connection as never)
      attempts.set(client, attempt)
      connection.once('close', () => {
        gone.add(client)
        forget(client)
      })
    },
    close: () =>
      new Promise((resolve) => {
        broker.close(() => resolve())
      }),
  }
}

/** aedes asks its store which packet ids await their PUBREL; the answer is ours, for ours knew it before the message was stored. */
function awaitReleases(broker: Aedes, inboxOf: (client: Client) => Inbox | undefined): void {
  type Packet = { readonly messageId: number }
  const { persistence } = broker as unknown as { persistence: object }
  Object.assign(persistence, {
    incomingGetPacket: async (client: Client, packet: Packet) => {
      if (inboxOf(client)?.has(packet.messageId)) return packet
      throw new Error('no such packet')
    },
    incomingStorePacket: async () => undefined,
    incomingDelPacket: async (client: Client, { messageId }: Packet) => inboxOf(client)?.release(messageId),
  })
}

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Ended('refused'), { returnCode }) as AuthenticateError
}
