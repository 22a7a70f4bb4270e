/** What devices of several makers send, as their documentation has it, and what mappings make of it. */
import { describe, expect, it } from 'vitest'
import type { MappedPoints, Match } from './mapping.ts'
import { MAX_VALUES, compileMapping } from './mapping.ts'
import type { PresetName } from './presets.ts'
import { PRESETS, presetRules } from './presets.ts'
import type { RuleFields } from './rule.ts'
import { compileRule } from './rule.ts'

const pointsOf = (units: Readonly<Record<string, string | null>>): MappedPoints => ({
  get: (key) => (Object.hasOwn(units, key) ? { unit: units[key] ?? null } : undefined),
})
const keys = (...names: string[]) => pointsOf(Object.fromEntries(names.map((name) => [name, null])))
const overMqtt = (topic: string) => ({ via: 'mqtt', topic }) as const
const rule = (more: RuleFields): RuleFields => ({ messageSource: 'http', messageFormat: 'json', ...more })

/** A preset as a type gets it, where the server stands in Shanghai. */
const preset = (name: PresetName) =>
  compileMapping(presetRules[name].map(({ isLocal, ...fields }) => (isLocal ? { ...fields, timeZone: 'Asia/Shanghai' } : fields)))

function read(mapping: ReturnType<typeof compileMapping>, text: unknown, points: MappedPoints, topic?: string) {
  const source = topic === undefined ? ({ via: 'http' } as const) : overMqtt(topic)
  return mapping.read(source, typeof text === 'string' ? text : JSON.stringify(text), points)
}

describe('what makers document', () => {
  const ts = Date.UTC(2026, 0, 1)
  it.each([
    ['one time', { ts, values: { temperature: 42.2, enabled: 'true', key: 'text' } }, ts],
    ['a list of times', [{ ts, values: { temperature: 42.2, enabled: true } }], ts],
    ['none', { temperature: 42.2, enabled: true, json: { a: 1 } }, undefined],
    ['a list without', [{ temperature: 42.2 }, { enabled: true }], undefined],
  ])('ThingsBoard, telemetry with %s', (_name, message, time) => {
    expect(read(preset('thingsboard'), message, keys('temperature', 'enabled'), 'v1/devices/me/telemetry')).toEqual({
      readings: [
        { key: 'temperature', time, value: 42.2 },
        { key: 'enabled', time, value: 1 },
      ],
      faults: [],
    })
  })

  it('ThingsBoard, attributes', () => {
    const message = { firmwareVersion: 'v2.3.1', battery: 81, active: false }
    expect(read(preset('thingsboard'), message, keys('battery', 'active'), 'v1/devices/me/attributes')?.readings).toEqual([
      { key: 'battery', time: undefined, value: 81 },
      { key: 'active', time: undefined, value: 0 },
    ])
  })

  it('Tasmota, SENSOR: nested, with a local time', () => {
    const message = {
      Time: '2026-01-01T08:00:00',
      AM2301: { Temperature: 15.5, Humidity: 50.6, DewPoint: null },
      ENERGY: { TotalStartTime: '2026-01-01T00:00:00', Total: 3.185, Power: 59 },
      TempUnit: 'C',
    }
    const points = keys('AM2301_Temperature', 'AM2301_DewPoint', 'ENERGY_Power')
    const time = Date.UTC(2026, 0, 1)
    expect(read(preset('tasmota'), message, points, 'tele/plug/SENSOR')).toEqual({
      readings: [
        { key: 'AM2301_Temperature', time, value: 15.5 },
        { key: 'AM2301_DewPoint', time, value: undefined },
        { key: 'ENERGY_Power', time, value: 59 },
      ],
      faults: [],
    })
  })

  it('Tasmota, STATE and POWER: ON and OFF; the last will is ignored, what nobody named is nobody’s', () => {
    const mapping = preset('tasmota')
    const state = { Time: '2026-01-01T08:00:00', Uptime: '1T23:46:58', Vcc: 3.48, POWER: 'ON', Wifi: { AP: 1, RSSI: 100 } }
    const time = Date.UTC(2026, 0, 1)
    expect(read(mapping, state, keys('POWER', 'Vcc', 'Wifi_RSSI'), 'tele/plug/STATE')?.readings).toEqual([
      { key: 'Vcc', time, value: 3.48 },
      { key: 'POWER', time, value: 1 },
      { key: 'Wifi_RSSI', time, value: 100 },
    ])
    expect(read(mapping, 'OFF', keys('POWER'), 'stat/plug/POWER')?.readings).toEqual([{ key: 'POWER', time: undefined, value: 0 }])
    expect(read(mapping, 'Online', keys('POWER'), 'tele/plug/LWT')).toEqual({ readings: [], faults: [] })
    expect(read(mapping, '{}', keys('POWER'), 'cmnd/plug/POWER')).toBeUndefined()
  })

  it('Shelly, status of a component and notification', () => {
    const mapping = preset('shelly')
    const status = {
      id: 0,
      source: 'init',
      output: true,
      apower: 8.9,
      voltage: 237.5,
      aenergy: { total: 6.532, by_minute: [45.199, 47.141, 88.397], minute_ts: 1631186544 },
      temperature: { tC: 23.5, tF: 74.4 },
    }
    const points = keys('switch_0_output', 'switch_0_apower', 'switch_0_aenergy_total', 'switch_0_temperature_tC')
    expect(read(mapping, status, points, 'shellyplus1pm-a8032abe54dc/status/switch:0')?.readings).toEqual([
      { key: 'switch_0_output', time: undefined, value: 1 },
      { key: 'switch_0_apower', time: undefined, value: 8.9 },
      { key: 'switch_0_aenergy_total', time: undefined, value: 6.532 },
      { key: 'switch_0_temperature_tC', time: undefined, value: 23.5 },
    ])
    const notification = {
      src: 'shellyplus1pm-a8032abe54dc',
      dst: 'shellyplus1pm-a8032abe54dc/events',
      method: 'NotifyStatus',
      params: { ts: 1631186545.04, 'switch:0': { id: 0, apower: 9.1, aenergy: { total: 6.6 } } },
    }
    const time = 1631186545040
    expect(read(mapping, notification, points, 'shellyplus1pm-a8032abe54dc/events/rpc')?.readings).toEqual([
      { key: 'switch_0_apower', time, value: 9.1 },
      { key: 'switch_0_aenergy_total', time, value: 6.6 },
    ])
    expect(read(mapping, 'on', keys('relay_0'), 'shellies/shelly1-B929CC/relay/0')?.readings).toEqual([
      { key: 'relay_0', time: undefined, value: 1 },
    ])
  })

  it('EMQX Neuron, by values, tags and the tags with types of ECP', () => {
    const values = { timestamp: 1650006388943, node: 'modbus', group: 'grp', values: { tag0: 42, tag1: 'running' }, errors: { tag2: 2014 } }
    expect(read(preset('neuron'), values, keys('tag0'), '/neuron/mqtt/upload')).toEqual({
      readings: [{ key: 'tag0', time: 1650006388943, value: 42 }],
      faults: [],
    })
    const tags = {
      timestamp: 1647497389075,
      node: 'modbus',
      group: 'grp',
      tags: [
        { name: 'tag0', value: 123 },
        { name: 'tag1', error: 2014 },
      ],
    }
    expect(read(preset('neuron'), tags, keys('tag0', 'tag1'), '/neuron/mqtt/upload')?.readings).toEqual([
      { key: 'tag0', time: 1647497389075, value: 123 },
    ])
    const ecp = {
      ...{ timestamp: 1647497389075, node: 'modbus', group: 'grp' },
      tags: [
        { name: 'tag0', type: 1, value: true },
        { name: 'tag1', type: 3, value: 12.5 },
      ],
    }
    expect(read(preset('neuron'), ecp, keys('tag0', 'tag1'), '/neuron/mqtt')?.readings).toEqual([
      { key: 'tag0', time: 1647497389075, value: 1 },
      { key: 'tag1', time: 1647497389075, value: 12.5 },
    ])
  })

  it('Kepware and SenML: lists that name their values', () => {
    const kepware = { timestamp: 1712000000000, values: [{ id: 'Channel1.Device1.Tag1', v: 42, q: true, t: 1712000000500 }] }
    expect(read(preset('kepware'), kepware, keys('Channel1.Device1.Tag1'), 'iotgateway/all')?.readings).toEqual([
      { key: 'Channel1.Device1.Tag1', time: 1712000000500, value: 42 },
    ])
    // RFC 8428, section 5.1.1, with a time.
    const senml = [{ n: 'urn:dev:ow:10e2073a01080063', u: 'Cel', v: 23.1, t: 1276020076 }]
    expect(read(preset('senml'), senml, keys('urn_dev_ow_10e2073a01080063'), 'senml/1')?.readings).toEqual([
      { key: 'urn_dev_ow_10e2073a01080063', time: 1276020076000, value: 23.1 },
    ])
  })

  it('SenML with base fields: records are resolved before rules read them', () => {
    // After RFC 8428, sections 5.1.3 and 5.1.4, with a base value and a second device.
    const pack = [
      { bn: 'dev:1:', bt: 1276020076, bu: 'A', bver: 5, n: 'voltage', u: 'V', v: 120.1 },
      { n: 'current', t: -5, v: 1.2 },
      { bv: 20, n: 'current', t: -4, v: 1.5 },
      { bn: 'dev:2', bt: 1276020100, vb: true },
      { n: ':text', vs: 'open' },
      { n: ':none' },
    ]
    const points = keys('dev_1_voltage', 'dev_1_current', 'dev_2', 'dev_2_text', 'dev_2_none')
    expect(read(preset('senml'), pack, points, 'senml/1')).toEqual({
      readings: [
        { key: 'dev_1_voltage', time: 1276020076000, value: 120.1 },
        { key: 'dev_1_current', time: 1276020071000, value: 1.2 },
        { key: 'dev_1_current', time: 1276020072000, value: 21.5 },
        { key: 'dev_2', time: 1276020100000, value: 1 },
      ],
      faults: [],
    })
    // Without a time it is of now; a time relative to now is none that could be told again.
    expect(read(preset('senml'), { n: 'a', v: 1 }, keys('a'), 'senml/1')?.readings).toEqual([{ key: 'a', time: undefined, value: 1 }])
    expect(read(preset('senml'), [{ n: 'a', v: 1, t: -10 }], keys('a'), 'senml/1')?.faults).toEqual([{ code: 'timestamp', at: '[*].t' }])
    for (const text of ['[1]', '[{"n":"a","v":1,"must_":1}]', '7'])
      expect(read(preset('senml'), text, keys('a'), 'senml/1')?.faults, text).toEqual([{ code: 'syntax', at: '' }])
    const unit = compileMapping([rule({ messageFormat: 'senml', valuePath: '[*].v', pointKey: '{[*].n}_{[*].u}' })])
    expect(read(unit, pack.slice(0, 2), keys('dev_1_voltage_V', 'dev_1_current_A'))?.readings.map(({ key }) => key)).toEqual([
      'dev_1_voltage_V',
      'dev_1_current_A',
    ])
  })

  it('user properties of MQTT 5, as value, as time and in the key of the point', () => {
    const topicFilter = 'x/#'
    const mapping = compileMapping([
      rule({ messageSource: 'mqtt', topicFilter, valuePath: 'v', pointKey: '{@site}_t', timePath: '@sent at', timeFormat: 'seconds' }),
      rule({ messageSource: 'mqtt', topicFilter, messageFormat: 'text', valuePath: '@rssi', pointKey: 'rssi' }),
    ])
    const from = (properties?: Record<string, string>) => ({ ...overMqtt('x/y'), ...(properties ? { properties } : {}) })
    const properties = { site: 'north', 'sent at': '1767225600', rssi: '-71' }
    const points = keys('north_t', 'rssi')
    expect(mapping.read(from(properties), '{"v":21.5}', points)).toEqual({
      readings: [
        { key: 'north_t', time: 1767225600000, value: 21.5 },
        { key: 'rssi', time: undefined, value: -71 },
      ],
      faults: [],
    })
    const found: unknown[] = []
    mapping.read(from({ rssi: 'x', site: 'north' }), '{"v":1}', points, ({ place, fault }) => found.push([place, fault]))
    expect(found).toEqual([
      ['v', 'timestamp'],
      ['@rssi', 'not-a-number'],
    ])
    // What a property is not called stands nowhere, whatever objects have by nature.
    const none = compileMapping([rule({ messageSource: 'mqtt', topicFilter, valuePath: '@constructor', pointKey: 'rssi' })])
    expect(none.read(from({}), '{}', points)?.faults).toEqual([{ code: 'unmapped', at: 'x/y' }])
    // Over HTTP there are none: there it is a path like any other.
    expect(read(compileMapping([rule({ valuePath: '@type', pointKey: 'rssi' })]), { '@type': 3 }, points)?.readings).toMatchObject([
      { value: 3 },
    ])
  })

  it('lines of a CSV, with names and without, and with the decimal comma of a file of semicolons', () => {
    const lines = 'time,temperature,"hum,idity",note\r\n2026-01-01 08:00:00,21.5,40,"a ""b"""\r\n2026-01-01 08:01:00,21.6,41,\r\n'
    const time = Date.UTC(2026, 0, 1)
    expect(read(preset('csv'), lines, keys('temperature', 'hum_idity'))?.readings).toEqual([
      { key: 'temperature', time, value: 21.5 },
      { key: 'hum_idity', time, value: 40 },
      { key: 'temperature', time: time + 60_000, value: 21.6 },
      { key: 'hum_idity', time: time + 60_000, value: 41 },
    ])
    const bare = compileMapping([rule({ messageFormat: 'csv', valuePath: '[1]', pointKey: 'a', timePath: '[0]', timeFormat: 'seconds' })])
    expect(read(bare, '1767225600;21,5\n1767225660;-3', keys('a'))?.readings).toEqual([
      { key: 'a', time, value: 21.5 },
      { key: 'a', time: time + 60_000, value: -3 },
    ])
  })

  it('every rule of every preset is one', () => {
    for (const name of PRESETS) for (const fields of presetRules[name]) expect({ name, ...compileRule(fields) }).not.toHaveProperty('fault')
  })
})

describe('values', () => {
  it.each([
    ['21.5', 21.5],
    ['+21.5', 21.5],
    ['.5', 0.5],
    ['1e3', 1000],
    ['ON', 1],
    ['off', 0],
    ['True', 1],
    ['Open', 1],
    ['nan', undefined],
    ['', undefined],
  ])('the text %j is %s', (text, value) => {
    expect(read(compileMapping([rule({ valuePath: 'a', pointKey: 'a' })]), { a: text }, keys('a'))?.readings).toEqual([
      { key: 'a', time: undefined, value },
    ])
  })

  it.each(['21,5', '21.5 C', '0x10', '1.2.3', 'n/a', '1'.repeat(101)])('the text %s is none, and named', (text) => {
    expect(read(compileMapping([rule({ valuePath: 'a.b', pointKey: 'a' })]), { a: { b: text } }, keys('a'))).toEqual({
      readings: [],
      faults: [{ code: 'not-a-number', at: 'a.b' }],
    })
  })

  it('words of a rule go before those that everybody uses', () => {
    const mapping = compileMapping([rule({ valuePath: 'a', pointKey: 'a', valueWords: 'Heat=2, open = -1' })])
    const valueOf = (a: string) => read(mapping, { a }, keys('a'))?.readings[0]?.value
    expect(['HEAT', 'open', 'off'].map(valueOf)).toEqual([2, -1, 0])
  })

  it.each([
    ['°F', '°C', 212, 100],
    ['K', '°C', 273.15, 0],
    ['W', 'kW', 1500, 1.5],
    ['psi', 'kPa', 100, 689.4757293168],
    ['km/h', 'm/s', 36, 10],
  ])('%s become %s', (from, to, raw, value) => {
    const found = read(compileMapping([rule({ valuePath: 'a', pointKey: 'a', sourceUnit: from })]), { a: raw }, pointsOf({ a: to }))
    expect(found?.readings).toEqual([{ key: 'a', time: undefined, value, isInUnit: true }])
  })

  it('a unit that is none of the point’s kind is refused, and so is a point without one', () => {
    const mapping = compileMapping([rule({ valuePath: 'a', pointKey: 'a', sourceUnit: '°F' })])
    expect(read(mapping, { a: 1 }, pointsOf({ a: 'kPa' }))?.faults).toEqual([{ code: 'unit', at: 'a' }])
    expect(read(mapping, { a: 1 }, keys('a'))?.faults).toEqual([{ code: 'unit', at: 'a' }])
    const furlongs = compileMapping([rule({ valuePath: 'a', pointKey: 'a', sourceUnit: 'furlong' })])
    expect(read(furlongs, { a: 1 }, pointsOf({ a: 'm' }))?.faults).toEqual([{ code: 'unit', at: 'a' }])
    expect(read(furlongs, { a: 1 }, pointsOf({ a: 'furlong' }))?.readings).toMatchObject([{ value: 1 }])
  })

  it('scale and offset go before the unit', () => {
    const mapping = compileMapping([rule({ valuePath: 'a', pointKey: 'a', scale: 0.1, valueOffset: -40, sourceUnit: '°C' })])
    expect(read(mapping, { a: 615 }, pointsOf({ a: '°C' }))?.readings[0]?.value).toBe(21.5)
  })
})

describe('times', () => {
  it.each([
    ['auto', '2026-01-01T00:00:00Z', null],
    ['auto', '2026-01-01 08:00:00', 'Asia/Shanghai'],
    ['auto', '2026/1/1 8:00', 'Asia/Shanghai'],
    ['auto', '2026-01-01 08:00:00+08:00', 'Europe/Berlin'],
    ['auto', 1767225600, null],
    ['seconds', '1767225600', null],
    ['milliseconds', 1767225600000, null],
    ['microseconds', 1767225600000000, null],
    ['nanoseconds', 1767225600000000000, null],
    ['day-first', '01.01.2026 01:00:00', 'Europe/Berlin'],
    ['month-first', '12/31/2025, 19:00:00', 'America/New_York'],
    ['digits', '20260101080000', 'Asia/Shanghai'],
    ['digits', 20260101080000, 'Asia/Shanghai'],
  ])('%s: %s in %s', (timeFormat, t, timeZone) => {
    const mapping = compileMapping([rule({ valuePath: 'a', pointKey: 'a', timePath: 't', timeFormat, timeZone })])
    expect(read(mapping, { a: 1, t }, keys('a'))?.readings).toEqual([{ key: 'a', time: Date.UTC(2026, 0, 1), value: 1 }])
  })

  it.each([
    ['auto', '2026-01-01 08:00:00'],
    ['auto', '2026-02-30T00:00:00Z'],
    ['seconds', 1767225600000],
    ['day-first', '12/31/2025 19:00:00'],
    ['digits', '20261301080000'],
    ['auto', null],
    ['auto', undefined],
  ])('%s: %s cannot be read, and the value is not stored at another time', (timeFormat, t) => {
    const mapping = compileMapping([rule({ valuePath: 'a', pointKey: 'a', timePath: 't', timeFormat })])
    expect(read(mapping, { a: 1, t }, keys('a'))).toEqual({ readings: [], faults: [{ code: 'timestamp', at: 't' }] })
  })
})

describe('rules', () => {
  it.each<[RuleFields, object]>([
    [{ messageSource: 'mqtt' }, { field: 'topicFilter', code: 'required' }],
    [
      { messageSource: 'mqtt', topicFilter: 'a/#/b' },
      { field: 'topicFilter', code: 'topic-filter' },
    ],
    [
      { messageSource: 'mqtt', topicFilter: 'a+/b' },
      { field: 'topicFilter', code: 'topic-filter' },
    ],
    [
      { messageSource: 'mqtt', topicFilter: '$SYS/#' },
      { field: 'topicFilter', code: 'topic-filter' },
    ],
    [{ topicFilter: 'a' }, { field: 'topicFilter', code: 'topic-filter' }],
    [{ messageFormat: 'xml' }, { field: 'messageFormat', code: 'choice' }],
    [{ valuePath: '' }, { field: 'valuePath', code: 'required' }],
    [{ valuePath: 'a..b' }, { field: 'valuePath', code: 'path', at: 3 }],
    [{ valuePath: 'a[b]' }, { field: 'valuePath', code: 'path', at: 3 }],
    [{ valuePath: 'a["b]' }, { field: 'valuePath', code: 'path', at: 3 }],
    [{ valuePath: 'a*' }, { field: 'valuePath', code: 'path', at: 2 }],
    [{ valuePath: '*.*.*.*' }, { field: 'valuePath', code: 'path', at: 7 }],
    [{ valuePath: Array(17).fill('a').join('.') }, { field: 'valuePath', code: 'path', at: 33 }],
    [
      { messageFormat: 'text', valuePath: 'a' },
      { field: 'valuePath', code: 'path', at: 1 },
    ],
    [{ pointKey: '' }, { field: 'pointKey', code: 'required' }],
    [{ pointKey: 'a:b' }, { field: 'pointKey', code: 'point-key' }],
    [{ pointKey: '{1}' }, { field: 'pointKey', code: 'point-key' }],
    [{ pointKey: '{+1}' }, { field: 'pointKey', code: 'point-key' }],
    [
      { valuePath: '*.v', pointKey: '{*.*}' },
      { field: 'pointKey', code: 'point-key' },
    ],
    [{ valueWords: 'on' }, { field: 'valueWords', code: 'words' }],
    [{ valueWords: 'on=x' }, { field: 'valueWords', code: 'words' }],
    [{ timePath: '*.t' }, { field: 'timePath', code: 'time-path' }],
    [
      { timePath: 't', timeFormat: 'then' },
      { field: 'timeFormat', code: 'choice' },
    ],
    [
      { timePath: 't', timeZone: 'Mars/Olympus' },
      { field: 'timeZone', code: 'time-zone' },
    ],
  ])('%j is none', (more, fault) => {
    expect(compileRule(rule({ valuePath: 'a', pointKey: 'a', ...more }))).toEqual({ fault })
  })

  it.each([
    ['sport/+', 'sport/tennis', true],
    ['sport/+', 'sport', false],
    ['sport/+', 'sport/', true],
    ['sport/+', 'sport/tennis/player', false],
    ['sport/#', 'sport', true],
    ['sport/#', 'sport/a/b', true],
    ['#', 'a/b', true],
    ['#', '$SYS/a', false],
    ['/neuron/#', 'neuron/a', false],
  ])('the filter %s and the topic %s: %s', (topicFilter, topic, isMeant) => {
    const mapping = compileMapping([{ messageSource: 'mqtt', messageFormat: 'json', topicFilter, valuePath: 'a', pointKey: 'a' }])
    expect(mapping.rulesFor(overMqtt(topic))).toEqual(isMeant ? [0] : [])
  })

  it('names with dots, positions and members of objects only', () => {
    const at = (valuePath: string, message: unknown) =>
      read(compileMapping([rule({ valuePath, pointKey: 'a' })]), message, keys('a'))?.readings.map(({ value }) => value)
    expect(at('$', 5)).toEqual([5])
    expect(at('$.a', { a: 1 })).toEqual([1])
    expect(at('["a.b"].c', { 'a.b': { c: 2 } })).toEqual([2])
    expect(at("[1]['x']", [0, { x: 3 }])).toEqual([3])
    expect(at('a[*].x', { a: [{ x: 1 }, { y: 2 }, { x: 3 }] })).toEqual([1, 3])
    expect(at('a[*].x', { a: { b: { x: 1 } } })).toEqual([])
    expect(at('length', [1, 2])).toEqual([])
    expect(at('constructor', {})).toEqual([])
  })

  it('what a rule found is matches, and why it is no reading', () => {
    const matches: Match[] = []
    const mapping = compileMapping([
      rule({ valuePath: 'a', pointKey: 'a' }),
      rule({ valuePath: 'b', pointKey: 'none' }),
      rule({ valuePath: '*', pointKey: '{1}' }),
    ])
    mapping.read({ via: 'http' }, '{"a":1,"b":2}', pointsOf({ a: '°C' }), (match) => matches.push(match))
    expect(matches).toMatchObject([
      { rule: 0, place: 'a', raw: 1, key: 'a', unit: '°C', value: 1 },
      { rule: 1, place: 'b', raw: 2, key: 'none', fault: 'unknown-point' },
      { rule: 2, place: 'a', key: 'a', value: 1 },
      { rule: 2, place: 'b', key: 'b', isLeftOut: true, fault: 'unknown-point' },
    ])
  })

  it('a message that gives nothing is named, and one that no rule is for is left to others', () => {
    const mapping = compileMapping([{ messageSource: 'mqtt', topicFilter: 'x/+', messageFormat: 'json', valuePath: 'a', pointKey: 'a' }])
    expect(read(mapping, { b: 1 }, keys('a'), 'x/y')).toEqual({ readings: [], faults: [{ code: 'unmapped', at: 'x/y' }] })
    expect(read(mapping, '{', keys('a'), 'x/y')).toEqual({ readings: [], faults: [{ code: 'syntax', at: '' }] })
    expect(read(mapping, { a: 1 }, keys('a'), 'y/x')).toBeUndefined()
    expect(read(mapping, { a: 1 }, keys('a'))).toBeUndefined()
  })
})

describe('messages of strangers', () => {
  const mapping = compileMapping([
    rule({ valuePath: '*', pointKey: '{1}' }),
    rule({ valuePath: '*.*.*', pointKey: '{3}', timePath: '*.*.t' }),
    rule({ valuePath: '__proto__.a', pointKey: 'a' }),
  ])

  it('members that are called like what every object has are members like others', () => {
    expect(read(mapping, '{"__proto__":{"a":5}}', keys('a', '__proto__'))?.readings).toEqual([{ key: 'a', time: undefined, value: 5 }])
    expect(({} as { a?: unknown }).a).toBeUndefined()
    const names = compileMapping([rule({ messageFormat: 'csv-names', valuePath: '*', pointKey: '{1}' })])
    expect(read(names, '__proto__,a\n1,2', keys('__proto__', 'a'))?.readings.map(({ value }) => value)).toEqual([1, 2])
  })

  it.each([
    ['deep lists', `${'['.repeat(90_000)}${']'.repeat(90_000)}`],
    ['a list of many numbers', `[${Array.from({ length: 90_000 }, () => 1).join(',')}]`],
    ['many objects of objects', `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":{"a":{"b":1}}`).join(',')}}`],
    ['a long text', JSON.stringify('a'.repeat(1_000_000))],
    ['an unclosed text', `"${'a'.repeat(1_000_000)}`],
    ['quotes', '"'.repeat(1_000_000)],
  ])('%s are read within bounds', (_name, text) => {
    const begun = performance.now()
    const found = read(mapping, text, { get: () => ({}) })
    expect(found?.readings.length).toBeLessThanOrEqual(MAX_VALUES)
    expect(found?.faults.length).toBeGreaterThan(0)
    // Far above what it takes; what grows with the square takes minutes.
    expect(performance.now() - begun).toBeLessThan(2000)
  })

  it('all rules together look at no more than the budget has', () => {
    let looked = 0
    const many = compileMapping(Array.from({ length: 200 }, () => rule({ valuePath: '*.*', pointKey: '{2}' })))
    const text = JSON.stringify(Array.from({ length: 5000 }, () => ({ a: 1, b: 2 })))
    const found = read(many, text, { get: () => void (looked += 1) })
    expect(looked).toBeLessThan(100_000)
    expect(found?.faults).toContainEqual({ code: 'too-many', at: '' })
  })
})
