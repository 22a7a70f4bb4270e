/** Test read: against the Modbus server of another maker, and where it may not lead. */
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { ServerTCP } from 'modbus-serial'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devices } from '../../../../model/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { LOOPBACK, buildPolledDevice, giveNetworksTo } from '../../../../tests/support/devices.ts'
import { fingerprint } from '../../../../tests/support/rows.ts'
import { importRows } from '../../../../tests/support/uploads.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { numberOfWords } from '../../../acquisition/index.ts'

const PATH = '/api/acquisition/device/testReadDevice'

interface Read {
  words: number[]
  raw: number | null
  value: number | null
  milliseconds: number
}

/** 1.5 as float32 in two words, most significant first. */
const [HIGH, LOW] = [0x3fc0, 0x0000]
const holding: Record<number, number> = { 0: 65_535, 1: 1234, 10: HIGH, 11: LOW, 20: LOW, 21: HIGH, 30: 0x7fc0, 31: 0 }

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: ServerTCP
let port: number
beforeAll(async () => {
  server = await startServer()
  const reader = { roleName: 'r', roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  tenant = await buildTenant(server, {
    roles: [
      { ...reader, roleCode: 'READS', urls: ['/acquisition/device/queryDevice', '/acquisition/device/testReadDevice'] },
      {
        ...reader,
        roleCode: 'CHANGES',
        urls: ['/acquisition/device/queryDevice', '/acquisition/device/updateDevice', '/acquisition/device/testReadDevice'],
      },
    ],
    users: [buildUser({ username: 'reads', roles: ['READS'] }), buildUser({ username: 'changes', roles: ['CHANGES'] })],
  })
  admin = await tenant.signIn('admin')
  port = await freePort()
  device = new ServerTCP(
    {
      getHoldingRegister: (at: number) => holding[at] ?? 0,
      getInputRegister: (at: number) => at,
      getCoil: (at: number) => at === 3,
      getDiscreteInput: (at: number) => at === 4,
    },
    { host: '127.0.0.1', port, unitID: 7 },
  )
  await new Promise<void>((resolve) => {
    device.on('initialized', () => resolve())
  })
})
afterAll(async () => {
  await new Promise<void>((resolve) => {
    device.close(() => resolve())
  })
  await server.stop()
})

const localOf = (isGiven: boolean) => giveNetworksTo(server, tenant, isGiven ? LOOPBACK : null)
const asked = (changes: Record<string, unknown> = {}) => ({
  modbusHost: '127.0.0.1',
  modbusPort: port,
  modbusUnit: 7,
  registerKind: 'holding',
  registerAddress: 0,
  registerFormat: 'uint16',
  byteOrder: 'ABCD',
  ...changes,
})
const read = (changes: Record<string, unknown> = {}, client = admin) => client.post<Read>(PATH, asked(changes))

describe('where it may lead', () => {
  it('is not to the server itself, its link or the metadata of a cloud, by whatever name, and nothing is connected to', async () => {
    const met: Socket[] = []
    const trap = createServer((socket) => met.push(socket))
    await new Promise<void>((resolve) => {
      trap.listen(0, () => resolve())
    })
    const { port: trapPort } = trap.address() as AddressInfo
    for (const modbusHost of [
      '127.0.0.1',
      '127.9.9.9',
      'localhost',
      '0.0.0.0',
      '0',
      '127.1',
      '2130706433',
      '0x7f000001',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '169.254.169.254',
      'fe80::1',
      '100.100.100.200',
      '224.0.0.1',
      '255.255.255.255',
    ]) {
      expect(await read({ modbusHost, modbusPort: trapPort }), modbusHost).toMatchObject({ http: 422, errors: [{ field: 'modbusHost' }] })
    }
    expect(met).toHaveLength(0)
    await close(trap, met)
  })

  it('is within the networks of the tenant: what is refused for another one is refused before anything is sent', async () => {
    const met: Socket[] = []
    const trap = createServer((socket) => met.push(socket))
    await new Promise<void>((resolve) => {
      trap.listen(0, '127.0.0.1', () => resolve())
    })
    const { port: trapPort } = trap.address() as AddressInfo
    await giveNetworksTo(server, tenant, `10.0.0.0/8 127.0.0.1:${port}`)
    expect(await read()).toMatchObject({ http: 200 })
    expect(await read({ modbusPort: trapPort })).toMatchObject({
      http: 422,
      errors: [
        {
          field: 'modbusHost',
          message: `Modbus address: 127.0.0.1:${trapPort} is in none of the networks that the operator of the platform has given this tenant`,
        },
      ],
    })
    expect(await read({}, await (await buildTenant(server)).signIn('admin'))).toMatchObject({
      http: 422,
      errors: [{ field: 'modbusHost' }],
    })
    expect(met).toHaveLength(0)
    await giveNetworksTo(server, tenant, null)
    await close(trap, met)
  })

  it('is for those who may add or change devices', async () => {
    expect(await read({}, await tenant.signIn('reads'))).toMatchObject({ http: 403 })
    // Judged as theirs: refused for the address alone.
    expect(await read({}, await tenant.signIn('changes'))).toMatchObject({ http: 422, errors: [{ field: 'modbusHost' }] })
  })
})

describe('what it reads', () => {
  beforeAll(() => localOf(true))
  afterAll(() => localOf(false))

  it.each<[string, Record<string, unknown>, Partial<Read>]>([
    ['a word', {}, { words: [65_535], raw: 65_535, value: 65_535 }],
    ['a word with a sign', { registerFormat: 'int16' }, { words: [65_535], raw: -1, value: -1 }],
    ['a scaled word', { registerAddress: 1, scale: 0.5, valueOffset: -100 }, { words: [1234], raw: 1234, value: 517 }],
    ['a number of two words', { registerAddress: 10, registerFormat: 'float32' }, { words: [HIGH, LOW], raw: 1.5, value: 1.5 }],
    [
      'one with its words exchanged',
      { registerAddress: 20, registerFormat: 'float32', byteOrder: 'CDAB' },
      { words: [LOW, HIGH], raw: 1.5 },
    ],
    ['what is no number', { registerAddress: 30, registerFormat: 'float32' }, { words: [0x7fc0, 0], raw: null, value: null }],
    ['an input register', { registerKind: 'input', registerAddress: 42 }, { words: [42], raw: 42 }],
    ['a coil', { registerKind: 'coil', registerAddress: 3, registerFormat: 'boolean' }, { words: [1], raw: 1 }],
    ['a discrete input', { registerKind: 'discrete', registerAddress: 3, registerFormat: 'boolean' }, { words: [0], raw: 0 }],
  ])('is %s, and nothing is stored', async (_name, changes, wanted) => {
    const before = await fingerprint(server, tenant.id)
    expect(await read(changes)).toMatchObject({ http: 200, data: wanted })
    expect(await fingerprint(server, tenant.id)).toBe(before)
  })

  it('is asked with whole values only', async () => {
    for (const [field, value] of [
      ['modbusHost', ''],
      ['modbusHost', 'http://a/'],
      ['modbusPort', 0],
      ['registerAddress', 65_536],
      ['registerFormat', 'x'],
      ['scale', 'x'],
    ] as const) {
      expect(await read({ [field]: value }), field).toMatchObject({ http: 422, errors: [{ field }] })
    }
  })

  it('says so within its time where nobody answers, or no Modbus device', async () => {
    const mute: Socket[] = []
    const silent = createServer((socket) => mute.push(socket))
    const chatter: Socket[] = []
    const other = createServer((socket) => {
      chatter.push(socket)
      socket.on('error', () => undefined)
      socket.write('HTTP/1.1 200 OK\r\n'.repeat(1000))
    })
    await Promise.all(
      [silent, other].map(
        (one) =>
          new Promise<void>((resolve) => {
            one.listen(0, '127.0.0.1', () => resolve())
          }),
      ),
    )
    for (const modbusPort of [(silent.address() as AddressInfo).port, (other.address() as AddressInfo).port, await freePort()]) {
      const began = performance.now()
      expect(await read({ modbusPort })).toMatchObject({ http: 409, message: 'No Modbus device answered at this address in time' })
      expect(performance.now() - began).toBeLessThan(5000)
    }
    await Promise.all([close(silent, mute), close(other, chatter)])
  })

  it('is one device at a time, and few may wait', async () => {
    const met: Socket[] = []
    let most = 0
    const slow = createServer((socket) => {
      met.push(socket)
      most = Math.max(most, met.filter((one) => !one.destroyed).length)
      setTimeout(() => socket.destroy(), 1000)
    })
    await new Promise<void>((resolve) => {
      slow.listen(0, '127.0.0.1', () => resolve())
    })
    const answers = await Promise.all(Array.from({ length: 8 }, () => read({ modbusPort: (slow.address() as AddressInfo).port })))
    expect(most).toBe(1)
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([409, 503]))
    expect(answers.filter(({ http }) => http === 503).length).toBeGreaterThanOrEqual(4)
    await close(slow, met)
  })
})

describe('where a device may be said to stand', () => {
  const ofDevice = (changes: Record<string, unknown> = {}) => ({
    deviceCode: `s${unique()}`,
    deviceName: 's',
    deviceStatus: 1,
    connection: 'modbus',
    modbusHost: '10.1.0.7',
    ...changes,
  })
  const add = (changes: Record<string, unknown> = {}) => admin.post<{ id: string }>('/api/acquisition/device/addDevice', ofDevice(changes))
  const change = (id: string, changes: Record<string, unknown>) => admin.put('/api/acquisition/device/updateDevice', { id, ...changes })
  const refused = { http: 422, errors: [{ field: 'modbusHost' }] }
  beforeAll(() => giveNetworksTo(server, tenant, '10.1.0.0/16 10.2.0.0/16:1502'))
  afterAll(() => giveNetworksTo(server, tenant, null))

  it('is within the networks, when it is added and when it is moved', async () => {
    const {
      http,
      data: { id },
    } = await add()
    expect(http).toBe(200)
    for (const wrong of [
      { modbusHost: '10.3.0.1' },
      { modbusPort: 503 },
      { modbusHost: 'plc.example', modbusPort: 503 },
      { modbusHost: '127.0.0.1' },
    ]) {
      expect(await add(wrong), JSON.stringify(wrong)).toMatchObject(refused)
      expect(await change(id, wrong), JSON.stringify(wrong)).toMatchObject(refused)
    }
    expect(await change(id, { modbusHost: '10.2.0.1', modbusPort: 1502 })).toMatchObject({ http: 200 })
    // A name is judged when it is asked.
    expect(await add({ modbusHost: 'plc.example' })).toMatchObject({ http: 200 })
    const {
      data: { id: pushing },
    } = await add({ connection: 'push', modbusHost: '10.3.0.1' })
    expect(await change(pushing, { connection: 'modbus' })).toMatchObject(refused)
  })

  it('is not asked of one that stays where it is', async () => {
    const device = await buildPolledDevice(
      server,
      tenant,
      { host: '10.9.0.1', port: 502, unit: 1 },
      { v: { register_kind: 'holding', register_address: 0, register_format: 'uint16' } },
    )
    expect(await change(device.id, { deviceName: 'renamed', modbusHost: '10.9.0.1', modbusPort: 502 })).toMatchObject({ http: 200 })
    expect(await change(device.id, { modbusUnit: 2 })).toMatchObject(refused)
  })

  it('is checked row by row in a file', async () => {
    const head = ['Device code', 'Device', 'Status', 'Connection', 'Modbus address']
    const row = (host: string) => [`s${unique()}`, 's', 'Enabled', 'Polled (Modbus TCP)', host]
    const { data } = await importRows(server.url, admin, devices, [head, row('10.1.0.9'), row('10.3.0.1')], { mode: 'check' })
    expect(data.report).toMatchObject({ good: 1, errorTotal: 1, errors: [{ row: 3, field: 'modbusHost' }] })
  })
})

it('knows every order of bytes', () => {
  const words = (hex: string) => (hex.match(/.{4}/g) ?? []).map((word) => Number.parseInt(word, 16))
  expect(
    [
      ['01020304', 'ABCD'],
      ['03040102', 'CDAB'],
      ['02010403', 'BADC'],
      ['04030201', 'DCBA'],
    ].map(([hex, order]) => numberOfWords(words(hex as string), 'uint32', order as 'ABCD')),
  ).toEqual([0x01020304, 0x01020304, 0x01020304, 0x01020304])
  expect(numberOfWords([0x0100], 'int16', 'BADC')).toBe(1)
  expect(
    [
      ['3ff8000000000000', 'ABCD'],
      ['000000000000f83f', 'DCBA'],
      ['0000000000003ff8', 'CDAB'],
      ['f83f000000000000', 'BADC'],
    ].map(([hex, order]) => numberOfWords(words(hex as string), 'float64', order as 'ABCD')),
  ).toEqual([1.5, 1.5, 1.5, 1.5])
  expect([
    numberOfWords(words('ffffffffffffffff'), 'int64', 'ABCD'),
    numberOfWords(words('0000000100000000'), 'uint64', 'ABCD'),
    numberOfWords([0], 'boolean', 'ABCD'),
    numberOfWords([5], 'boolean', 'ABCD'),
    numberOfWords([0x7f80, 0], 'float32', 'ABCD'),
  ]).toEqual([-1, 2 ** 32, 0, 1, undefined])
})

async function close(trap: Server, sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy()
  await new Promise<void>((resolve) => {
    trap.close(() => resolve())
  })
}

/** One that nobody listens at. */
async function freePort(): Promise<number> {
  const taken = createServer()
  await new Promise<void>((resolve) => {
    taken.listen(0, '127.0.0.1', () => resolve())
  })
  const { port: free } = taken.address() as AddressInfo
  await close(taken, [])
  return free
}
