/** The simulator, which speaks with the real broker and the real poller as devices would. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import modbusSerial from 'modbus-serial'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { QUALITY, REASONS } from '../../model/acquisition/quality.ts'
import { alarmsOf, buildRule, measure } from '../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import { buildDevice, buildPolledDevice, changeDevice, samplesOf, stateOf } from '../../tests/support/devices.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import type { Poller } from '../acquisition/index.ts'
import { busLimits, startPoller, hashDeviceSecret } from '../acquisition/index.ts'
import { fillAlarms } from './alarms.ts'
import type { SimulatedDevice } from './devices.ts'
import type { Fault } from './faults.ts'
import { fillHistory } from './history.ts'
import type { Model } from './model.ts'
import { pastDays, pastOf } from './past.ts'
import { DAY, HOUR, MINUTE } from './physics.ts'
import type { Simulator } from './simulator.ts'
import { startSimulator } from './simulator.ts'

let server: TestServer
let tenant: BuiltTenant
let port: number
const running: { stop(): Promise<void> }[] = []
beforeAll(async () => {
  port = await freePort()
  server = await startServer({ mqttPort: 0, simulatorPort: port })
  tenant = await buildTenant(server)
  await server.services.acquisition.collectors.mqtt?.opened
})
afterEach(async () => {
  for (const each of running.splice(0).toReversed()) await each.stop()
})
afterAll(() => server.stop())

/** Its value is the time it was measured at, in seconds. */
const clock: Model = { everyMs: 200, values: (_seed, time) => ({ v: (time / 1000) % 10_000 }) }
const until = (look: () => unknown) => expect.poll(look, { timeout: 20_000, interval: 50 })

function simulate(devices: readonly SimulatedDevice[], faults: readonly Fault[] = []): Simulator {
  const simulator = startSimulator(server.services, {
    log: { info: () => undefined, error: () => undefined },
    devices,
    faults,
    withHistory: false,
    everyMs: 200,
  })
  running.push(simulator)
  return simulator
}
const pushing = (device: { code: string }, model: Model = clock): SimulatedDevice => ({
  tenantCode: tenant.code,
  code: device.code,
  seed: 1,
  model,
  points: [{ pointKey: 'v', pointName: 'v' }],
  isPolled: false,
})
const polled = (device: { code: string }, unit: number): SimulatedDevice => ({
  ...pushing(device, { everyMs: 1000, values: () => ({ v: 2.5, w: -3.25, on: 1 }) }),
  unit,
  isPolled: true,
  points: [
    { pointKey: 'v', pointName: 'v', registerKind: 'input', registerAddress: 4, registerFormat: 'float32', byteOrder: 'CDAB' },
    { pointKey: 'w', pointName: 'w', registerKind: 'holding', registerAddress: 0, registerFormat: 'int16', byteOrder: 'ABCD', scale: 0.01 },
    { pointKey: 'on', pointName: 'on', registerKind: 'discrete', registerAddress: 0, registerFormat: 'boolean', byteOrder: 'ABCD' },
  ],
})
const registers = {
  v: { register_kind: 'input', register_address: 4, register_format: 'float32', byte_order: 'CDAB' },
  w: { register_kind: 'holding', register_address: 0, register_format: 'int16', scale: 0.01 },
  on: { register_kind: 'discrete', register_address: 0, register_format: 'boolean' },
} as const

function poll(): Poller {
  const poller = startPoller(
    { ...server.services, config: { ...server.services.config, polling: true } },
    {
      state: () => undefined,
      warning: () => undefined,
      error: (error) => {
        throw error
      },
    },
    { ...busLimits, answerMs: 300, unit: { failures: 1, pausesMs: [500] } },
  )
  running.push(poller)
  return poller
}

describe('over MQTT', () => {
  it('sends what its devices measure, with the credentials it has given them', async () => {
    const device = await buildDevice(server, tenant, { v: {} })
    simulate([pushing(device)])
    await until(async () => (await samplesOf(server, device.series['v'] as number)).length).toBeGreaterThan(2)
    for (const { time, value, quality } of await samplesOf(server, device.series['v'] as number))
      expect([value, quality]).toEqual([Math.round(time % 10_000_000) / 1000, QUALITY.good])
    // The secret it had before is no longer one.
    const name = device.name
    expect(await server.services.acquisition.signIn.device(name, device.secret, '10.0.0.1')).toBe('wrong')
  })

  it('leaves a device alone that somebody has given a secret', async () => {
    const [device, another] = [await buildDevice(server, tenant, { v: {} }), await buildDevice(server, tenant, { v: {} })]
    const count = async (of: typeof device) => (await samplesOf(server, of.series['v'] as number)).length
    simulate([pushing(device), pushing(another)])
    const connected = () => server.services.acquisition.simulator?.devices.get(tenant.code)?.mqtt
    await until(connected).toBe(2)
    await until(() => count(device)).toBeGreaterThan(0)
    await server.database.asOwner((client) => client.query('update devices set secret_changed_at = now() where id = $1', [device.id]))
    await changeDevice(server, device, { secret_hash: hashDeviceSecret('of somebody') })
    await until(connected).toBe(1)
    const before = await count(device)
    // The other one has been heard of several times meanwhile.
    const received = await count(another)
    await until(() => count(another)).toBeGreaterThan(received + 2)
    expect(await count(device)).toBe(before)
    expect(await server.services.acquisition.signIn.device(device.name, 'of somebody', '10.0.0.1')).toMatchObject({ id: device.id })
  })

  it('sends late what it kept back, once what it sends twice, and nothing of what is no number', async () => {
    const [away, twice, blind] = [
      await buildDevice(server, tenant, { v: {} }),
      await buildDevice(server, tenant, { v: {} }),
      await buildDevice(server, tenant, { v: {} }),
    ]
    const from = Date.now()
    const fault = (device: { code: string }, kind: Fault['kind'], to: number): Fault => ({ device: device.code, kind, from: 0, to })
    simulate(
      [pushing(away), pushing(twice), pushing(blind)],
      [fault(away, 'dropout', from + 3000), fault(twice, 'duplicates', Infinity), fault(blind, 'nan', Infinity)],
    )
    await until(async () => (await samplesOf(server, twice.series['v'] as number)).length).toBeGreaterThan(2)
    await until(async () => (await samplesOf(server, away.series['v'] as number)).some(({ time }) => time > from + 3000)).toBe(true)
    const kept = await samplesOf(server, away.series['v'] as number)
    expect(kept.filter(({ time }) => time < from + 3000).length).toBeGreaterThan(2)
    for (const device of [away, twice]) {
      const times = (await samplesOf(server, device.series['v'] as number)).map(({ time }) => time)
      expect(new Set(times).size).toBe(times.length)
    }
    expect((await samplesOf(server, blind.series['v'] as number))[0]).toMatchObject({
      value: null,
      quality: QUALITY.bad,
      reason: REASONS['no-value'],
    })
  })
})

describe('over Modbus', () => {
  it('is polled at its port, and at no other of this server', async () => {
    const device = await buildPolledDevice(server, tenant, { port, unit: 3 }, registers)
    const elsewhere = await buildPolledDevice(
      server,
      tenant,
      { port: (server.app.server.address() as AddressInfo).port, unit: 3 },
      registers,
    )
    simulate([polled(device, 3)])
    const poller = poll()
    await until(async () =>
      Promise.all(['v', 'w', 'on'].map(async (key) => (await samplesOf(server, device.series[key] as number)).at(-1)?.value)),
    ).toEqual([2.5, -3.25, 1])
    await until(() => poller.lines().find((bus) => bus.port !== port)?.state).toBe('refused')
    expect(await samplesOf(server, elsewhere.series['v'] as number).then((list) => list.every(({ value }) => value === null))).toBe(true)
    await server.database.asOwner((client) => client.query('delete from devices where id = any($1)', [[device.id, elsewhere.id]]))
  })

  it('is for the tenant whose devices it speaks for: no other asks its units, by a device or by a test read', async () => {
    const device = await buildPolledDevice(server, tenant, { port, unit: 3 }, registers)
    const other = await buildTenant(server)
    const [foreign, own] = [
      await buildPolledDevice(server, other, { port, unit: 3 }, registers),
      await buildPolledDevice(server, other, { port, unit: 4 }, registers),
    ]
    simulate([polled(device, 3), { ...polled(own, 4), tenantCode: other.code }])
    poll()
    await until(async () => (await samplesOf(server, device.series['v'] as number)).at(-1)).toMatchObject({ value: 2.5 })
    await until(async () => (await samplesOf(server, own.series['v'] as number)).at(-1)).toMatchObject({ value: 2.5 })
    await until(async () => stateOf(server, foreign.id)).toMatchObject({ error: 'address' })
    expect((await samplesOf(server, foreign.series['v'] as number)).every(({ value }) => value === null)).toBe(true)
    const read = async (of: BuiltTenant, modbusUnit: number) =>
      (await of.signIn('admin')).post('/api/acquisition/device/testReadDevice', {
        modbusHost: '127.0.0.1',
        modbusPort: port,
        modbusUnit,
        registerKind: 'holding',
        registerAddress: 0,
        registerFormat: 'int16',
        byteOrder: 'ABCD',
      })
    expect([(await read(tenant, 3)).http, (await read(other, 4)).http]).toEqual([200, 200])
    for (const answer of [await read(other, 3), await read(tenant, 4)])
      expect(answer).toMatchObject({ http: 422, errors: [{ field: 'modbusHost' }] })
    await server.database.asOwner((client) => client.query('delete from devices where id = any($1)', [[device.id, foreign.id, own.id]]))
  })

  it('answers a client of another maker, and says no as the protocol has it', async () => {
    const device = await buildPolledDevice(server, tenant, { port, unit: 5 }, registers)
    simulate([polled(device, 5)])
    await until(() => server.services.acquisition.simulator?.state).toBe('running')
    const client = new modbusSerial.default()
    await client.connectTCP('127.0.0.1', { port })
    client.setID(5)
    client.setTimeout(1000)
    expect((await client.readHoldingRegisters(0, 1)).data).toEqual([65_536 - 325])
    expect((await client.readInputRegisters(4, 2)).buffer.swap16().swap32().readFloatBE()).toBe(2.5)
    expect((await client.readDiscreteInputs(0, 1)).data[0]).toBe(true)
    await expect(client.readHoldingRegisters(0, 2)).rejects.toMatchObject({ modbusCode: 2 })
    await expect(client.writeRegister(0, 1)).rejects.toMatchObject({ modbusCode: 1 })
    client.setID(6)
    await expect(client.readHoldingRegisters(0, 1)).rejects.toMatchObject({ errno: 'ETIMEDOUT' })
    await new Promise<void>((resolve) => {
      client.close(() => resolve())
    })
    await server.database.asOwner((owner) => owner.query('delete from devices where id = $1', [device.id]))
  })

  it('is silent while it is told to be, and its points are told so', async () => {
    const device = await buildPolledDevice(server, tenant, { port, unit: 8 }, registers)
    simulate([polled(device, 8)], [{ device: device.code, kind: 'timeout', from: 0, to: Date.now() + 4000 }])
    poll()
    await until(async () => (await samplesOf(server, device.series['v'] as number)).at(0)).toMatchObject({
      value: null,
      reason: REASONS.comm,
    })
    await until(async () => (await samplesOf(server, device.series['v'] as number)).at(-1)).toMatchObject({
      value: 2.5,
      quality: QUALITY.good,
    })
    await server.database.asOwner((client) => client.query('delete from devices where id = $1', [device.id]))
  })

  it('stops alone where its port is taken', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => {
      taken.listen(port, '127.0.0.1', () => resolve())
    })
    const device = await buildDevice(server, tenant, { v: {} })
    simulate([pushing(device)])
    await until(() => server.services.acquisition.simulator).toMatchObject({ state: 'failed', error: 'EADDRINUSE' })
    await until(async () => (await samplesOf(server, device.series['v'] as number)).length).toBeGreaterThan(0)
    expect(server.services.acquisition.simulates(tenant.code, '127.0.0.1', port, 1)).toBe(false)
    await new Promise<void>((resolve) => {
      taken.close(() => resolve())
    })
    await until(() => server.services.acquisition.simulator).toMatchObject({ state: 'running', error: undefined, port })
  })
})

it('gives the demonstration a past: once, as late data, and no more of it after it was interrupted', async () => {
  const device = await buildDevice(server, tenant, { v: { scale: 2, value_offset: 1 } })
  const devices = [pushing(device, { everyMs: 30_000, values: () => ({ v: 21 }) })]
  const now = Math.floor(Date.now() / (10 * MINUTE)) * 10 * MINUTE
  await server.database.asOwner((client) => client.query("delete from installation where key = 'simulated history'"))
  const none = () => []
  let batches = 0
  const first = await fillHistory(server.services, devices, none, () => (batches += 1) < 2, now, 0)
  expect((await samplesOf(server, device.series['v'] as number)).every(({ time }) => time >= now - DAY - MINUTE)).toBe(true)
  const stored = await fillHistory(server.services, devices, none, () => true, now, 0)
  const samples = await samplesOf(server, device.series['v'] as number)
  expect(samples).toHaveLength(7 * 144)
  expect([first, first + stored]).toEqual([144, samples.length])
  expect(samples[0]).toMatchObject({ value: 21, quality: QUALITY.good, reason: REASONS.backfill })
  expect((samples[0]?.time ?? 0) - (now - 7 * DAY)).toBeLessThan(10 * MINUTE)
  expect(await fillHistory(server.services, devices, none, () => true, now, 0)).toBe(0)
})

describe('a past of alarms', () => {
  /** Too warm from the last but one hour of each day on, and now; it begins so near that nobody has acknowledged yet. */
  const warm: Model = { everyMs: MINUTE, values: (_seed, time) => ({ v: time % DAY >= 22 * HOUR || time >= NOW - 20 * MINUTE ? 25 : 21 }) }
  /** At noon, so that the last of the days is over. */
  const NOW = Math.floor(Date.now() / DAY) * DAY - 12 * HOUR
  const none = () => []
  const care = (people: readonly string[]) => ({ [tenant.code]: { people, remarks: ['seen to'], shelving: 'too often' } })
  const forget = () =>
    server.database.asOwner((client) => client.query("delete from installation where key in ('simulated alarms', 'simulated history')"))
  const read = <Row extends object>(text: string, values: unknown[]) =>
    server.database.asOwner(async (client) => (await client.query(text, values)).rows as Row[])
  const eventsOf = (ruleId: string) =>
    read<{ transition: string; to_state: string; happened_at: Date; sample_time: Date | null; user_id: string | null }>(
      'select e.transition, e.to_state, e.happened_at, e.sample_time, e.user_id from alarm_events e join alarms a on a.id = e.alarm_id where a.rule_id = $1 order by e.id',
      [ruleId],
    )

  it('is what the rules make of it, acknowledged by somebody, stands where it still holds, and calls nobody', async () => {
    await forget()
    const device = await buildDevice(server, tenant, { v: {} })
    const ruleId = await buildRule(server, device, { point_key: 'v', on_delay: 60, alarm_priority: 1 })
    const devices = [pushing(device, warm)]
    const stored = await fillAlarms(server.services, devices, none, care(['admin']), NOW)
    const events = await eventsOf(ruleId)
    expect(events).toHaveLength(stored)
    const whole = ['raise', 'acknowledge', 'return']
    expect(events.map(({ transition }) => transition)).toEqual([...Array.from({ length: 7 }, () => whole).flat(), 'raise'])
    expect(events.every(({ transition, user_id: by }) => (transition === 'acknowledge') === (by === tenant.users['admin']))).toBe(true)
    const times = events.map(({ happened_at: at }) => at.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect([(times[0] ?? 0) % DAY, (times[1] ?? 0) - (times[0] ?? 0) > MINUTE]).toEqual([22 * HOUR + MINUTE, true])
    expect(await alarmsOf(server, tenant.id, ruleId)).toMatchObject([{ alarm_state: 'unacknowledged', active: true }])
    // Notifications and deliveries hang on these.
    expect(await read('select * from domain_events where tenant_id = $1', [tenant.id])).toEqual([])
  })

  it('is there once, and never where there is a history already', async () => {
    await forget()
    const device = await buildDevice(server, tenant, { v: {} })
    const ruleId = await buildRule(server, device, { point_key: 'v' })
    const fill = () => fillAlarms(server.services, [pushing(device, warm)], none, care(['admin']), NOW)
    expect(await fill()).toBeGreaterThan(0)
    const before = await eventsOf(ruleId)
    expect(await fill()).toBe(0)
    // Nor where the note of it was lost: it has a past.
    await forget()
    expect(await fill()).toBe(0)
    expect(await eventsOf(ruleId)).toEqual(before)
    await forget()
    const late = await buildDevice(server, tenant, { v: {} })
    const lateRule = await buildRule(server, late, { point_key: 'v' })
    await fillHistory(server.services, [], none, () => true, NOW, 0)
    expect(await fillAlarms(server.services, [pushing(late, warm)], none, care(['admin']), NOW)).toBe(0)
    expect(await eventsOf(lateRule)).toEqual([])
  })

  it('is gone on with: what stands is not raised again, and returns by what the device sends', async () => {
    await forget()
    const device = await buildDevice(server, tenant, { temperature: {} })
    const ruleId = await buildRule(server, device)
    const model: Model = { everyMs: MINUTE, values: (seed, time, code) => ({ temperature: warm.values(seed, time, code)?.['v'] ?? 0 }) }
    await fillAlarms(server.services, [pushing(device, model)], none, {}, NOW)
    const before = (await eventsOf(ruleId)).length
    await measure(server, device, { temperature: 26 })
    expect(await eventsOf(ruleId)).toHaveLength(before)
    await measure(server, device, { temperature: 20 })
    expect((await eventsOf(ruleId)).map(({ transition }) => transition).slice(before - 1)).toEqual(['raise', 'return'])
    await measure(server, device, { temperature: 27 })
    expect((await eventsOf(ruleId)).at(-1)).toMatchObject({ transition: 'raise', to_state: 'unacknowledged' })
  })

  it('returns by the next value without being raised before it: the engine knows what stands', async () => {
    await forget()
    const device = await buildDevice(server, tenant, { temperature: {} })
    const ruleId = await buildRule(server, device)
    const model: Model = { everyMs: MINUTE, values: (seed, time, code) => ({ temperature: warm.values(seed, time, code)?.['v'] ?? 0 }) }
    await fillAlarms(server.services, [pushing(device, model)], none, {}, NOW)
    await measure(server, device, { temperature: 20 })
    expect(await alarmsOf(server, tenant.id, ruleId)).toMatchObject([{ alarm_state: 'returned', active: false }])
    expect((await eventsOf(ruleId)).map(({ transition }) => transition).slice(-2)).toEqual(['raise', 'return'])
  })

  it('has what comes too often put aside for a while', async () => {
    await forget()
    const device = await buildDevice(server, tenant, { v: {} })
    const ruleId = await buildRule(server, device, { point_key: 'v' })
    const often: Model = { everyMs: MINUTE, values: (_seed, time) => ({ v: time % (2 * HOUR) < HOUR ? 25 : 21 }) }
    await fillAlarms(server.services, [pushing(device, often)], none, care(['admin']), NOW)
    expect(await alarmsOf(server, tenant.id, ruleId)).toMatchObject([{ alarm_state: 'shelved' }])
    expect((await eventsOf(ruleId)).at(-1)?.to_state).toBe('shelved')
  })

  it('shows troubles of the devices: silence where one was out of reach, no value where it was not answered', async () => {
    const device = { ...pushing({ code: 'quiet' }, { everyMs: MINUTE, values: () => ({ v: 1 }) }) }
    const at = NOW - DAY
    const fault = (kind: Fault['kind'], from: number): Fault => ({ device: 'quiet', kind, from, to: from + 12 * MINUTE })
    const readings = pastDays(NOW)
      .toReversed()
      .flatMap((day) => [...pastOf(device, [fault('dropout', at), fault('timeout', at + HOUR)], NOW, day)])
    const within = (from: number) => readings.filter(({ time }) => time >= from && time < from + 12 * MINUTE)
    expect(within(at)).toEqual([])
    expect(within(at + HOUR)).toHaveLength(12)
    expect(within(at + HOUR).every(({ isLost, values }) => isLost && values['v'] === undefined)).toBe(true)
    expect(readings.filter(({ time }) => time > at - 3 * MINUTE && time < at)).toHaveLength(2)
  })
})

async function freePort(): Promise<number> {
  const taken = createServer()
  await new Promise<void>((resolve) => {
    taken.listen(0, '127.0.0.1', () => resolve())
  })
  const { port: free } = taken.address() as AddressInfo
  await new Promise<void>((resolve) => {
    taken.close(() => resolve())
  })
  return free
}
