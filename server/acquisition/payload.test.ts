import { describe, expect, it } from 'vitest'
import { asTenantId } from '../kernel/database/as-tenant-id.ts'
import { micros, millis } from '../../model/brands.ts'
import { MAX_TOKENS } from '../../model/acquisition/bounded-json.ts'
import { openAllowance, openFailures } from './limits.ts'
import { readTopic } from './mqtt/topics.ts'
import { parsePayload } from './payload.ts'
import { assessQuality } from './quality.ts'
import { openQueue } from './queue.ts'
import { openSignIn } from './sign-in.ts'

const TS = Date.UTC(2026, 0, 1)

describe('what a device sends', () => {
  it.each([
    ['21.5', 21.5],
    ['-3', -3],
    ['1e3', 1000],
    [' 7 ', 7],
    ['true', 1],
    ['false', 0],
    ['null', undefined],
    ['NaN', undefined],
    ['-Infinity', undefined],
    ['{"value": 4}', 4],
  ])('%s is one value', (text, value) => {
    expect(parsePayload(text, { key: 'x' })).toEqual({ readings: [{ key: 'x', time: undefined, value }], faults: [] })
  })

  it('has a time of its own where it says so', () => {
    expect(parsePayload(`{"ts": ${TS}, "value": 1}`, { key: 'x' }).readings).toEqual([{ key: 'x', time: TS, value: 1 }])
    expect(parsePayload(`{"ts": ${TS}, "values": {"a": 1, "b": true}}`).readings).toEqual([
      { key: 'a', time: TS, value: 1 },
      { key: 'b', time: TS, value: 1 },
    ])
    expect(parsePayload(`[{"ts": ${TS}, "values": {"a": 1}}, {"a": 2}]`).readings).toEqual([
      { key: 'a', time: TS, value: 1 },
      { key: 'a', time: undefined, value: 2 },
    ])
  })

  it('as Python writes what is no number is read, and texts that say so are left alone', () => {
    expect(parsePayload('{"a": NaN, "b": -Infinity, "c": 1}').readings.map(({ value }) => value)).toEqual([undefined, undefined, 1])
    expect(parsePayload('{"a": NaN, "NaN": 2}').readings.map(({ key }) => key)).toEqual(['a', 'NaN'])
  })

  it.each([
    ['{', undefined, { code: 'syntax', at: '' }],
    ['', undefined, { code: 'syntax', at: '' }],
    ['12', undefined, { code: 'shape', at: '' }],
    ['[1]', undefined, { code: 'shape', at: '[0]' }],
    ['"21.5"', 'x', { code: 'not-a-number', at: '' }],
    ['{"a": "21.5"}', undefined, { code: 'not-a-number', at: 'a' }],
    ['{"a": [1]}', undefined, { code: 'not-a-number', at: 'a' }],
    ['{"ts": "now", "values": {"a": 1}}', undefined, { code: 'timestamp', at: 'ts' }],
    ['[{"ts": 12, "values": {"a": 1}}]', undefined, { code: 'timestamp', at: '[0].ts' }],
    ['{"ts": 1, "valu": 1}', 'x', { code: 'shape', at: 'x' }],
  ])('%s is refused by name', (text, key, fault) => {
    expect(parsePayload(text, { key })).toEqual({ readings: [], faults: [fault] })
  })

  it('loses nothing beside what is wrong', () => {
    const { readings, faults } = parsePayload(
      `[{"ts": ${TS}, "values": {"a": 1, "b": "x", "c": 3}}, {"ts": 1, "values": {"a": 4}}, {"a": 5}]`,
    )
    expect(readings.map(({ value }) => value)).toEqual([1, 3, 5])
    expect(faults).toEqual([
      { code: 'not-a-number', at: '[0].values.b' },
      { code: 'timestamp', at: '[1].ts' },
    ])
  })

  it.each([
    ['milliseconds', TS + 250, TS + 250],
    ['seconds', TS / 1000 + 0.25, TS + 250],
    ['microseconds', (TS + 250) * 1000, TS + 250],
    ['nanoseconds', (TS + 250) * 1e6, TS + 250],
    ['UTC', '2026-01-01T00:00:00.250Z', TS + 250],
    ['another zone', '2026-01-01 08:00:00.25+08:00', TS + 250],
    ['a zone of hours', '2025-12-31t19:00-05', TS],
    ['microseconds as text', '2026-01-01T00:00:00.000125Z', TS + 0.125],
  ])('may say when, in %s, beside the values or around them', (_name, given, time) => {
    for (const name of ['ts', 'timestamp', 'time']) {
      expect(parsePayload(JSON.stringify({ [name]: given, a: 1, b: 2 })), name).toEqual({
        readings: [
          { key: 'a', time, value: 1 },
          { key: 'b', time, value: 2 },
        ],
        faults: [],
      })
      expect(parsePayload(JSON.stringify([{ node: 'n', values: { a: 1 }, [name]: given }])), name).toEqual({
        readings: [{ key: 'a', time, value: 1 }],
        faults: [],
      })
      expect(parsePayload(JSON.stringify({ [name]: given, value: 1 }), { key: 'x' }), name).toEqual({
        readings: [{ key: 'x', time, value: 1 }],
        faults: [],
      })
    }
  })

  it.each([
    'soon',
    '',
    '2026-01-01T00:00:00',
    '2026-02-30T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01',
    '1999-12-31T23:59:59Z',
    String(TS),
    12,
    -TS,
    0,
    1e300,
    5e11,
    null,
    true,
    [TS],
    { $date: TS },
  ])('is not stored at another time where it says %j', (given) => {
    for (const name of ['ts', 'timestamp', 'time']) {
      expect(parsePayload(JSON.stringify({ a: 1, [name]: given }))).toEqual({ readings: [], faults: [{ code: 'timestamp', at: name }] })
      expect(parsePayload(JSON.stringify([{ [name]: given, values: { a: 1 } }]))).toEqual({
        readings: [],
        faults: [{ code: 'timestamp', at: `[0].${name}` }],
      })
      expect(parsePayload(JSON.stringify({ [name]: given, value: 1 }), { key: 'x' })).toEqual({
        readings: [],
        faults: [{ code: 'timestamp', at: name }],
      })
    }
  })

  it('has values called ts, timestamp and time where the device has such points', () => {
    const isPoint = (key: string) => key === 'time'
    expect(parsePayload(`{"time": 7, "a": 1}`, { isPoint }).readings).toEqual([
      { key: 'time', time: undefined, value: 7 },
      { key: 'a', time: undefined, value: 1 },
    ])
    expect(parsePayload(`{"time": 7, "timestamp": ${TS}}`, { isPoint }).readings).toEqual([{ key: 'time', time: TS, value: 7 }])
    expect(parsePayload(`{"time": ${TS}, "values": {"time": 7}}`, { isPoint }).readings).toEqual([{ key: 'time', time: TS, value: 7 }])
  })

  it('names no place that is longer than a line', () => {
    const {
      faults: [fault],
    } = parsePayload(JSON.stringify({ ['k'.repeat(1e6)]: 'x' }))
    expect([fault?.code, fault?.at.length]).toEqual(['not-a-number', 200])
  })

  /** All of the largest size that is taken: 8 MB, as HTTP takes them compressed. */
  const full = (from: string, part: string, to = '') =>
    from + part.repeat(Math.floor((8 * 1024 ** 2 - from.length - to.length) / part.length)) + to
  const counted = (each: (index: number) => string) =>
    Array.from({ length: ((8 * 1024 ** 2) / each(1e6).length - 8) | 0 }, (_, index) => each(1e6 + index)).join('')
  it.each([
    ['escaped quotes of a text that is not closed, after NaN', () => full('NaN"', '\\"'), 'syntax'],
    ['texts that are not closed', () => full('NaN', '"\\"'), 'too-many'],
    ['backslashes', () => full('NaN"', '\\'), 'syntax'],
    ['open brackets', () => full('', '['), 'too-many'],
    ['lists in lists', () => full('', '[').slice(0, 4 * 1024 ** 2) + full('', ']').slice(0, 4 * 1024 ** 2), 'too-many'],
    ['objects in objects', () => full('', '{"a":'), 'too-many'],
    ['a million keys', () => `{${counted((index) => `"${index.toString(36)}":1,`)}"x":1}`, 'too-many'],
    ['a million texts', () => `[${counted((index) => `"${index.toString(36)}",`)}1]`, 'too-many'],
    ['numbers', () => full('[', '1,', '1]'), 'too-many'],
    ['NaN', () => full('[', 'NaN,', '1]'), 'too-many'],
    ['NaN without an end', () => full('', 'NaN'), 'too-many'],
    ['a long number', () => full('', '1'), 'shape'],
    ['a long exponent', () => full('1e', '1'), 'shape'],
    ['minus signs', () => full('NaN', '-'), 'syntax'],
    ['a long key', () => full('{"', 'k', '":"x"}'), 'not-a-number'],
    ['a long text of escapes', () => full('"', '\\u0041', '"'), 'shape'],
    ['nothing but space', () => full('', ' '), 'syntax'],
    ['beginnings of Infinity', () => full('', 'Infinit'), 'syntax'],
  ])('is read in a moment, and refused, where it is 8 MB of %s', (_name, make, code) => {
    const text = make()
    const start = performance.now()
    const { faults } = parsePayload(text)
    const took = performance.now() - start
    expect(faults.map((fault) => fault.code)).toEqual([code])
    // Some 30 ms; quadratic work would be hours.
    expect(took).toBeLessThan(2000)
  })

  it('of as many parts as are taken is read to its end, and of one more not at all', () => {
    const message = (commas: number) => JSON.stringify(Array.from({ length: commas + 1 }, () => 1))
    expect(parsePayload(message(MAX_TOKENS - 1)).faults).toHaveLength(20)
    expect(parsePayload(message(MAX_TOKENS)).faults).toEqual([{ code: 'too-many', at: '' }])
    // The largest message that says the time of each value, as text.
    const largest = Array.from({ length: 10_000 }, (_, index) => ({ time: new Date(TS + index).toISOString(), values: { a: index } }))
    expect(parsePayload(JSON.stringify(largest))).toMatchObject({ readings: { length: 10_000 }, faults: [] })
  })

  it('is bounded', () => {
    const many = parsePayload(JSON.stringify(Array.from({ length: 10_050 }, () => ({ a: 1 }))))
    expect([many.readings.length, many.faults.length]).toEqual([10_000, 20])
  })
})

describe('what a value is worth', () => {
  const point = {
    id: '',
    key: 'x',
    unit: null,
    series: 7,
    scale: 1,
    offset: 0,
    low: -10,
    high: 50,
    retention: 2,
    deadband: null,
    maxIntervalSeconds: null,
    frozenSeconds: null,
  }
  const now = Date.UTC(2026, 5, 1)
  const of = (value: number | undefined, time?: number, changes = {}) =>
    assessQuality(
      { key: 'x', time: time === undefined ? undefined : millis(time), value },
      { ...point, ...changes },
      micros(now * 1000),
      millis(now - 30 * 86_400_000),
    )

  it.each([
    ['within its range', 20, undefined, [20, 192, 0]],
    ['above it', 50.1, undefined, [50.1, 64, 1]],
    ['below it', -11, undefined, [-11, 64, 1]],
    ['at its end', 50, undefined, [50, 192, 0]],
    ['that is none', undefined, undefined, [null, 0, 4]],
    ['five minutes ahead', 20, now + 300_000, [20, 192, 0]],
    ['further ahead', 20, now + 300_001, [20, 64, 2]],
    ['ten minutes late', 20, now - 600_000, [20, 192, 0]],
    ['later', 20, now - 600_001, [20, 192, 3]],
  ])('%s', (name, value, time, [stored, quality, reason] = []) => {
    expect(of(value, time).sample).toEqual({
      series: 7,
      retention: 2,
      time: (time ?? now) * 1000,
      value: stored,
      quality,
      reason,
      ...(name === 'later' ? { isLate: true } : {}),
    })
  })

  it('is scaled first, and no value where that leads out of all numbers', () => {
    expect(of(10, undefined, { scale: 0.5, offset: 3 }).sample?.value).toBe(8)
    expect(of(1e308, undefined, { scale: 10, low: null, high: null }).sample).toMatchObject({ value: null, quality: 0 })
  })

  it('is nothing tomorrow, and nothing that would be thrown away at once', () => {
    expect(of(1, now + 86_400_001)).toEqual({ refused: 'clock' })
    expect(of(1, now - 31 * 86_400_000)).toEqual({ refused: 'too-old' })
  })
})

describe('topics', () => {
  it.each([
    ['d/pump', {}],
    ['d/pump/flow', { key: 'flow' }],
    ['v1/devices/me/telemetry', {}],
  ])("%s is the device's own", (topic, key) => expect(readTopic(topic, 'pump')).toEqual(key))
  it.each([
    'd/other',
    'd/other/flow',
    'd/pump/',
    'd/pump/a/b',
    'd',
    'd/',
    '/d/pump',
    'd/pump/#',
    'd/+/flow',
    'd/pump/a b',
    'D/pump',
    '$SYS/x',
    'v1/devices/me/attributes',
    'd/pump2',
    'd/pum',
  ])('%s is not', (topic) => expect(readTopic(topic, 'pump')).toBeUndefined())
})

describe('limits', () => {
  it('let a tenant send so much a second, and say how long to wait', () => {
    let now = 0
    const allowance = openAllowance(() => now)
    expect(allowance.take(asTenantId('a'), 150, 100)).toBe(0)
    expect(allowance.take(asTenantId('a'), 100, 100)).toBe(500)
    expect(allowance.take(asTenantId('b'), 100, 100)).toBe(0)
    now = 500
    expect(allowance.take(asTenantId('a'), 100, 100)).toBe(0)
    // Larger than the bucket: passes when that is full, and is paid for afterwards.
    now = 2500
    expect(allowance.take(asTenantId('a'), 1000, 100)).toBe(0)
    expect(allowance.take(asTenantId('a'), 1, 100)).toBe(8010)
  })

  it('stop looking at a name that fails, and at an address that tries names', () => {
    let now = 0
    const failures = openFailures({ name: 2, address: 4 }, () => now)
    const keys = (name: string) => [`1.2.3.4 ${name}`, '1.2.3.4'] as const
    failures.count(...keys('a'))
    expect(failures.isBlocked(...keys('a'))).toBe(false)
    failures.count(...keys('a'))
    expect([failures.isBlocked(...keys('a')), failures.isBlocked(...keys('b'))]).toEqual([true, false])
    failures.count(...keys('b'))
    failures.count(...keys('c'))
    expect(failures.isBlocked(...keys('d'))).toBe(true)
    now = 60_001
    expect(failures.isBlocked(...keys('a'))).toBe(false)
  })

  it('look up the names of an address that tried too many one at a time, and no more than have room to wait', async () => {
    let [asked, busy, most] = [0, 0, 0]
    const find = async () => {
      asked += 1
      busy += 1
      most = Math.max(most, busy)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      busy -= 1
      return undefined
    }
    const signIn = openSignIn({ find, recall: () => undefined, onChange: () => undefined }, openFailures({ name: 10, address: 1 }), {
      recordUnreachable: () => undefined,
    })
    expect(await signIn.device('t/first', 'x', '1.2.3.4')).toBe('wrong')
    ;[asked, most] = [0, 0]
    expect(new Set(await Promise.all(Array.from({ length: 200 }, (_, index) => signIn.device(`t/${index}`, 'x', '1.2.3.4'))))).toEqual(
      new Set(['blocked']),
    )
    expect([asked, most]).toEqual([50, 1])
    expect(await signIn.device('t/elsewhere', 'x', '1.2.3.5')).toBe('wrong')
  })

  it('keep the queue to its size, whatever waits', async () => {
    const queue = openQueue({ samples: 10, bytes: 100 })
    const one = (samples: number, bytes: number) => ({
      tenantId: asTenantId('t'),
      deviceId: 'd',
      samples: Array.from({ length: samples }, () => ({}) as never),
      bytes,
    })
    expect(queue.hasRoom(50, 500), 'one message always fits').toBe(true)
    const first = queue.offer([one(6, 20)])
    expect([queue.hasRoom(4, 80), queue.hasRoom(5, 1), queue.hasRoom(1, 81)]).toEqual([true, false, false])
    const room = queue.room()
    const [taken] = queue.take(100)
    expect(queue.hasRoom(5, 1), 'until it is stored, it has its place').toBe(false)
    taken?.stored({ repeated: 0, corrected: 0 })
    await Promise.all([first, room])
    expect([queue.samples, queue.hasRoom(10, 100)]).toEqual([0, true])
  })

  it('keep together what one message brought, however small the batch', async () => {
    const queue = openQueue()
    const one = (deviceId: string) => ({ tenantId: asTenantId('t'), deviceId, samples: [{} as never, {} as never], bytes: 1 })
    const settled = [queue.offer([one('a')]), queue.offer([one('b'), one('c')]), queue.offer([one('d')])]
    const batches = Array.from({ length: 3 }, () => queue.take(3))
    expect(batches.map((batch) => batch.map(({ deviceId }) => deviceId))).toEqual([['a'], ['b', 'c'], ['d']])
    for (const each of batches.flat()) each.failed(new Error('full'))
    expect((await Promise.allSettled(settled)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(queue.samples).toBe(0)
  })
})
