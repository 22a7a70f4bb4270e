/** Payloads of Sparkplug B as an edge node writes them, by the whole schema of a metric and not the part that the server reads. */
import protobuf from 'protobufjs/light.js'

const field = (type: string, id: number) => ({ type, id })
const { Payload } = protobuf.Root.fromJSON({
  nested: {
    Payload: {
      edition: 'proto2',
      fields: {
        timestamp: field('uint64', 1),
        metrics: { rule: 'repeated', ...field('Metric', 2) },
        seq: field('uint64', 3),
        uuid: field('string', 4),
        body: field('bytes', 5),
      },
    },
    MetaData: { fields: { is_multi_part: field('bool', 1), content_type: field('string', 2), description: field('string', 8) } },
    Metric: {
      edition: 'proto2',
      fields: {
        name: field('string', 1),
        alias: field('uint64', 2),
        timestamp: field('uint64', 3),
        datatype: field('uint32', 4),
        is_historical: field('bool', 5),
        is_transient: field('bool', 6),
        is_null: field('bool', 7),
        metadata: field('MetaData', 8),
        int_value: field('uint32', 10),
        long_value: field('uint64', 11),
        float_value: field('float', 12),
        double_value: field('double', 13),
        boolean_value: field('bool', 14),
        string_value: field('string', 15),
        bytes_value: field('bytes', 16),
      },
    },
  },
}).nested as { Payload: protobuf.Type }

export interface WrittenMetric {
  name?: string
  alias?: number
  timestamp?: number
  datatype?: number
  is_historical?: boolean
  is_null?: boolean
  metadata?: { description: string }
  int_value?: number
  long_value?: number | string
  float_value?: number
  double_value?: number
  boolean_value?: boolean
  string_value?: string
}

/** The numbers of the types (6.4.16). */
export const TYPE = { int8: 1, int16: 2, int32: 3, int64: 4, uint32: 7, uint64: 8, float: 9, double: 10, boolean: 11, string: 12 } as const

export const encodePayload = (payload: { timestamp?: number; seq?: number; metrics: readonly WrittenMetric[] }): Buffer =>
  Buffer.from(Payload.encode(Payload.fromObject(payload)).finish())

/** What a command says; numbers of 64 bits as numbers. */
export const readPayload = (bytes: Uint8Array) =>
  Payload.toObject(Payload.decode(bytes), { longs: Number }) as { timestamp?: number; metrics: WrittenMetric[] }
