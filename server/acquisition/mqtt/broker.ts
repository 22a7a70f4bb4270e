/**
 * The embedded broker of MQTT 3.1, 3.1.1 and 5. It takes what devices publish and passes nothing on: nothing is retained, no session outlives its
 * connection, and all that can be subscribed to are commands of ours to an edge node of Sparkplug. A message with QoS 1 or 2 is acknowledged once it is stored, one with QoS 2 stored once
 * (exactly-once.ts).
 *
 * A message that may not be stored is acknowledged, dropped and told where people look; MQTT 5 has a code for it (reasons.ts), and a device of an
 * earlier version that is cut off sends the same again, for ever. What could not be stored just now is not acknowledged at all: the connection ends,
 * and it comes again.
 */
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { TenantId } from '../../../model/brands.ts'
import type { Acquisition } from '../acquisition.ts'
import type { Device } from '../known-devices.ts'
import type { StoredPacket } from '../packet-ids.ts'
import type { Complaint, Complaints } from './complaints.ts'
import { openConnection } from './connection.ts'
import type { ConnectRequest, Connection, Host, PacketLimits, Publication, Verdict } from './host.ts'
import type { Inbox } from './exactly-once.ts'
import { TooManyAwaiting, openInboxes } from './exactly-once.ts'
import type { Births, EdgeNode } from '../sparkplug/edge-node.ts'
import { openEdgeNode } from '../sparkplug/edge-node.ts'
import { bury } from '../sparkplug/deaths.ts'
import type { Reason } from './reasons.ts'
import { Ended, REASON, wordOf } from './reasons.ts'
import { verdictOf } from './verdict.ts'

export interface BrokerLimits extends PacketLimits {
  /** Connections at once, of one tenant. */
  readonly perTenant: number
  /** Messages that wait for room, of all connections. What waits beyond is cut off unacknowledged and comes again. */
  readonly held: number
}
export const brokerLimits: BrokerLimits = { packet: 256 * 1024, firstPacket: 4096, perTenant: 20_000, held: 50_000 }

/** Characters of a client id; the standard asks for 23 at least (MQTT 3.1.1, 3.1.3.1). */
const MAX_CLIENT_ID = 256

export interface Broker {
  /** Takes over a connection, of whichever kind. */
  handle(stream: Duplex, address: string): void
  /** Of a tenant; of all without one. */
  connectionsOf(tenantId?: TenantId): number
  close(): void
}

/** Somebody who is let in. */
interface Session {
  readonly connection: Connection
  readonly address: string
  /** The broker's: ids are what devices say, names are the tenants', and one tenant's device must not push out another's by taking its id. */
  readonly id: string
  readonly device: Device
  readonly inbox: Inbox
  readonly edgeNode: EdgeNode
}

type Parts = Pick<Acquisition, 'registry' | 'signIn' | 'ingest' | 'messages' | 'packetIds' | 'meters' | 'states' | 'connectionLog'>
type Fault = Pick<Complaint, 'code' | 'at'>

const VERSIONS = { 3: 'MQTT 3.1', 4: 'MQTT 3.1.1', 5: 'MQTT 5' } as const

/** An MQTT broker whose PUBACK or PUBREC follows the commit of what was published. */
export function openBroker(
  { registry, signIn, ingest, messages, packetIds, meters, states, connectionLog }: Parts,
  complaints: Complaints,
  limits: BrokerLimits = brokerLimits,
): Broker {
  const connections = new Set<Connection>()
  const sessions = new Map<string, Session>()
  const tenants = new Map<string, number>()
  const inboxes = openInboxes(packetIds)
  const births: Births = new Map()

  async function admit(connection: Connection, address: string, request: ConnectRequest) {
    const { name, secret, clientId, isKept, version } = request
    const device = await signIn.device(name, secret, address)
    if (device === 'wrong') {
      complain(request, address, { code: 'credentials' })
      throw new Ended(REASON.credentials, 'the name or the secret is wrong')
    }
    if (device === 'blocked') {
      complain(request, address, { code: 'blocked' })
      throw new Ended(REASON.notAuthorized, 'too many wrong secrets: try again in a minute')
    }
    // Nothing stands for "make one up" (3.1.3-6), which before MQTT 5 only a session that ends with its connection can have (3.1.3-8).
    if (clientId.length > MAX_CLIENT_ID || (clientId === '' && isKept && version < 5)) {
      complain(request, address, { code: 'client-id', at: clientId }, device)
      throw new Ended(REASON.clientId, `the client id may have ${MAX_CLIENT_ID} characters at most`)
    }
    const count = tenants.get(device.tenantId) ?? 0
    if (count >= limits.perTenant) throw new Ended(REASON.quota, 'this tenant has too many connections')
    const assignedId = clientId === '' ? randomUUID() : undefined
    const id = `${name} ${assignedId ?? clientId}`
    const edgeNode = openEdgeNode(connection.send, { device: name, births })
    const session = { connection, address, id, device, inbox: inboxes.open({ clientId: id, tenantId: device.tenantId, isKept }), edgeNode }
    sessions.get(id)?.connection.end(REASON.takenOver, 'another connection has this client id')
    sessions.set(id, session)
    tenants.set(device.tenantId, count + 1)
    connectionLog.note(device, { event: 'connected', code: VERSIONS[version], place: address })
    return { session, ...(assignedId === undefined ? {} : { assignedId }) }
  }

  function forget({ device, address, id, inbox, edgeNode, connection }: Session, reason: Reason | undefined): void {
    const { tenantId } = device
    connectionLog.note(device, { event: 'disconnected', code: reason === undefined ? 'lost' : wordOf(reason), place: address })
    inbox.close()
    edgeNode.close()
    // Another one may have taken it over.
    if (sessions.get(id)?.connection === connection) sessions.delete(id)
    const left = (tenants.get(tenantId) ?? 0) - 1
    if (left > 0) tenants.set(tenantId, left)
    else tenants.delete(tenantId)
  }

  async function take(session: Session, message: Publication): Promise<Verdict> {
    // The device keeps what is not acknowledged; a refusal of the message would make it forget.
    if (ingest.held >= limits.held) throw new Ended(REASON.quota, 'too much is waiting')
    if (message.qos < 2) return store(session, message)
    try {
      return await session.inbox.take(message, (packet) => store(session, message, packet))
    } catch (error) {
      if (error instanceof TooManyAwaiting) throw new Ended(REASON.tooManyAtOnce, error.message)
      throw error
    }
  }

  async function store(session: Session, { topic, payload, properties, isWill }: Publication, packet?: StoredPacket): Promise<Verdict> {
    const { device: signedIn, address, edgeNode } = session
    // Before anything is waited for: what an edge node says is counted in the order in which it came.
    const taken = edgeNode.take(topic, payload, isWill)
    const device = registry.recall(signedIn.name) ?? (await registry.find(signedIn.name))
    if (!device || device.secretHash !== signedIn.secretHash) throw new Ended(REASON.administrative, 'this device may not send any more')
    if (taken === 'foreign') {
      complain(device, address, { code: 'topic', at: topic }, device)
      return { reason: REASON.notAuthorized, text: 'a connection is one edge node' }
    }
    if (taken && 'deaths' in taken) {
      // The will of a connection that was taken over: whoever took it over lives.
      if (sessions.get(session.id) === session) await bury({ registry, ingest, states }, device, taken.deaths, topic)
      return { reason: REASON.success }
    }
    if (taken?.fault) complain(device, address, { code: taken.fault.code, at: topic }, device)
    const source = { via: 'mqtt', topic, ...(properties ? { properties } : {}) } as const
    const receipt = await messages.receive(device, { source, payload: taken?.text ?? payload, packet }, true)
    meters.mqtt.count(device.tenantId, receipt.stored)
    if (receipt.refusals.some(({ code }) => code === 'topic')) complain(device, address, { code: 'topic', at: topic })
    return verdictOf(receipt)
  }

  /** In the log, and with the device if it is known. */
  function complain({ name }: { readonly name: string }, address: string, fault: Fault, device?: Device): void {
    complaints.report({ ...fault, device: name, address })
    if (device) states.recordUnreachable({ tenantId: device.tenantId, deviceId: device.id }, { code: fault.code, at: fault.at ?? '' })
  }

  /** Whoever was disabled, moved away or given another secret is cut off at once. */
  registry.onChange((tenantId) => {
    for (const { connection, device } of sessions.values()) {
      if (tenantId !== undefined && device.tenantId !== tenantId) continue
      void registry.find(device.name).then(
        (found) => {
          if (!found || found.secretHash !== device.secretHash) connection.end(REASON.administrative, 'this device may not send any more')
        },
        () => undefined,
      )
    }
  })

  return {
    connectionsOf: (tenantId) => (tenantId === undefined ? sessions.size : (tenants.get(tenantId) ?? 0)),
    handle(stream, address) {
      let name = ''
      const host: Host<Session> = {
        connect(request) {
          name = request.name
          return admit(connection, address, request)
        },
        publish: take,
        subscribe: ({ edgeNode }, filter) => edgeNode.subscribe(filter),
        release: ({ inbox }, messageId) => inbox.release(messageId),
        blame: (fault, session) => complain({ name }, address, fault, session?.device),
        ended(session, reason) {
          connections.delete(connection)
          if (session) forget(session, reason)
        },
      }
      const connection = openConnection(stream, host, limits)
      connections.add(connection)
    },
    close() {
      for (const connection of connections) connection.end(REASON.shuttingDown, 'the server is being stopped', { withoutWill: true })
    },
  }
}
