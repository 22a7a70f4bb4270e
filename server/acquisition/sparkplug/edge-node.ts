/**
 * What one connection has said of itself as an edge node of Sparkplug B: which it is, whether it and its devices were born, what its
 * aliases stand for, and the number of its last message. A message becomes text that is read like any other: `[{"ts": …, "values":
 * {"<metric>": …}}]`. Which device of ours that is about is decided elsewhere (gateways.ts), and never by what stands in a topic alone.
 */
import { matchTopic, parseTopicFilter } from '../../../model/acquisition/mapping/topic-filter.ts'
import type { TopicFilter } from '../../../model/acquisition/mapping/topic-filter.ts'
import type { Metric, SparkplugPayload } from './payload.ts'
import { decodePayload, rebirthCommand, signedOf } from './payload.ts'
import type { SparkplugTopic } from './topic.ts'
import { readSparkplugTopic } from './topic.ts'

/**
 * What has become of a message. `deaths`: of the node itself (`undefined`) and of those of its devices that were born; none where it
 * is the death of an earlier session of the node. `foreign`: it is of another node than the first one of this connection.
 */
export type Taken =
  | 'foreign'
  | { readonly text: string | Buffer; readonly fault?: { readonly code: 'no-birth' | 'sequence-gap' } }
  | { readonly deaths: readonly (string | undefined)[] }

export interface EdgeNode {
  /** `undefined` of a message that is none of Sparkplug. @param isWill The connection is lost, so that its node is dead whatever its numbers say. */
  take(topic: string, payload: Buffer, isWill?: boolean): Taken | undefined
  /** Whether the subscription is granted: to commands, which this connection alone is sent and only for itself. */
  subscribe(filter: string): boolean
  /** The connection is over, and its will seen to. */
  close(): void
}

/** Which connection each node was born on last, by its device and its name: what an earlier one has left behind says nothing of it any more. */
export type Births = Map<string, object>

/** Metrics that are remembered of a connection, and characters of their names. */
const MAX_METRICS = 10_000
const MAX_NAME = 256
const MAX_FILTERS = 20
/** A node that is asked and does not answer is asked again after so long. */
const REBIRTH_EVERY_MS = 10_000

interface Known {
  readonly name: string
  readonly datatype: number | undefined
}

/**
 * Nothing said yet.
 * @param send Sends a command to this connection.
 * @param whose The device that this connection is of, and the births of all connections.
 * @param now Milliseconds since 1970.
 */
export function openEdgeNode(
  send: (topic: string, payload: Uint8Array) => void,
  { device: owner, births }: { readonly device: string; readonly births: Births },
  now: () => number = Date.now,
): EdgeNode {
  const connection = {}
  const filters: TopicFilter[] = []
  let self: Pick<SparkplugTopic, 'group' | 'node'> | undefined
  let isBorn = false
  let bornAs: number | undefined
  let lastSequence = 0
  let askedAt = -Infinity
  const devices = new Set<string>()
  const metrics = new Map<string, Known>()

  function askForBirth(): void {
    const topic = `spBv1.0/${self?.group}/NCMD/${self?.node}`
    if (now() - askedAt < REBIRTH_EVERY_MS || !filters.some((filter) => matchTopic(filter, topic))) return
    askedAt = now()
    send(topic, rebirthCommand(now()))
  }

  /** Whether the message follows the one before it (6.4.9): they are counted from 0 to 255, and anew from a birth. */
  function isNext(sequence: number | undefined): boolean {
    if (sequence === undefined) return true
    const isRight = sequence === (lastSequence + 1) % 256
    lastSequence = sequence
    return isRight
  }

  function remember(device: string | undefined, { name, alias, datatype }: Metric): void {
    if (name === undefined || name.length > MAX_NAME || metrics.size >= MAX_METRICS) return
    metrics.set(alias === undefined ? keyOf(device, name) : `#${alias}`, { name, datatype })
  }

  const key = () => `${owner} ${self?.group}/${self?.node}`

  /** Whether the death is that of the session which lives now: births and deaths of one have a number in common (6.4.22), and a connection. */
  function isOfNow(payload: SparkplugPayload | undefined, isWill: boolean): boolean {
    if ((births.get(key()) ?? connection) !== connection) return false
    const diedAs = bdSeqOf(payload?.metrics ?? [])
    return isWill || bornAs === undefined || diedAs === undefined || bornAs === diedAs
  }

  function bear({ device }: SparkplugTopic, { seq, metrics: born }: SparkplugPayload): void {
    if (device === undefined) {
      devices.clear()
      metrics.clear()
      isBorn = true
      bornAs = bdSeqOf(born)
      births.set(key(), connection)
      lastSequence = seq ?? 0
    } else devices.add(device)
    for (const metric of born) remember(device, metric)
  }

  /** The metrics by their times; `isWhole` is false where one could not be told by its alias. */
  function textOf(device: string | undefined, { timestamp, metrics: sent }: SparkplugPayload): { text: string; isWhole: boolean } {
    const groups = new Map<number | undefined, Record<string, unknown>>()
    let isWhole = true
    for (const metric of sent) {
      const known = metrics.get(metric.alias === undefined ? keyOf(device, metric.name ?? '') : `#${metric.alias}`)
      const name = metric.name ?? known?.name
      if (name === undefined) isWhole = false
      if (name === undefined || metric.value === undefined) continue
      const time = metric.timestamp ?? timestamp
      let values = groups.get(time)
      if (!values) groups.set(time, (values = Object.create(null) as Record<string, unknown>))
      values[name] = signedOf(metric.value, metric.datatype ?? known?.datatype)
    }
    return { text: JSON.stringify([...groups].map(([ts, values]) => ({ ts, values }))), isWhole }
  }

  return {
    subscribe(filter) {
      const levels = parseTopicFilter(filter)
      const isCommand = levels?.[0] === 'spBv1.0' && (levels[2] === 'NCMD' || levels[2] === 'DCMD')
      if (!levels || !isCommand || filters.length >= MAX_FILTERS) return false
      filters.push(levels)
      return true
    },
    take(topic, bytes, isWill = false) {
      const about = readSparkplugTopic(topic)
      if (!about) return undefined
      if (self && (self.group !== about.group || self.node !== about.node)) return 'foreign'
      self = { group: about.group, node: about.node }
      const { device, kind } = about
      const payload = decodePayload(bytes)
      if (kind === 'DEATH' && device === undefined) {
        if (!isOfNow(payload, isWill)) return { deaths: [] }
        const deaths = [undefined, ...devices]
        isBorn = false
        bornAs = undefined
        devices.clear()
        return { deaths }
      }
      if (!payload) return { text: bytes }
      const isBirthOfNode = kind === 'BIRTH' && device === undefined
      const follows = isBirthOfNode || isNext(payload.seq)
      if (kind === 'DEATH') {
        devices.delete(device as string)
        return { deaths: [device] }
      }
      if (kind === 'BIRTH') bear(about, payload)
      const { text, isWhole } = textOf(device, payload)
      const hasBirth = isBorn && isWhole && (device === undefined || devices.has(device))
      if (hasBirth && follows) return { text }
      askForBirth()
      return { text, fault: { code: hasBirth ? 'sequence-gap' : 'no-birth' } }
    },
    close() {
      if (births.get(key()) === connection) births.delete(key())
    },
  }
}

const keyOf = (device: string | undefined, name: string) => `${device ?? ''}/${name}`

/** The number of a session, in the metric of that name. */
function bdSeqOf(metrics: readonly Metric[]): number | undefined {
  const value = metrics.find(({ name }) => name === 'bdSeq')?.value
  return typeof value === 'number' ? value : undefined
}
