/**
 * Programs of other makers, unmodified, against the product: mosquitto_pub, a Python client (paho) and mqtt.js send readings by MQTT 3.1.1 and 5, with and
 * without TLS, mbpoll reads the simulator, and our poller asks a Modbus server in Python (pymodbus). They are Debian's packages
 * mosquitto-clients, python3-paho-mqtt, mbpoll, python3-pymodbus and python3-serial-asyncio; `.ci/run` installs them. Without them a machine says so and skips;
 * with CI set it fails.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unique } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import { signIn } from '../support/client.ts'
import { PASSWORD, furnishedFolder } from '../support/furnished.ts'
import { PYTHON, TENANT, addDevice, brokerOf, exec, isThere, makers, missing, stored } from '../support/outside.ts'
import type { Running } from '../support/process.ts'
import { run, temporaryFolder, until } from '../support/process.ts'

it.runIf(process.env['CI'])('they are there, where everything has to be tested', () => {
  expect(missing).toEqual([])
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return port
}

describe.skipIf(!isThere)('outside clients', () => {
  const folder = temporaryFolder()
  const variables = { DEMO: 'on', DEMO_PASSWORD: PASSWORD, MQTT_PORT: '0', MODBUS: 'on' }
  let simulatorPort = 0
  let server: Running
  let admin: Client
  beforeAll(async () => {
    simulatorPort = await freePort()
    server = await run({ ...variables, DATA_DIR: join(folder.path, 'data'), SIMULATOR_PORT: String(simulatorPort) })
    admin = await signIn(server.url, TENANT, 'admin', PASSWORD)
  })
  afterAll(async () => {
    await server.stop()
    folder.remove()
  })

  it.each(['mqttv311', 'mqttv5'])(
    'mosquitto_pub by %s sends a value, is told when it may not, and what it was told is stored',
    async (version) => {
      const { code, secret, ids } = await addDevice(admin, ['flow'])
      const port = await brokerOf(server)
      const publish = (password: string, topic = `d/${code}/flow`) =>
        exec('mosquitto_pub', [
          ...['-h', '127.0.0.1', '-p', port, '-V', version, '-q', '1', '-i', code],
          ...['-u', `${TENANT}/${code}`, '-P', password, '-t', topic, '-m', '12.5'],
        ])
      await publish(secret)
      expect(await stored(admin, ids['flow'])).toEqual([{ value: 12.5, count: 1 }])
      // Firmware for ThingsBoard has an access token and nothing else.
      const token = ['-h', '127.0.0.1', '-p', port, '-V', version, '-u', `${TENANT}/${code}:${secret}`]
      const ts = Date.now() - 60_000
      await exec('mosquitto_pub', [...token, '-q', '1', '-t', 'v1/devices/me/telemetry', '-m', JSON.stringify({ ts, flow: 3 })])
      expect(await stored(admin, ids['flow'], { from: ts - 1000, to: ts + 1000 })).toEqual([{ value: 3, count: 1 }])
      await expect(publish('wrong')).rejects.toThrow(/not authori[sz]ed|bad user ?name or password/i)
      // MQTT 5 has a word for a topic that is not the device's; before, it is acknowledged and dropped.
      const foreign = await publish(secret, 'd/other/flow').then(
        ({ stderr }) => stderr,
        (error: { stderr: string }) => error.stderr,
      )
      if (version === 'mqttv5') expect(foreign).toMatch(/not authori[sz]ed/i)
      else expect(foreign).toBe('')
      expect(await stored(admin, ids['flow'])).toHaveLength(2)
    },
  )

  it('mosquitto_pub sends a flat time by any of its names, and corrects the value of a moment', async () => {
    const { code, secret, ids } = await addDevice(admin, ['flow'])
    const port = await brokerOf(server)
    const publish = (message: object) =>
      exec('mosquitto_pub', [
        ...['-h', '127.0.0.1', '-p', port, '-V', 'mqttv311', '-q', '1', '-i', code],
        ...['-u', `${TENANT}/${code}`, '-P', secret, '-t', `d/${code}`, '-m', JSON.stringify(message)],
      ])
    const then = Date.now() - 600_000
    await publish({ ts: then, flow: 1 })
    await publish({ timestamp: Math.floor(then / 1000) - 1, flow: 2 })
    await publish({ time: new Date(then - 5000).toISOString(), flow: 3 })
    const [from, to] = [then - 10_000, then + 10_000]
    expect(await stored(admin, ids['flow'], { from, to })).toEqual([3, 2, 1].map((value) => ({ value, count: 1 })))
    await publish({ ts: then, flow: 7.5 })
    expect(await stored(admin, ids['flow'])).toEqual([3, 2, 7.5].map((value) => ({ value, count: 1 })))
  })

  it('a Python client whose PUBREC was lost with its connection sends a message of QoS 2 again, and it is stored once', async () => {
    const { code, secret, ids } = await addDevice(admin, ['flow'])
    const port = Number(await brokerOf(server))
    let connections = 0
    const line = createServer((near) => {
      const far = connect(port, '127.0.0.1')
      connections += 1
      const isCut = connections === 1
      let answers = 0
      const end = () => void [near.destroy(), far.destroy()]
      near.on('error', end).on('close', end).pipe(far)
      far.on('error', end).on('close', end)
      far.on('data', (bytes: Buffer) => {
        answers += 1
        // The CONNACK comes through; what follows says that the message is stored.
        if (isCut && answers > 1) end()
        else near.write(bytes)
      })
    }).listen(0, '127.0.0.1')
    await once(line, 'listening')
    const script = `
import sys, paho.mqtt.client as mqtt
host, port, code, user, password = sys.argv[1:]
client = mqtt.Client(client_id=code, clean_session=False, protocol=mqtt.MQTTv311)
client.username_pw_set(user, password)
client.reconnect_delay_set(1, 1)
client.connect(host, int(port))
client.loop_start()
sent = client.publish('d/' + code, '{"flow": 12.5}', qos=2)
sent.wait_for_publish(30)
print(sent.is_published())
client.disconnect()
client.loop_stop()
`
    try {
      const near = String((line.address() as AddressInfo).port)
      const { stdout } = await exec(PYTHON, ['-c', script, '127.0.0.1', near, code, `${TENANT}/${code}`, secret], { timeout: 60_000 })
      expect([stdout.trim(), connections]).toEqual(['True', 2])
      expect(await stored(admin, ids['flow'])).toEqual([{ value: 12.5, count: 1 }])
    } finally {
      line.close()
    }
  })

  it.each(makers)('what devices of $preset send is kept, and read again once their type has the preset: at its own time', async (maker) => {
    const typeCode = `out-${unique()}`
    const added = async (path: string, values: object) => {
      const answer = await admin.post<{ id: string }>(`/api/acquisition/${path}`, values)
      expect(answer).toMatchObject({ http: 200 })
      return answer.data.id
    }
    const deviceTypeId = await added('devicetype/addDeviceType', { typeCode, typeName: typeCode })
    const { code, secret, ids } = await addDevice(admin, Object.keys(maker.values), { connection: 'push', deviceTypeId })
    const then = Date.now() - 600_000
    const local = new Date(then + 8 * 3_600_000).toISOString().slice(0, 19)
    const port = await brokerOf(server)
    for (const [topic, payload] of maker.messages) {
      const message = payload
        .replaceAll('MILLIS', String(then))
        .replace('SECONDS', String(then / 1000))
        .replace('TIME', local)
      const about = ['-h', '127.0.0.1', '-p', port, '-V', 'mqttv311', '-q', '1', '-i', code, '-u', `${TENANT}/${code}`, '-P', secret]
      await exec('mosquitto_pub', [...about, '-t', topic, '-m', message])
    }
    await added('typemapping/addMappingPreset', { deviceTypeId, preset: maker.preset })
    // What was kept is written once a second.
    let id: string[] = []
    await until('what was sent is kept', async () => {
      const { data } = await admin.get<{ list: { id: string; deviceIdCn: string }[] }>(
        '/api/acquisition/unparsedmessage/queryUnparsedMessage',
        {
          pageSize: '100',
        },
      )
      id = data.list.filter(({ deviceIdCn }) => deviceIdCn === code).map((row) => row.id)
      return id.length === maker.messages.length
    })
    expect((await admin.post('/api/acquisition/unparsedmessage/rereadUnparsedMessage', { id })).data).toMatchObject({ left: 0 })
    const values = await Promise.all(
      Object.keys(maker.values).map(async (key) => [key, (await stored(admin, ids[key])).map(({ value }) => value)] as const),
    )
    expect(Object.fromEntries(values)).toEqual(Object.fromEntries(Object.entries(maker.values).map(([key, value]) => [key, [value]])))
    const [first = ''] = Object.keys(maker.values)
    if (maker.preset !== 'shelly') expect(await stored(admin, ids[first], { from: then - 2000, to: then + 2000 })).toHaveLength(1)
  })

  it('a Python client that publishes 1.5 KB as soon as it is connected, by 3.1.1 and by 5, is never cut off', async () => {
    const { code, secret, ids } = await addDevice(admin, ['temperature'])
    const script = `
import json, sys, threading, paho.mqtt.client as mqtt
host, port, code, user, password = sys.argv[1:]
lost = []
def one(index, protocol):
    done = threading.Event()
    client = mqtt.Client(client_id='%s-%d' % (code, index), protocol=protocol)
    client.username_pw_set(user, password)
    body = json.dumps({'ts': 1000 * index + BASE, 'temperature': index}).ljust(1500)
    client.on_connect = lambda client, *_: client.publish('d/' + code, body, qos=1)
    client.on_publish = lambda *_: done.set()
    client.on_disconnect = lambda client, data, reason, *_: reason and lost.append(str(reason))
    client.connect(host, int(port))
    client.loop_start()
    if not done.wait(20): lost.append('late')
    client.disconnect()
    client.loop_stop()
import time
BASE = int(time.time() * 1000) - 100000
for index in range(40): one(index, mqtt.MQTTv5 if index % 2 else mqtt.MQTTv311)
print(json.dumps(lost))
`
    const { stdout } = await exec(PYTHON, ['-c', script, '127.0.0.1', await brokerOf(server), code, `${TENANT}/${code}`, secret])
    expect(JSON.parse(stdout)).toEqual([])
    expect((await stored(admin, ids['temperature'])).map(({ value }) => value)).toEqual(Array.from({ length: 40 }, (_, index) => index))
  })

  it('a Python client by MQTT 5 is told of each message what has become of it', async () => {
    const { code, secret, ids } = await addDevice(admin, ['temperature'])
    const script = `
import json, sys, paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
host, port, code, user, password = sys.argv[1:]
sent = [('d/' + code, '{"temperature": 1}'), ('d/' + code, 'nonsense'), ('d/other', '{"temperature": 2}'), ('d/' + code, '{"nothing": 3}')]
said = []
client = mqtt.Client(client_id='', protocol=mqtt.MQTTv5)
client.username_pw_set(user, password)
def connected(client, data, flags, reason, properties):
    said.append([reason.value, len(properties.AssignedClientIdentifier), properties.TopicAliasMaximum])
    for topic, payload in sent:
        properties = Properties(PacketTypes.PUBLISH)
        properties.UserProperty = ('firmware', '1.2')
        properties.MessageExpiryInterval = 60
        client.publish(topic, payload, qos=1, properties=properties)
def published(client, data, mid):
    said.append(mid)
    if len(said) == len(sent) + 1: client.disconnect()
client.on_connect = connected
client.on_publish = published
client.connect(host, int(port))
client.loop_forever()
print(json.dumps(said))
`
    const { stdout } = await exec(PYTHON, ['-c', script, '127.0.0.1', await brokerOf(server), code, `${TENANT}/${code}`, secret], {
      timeout: 30_000,
    })
    expect(JSON.parse(stdout)).toEqual([[0, 36, 64], 1, 2, 3, 4])
    expect(await stored(admin, ids['temperature'])).toEqual([{ value: 1, count: 1 }])
  })

  it.each([4, 5] as const)(
    'mqtt.js by level %i goes on after a message to a topic that is not its own, as firmware for ThingsBoard sends it',
    async (protocolVersion) => {
      const { code, secret, ids } = await addDevice(admin, ['temperature'])
      const client = mqtt.connect({
        port: Number(await brokerOf(server)),
        protocolVersion,
        username: `${TENANT}/${code}`,
        password: secret,
        reconnectPeriod: 200,
        ...(protocolVersion === 5 ? { properties: { requestProblemInformation: true } } : {}),
      })
      let connections = 0
      client.on('connect', () => {
        connections += 1
      })
      const refused = await client.publishAsync('v1/devices/me/attributes', '{"firmware": 1}', { qos: 1 }).catch((error: Error) => error)
      const isRefused = refused instanceof Error && { code: (refused as { code?: number }).code }
      expect(isRefused).toEqual(protocolVersion === 5 ? { code: 0x87 } : false)
      for (let index = 0; index < 20; index += 1)
        await client.publishAsync(`d/${code}/temperature`, String(index), { qos: index % 2 === 0 ? 1 : 2 })
      await client.endAsync()
      expect(connections).toBe(1)
      expect((await stored(admin, ids['temperature'])).reduce((sum, { count }) => sum + count, 0)).toBe(20)
    },
  )

  it('a Python client sends a hundred messages with QoS 1, each acknowledged once it is stored', async () => {
    const { code, secret, ids } = await addDevice(admin, ['temperature', 'humidity'])
    const script = `
import json, sys, time, paho.mqtt.client as mqtt
host, port, code, user, password = sys.argv[1:]
client = mqtt.Client(client_id=code, protocol=mqtt.MQTTv311)
client.username_pw_set(user, password)
client.connect(host, int(port))
client.loop_start()
base = int(time.time() * 1000) - 100000
sent = [client.publish('v1/devices/me/telemetry', json.dumps([{'ts': base + index * 1000, 'values': {'temperature': index, 'humidity': float('nan') if index == 7 else index / 2}}]), qos=1) for index in range(100)]
for each in sent: each.wait_for_publish(30)
print(sum(each.is_published() for each in sent))
client.disconnect()
`
    const { stdout } = await exec(PYTHON, ['-c', script, '127.0.0.1', await brokerOf(server), code, `${TENANT}/${code}`, secret])
    expect(stdout.trim()).toBe('100')
    const temperatures = await stored(admin, ids['temperature'])
    expect(temperatures.map(({ value }) => value)).toEqual(Array.from({ length: 100 }, (_, index) => index))
    expect((await stored(admin, ids['humidity'])).reduce((sum, { count }) => sum + count, 0)).toBe(100)
  })

  it('mbpoll reads from the simulator what the product has read from it', async () => {
    const {
      data: { list: devices },
    } = await admin.get<{ list: { id: string; modbusUnit: number; modbusPort: number }[] }>('/api/acquisition/device/queryDevice', {
      connection: 'modbus',
      pageSize: '100',
    })
    const device = devices[0]
    const {
      data: { list: points },
    } = await admin.get<{
      list: {
        id: string
        pointKey: string
        registerKind: string
        registerAddress: number
        registerFormat: string
        scale: number | null
        valueOffset: number | null
      }[]
    }>('/api/acquisition/point/queryPoint', { deviceId: device?.id ?? '', pageSize: '100' })
    // One that does not jump between two looks, as a valve does.
    const point = points.find(({ pointKey, registerFormat }) => pointKey === 'ambient' && registerFormat === 'float32')
    expect(device?.modbusPort).toBe(simulatorPort)
    if (!device || !point) throw new Error('the demonstration has no Modbus device with a temperature')
    const { stdout } = await exec('mbpoll', [
      '-m',
      'tcp',
      '-a',
      String(device.modbusUnit),
      '-0',
      '-r',
      String(point.registerAddress),
      '-c',
      '1',
      '-t',
      point.registerKind === 'holding' ? '4:float' : '3:float',
      '-1',
      '-p',
      String(simulatorPort),
      '127.0.0.1',
    ])
    const raw = Number(/^\[\d+\]:\s+(-?[\d.]+)/m.exec(stdout)?.[1])
    expect(raw, stdout).not.toBeNaN()
    const value = raw * (point.scale ?? 1) + (point.valueOffset ?? 0)
    const newest = async () =>
      (
        await admin.get<{ list: { value: number | null; quality: number }[] }>('/api/acquisition/reading/queryLatestReading', {
          pointId: point.id,
        })
      ).data.list[0]
    await until('the poller has read it', async () => (await newest())?.quality === 192, 60_000)
    const read = (await newest())?.value ?? NaN
    expect(Math.abs(read - value), `${read} beside ${value}`).toBeLessThan(Math.max(1, Math.abs(value) * 0.1))
  })

  it('the poller reads a Modbus server of another maker', async () => {
    const port = await freePort()
    const script = `
import sys
from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext
try:
    from pymodbus.server import StartTcpServer
except ImportError:
    from pymodbus.server.sync import StartTcpServer
block = ModbusSequentialDataBlock(0, [0] * 10 + [215, 65486, 16712, 0] + [0] * 20)
slave = ModbusSlaveContext(hr=block, ir=block, zero_mode=True)
print('ready', flush=True)
StartTcpServer(context=ModbusServerContext(slaves=slave, single=True), address=('127.0.0.1', int(sys.argv[1])))
`
    const other = spawn(PYTHON, ['-c', script, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      await once(other.stdout, 'data')
      const operator = await signIn(server.url, '10000', 'admin', PASSWORD)
      const {
        data: {
          list: [entry],
        },
      } = await operator.get<{ list: { id: string }[] }>('/api/admin/systenant/querySysTenant', { tenantCode: TENANT })
      expect(
        (await operator.put('/api/admin/systenant/updateSysTenant', { id: entry?.id, modbusNetworks: `127.0.0.1:${port}` })).http,
      ).toBe(200)
      const registers: Record<string, object> = {
        word: { registerKind: 'holding', registerAddress: 10, registerFormat: 'uint16', byteOrder: 'ABCD', scale: 0.1 },
        signed: { registerKind: 'input', registerAddress: 11, registerFormat: 'int16', byteOrder: 'ABCD' },
        float: { registerKind: 'holding', registerAddress: 12, registerFormat: 'float32', byteOrder: 'ABCD' },
      }
      const { ids } = await addDevice(
        admin,
        Object.keys(registers),
        { connection: 'modbus', modbusHost: '127.0.0.1', modbusPort: port, modbusUnit: 1, pollSeconds: 1 },
        (key) => registers[key] as object,
      )
      const newest = async (key: string) =>
        (
          await admin.get<{ list: { value: number | null; quality: number }[] }>('/api/acquisition/reading/queryLatestReading', {
            pointId: ids[key] ?? '',
          })
        ).data.list[0]
      await until(
        'all three are read',
        async () => (await Promise.all(Object.keys(registers).map(newest))).every((read) => read?.quality === 192),
        30_000,
      )
      expect((await newest('word'))?.value).toBeCloseTo(21.5, 9)
      expect((await newest('signed'))?.value).toBe(-50)
      expect((await newest('float'))?.value).toBe(12.5)
    } finally {
      other.kill()
    }
  })

  it('TLS: mosquitto_pub sends under a certificate it trusts, and to nobody without', async () => {
    const [key, cert] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')]
    await exec('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
    ])
    const secure = await run({ ...furnishedFolder(join(folder.path, 'tls')), MQTT_PORT: '0', MQTT_TLS_KEY: key, MQTT_TLS_CERT: cert })
    try {
      const client = await signIn(secure.url, TENANT, 'admin', PASSWORD)
      const { code, secret, ids } = await addDevice(client, ['flow'])
      const port = await brokerOf(secure)
      const publish = (...more: string[]) =>
        exec(
          'mosquitto_pub',
          [
            '-h',
            'localhost',
            '-p',
            port,
            '-V',
            'mqttv311',
            '-q',
            '1',
            '-i',
            code,
            '-u',
            `${TENANT}/${code}`,
            '-P',
            secret,
            '-t',
            `d/${code}/flow`,
            '-m',
            '3.25',
            ...more,
          ],
          { timeout: 20_000 },
        )
      await publish('--cafile', cert)
      expect(await stored(client, ids['flow'])).toEqual([{ value: 3.25, count: 1 }])
      await expect(publish()).rejects.toThrow()
      const stranger = join(folder.path, 'stranger.pem')
      await exec('openssl', [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        join(folder.path, 'other.pem'),
        '-out',
        stranger,
        '-subj',
        '/CN=localhost',
      ])
      await expect(publish('--cafile', stranger)).rejects.toThrow(/certificate|TLS|verify/i)
      expect(await stored(client, ids['flow'])).toHaveLength(1)
    } finally {
      await secure.stop()
    }
  })
})
