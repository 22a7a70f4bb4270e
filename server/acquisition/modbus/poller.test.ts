/** The poller, against the Modbus server of another maker: what it reads, whom it leaves alone, and what it does when things change. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { ServerTCP } from 'modbus-serial'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { QUALITY, REASONS } from '../../../model/acquisition/quality.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { RegisterValues } from '../../../tests/support/devices.ts'
import { LOOPBACK, buildPolledDevice, changeDevice, giveNetworksTo, samplesOf, stateOf } from '../../../tests/support/devices.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startSecond, startServer } from '../../../tests/support/server.ts'
import type { BusLimits } from './bus-limits.ts'
import type { Poller } from './poller.ts'
import { giveNetworks } from './first-networks.ts'
import { startPoller } from './poller.ts'

/** As in the product, but nobody waits for minutes. */
const limits: BusLimits = {
  connectMs: 1000,
  answerMs: 300,
  timeSliceMs: 2000,
  unit: { failures: 2, pausesMs: [400] },
  link: { failures: 2, pausesMs: [400] },
  leaseMs: 100,
  planMs: 3_600_000,
}

let server: TestServer
let tenant: BuiltTenant
const pollers: Poller[] = []
const slaves: ServerTCP[] = []
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  await allowLocal(true)
})
afterEach(async () => {
  await Promise.all(pollers.splice(0).map((poller) => poller.stop()))
  await Promise.all(
    slaves.splice(0).map(
      (slave) =>
        new Promise<void>((resolve) => {
          slave.close(() => resolve())
        }),
    ),
  )
  // Each test has devices of its own.
  await server.database.asOwner((client) => client.query("delete from devices where connection = 'modbus'"))
})
afterAll(() => server.stop())

const allowLocal = (isAllowed: boolean) => giveNetworksTo(server, tenant, isAllowed ? LOOPBACK : null)

function poll(of: Pick<TestServer, 'services'> = server, changes: Partial<BusLimits> = {}, simulatorPort?: number): Poller {
  const poller = startPoller(
    { ...of.services, config: { ...of.services.config, polling: true, simulatorPort } },
    {
      state: () => undefined,
      warning: () => undefined,
      error: (error) => {
        throw error
      },
    },
    { ...limits, ...changes },
  )
  pollers.push(poller)
  return poller
}

type Asked = [kind: 'holding' | 'input' | 'coil' | 'discrete', unit: number, at: number]
interface Slave {
  port: number
  asked: Asked[]
}

/** @param value Throws a code for an exception, gives nothing for silence. */
async function slave(value: (...asked: Asked) => number | undefined, port = 0): Promise<Slave> {
  const asked: Asked[] = []
  const answer = (kind: Asked[0]) => (at: number, unit: number, respond: (error: Error | null, value: never) => void) => {
    asked.push([kind, unit, at])
    try {
      const given = value(kind, unit, at)
      if (given !== undefined) respond(null, given as never)
    } catch (code) {
      respond({ modbusErrorCode: code } as never, 0 as never)
    }
  }
  const free = port === 0 ? await freePort() : port
  const made = new ServerTCP(
    {
      getHoldingRegister: answer('holding'),
      getInputRegister: answer('input'),
      getCoil: answer('coil'),
      getDiscreteInput: answer('discrete'),
    },
    { host: '127.0.0.1', port: free, unitID: 255 },
  )
  slaves.push(made)
  await new Promise<void>((resolve) => {
    made.on('initialized', () => resolve())
  })
  return { port: free, asked }
}

/** A device that is asked beside those of the test. Gives what waits until it has been asked twice more: whatever was due has been asked by then as well. */
async function besides(whose: BuiltTenant = tenant): Promise<() => Promise<void>> {
  const { port, asked } = await slave(() => 1)
  await buildPolledDevice(server, whose, { port, unit: 1 }, { v: register('holding', 0) })
  return async () => {
    const before = asked.length
    await until(() => asked.length).toBeGreaterThan(before + 1)
  }
}

const register = (
  register_kind: RegisterValues['register_kind'],
  register_address: number,
  register_format = 'uint16',
  more: Partial<RegisterValues> = {},
): RegisterValues => ({ register_kind, register_address, register_format, ...more })
const lastOf = async (series: number | undefined) => (await samplesOf(server, series ?? -1)).at(-1)
const until = (look: () => unknown) => expect.poll(look, { timeout: 15_000, interval: 50 })

/** 1.5 as a number of 32 and of 64 bits. */
const words: Record<number, number> = {
  0: 7,
  1: 0xffff,
  10: 0x3fc0,
  11: 0,
  20: 0,
  21: 0x3fc0,
  30: 0x3ff8,
  31: 0,
  32: 0,
  33: 0,
  40: 0xc03f,
  41: 0,
}

describe('what it reads', () => {
  it('is every kind of register, format and order, scaled, in few questions', async () => {
    const { port, asked } = await slave((kind, _unit, at) =>
      kind === 'coil' ? Number(at === 3) : kind === 'discrete' ? Number(at === 4) : kind === 'input' ? at : (words[at] ?? 0),
    )
    const device = await buildPolledDevice(
      server,
      tenant,
      { port, unit: 1 },
      {
        word: register('holding', 0),
        signed: register('holding', 1, 'int16', { scale: 0.5, value_offset: 10 }),
        float: register('holding', 10, 'float32'),
        swapped: register('holding', 20, 'float32', { byte_order: 'CDAB' }),
        double: register('holding', 30, 'float64'),
        bytes: register('holding', 40, 'float32', { byte_order: 'BADC' }),
        input: register('input', 500),
        on: register('coil', 3, 'boolean'),
        off: register('discrete', 3, 'boolean'),
      },
    )
    poll()
    await until(async () => (await samplesOf(server, device.series['off'] as number)).length).toBeGreaterThan(0)
    const values = await Promise.all(Object.entries(device.series).map(async ([key, series]) => [key, (await lastOf(series))?.value]))
    expect(Object.fromEntries(values)).toEqual({
      word: 7,
      signed: 9.5,
      float: 1.5,
      swapped: 1.5,
      double: 1.5,
      bytes: 1.5,
      input: 500,
      on: 1,
      off: 0,
    })
    expect(await lastOf(device.series['word'])).toMatchObject({ quality: QUALITY.good, reason: REASONS.none })
    expect(await stateOf(server, device.id)).toEqual({ seen: true, error: null, detail: null })
    // Holding registers 0 to 41 lie near enough to be one question.
    expect(asked.filter(([kind, , at]) => kind === 'holding' && at === 5).length).toBeGreaterThan(0)
  })

  it('is asked for in questions that the protocol allows', async () => {
    const { port, asked } = await slave(() => 1)
    const points = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, register('holding', at)]))
    const device = await buildPolledDevice(server, tenant, { port, unit: 1 }, points)
    poll()
    await until(async () => (await samplesOf(server, device.series['p299'] as number)).length).toBeGreaterThan(0)
    expect(asked.some(([, , at]) => at === 299)).toBe(true)
    expect(await stateOf(server, device.id)).toMatchObject({ error: null })
  })

  it('is all but what the device refuses, whose name stands at the device', async () => {
    const { port, asked } = await slave((_kind, _unit, at) => {
      if (at === 12 || at === 5) throw 2 as unknown
      return at
    })
    const points = Object.fromEntries([0, 1, 2, 3, 10, 11, 12, 13].map((at) => [`p${at}`, register('holding', at)]))
    const device = await buildPolledDevice(server, tenant, { port, unit: 1 }, points)
    poll()
    await until(async () => (await samplesOf(server, device.series['p13'] as number)).length).toBeGreaterThan(1)
    for (const at of [0, 1, 2, 3, 10, 11, 13])
      expect(await lastOf(device.series[`p${at}`]), `p${at}`).toMatchObject({ value: at, quality: QUALITY.good })
    // Told once, and not asked for again.
    expect(await samplesOf(server, device.series['p12'] as number)).toMatchObject([
      { value: null, quality: QUALITY.bad, reason: REASONS['no-value'] },
    ])
    expect(await stateOf(server, device.id)).toEqual({ seen: true, error: 'exception', detail: 'p12: 2' })
    const before = asked.filter(([, , at]) => at === 12).length
    const stored = (await samplesOf(server, device.series['p13'] as number)).length
    await until(async () => (await samplesOf(server, device.series['p13'] as number)).length).toBeGreaterThan(stored)
    expect(asked.filter(([, , at]) => at === 12)).toHaveLength(before)
  })
})

describe('who does not answer', () => {
  it('is left alone, while the others of the bus are asked as ever, and is heard again', async () => {
    let isDead = true
    const { port, asked } = await slave((_kind, unit) => (unit === 9 && isDead ? undefined : unit))
    const [living, dead] = [
      await buildPolledDevice(server, tenant, { port, unit: 1 }, { v: register('holding', 0) }),
      await buildPolledDevice(server, tenant, { port, unit: 9 }, { v: register('holding', 0), w: register('input', 3) }),
    ]
    const poller = poll(server, { unit: { failures: 2, pausesMs: [4000] } })
    await until(async () => (await samplesOf(server, dead.series['w'] as number)).length).toBe(1)
    expect(await samplesOf(server, dead.series['v'] as number)).toMatchObject([{ value: null, quality: QUALITY.bad, reason: REASONS.comm }])
    // Never seen: that nobody answered is no message of its own.
    expect(await stateOf(server, dead.id)).toEqual({ seen: false, error: 'no-answer', detail: '9' })
    expect(poller.lines()).toMatchObject([{ state: 'connected', away: [9] }])
    const questions = () => asked.filter(([, unit]) => unit === 9).length
    expect(questions()).toBe(2)
    const before = (await samplesOf(server, living.series['v'] as number)).length
    await until(async () => (await samplesOf(server, living.series['v'] as number)).length).toBeGreaterThan(before + 1)
    // Told once, and left alone for its pause.
    expect(await samplesOf(server, dead.series['v'] as number)).toHaveLength(1)
    expect(questions()).toBe(2)
    isDead = false
    await until(async () => lastOf(dead.series['v'])).toMatchObject({ value: 9, quality: QUALITY.good })
    expect(poller.lines()).toMatchObject([{ away: [] }])
  })

  it('is the whole bus where nobody listens, until somebody does', async () => {
    const port = await freePort()
    const device = await buildPolledDevice(server, tenant, { port, unit: 1 }, { v: register('holding', 0) })
    const poller = poll()
    await until(async () => lastOf(device.series['v'])).toMatchObject({ value: null, reason: REASONS.comm })
    expect(await stateOf(server, device.id)).toEqual({ seen: false, error: 'unreachable', detail: `127.0.0.1:${port}` })
    expect(poller.lines()).toMatchObject([{ state: 'unreachable' }])
    await slave(() => 5, port)
    await until(async () => lastOf(device.series['v'])).toMatchObject({ value: 5, quality: QUALITY.good })
  })

  it('and is still being started, as the simulator of this very server is, is waited for and blamed for nothing', async () => {
    const { port, asked } = await slave(() => 7)
    const device = await buildPolledDevice(server, tenant, { port, unit: 1 }, { v: register('holding', 0) })
    const twoRounds = await besides()
    const { acquisition } = server.services
    poll(server, {}, port)
    await twoRounds()
    expect(asked).toEqual([])
    expect(await stateOf(server, device.id)).toBeUndefined()
    try {
      acquisition.simulator = { state: 'running', port, error: undefined, devices: new Map() }
      acquisition.simulated = { port, units: new Map([[tenant.code, new Set([1])]]) }
      await until(async () =>
        (await samplesOf(server, device.series['v'] as number)).map(({ value, quality }) => [value, quality]),
      ).toContainEqual([7, QUALITY.good])
      expect((await samplesOf(server, device.series['v'] as number)).every(({ quality }) => quality === QUALITY.good)).toBe(true)
    } finally {
      acquisition.simulator = undefined
      acquisition.simulated = undefined
    }
  })

  it('is no longer asked where its tenant is no longer given a network', async () => {
    const { port, asked } = await slave(() => 5)
    const device = await buildPolledDevice(server, tenant, { port, unit: 1 }, { v: register('holding', 0) })
    const given = await buildTenant(server)
    await giveNetworksTo(server, given, LOOPBACK)
    const twoRounds = await besides(given)
    poll()
    await until(async () => lastOf(device.series['v'])).toMatchObject({ value: 5 })
    await allowLocal(false)
    await until(async () => lastOf(device.series['v'])).toMatchObject({ value: null, reason: REASONS.comm })
    expect(await stateOf(server, device.id)).toMatchObject({ error: 'address' })
    const before = asked.length
    await twoRounds()
    expect(asked).toHaveLength(before)
    await allowLocal(true)
    await until(async () => lastOf(device.series['v'])).toMatchObject({ value: 5 })
  })
})

describe('what is changed', () => {
  it('is asked for at once: another unit, a new device, one that is switched off', async () => {
    const { port, asked } = await slave((_kind, unit) => unit)
    const poller = poll()
    const device = await buildPolledDevice(server, tenant, { port, unit: 1 }, { v: register('holding', 0) })
    await until(async () => lastOf(device.series['v'])).toMatchObject({ value: 1 })
    await changeDevice(server, device, { modbus_unit: 2 })
    await until(async () => lastOf(device.series['v'])).toMatchObject({ value: 2 })
    await changeDevice(server, device, { device_status: 0 })
    await until(() => poller.lines()).toEqual([])
    const before = asked.length
    await (
      await besides()
    )()
    expect(asked).toHaveLength(before)
  })

  it('is asked for as well when it was changed while its last values were being stored', async () => {
    const { port, asked } = await slave(() => 1)
    const device = await buildPolledDevice(server, tenant, { port, unit: 1 }, { v: register('holding', 0) })
    const { acquisition } = server.services
    let storing = 0
    const isChanged = Promise.withResolvers<undefined>()
    const ingest = {
      ...acquisition.ingest,
      acceptWithBackpressure: async (...given: Parameters<typeof acquisition.ingest.acceptWithBackpressure>) => {
        storing += 1
        if (storing === 1) await isChanged.promise
        return acquisition.ingest.acceptWithBackpressure(...given)
      },
    }
    poll({ services: { ...server.services, acquisition: { ...acquisition, ingest } } })
    await until(() => storing).toBe(1)
    await changeDevice(server, device, { modbus_unit: 2 })
    // Asked on the same bus: the poller knows of the change, and that device has had its turn.
    await buildPolledDevice(server, tenant, { port, unit: 3 }, { v: register('holding', 0) })
    await until(() => asked.filter(([, unit]) => unit === 3).length).toBeGreaterThan(1)
    expect(asked.filter(([, unit]) => unit === 2)).toEqual([])
    isChanged.resolve(undefined)
    await until(() => asked.some(([, unit]) => unit === 2)).toBe(true)
  })

  it('ends with the poller: nothing is asked, and no connection is left', async () => {
    const { port, asked } = await slave((_kind, unit) => unit)
    const device = await buildPolledDevice(server, tenant, { port, unit: 1 }, { v: register('holding', 0) })
    const poller = poll()
    await until(async () => lastOf(device.series['v'])).toMatchObject({ value: 1 })
    await poller.stop()
    const before = asked.length
    await until(() => slaves[0]?.socks.size).toBe(0)
    // Another one finds the device at another unit, of which nobody has told the first.
    await server.database.asOwner((client) => client.query('update devices set modbus_unit = 2 where id = $1', [device.id]))
    poll()
    await until(() => asked.filter(([, unit]) => unit === 2).length).toBeGreaterThan(1)
    expect(asked.filter(([, unit]) => unit === 1)).toHaveLength(before)
  })
})

describe('whose it is', () => {
  it('is asked for its tenant alone: of two that name one gateway, for that which was given it', async () => {
    const { port, asked } = await slave((_kind, unit) => unit)
    const other = await buildTenant(server)
    const [own, foreign] = [
      await buildPolledDevice(server, tenant, { port, unit: 1 }, { v: register('holding', 0) }),
      await buildPolledDevice(server, other, { port, unit: 2 }, { v: register('holding', 0) }),
    ]
    const poller = poll()
    await until(async () => lastOf(own.series['v'])).toMatchObject({ value: 1 })
    await until(async () => stateOf(server, foreign.id)).toMatchObject({ error: 'address', detail: `127.0.0.1:${port}` })
    expect(asked.some(([, unit]) => unit === 2)).toBe(false)
    expect(
      poller
        .lines()
        .map(({ tenantId, state }) => [tenantId, state])
        .toSorted(),
    ).toEqual(
      [
        [tenant.id, 'connected'],
        [other.id, 'refused'],
      ].toSorted(),
    )
    await giveNetworksTo(server, other, LOOPBACK)
    await until(async () => lastOf(foreign.series['v'])).toMatchObject({ value: 2 })
  })

  it('is kept by an upgrade, where it can be told: an address of one tenant alone, and none of the server itself', async () => {
    const [first, second] = [await buildTenant(server), await buildTenant(server)]
    const at = (of: BuiltTenant, host: string, port: number) =>
      buildPolledDevice(server, of, { host, port, unit: 1 }, { v: register('holding', 0) })
    await at(first, '10.1.0.1', 502)
    await at(first, '10.1.0.1', 1502)
    await at(first, '10.1.0.2', 502)
    await at(first, '127.0.0.1', 502)
    await at(first, '169.254.169.254', 502)
    await at(first, 'fd12::7', 502)
    await at(second, '10.1.0.2', 502)
    await at(second, '10.1.0.2', 1502)
    const pend = () =>
      server.database.asOwner((client) =>
        client.query('update tenants set networks_from_devices = true, modbus_networks = null where id = any($1)', [[first.id, second.id]]),
      )
    const networks = async () =>
      server.database.asOwner(async (client) => {
        const { rows } = await client.query<{ id: string; modbus_networks: string | null; networks_from_devices: boolean }>(
          'select id, modbus_networks, networks_from_devices from tenants where id = any($1)',
          [[first.id, second.id]],
        )
        return [first.id, second.id]
          .map((id) => rows.find((row) => row.id === id))
          .map((row) => [row?.modbus_networks?.split('\n').toSorted(), row?.networks_from_devices])
      })
    await pend()
    const notes: object[] = []
    await giveNetworks(server.services.transactions, (details) => void notes.push(details))
    expect(await networks()).toEqual([
      [['10.1.0.1:1502', '10.1.0.1:502', '[fd12::7]:502'], false],
      [['10.1.0.2:1502'], false],
    ])
    expect(notes).toEqual([
      { tenants: 2 },
      {
        devices: [
          `${first.code}: 10.1.0.2:502`,
          `${first.code}: 127.0.0.1:502`,
          `${first.code}: 169.254.169.254:502`,
          `${second.code}: 10.1.0.2:502`,
        ].toSorted(),
      },
    ])
    // Once: what the operator takes back stays so.
    await giveNetworksTo(server, first, null)
    await giveNetworks(server.services.transactions, (details) => void notes.push(details))
    expect([(await networks())[0], notes.length]).toEqual([[undefined, false], 2])
  })
})

// Last: it ends the leases of the server.
it('has one server at a time ask a bus', async ({ skip }) => {
  if (server.databaseUrl === undefined) skip('the embedded engine serves one server')
  const second = await startSecond(server)
  const { port } = await slave(() => 1)
  const device = await buildPolledDevice(server, tenant, { port, unit: 1 }, { v: register('holding', 0) })
  const first = poll()
  await until(async () => lastOf(device.series['v'])).toMatchObject({ value: 1 })
  const other = poll(second)
  await until(() => other.lines()).toMatchObject([{ state: 'elsewhere' }])
  expect(first.lines()).toMatchObject([{ state: 'connected' }])
  // The first one goes, and with it what it held.
  pollers.splice(pollers.indexOf(first), 1)
  await first.stop()
  await server.services.acquisition.leases.stop()
  await until(() => other.lines()).toMatchObject([{ state: 'connected' }])
  pollers.splice(0)
  await other.stop()
  await second.stop()
})

/** One that nobody listens at. */
async function freePort(): Promise<number> {
  const taken = createServer()
  await new Promise<void>((resolve) => {
    taken.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = taken.address() as AddressInfo
  await new Promise<void>((resolve) => {
    taken.close(() => resolve())
  })
  return port
}
