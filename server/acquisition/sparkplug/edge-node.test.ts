/** What an edge node of Sparkplug B has said of itself, message by message. */
import { expect, it } from 'vitest'
import { TYPE, encodePayload, readPayload } from '../../../tests/support/sparkplug.ts'
import type { WrittenMetric } from '../../../tests/support/sparkplug.ts'
import type { Births } from './edge-node.ts'
import { openEdgeNode } from './edge-node.ts'
import { readMetrics } from './readings.ts'

function node(filter: string | null = 'spBv1.0/g/NCMD/n', births: Births = new Map()) {
  const sent: { topic: string; metrics: WrittenMetric[] }[] = []
  const clock = { now: 1_800_000_000_000 }
  const edge = openEdgeNode(
    (topic, payload) => sent.push({ topic, metrics: readPayload(payload).metrics }),
    { device: 't/d', births },
    () => clock.now,
  )
  if (filter !== null) expect(edge.subscribe(filter)).toBe(true)
  return {
    sent,
    clock,
    edge,
    publish: (kind: string, seq: number | undefined, metrics: WrittenMetric[] = [], device?: string, isWill = false) =>
      edge.take(
        `spBv1.0/g/${kind}/n${device === undefined ? '' : `/${device}`}`,
        encodePayload({ timestamp: 1000, ...(seq === undefined ? {} : { seq }), metrics }),
        isWill,
      ),
  }
}
const groups = (taken: unknown) => JSON.parse(String((taken as { text: string }).text)) as unknown
const faultOf = (taken: unknown) => (taken as { fault?: { code: string } }).fault?.code

it('data are told by the names and types of the births, each at its time', () => {
  const { publish, sent } = node()
  const born = publish('NBIRTH', 0, [
    { name: 'bdSeq', datatype: TYPE.uint64, long_value: 7 },
    { name: 'Motor 1/Speed', alias: 1, datatype: TYPE.double, double_value: 1.5, metadata: { description: 'rpm' } },
    { name: 'cold', alias: 2, datatype: TYPE.int16, int_value: 65_526 },
  ])
  expect(groups(born)).toEqual([{ ts: 1000, values: { bdSeq: 7, 'Motor 1/Speed': 1.5, cold: -10 } }])
  publish('DBIRTH', 1, [{ name: 'on', alias: 3, datatype: TYPE.boolean, boolean_value: true }], 'd1')
  const data = publish('NDATA', 2, [
    { alias: 1, timestamp: 900, double_value: 2.5 },
    { alias: 2, timestamp: 950, int_value: 2 ** 32 - 5 },
    { alias: 1, is_null: true },
  ])
  expect(groups(data)).toEqual([
    { ts: 900, values: { 'Motor 1/Speed': 2.5 } },
    { ts: 950, values: { cold: -5 } },
    { ts: 1000, values: { 'Motor 1/Speed': null } },
  ])
  expect(groups(publish('DDATA', 3, [{ alias: 3, boolean_value: false }], 'd1'))).toEqual([{ ts: 1000, values: { on: false } }])
  expect(sent).toEqual([])
})

it('whole numbers of every size have their sign', () => {
  const { publish } = node()
  const { MAX_SAFE_INTEGER: large } = Number
  const read = publish('NBIRTH', 0, [
    { name: 'a', datatype: TYPE.int8, int_value: 0xfb },
    { name: 'b', datatype: TYPE.int32, int_value: 0xffff_fffb },
    { name: 'c', datatype: TYPE.int64, long_value: '18446744073709551611' },
    { name: 'd', datatype: TYPE.uint32, int_value: 0xffff_fffb },
    { name: 'e', datatype: TYPE.uint64, long_value: large },
    { name: 'f', datatype: TYPE.float, float_value: 0.5 },
  ])
  expect(groups(read)).toEqual([{ ts: 1000, values: { a: -5, b: -5, c: -5, d: 4_294_967_291, e: large, f: 0.5 } }])
})

it('a gap in the sequence numbers asks for the births again, and keeps what came', () => {
  const { publish, sent, clock } = node()
  for (let seq = 0; seq < 257; seq += 1)
    expect(faultOf(publish(seq === 0 ? 'NBIRTH' : 'NDATA', seq % 256, [{ name: 'x', double_value: 1 }]))).toBeUndefined()
  const late = publish('NDATA', 2, [{ name: 'x', double_value: 2 }])
  expect([faultOf(late), groups(late)]).toEqual(['sequence-gap', [{ ts: 1000, values: { x: 2 } }]])
  expect(sent).toMatchObject([
    { topic: 'spBv1.0/g/NCMD/n', metrics: [{ name: 'Node Control/Rebirth', datatype: 11, boolean_value: true }] },
  ])
  // Once is enough for a while; it goes on from where it is.
  expect([faultOf(publish('NDATA', 3)), faultOf(publish('NDATA', 9)), sent.length]).toEqual([undefined, 'sequence-gap', 1])
  clock.now += 10_000
  publish('NDATA', 20)
  expect(sent).toHaveLength(2)
})

it.each([
  ['data of a node that was not born', (all: ReturnType<typeof node>) => all.publish('NDATA', 1, [{ alias: 1, double_value: 1 }]), []],
  [
    'an alias that no birth named',
    (all: ReturnType<typeof node>) => {
      all.publish('NBIRTH', 0, [{ name: 'x', alias: 1, double_value: 0 }])
      return all.publish('NDATA', 1, [
        { alias: 2, double_value: 1 },
        { alias: 1, double_value: 2 },
      ])
    },
    [{ ts: 1000, values: { x: 2 } }],
  ],
  [
    'data of a device that was not born',
    (all: ReturnType<typeof node>) => {
      all.publish('NBIRTH', 0)
      return all.publish('DDATA', 1, [{ name: 'x', double_value: 1 }], 'd1')
    },
    [{ ts: 1000, values: { x: 1 } }],
  ],
  [
    'an alias of before the last birth',
    (all: ReturnType<typeof node>) => {
      all.publish('NBIRTH', 0, [{ name: 'x', alias: 1, double_value: 0 }])
      all.publish('NBIRTH', 0, [])
      return all.publish('NDATA', 1, [{ alias: 1, double_value: 1 }])
    },
    [],
  ],
])('%s ask for the births, and what can be told is kept', (_name, play, expected) => {
  const all = node()
  const taken = play(all)
  expect([faultOf(taken), groups(taken), all.sent.length]).toEqual(['no-birth', expected, 1])
  const unborn = node(null)
  expect([faultOf(play(unborn)), unborn.sent]).toEqual(['no-birth', []])
})

it('the death of a node is that of its devices too; afterwards it has to be born again', () => {
  const { publish } = node()
  publish('NBIRTH', 0)
  publish('DBIRTH', 1, [], 'd1')
  publish('DBIRTH', 2, [], 'd2')
  expect(publish('DDEATH', 3, [], 'd1')).toEqual({ deaths: ['d1'] })
  expect(faultOf(publish('DDATA', 4, [{ name: 'x', double_value: 1 }], 'd1'))).toBe('no-birth')
  expect(publish('NDEATH', undefined)).toEqual({ deaths: [undefined, 'd2'] })
  expect(faultOf(publish('NDATA', 5, [{ name: 'x', double_value: 1 }]))).toBe('no-birth')
})

it('the death of an earlier session is none of a node that was born again, told by its number or by its connection', () => {
  const births: Births = new Map()
  const bdSeq = (number: number): WrittenMetric[] => [{ name: 'bdSeq', datatype: TYPE.uint64, long_value: number }]
  const [before, after] = [node(undefined, births), node(undefined, births)]
  before.publish('NBIRTH', 0, bdSeq(0))
  after.publish('NBIRTH', 0, bdSeq(1))
  after.publish('DBIRTH', 1, [], 'd1')
  expect(before.publish('NDEATH', undefined, bdSeq(0), undefined, true), 'the will of the connection before').toEqual({ deaths: [] })
  expect(after.publish('NDEATH', undefined, bdSeq(0)), 'published late').toEqual({ deaths: [] })
  expect(faultOf(after.publish('DDATA', 2, [], 'd1')), 'and it goes on').toBeUndefined()
  before.edge.close()
  expect(after.publish('NDEATH', undefined, bdSeq(1))).toEqual({ deaths: [undefined, 'd1'] })
  // Whatever number a will has, its connection is lost; and a node that tells no numbers dies as ever.
  after.publish('NBIRTH', 0, bdSeq(2))
  expect(after.publish('NDEATH', undefined, bdSeq(1), undefined, true)).toEqual({ deaths: [undefined] })
  after.publish('NBIRTH', 0)
  expect(after.publish('NDEATH', undefined, bdSeq(1))).toEqual({ deaths: [undefined] })
  after.edge.close()
  expect(births.size).toBe(0)
})

it('is one node of a connection, and takes no other topics; commands alone can be subscribed to', () => {
  const { publish, edge } = node(null)
  publish('NBIRTH', 0)
  for (const topic of ['spBv1.0/g/NDATA/m', 'spBv1.0/h/NDATA/n', 'spBv1.0/g/DDATA/m/d'])
    expect(edge.take(topic, Buffer.alloc(0)), topic).toBe('foreign')
  for (const topic of ['spBv1.0/g/NDATA/n/d', 'spBv1.0/g/DDATA/n', 'spBv1.0/g/NCMD/n', 'd/x'])
    expect(edge.take(topic, Buffer.alloc(0)), topic).toBeUndefined()
  for (const filter of ['spBv1.0/g/NCMD/n/#', 'spBv1.0/g/DCMD/n/+']) expect(edge.subscribe(filter), filter).toBe(true)
  for (const filter of ['#', 'spBv1.0/#', 'spBv1.0/STATE/h', 'spBv1.0/g/NDATA/n', '+/g/NCMD/n'])
    expect(edge.subscribe(filter), filter).toBe(false)
})

it('metrics that are points are read, by their name or with _ for what no key has; others are left alone', () => {
  const isPoint = (key: string) => ['Motor_1_Speed', 'cold'].includes(key)
  const read = (values: object, isBirth = false) => readMetrics(JSON.stringify([{ ts: 1_800_000_000_000, values }]), isPoint, isBirth)
  expect(read({ 'Motor 1/Speed': 1.5, cold: null, other: 3 })).toEqual({
    readings: [
      { key: 'Motor_1_Speed', time: 1_800_000_000_000, value: 1.5 },
      { key: 'cold', time: 1_800_000_000_000, value: undefined },
    ],
    faults: [],
  })
  expect([read({ other: 3 }).faults, read({ other: 3 }, true).faults]).toEqual([[{ code: 'unknown-point', at: 'other' }], []])
  expect(read({ cold: 'low' }).faults).toEqual([{ code: 'not-a-number', at: 'cold' }])
  for (const text of ['', 'nonsense', '{}', '[1]', '[{"values":null}]', '[{"ts":1,"values":[1]}]'])
    expect(readMetrics(text, isPoint, false), text).toEqual({ readings: [], faults: [{ code: 'syntax', at: '' }] })
})
