/** Programs of other makers, and the devices that they speak for: what tests/process/outside-clients.test.ts needs of both. */
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { unique } from './builders.ts'
import type { Client } from './client.ts'
import type { Running } from './process.ts'
import { until } from './process.ts'

export const exec = promisify(execFile)
/** The Python that Debian's packages are installed for, whichever else there is. */
export const PYTHON = '/usr/bin/python3'
export const TENANT = '10001'

export const missing = [
  ['mosquitto_pub', ['--help']],
  ['mbpoll', ['-h']],
  ['openssl', ['version']],
  [PYTHON, ['-c', 'import paho.mqtt.client, pymodbus.server']],
]
  .filter(([program, args]) => {
    try {
      execFileSync(program as string, args as string[], { stdio: 'ignore' })
      return false
    } catch (error) {
      // mosquitto_pub ends with 1 after its help.
      return (error as { code?: string }).code === 'ENOENT' || program === PYTHON
    }
  })
  .map(([program]) => program as string)
export const isThere = missing.length === 0
if (!isThere)
  process.stderr.write(
    `Outside clients are not tested: this machine has no ${missing.join(', ')} (Debian: mosquitto-clients mbpoll python3-paho-mqtt python3-pymodbus python3-serial-asyncio).\n`,
  )

/** Debian's packages of Python that read what the product writes or call it, by the module of each. */
const MODULES = { openpyxl: 'python3-openpyxl', docx: 'python3-docx', 'authlib.jose': 'python3-authlib', tusclient: 'python3-tuspy' }
/** Those of them that this machine does not have. */
export const missingReaders = Object.entries(MODULES)
  .filter(([module]) => {
    try {
      execFileSync(PYTHON, ['-c', `import ${module}`], { stdio: 'ignore' })
      return false
    } catch {
      return true
    }
  })
  .map(([, name]) => name)

interface Sender {
  readonly code: string
  readonly secret: string
  readonly ids: Readonly<Record<string, string>>
}

export async function addDevice(
  admin: Client,
  keys: readonly string[],
  more: object = { connection: 'push' },
  point: (key: string) => object = () => ({}),
): Promise<Sender> {
  const code = `out-${unique()}`
  const {
    data: { id },
  } = await admin.post<{ id: string }>('/api/acquisition/device/addDevice', {
    deviceCode: code,
    deviceName: code,
    deviceStatus: 1,
    ...more,
  })
  const ids: Record<string, string> = {}
  for (const key of keys) {
    const answer = await admin.post<{ id: string }>('/api/acquisition/point/addPoint', {
      deviceId: id,
      pointKey: key,
      pointName: key,
      ...point(key),
    })
    expect(answer).toMatchObject({ http: 200 })
    ids[key] = answer.data.id
  }
  const {
    data: { secret = '' },
  } = await admin.post<{ secret?: string }>('/api/acquisition/device/resetDeviceSecret', { id })
  return { code, secret, ids }
}

/** What is stored of a point in the last hour, or in another span, oldest first. */
export async function stored(
  admin: Client,
  pointId: string | undefined,
  { from = Date.now() - 3_600_000, to = Date.now() + 60_000 } = {},
): Promise<{ value: number | null; count: number }[]> {
  const { data } = await admin.get<{ list: { mean: number | null; count: number }[] }>('/api/acquisition/reading/queryReadingHistory', {
    pointId: pointId ?? '',
    from: String(from),
    to: String(to),
  })
  return data.list.map(({ mean, count }) => ({ value: mean, count }))
}

/** What devices of known makers send, the preset that reads it, and what has to be stored of it ten minutes ago. `TIME` is that moment in the zone of the tenant. */
export const makers: readonly {
  preset: string
  messages: readonly (readonly [topic: string, payload: string])[]
  values: Readonly<Record<string, number>>
}[] = [
  {
    preset: 'thingsboard',
    messages: [
      ['v1/devices/me/telemetry', '{"ts": MILLIS, "values": {"temperature": 21.5, "humidity": "55.5", "serial": "abc"}}'],
      ['v1/devices/me/attributes', '{"battery": 87, "firmware": "1.2.3"}'],
    ],
    values: { temperature: 21.5, humidity: 55.5, battery: 87 },
  },
  {
    preset: 'tasmota',
    messages: [
      ['tele/plug/SENSOR', '{"Time": "TIME", "AM2301": {"Temperature": 24.3, "Humidity": 48.1}, "TempUnit": "C"}'],
      ['tele/plug/STATE', '{"Time": "TIME", "Uptime": "0T00:10:12", "POWER": "ON", "Wifi": {"RSSI": 78}}'],
    ],
    values: { AM2301_Temperature: 24.3, POWER: 1, Wifi_RSSI: 78 },
  },
  {
    preset: 'shelly',
    messages: [
      [
        'shellyplus1pm-a8032ab1/status/switch:0',
        '{"id": 0, "output": true, "apower": 8.9, "aenergy": {"total": 6.5, "by_minute": [45.1]}}',
      ],
      [
        'shellyplus1pm-a8032ab1/events/rpc',
        '{"src": "shellyplus1pm-a8032ab1", "method": "NotifyStatus", "params": {"ts": SECONDS, "switch:0": {"id": 0, "voltage": 237.5}}}',
      ],
    ],
    values: { switch_0_output: 1, switch_0_apower: 8.9, switch_0_aenergy_total: 6.5, switch_0_voltage: 237.5 },
  },
  {
    preset: 'neuron',
    messages: [
      [
        '/neuron/MQTT/upload',
        '{"timestamp": MILLIS, "node": "plc", "group": "g", "values": {"tag0": 123}, "errors": {"tag1": 2014}, "metas": {}}',
      ],
    ],
    values: { tag0: 123 },
  },
  {
    preset: 'kepware',
    messages: [
      [
        'iotgateway/plant',
        '{"timestamp": MILLIS, "values": [{"id": "Channel1.Device1.Tag1", "v": 42, "q": true, "t": MILLIS}, {"id": "Channel1.Device1.Tag2", "v": true, "q": true, "t": MILLIS}]}',
      ],
    ],
    values: { 'Channel1.Device1.Tag1': 42, 'Channel1.Device1.Tag2': 1 },
  },
  {
    preset: 'senml',
    // After RFC 8428, section 5.1.3: a base name, a base time and a base unit, and a record that adds to the base time.
    messages: [
      [
        'senml/pump',
        '[{"bn": "urn:dev:ow:10e2073a0108:", "bt": SECONDS, "bu": "A", "n": "voltage", "u": "V", "v": 120.1}, {"n": "current", "t": -1, "v": 1.2}, {"n": "open", "vb": true}]',
      ],
    ],
    values: { urn_dev_ow_10e2073a0108_voltage: 120.1, urn_dev_ow_10e2073a0108_current: 1.2, urn_dev_ow_10e2073a0108_open: 1 },
  },
  {
    preset: 'csv',
    messages: [['csv/logger', 'time;flow;pressure\nTIME;12,5;3,1\n']],
    values: { flow: 12.5, pressure: 3.1 },
  },
]

export const brokerOf = async (server: Running) => {
  let port: string | undefined
  await until('the broker listens', () => (port = /"collector":"mqtt"[^}]*"port":(\d+)/.exec(server.output())?.[1]) !== undefined)
  return String(port)
}
