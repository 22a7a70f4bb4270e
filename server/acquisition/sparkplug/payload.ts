/**
 * Payloads of Sparkplug B (Eclipse Sparkplug 3.0, chapter 6), as far as something is measured: the fields are declared here by the numbers that
 * the specification gives them; whatever else a payload holds (metadata, data sets, templates) is passed over.
 */
import protobuf from 'protobufjs/light.js'

/** What a metric says. `name` and `datatype` may stand in births alone; data then name the metric by its alias. */
export interface Metric {
  readonly name?: string
  readonly alias?: number
  /** Milliseconds since 1970. */
  readonly timestamp?: number
  readonly datatype?: number
  /** `null`: there is none. `undefined`: nothing that could be a number. */
  readonly value: number | boolean | string | null | undefined
}
export interface SparkplugPayload {
  readonly timestamp?: number
  readonly seq?: number
  readonly metrics: readonly Metric[]
}

/** By the rules of proto2, as the specification has it: a zero that was sent is there, and differs from nothing. */
const { Payload } = protobuf.Root.fromJSON({
  nested: {
    Payload: {
      edition: 'proto2',
      fields: {
        timestamp: { type: 'uint64', id: 1 },
        metrics: { rule: 'repeated', type: 'Metric', id: 2 },
        seq: { type: 'uint64', id: 3 },
      },
    },
    Metric: {
      edition: 'proto2',
      oneofs: {
        value: { oneof: ['intValue', 'longValue', 'floatValue', 'doubleValue', 'booleanValue', 'stringValue'] },
      },
      fields: {
        name: { type: 'string', id: 1 },
        alias: { type: 'uint64', id: 2 },
        timestamp: { type: 'uint64', id: 3 },
        datatype: { type: 'uint32', id: 4 },
        isNull: { type: 'bool', id: 7 },
        intValue: { type: 'uint32', id: 10 },
        longValue: { type: 'uint64', id: 11 },
        floatValue: { type: 'float', id: 12 },
        doubleValue: { type: 'double', id: 13 },
        booleanValue: { type: 'bool', id: 14 },
        stringValue: { type: 'string', id: 15 },
      },
    },
  },
}).nested as { Payload: protobuf.Type }

/** A 64-bit number, as the library gives it. */
interface Long {
  toNumber(): number
  toSigned(): Long
}
interface RawMetric {
  name?: string
  alias?: Long
  timestamp?: Long
  datatype?: number
  isNull?: boolean
  intValue?: number
  longValue?: Long
  floatValue?: number
  doubleValue?: number
  booleanValue?: boolean
  stringValue?: string
}

/** What the bytes say; `undefined` where they are no payload. */
export function decodePayload(bytes: Uint8Array): SparkplugPayload | undefined {
  try {
    const raw = Payload.toObject(Payload.decode(bytes)) as { timestamp?: Long; seq?: Long; metrics?: RawMetric[] }
    return {
      ...when('timestamp', raw.timestamp?.toNumber()),
      ...when('seq', raw.seq?.toNumber()),
      metrics: (raw.metrics ?? []).map((metric) => ({
        ...when('name', metric.name),
        ...when('alias', metric.alias?.toNumber()),
        ...when('timestamp', metric.timestamp?.toNumber()),
        ...when('datatype', metric.datatype),
        value: valueOf(metric),
      })),
    }
  } catch {
    return undefined
  }
}

const when = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>

function valueOf({ isNull, intValue, longValue, floatValue, doubleValue, booleanValue, stringValue }: RawMetric): Metric['value'] {
  if (isNull) return null
  // Whether a number of 64 bits is signed is known by its type alone (signedOf): until then it keeps all its bits as a number of two's complement.
  const long = longValue && (longValue.toNumber() >= 2 ** 63 ? longValue.toSigned() : longValue).toNumber()
  return intValue ?? long ?? floatValue ?? doubleValue ?? booleanValue ?? stringValue
}

/** Bits of the signed types, by their numbers: Int8, Int16, Int32, Int64. */
const SIGNED_BITS: Readonly<Record<number, number>> = { 1: 8, 2: 16, 3: 32 }
const UINT64 = 8

/** Whole numbers come without a sign: the number that is meant, by the type of its metric. */
export function signedOf(value: Metric['value'], datatype: number | undefined): Metric['value'] {
  if (typeof value !== 'number' || datatype === undefined) return value
  const bits = SIGNED_BITS[datatype]
  if (bits === undefined) return datatype === UINT64 && value < 0 ? value + 2 ** 64 : value
  const wrapped = value % 2 ** bits
  return wrapped >= 2 ** (bits - 1) ? wrapped - 2 ** bits : wrapped
}

/** The command that asks an edge node for its birth certificates (6.4.24). */
export function rebirthCommand(now: number): Uint8Array {
  const BOOLEAN = 11
  return Payload.encode({
    timestamp: now,
    metrics: [{ name: 'Node Control/Rebirth', timestamp: now, datatype: BOOLEAN, booleanValue: true }],
  }).finish()
}
