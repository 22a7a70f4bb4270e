/**
 * From a message of a device to what is stored of it: the one way of the broker, of HTTP and of whatever else brings messages. The rules of
 * the device's type read those they are for; the others are read as docs/guides/sending-readings.md says. A message of which something
 * could not be stored is kept for a day, so that it can be read again once it is known how (unparsed.ts). What a gateway sends is first
 * divided among the devices it is about (gateways.ts).
 */
import type { Divided } from './gateways.ts'
import { divide } from './gateways.ts'
import type { Ingest, Part, Receipt } from './ingest.ts'
import type { Device, Registry } from './known-devices.ts'
import { readTopic } from './mqtt/topics.ts'
import type { Fault, Payload } from './payload.ts'
import { parsePayload } from './payload.ts'
import type { Message } from './message.ts'
import { readMetrics } from './sparkplug/readings.ts'
import { readSparkplugTopic } from './sparkplug/topic.ts'
import type { RecentMessages } from './recent-messages.ts'
import type { Unparsed } from './unparsed.ts'

/** What a message of a device says: its readings, and what could not be read. Nothing is stored. */
export function readMessage({ code, points, mapping }: Device, { source, payload }: Message): Payload {
  const text = String(payload)
  const isPoint = (name: string) => points.has(name)
  if (source.via === 'http')
    return (source.key === undefined && mapping?.read(source, text, points)) || parsePayload(text, { key: source.key, isPoint })
  const mapped = mapping?.read(source, text, points)
  if (mapped) return mapped
  const sparkplug = readSparkplugTopic(source.topic)
  if (sparkplug) return readMetrics(text, isPoint, sparkplug.kind === 'BIRTH')
  const target = readTopic(source.topic, code)
  return target ? parsePayload(text, { key: target.key, isPoint }) : { readings: [], faults: [{ code: 'topic', at: source.topic }] }
}

export interface Messages {
  /**
   * Reads and stores a message: resolves when everything in it that can be stored is committed.
   * @param waits Whether the sender is held up while there is no room, instead of being refused; for what a gateway sends, it always is.
   * @throws Busy where it does not wait, or an Error when it could not be stored; then nothing of it is, and it comes again.
   */
  receive(device: Device, message: Message, waits: boolean): Promise<Receipt>
}

/** The way of messages into the ingestion. */
export function openMessages(
  ingest: Ingest,
  unparsed: Pick<Unparsed, 'keep'>,
  registry: Pick<Registry, 'find' | 'recall'>,
  recent: Pick<RecentMessages, 'keep'>,
): Messages {
  async function receiveOwn(device: Device, message: Message, waits: boolean): Promise<Receipt> {
    const part = partOf(device, message)
    const receipt = await (waits ? firstOf(ingest.acceptTogether([part])) : ingest.accept(device, part.payload, part.bytes))
    keep(device, message, receipt)
    recent.keep(device.id, message, receipt)
    return receipt
  }

  function keep(device: Device, message: Message, { refusals: [fault], arrival }: Receipt): void {
    if (fault) unparsed.keep(device, { ...message, arrival, fault })
  }

  /** The gateway has been heard of too, and is told what is nobody's. */
  async function receiveDivided(gateway: Device, whole: Message, { parts: named, left }: Divided): Promise<Receipt> {
    const found = await Promise.all(
      named.map(async ({ code, message }) => {
        const name = `${gateway.tenantCode}/${code}`
        return { code, message, device: registry.recall(name) ?? (await registry.find(name)) }
      }),
    )
    // Out of use, or polled by now: nobody may send for it, as it may not itself.
    const gone = found.flatMap(({ code, device }): Fault[] => (device ? [] : [{ code: 'unknown-device', at: code }]))
    const parts = found.flatMap(({ device, message }) => (device ? [{ message, ...partOf(device, message) }] : []))
    const faults = [...left.map(({ fault }) => fault), ...gone]
    const own: Part = { device: gateway, payload: { readings: [], faults }, bytes: 0, ...(whole.packet ? { packet: whole.packet } : {}) }
    // All of it or nothing: of a message that comes again the parts without a time would be stored once more.
    const [first, ...rest] = (await ingest.acceptTogether([own, ...parts])) as [Receipt, ...Receipt[]]
    for (const { message, fault } of left) unparsed.keep(gateway, { ...message, arrival: first.arrival, fault })
    for (const [place, { device, message }] of parts.entries()) {
      const receipt = rest[place] as Receipt
      keep(device, message, receipt)
      recent.keep(device.id, message, receipt)
    }
    const sum = sumOf([first, ...rest])
    recent.keep(gateway.id, whole, sum)
    return sum
  }

  return {
    receive(device, message, waits) {
      const divided = divide(device, message)
      return divided ? receiveDivided(device, message, divided) : receiveOwn(device, message, waits)
    },
  }
}

const partOf = (device: Device, message: Message): Part => ({
  device,
  payload: readMessage(device, message),
  bytes: Buffer.byteLength(message.payload),
  ...(message.packet ? { packet: message.packet } : {}),
})

const firstOf = async (receipts: Promise<Receipt[]>): Promise<Receipt> => (await receipts)[0] as Receipt

const MAX_NAMED = 20

/** Of several receipts one: all they count, and the first of what they refuse. */
function sumOf(receipts: readonly [Receipt, ...Receipt[]]): Receipt {
  const total = (field: 'stored' | 'corrected' | 'repeated' | 'refused') => receipts.reduce((sum, receipt) => sum + receipt[field], 0)
  return {
    stored: total('stored'),
    corrected: total('corrected'),
    repeated: total('repeated'),
    refused: total('refused'),
    refusals: receipts.flatMap(({ refusals }) => refusals).slice(0, MAX_NAMED),
    arrival: receipts[0].arrival,
  }
}
