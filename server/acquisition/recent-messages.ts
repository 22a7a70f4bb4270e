/**
 * The last messages of each device as they came, in the memory of the server that took them: for whoever sets a device up or looks for a fault.
 * Nothing is stored, so that a message costs a device nothing; after a restart the list begins anew. What is beyond the bounds goes: of one
 * device the oldest message, of all the device that was heard of least recently.
 */
import type { Receipt } from './ingest.ts'
import type { Message } from './message.ts'

export interface RecentLimits {
  readonly messages: number
  /** Bytes of a message; of a longer one its beginning. */
  readonly message: number
  /** Bytes of all devices. */
  readonly bytes: number
}
export const recentLimits: RecentLimits = { messages: 100, message: 2048, bytes: 16 * 1024 ** 2 }

/** What a message takes besides its bytes. */
const OVERHEAD = 200
const MAX_TOPIC = 200

export interface RecentMessage {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly via: 'mqtt' | 'http'
  readonly topic: string | undefined
  readonly start: Buffer
  /** Of the whole. */
  readonly bytes: number
  readonly stored: number
  readonly repeated: number
  readonly refused: number
  /** The first thing that was wrong. */
  readonly fault: { readonly code: string; readonly at: string } | undefined
}

export interface RecentMessages {
  keep(deviceId: string, message: Message, receipt: Pick<Receipt, 'stored' | 'repeated' | 'refused' | 'refusals'>): void
  /** The newest first. */
  of(deviceId: string): readonly RecentMessage[]
  /** Bytes that are held. */
  readonly bytes: number
}

/** An empty list of messages. */
export function openRecentMessages(limits: RecentLimits = recentLimits, now: () => number = Date.now): RecentMessages {
  /** In the order in which devices were heard of last. */
  const kept = new Map<string, RecentMessage[]>()
  let total = 0
  const sizeOf = ({ start, topic }: RecentMessage) => start.length + (topic?.length ?? 0) + OVERHEAD

  function dropOldest(deviceId: string, list: RecentMessage[]): void {
    const [oldest] = list.splice(0, 1)
    if (oldest) total -= sizeOf(oldest)
    if (list.length === 0) kept.delete(deviceId)
  }

  return {
    get bytes() {
      return total
    },
    keep(deviceId, { source, payload }, { stored, repeated, refused, refusals }) {
      const [first] = refusals
      const message: RecentMessage = {
        time: now(),
        via: source.via,
        topic: source.via === 'mqtt' ? source.topic.slice(0, MAX_TOPIC) : source.key,
        // A copy: what it was cut from is many messages long.
        start:
          typeof payload === 'string' ? Buffer.from(payload.slice(0, limits.message)) : Buffer.from(payload.subarray(0, limits.message)),
        bytes: Buffer.byteLength(payload),
        stored,
        repeated,
        refused,
        fault: first ? { code: first.code, at: first.at } : undefined,
      }
      const list = kept.get(deviceId) ?? []
      kept.delete(deviceId)
      kept.set(deviceId, list)
      list.push(message)
      total += sizeOf(message)
      if (list.length > limits.messages) dropOldest(deviceId, list)
      while (total > limits.bytes) {
        const [quietest] = kept
        if (!quietest) break
        dropOldest(...quietest)
      }
    },
    of: (deviceId) => [...(kept.get(deviceId) ?? [])].reverse(),
  }
}
