/**
 * Messages of QoS 2 by their packet ids, from PUBLISH until PUBREL (MQTT 3.1.1, 4.3.3): the same one sent again is acknowledged again and
 * not stored again. What is kept outlives a connection with `clean=0` for a while, in memory of this server
 * (docs/decisions/0058-exactly-once-over-mqtt.md), and for a day in the database, where it stands since its values do (packet-ids.ts).
 */
import { createHash } from 'node:crypto'
import type { TenantId } from '../../../model/brands.ts'
import type { PacketIds, StoredPacket } from '../packet-ids.ts'
import type { Verdict } from './host.ts'
import { REASON } from './reasons.ts'

export interface Message {
  readonly messageId: number
  readonly isDuplicate: boolean
  readonly topic: string
  readonly payload: Buffer | string
}

/** Of one connection. */
export interface Inbox {
  /**
   * What has become of the message, now or before. `store` is given what is to be noted in the transaction of its values, where it has to be.
   * @throws what `store` throws; {@link TooManyAwaiting}.
   */
  take(message: Message, store: (packet: StoredPacket | undefined) => Promise<Verdict>): Promise<Verdict>
  /** Whether that id awaits its PUBREL. */
  has(messageId: number): boolean
  /** PUBREL: resolves once the id is free for another message, whoever is killed then. Whether it was not. */
  release(messageId: number): Promise<boolean>
  /** The connection has ended. */
  close(): void
}

export interface SessionStart {
  readonly clientId: string
  readonly tenantId: TenantId
  /** Whether what awaits its PUBREL shall outlive the connection, and is taken over from the last one: `clean=0`. */
  readonly isKept: boolean
}

export interface Inboxes {
  open(session: SessionStart): Inbox
  /** Messages that are remembered of connections that have ended. */
  readonly remembered: number
}

/** Of one connection; clients have some twenty on their way. */
export const MAX_AWAITING = 1000
/** Of connections that have ended: so long, and so many messages. */
const KEPT_MS = 3_600_000
export const MAX_REMEMBERED = 100_000

export class TooManyAwaiting extends Error {}

interface Entry {
  connection: object
  readonly digest: string
  readonly stored: Promise<Verdict>
}
type Entries = Map<number, Entry>

/** The QoS 2 packet ids by session, kept in memory for a bounded time. @param packetIds Those that a killed server has left @param now Milliseconds of a monotonic clock */
export function openInboxes(packetIds: PacketIds, now: () => number = () => performance.now()): Inboxes {
  const live = new Map<string, { entries: Entries; connections: number }>()
  /** The longest ended first. */
  const ended = new Map<string, { entries: Entries; until: number; count: number }>()
  let remembered = 0

  function forget(clientId: string): Entries | undefined {
    const found = ended.get(clientId)
    ended.delete(clientId)
    remembered -= found?.count ?? 0
    return found && found.until > now() ? found.entries : undefined
  }

  function remember(clientId: string, entries: Entries): void {
    forget(clientId)
    if (entries.size === 0) return
    ended.set(clientId, { entries, until: now() + KEPT_MS, count: entries.size })
    remembered += entries.size
    for (const [oldest, { until }] of ended) {
      if (remembered <= MAX_REMEMBERED && until > now()) break
      forget(oldest)
    }
  }

  async function storeUnless(packet: StoredPacket, store: (packet: StoredPacket) => Promise<Verdict>): Promise<Verdict> {
    return (await packetIds.has(packet)) ? { reason: REASON.success } : store(packet)
  }

  return {
    get remembered() {
      return remembered
    },
    open({ clientId, tenantId, isKept }) {
      const connection = {}
      const session = hash(clientId)
      const before = forget(clientId)
      const shared = isKept
        ? (live.get(clientId) ?? { entries: before ?? (new Map() as Entries), connections: 0 })
        : { entries: new Map() as Entries, connections: 0 }
      // A connection that begins anew ends what another of that name has kept.
      if (isKept) live.set(clientId, shared)
      else live.delete(clientId)
      shared.connections += 1
      const { entries } = shared
      return {
        async take({ messageId, isDuplicate, topic, payload }, store) {
          const digest = hash(`${topic}\0`, payload)
          const known = entries.get(messageId)
          // Of an earlier connection only what says so and is the same: a device that was restarted counts from one again.
          if (known && (known.connection === connection || (isDuplicate && known.digest === digest))) {
            known.connection = connection
            return known.stored
          }
          makeRoom(entries, messageId, connection)
          const packet = isKept
            ? { tenantId, session, packetId: messageId, digest, isRepeat: isDuplicate, since: performance.now() }
            : undefined
          const entry: Entry = { connection, digest, stored: packet && isDuplicate ? storeUnless(packet, store) : store(packet) }
          entries.set(messageId, entry)
          try {
            return await entry.stored
          } catch (error) {
            if (entries.get(messageId) === entry) entries.delete(messageId)
            throw error
          }
        },
        has: (messageId) => entries.has(messageId),
        async release(messageId) {
          const entry = entries.get(messageId)
          entries.delete(messageId)
          if (!isKept) return entry !== undefined
          // A PUBREL that does not wait for its PUBREC must not be forgotten before its message is stored.
          await entry?.stored.catch(() => undefined)
          return (await packetIds.release({ tenantId, session, packetId: messageId })) || entry !== undefined
        },
        close() {
          shared.connections -= 1
          if (shared.connections > 0 || live.get(clientId) !== shared) return
          live.delete(clientId)
          remember(clientId, entries)
        },
      }
    },
  }
}

function hash(...parts: readonly (string | Buffer)[]): string {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest('base64url')
}

/** What an earlier connection has left goes first. */
function makeRoom(entries: Entries, messageId: number, connection: object): void {
  entries.delete(messageId)
  if (entries.size < MAX_AWAITING) return
  const left = [...entries].find(([, entry]) => entry.connection !== connection)
  if (!left) throw new TooManyAwaiting('too many messages await their PUBREL')
  entries.delete(left[0])
}
