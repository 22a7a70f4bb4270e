/**
 * Asks the Modbus devices of all tenants for their registers. Those of a tenant behind one host and port are one bus, which one server at
 * a time asks. What is changed in the registry is asked for at once; a bus nobody needs any more is let go.
 */
import type { TenantId } from '../../../model/brands.ts'
import type { Lease } from '../../kernel/database/leases.ts'
import { leaseOf } from '../../kernel/database/leases.ts'
import type { Services } from '../../kernel/services.ts'
import type { Collector, CollectorState, Driver, CollectorReporter } from '../collector.ts'
import type { Reading } from '../payload.ts'
import type { Bus, BusParts } from './bus.ts'
import type { BusLine } from './bus-status.ts'
import type { BusLimits } from './bus-limits.ts'
import { openBus } from './bus.ts'
import { busLimits } from './bus-limits.ts'
import { giveNetworks } from './first-networks.ts'
import type { PolledDevice } from './polled-devices.ts'
import { readPolledDevices } from './polled-devices.ts'
import type { Reach } from './reach.ts'
import { addressFor, mayAskUnit } from './reach.ts'
import { SIMULATED_HOST } from '../simulator-state.ts'

/** Without any word that something has changed: a tenant expires, for example. */
const RELOAD_MS = 300_000
const RETRY_MS = 5000
/** A simulator that has not said anything by then does not come. */
const AWAITED_MS = 60_000

export interface Poller extends Collector {
  lines(): readonly BusLine[]
}

export const modbus: Driver = { name: 'modbus', start: (services, reporter) => startPoller(services, reporter) }

/**
 * Starts polling: one bus for each host and port, taken by lease among the servers.
 * @param limits For tests, which do not wait for minutes.
 */
export function startPoller(
  { acquisition, config, transactions }: Services,
  reporter: CollectorReporter,
  limits: BusLimits = busLimits,
): Poller {
  const buses = new Map<string, Known>()
  const tenants = new Map<string, readonly PolledDevice[]>()
  const began = performance.now()
  let stopped = !config.polling
  let reloading: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let networksGiven: Promise<void> | undefined

  const partsOf = ({ host, port, reach: ofBus, lease }: Omit<Known, 'bus'>): BusParts => ({
    limits,
    // Of its devices some may be simulated and others not: that is asked of each.
    addressOf: async () =>
      host === SIMULATED_HOST && acquisition.simulated?.port === port ? host : addressFor(acquisition, ofBus.now, { host, port, unit: 0 }),
    mayAsk: ({ unit }) => mayAskUnit(acquisition, ofBus.now, { host, port, unit }),
    isAwaited: () =>
      port === config.simulatorPort &&
      host === SIMULATED_HOST &&
      acquisition.simulator === undefined &&
      performance.now() - began < AWAITED_MS,
    store: (device, readings) => store(device, readings).catch(reporter.error),
    missed: ({ tenantId, id: deviceId }, error) => acquisition.states.recordUnreachable({ tenantId, deviceId }, error),
    isOurs: () => lease.take(),
    onError: reporter.error,
  })

  async function store(device: PolledDevice, readings: readonly Reading[]): Promise<void> {
    // Of a value, about what it would take in a message.
    const { stored } = await acquisition.ingest.acceptWithBackpressure(device, { readings, faults: [] }, readings.length * 16)
    acquisition.meters.modbus.count(device.tenantId, stored)
  }

  /** Of one tenant, or of all. */
  async function load(tenantId: TenantId | undefined): Promise<void> {
    if (stopped) return
    await (networksGiven ??= giveNetworks(transactions, reporter.note ?? (() => undefined)).catch((error: unknown) => {
      networksGiven = undefined
      throw error
    }))
    const found = await readPolledDevices(transactions, tenantId)
    if (tenantId === undefined) tenants.clear()
    else tenants.delete(tenantId)
    for (const device of found) tenants.set(device.tenantId, [...(tenants.get(device.tenantId) ?? []), device])
    await arrange()
  }

  async function arrange(): Promise<void> {
    const wanted = new Map<string, PolledDevice[]>()
    for (const device of [...tenants.values()].flat()) {
      const key = `${device.tenantId} ${device.host}:${device.port}`
      const there = wanted.get(key)
      if (there) there.push(device)
      else wanted.set(key, [device])
    }
    const gone = [...buses].filter(([key]) => !wanted.has(key))
    for (const [key] of gone) buses.delete(key)
    for (const [key, devices] of wanted) {
      const { tenantId, host, port, reach } = devices[0] as PolledDevice
      let known = buses.get(key)
      if (!known) {
        const parts = {
          tenantId,
          host,
          port,
          reach: { now: reach },
          lease: leaseOf(acquisition.leases, isLoopback(host) ? LOCAL : `bus ${key}`),
        }
        buses.set(key, (known = { ...parts, bus: openBus(host, port, partsOf(parts)) }))
      }
      const isMoved = JSON.stringify(textsOf(known.reach.now)) !== JSON.stringify(textsOf(reach))
      known.reach.now = reach
      known.bus.configure(devices)
      if (isMoved) known.bus.reconnect()
    }
    await Promise.all(
      gone.map(async ([, { bus, lease }]) => {
        await bus.stop()
        await lease.drop()
      }),
    )
  }

  function reload(tenantId: TenantId | undefined): void {
    reloading = reloading
      .then(() => load(tenantId))
      .catch((error: unknown) => {
        reporter.error(error)
        if (!stopped) retry = setTimeout(() => reload(undefined), RETRY_MS).unref()
      })
  }

  acquisition.registry.onChange((tenantId) => {
    if (!stopped) reload(tenantId)
  })
  const timer = setInterval(() => reload(undefined), RELOAD_MS).unref()
  if (!stopped) reload(undefined)

  const state = (): CollectorState =>
    config.polling
      ? { state: 'polling', buses: buses.size, connected: [...buses.values()].filter(({ bus }) => bus.status.state === 'connected').length }
      : { state: 'off' }
  const opened = reloading
  if (config.polling) void opened.then(() => reporter.state(state()))
  return {
    opened,
    get state() {
      return state()
    },
    lines: () =>
      [...buses.values()].map(({ tenantId, host, port, bus }) => ({ tenantId, host, port, devices: bus.devices.length, ...bus.status })),
    async stop() {
      stopped = true
      clearInterval(timer)
      clearTimeout(retry)
      await reloading
      await Promise.all([...buses.values()].map(({ bus }) => bus.stop()))
    },
  }
}

/** A bus; its networks change while it stays. */
interface Known {
  readonly tenantId: TenantId
  readonly host: string
  readonly port: number
  readonly reach: { now: Reach }
  readonly lease: Lease
  readonly bus: Bus
}

const textsOf = ({ networks }: Reach) => networks.map(({ text }) => text)

/** Every server has a loopback of its own: one of them asks all devices there, and it is the one that simulates some. */
export const LOCAL = 'local devices'
const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')
