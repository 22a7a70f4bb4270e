/**
 * Speaks for the devices of the demonstration, as they would themselves: over MQTT with their credentials, and as Modbus devices on a
 * port of this machine. One server on a database does so. A port that is taken stops this and nothing else.
 */
import { alarmCare } from '../../seeds/alarm-care.ts'
import { demonstration } from '../../seeds/demonstration.ts'
import { LOCAL } from '../acquisition/index.ts'
import type { SimulatorState } from '../acquisition/index.ts'
import { leaseOf } from '../kernel/database/leases.ts'
import { worker } from '../kernel/runtime/worker.ts'
import type { Services } from '../kernel/services.ts'
import type { SimulatedDevice } from './devices.ts'
import { fillAlarms } from './alarms.ts'
import { devicesOf } from './devices.ts'
import type { Fault } from './faults.ts'
import { calendarOf } from './faults.ts'
import { fillHistory } from './history.ts'
import type { ModbusServer } from './modbus-server.ts'
import { openModbusServer } from './modbus-server.ts'
import type { Broker, MqttDevice } from './mqtt-device.ts'
import { startMqttDevice } from './mqtt-device.ts'
import { registersOf } from './registers.ts'
import { giveSecrets, publishRegistryChange } from './secrets.ts'

export interface Simulator {
  stop(): Promise<void>
}

interface Log {
  info(text: string): void
  error(details: object, text: string): void
}

export interface SimulatorOptions {
  readonly log: Log
  readonly devices?: readonly SimulatedDevice[]
  /** Instead of the calendar. */
  readonly faults?: readonly Fault[]
  readonly withHistory?: boolean
  readonly everyMs?: number
}

/** Between two looks at what has changed. */
const EVERY_MS = 5000
/** Without a word that anything has. */
const ANYWAY_MS = 60_000

/** Does nothing where it is switched off. */
export function startSimulator(
  services: Services,
  { log, devices = devicesOf(demonstration), faults, withHistory = true, everyMs = EVERY_MS }: SimulatorOptions,
): Simulator {
  const {
    config: { simulatorPort, host, mqttPort },
    acquisition,
  } = services
  if (simulatorPort === undefined) return { stop: async () => undefined }
  const lease = leaseOf(acquisition.leases, LOCAL)
  const clients = new Map<string, MqttDevice & { readonly secret: string }>()
  const byUnit = new Map(devices.filter(({ unit }) => unit !== undefined).map((device) => [device.unit, device]))
  let secrets = new Map<string, string>()
  /** When the devices were last looked up; before all times when they have changed since. */
  let lookedAt = -Infinity
  let modbus: ModbusServer | undefined
  let error: string | undefined
  let filling: Promise<unknown> | undefined
  let isOurs = false
  let stopped = false
  const calendar = calendarOf(devices)
  const faultsOf = (time: number) => faults ?? calendar(time)
  const tenants = new Set(devices.map(({ tenantCode }) => tenantCode))
  const reportState = (state: SimulatorState['state']) => {
    const of = (code: string) => {
      const own = devices.filter(({ tenantCode }) => tenantCode === code)
      return {
        mqtt: own.filter((device) => clients.get(`${code}/${device.code}`)?.isConnected).length,
        modbus: modbus ? own.filter(({ isPolled }) => isPolled).length : 0,
      }
    }
    acquisition.simulator = { state, port: modbus?.port, error, devices: new Map([...tenants].map((code) => [code, of(code)])) }
  }

  async function openModbus(): Promise<void> {
    if (modbus) return
    try {
      modbus = await openModbusServer(simulatorPort as number, (unit, kind, register, count) => {
        const device = byUnit.get(unit)
        return device && registersOf(device, faultsOf(Date.now()), Date.now(), kind, register, count)
      })
      error = undefined
      acquisition.simulated = { port: modbus.port, units: unitsOf(devices) }
      log.info(`the simulator stands for ${byUnit.size} Modbus devices at port ${modbus.port}`)
      // Whoever asks there was refused until now.
      await publishRegistryChange(services, tenants)
    } catch (reason) {
      const code = (reason as { code?: string }).code ?? 'unknown'
      if (error !== code) log.error({ port: simulatorPort, error: code }, `the simulator cannot listen (${code}); everything else runs`)
      error = code
    }
  }

  async function openClients(): Promise<void> {
    const state = acquisition.collectors.mqtt?.state
    if (state?.state !== 'listening') return
    const broker: Broker = { host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port: state.port, tls: state.tls }
    if (performance.now() - lookedAt < ANYWAY_MS) return
    lookedAt = performance.now()
    secrets = await giveSecrets(services, devices, secrets)
    const { default: mqtt } = await import('mqtt')
    for (const [name, client] of clients) {
      if (secrets.get(name) === client.secret && !client.isRefused) continue
      clients.delete(name)
      await client.stop()
    }
    for (const device of devices) {
      const name = `${device.tenantCode}/${device.code}`
      const secret = secrets.get(name)
      if (secret === undefined || clients.has(name) || stopped) continue
      clients.set(name, Object.assign(startMqttDevice(mqtt.connect, broker, device, secret, faultsOf), { secret }))
    }
  }

  async function close(): Promise<void> {
    acquisition.simulated = undefined
    await Promise.all([...clients.values()].map((client) => client.stop()))
    clients.clear()
    lookedAt = -Infinity
    await modbus?.close()
    modbus = undefined
  }

  async function look(): Promise<void> {
    if (stopped) return
    isOurs = await lease.take()
    if (!isOurs) {
      await close()
      return reportState('elsewhere')
    }
    await openModbus()
    await openClients()
    if (withHistory) filling ??= fillPast()
    reportState(error === undefined ? 'running' : 'failed')
    return undefined
  }

  /** Alarms first: they take a moment, the values behind them a while. */
  async function fillPast(): Promise<void> {
    await fillAlarms(services, devices, faultsOf, alarmCare).catch((reason: unknown) =>
      log.error({ err: reason }, 'the demonstration has no alarms of the past'),
    )
    await fillHistory(services, devices, faultsOf, () => !stopped && isOurs).catch((reason: unknown) =>
      log.error({ err: reason }, 'the demonstration has no history'),
    )
  }

  acquisition.registry.onChange(() => {
    lookedAt = -Infinity
  })
  if (mqttPort === undefined) log.info('the simulator sends nothing over MQTT: there is no broker (MQTT_PORT=off)')
  const looking = worker({
    clock: services.clock,
    every: everyMs,
    work: look,
    onError: (reason) => log.error({ err: reason }, 'the simulator met something unexpected, and goes on'),
  })
  return {
    async stop() {
      stopped = true
      await looking.stop()
      await filling
      await close()
      await lease.drop()
      acquisition.simulator = undefined
    },
  }
}

/** The units of each tenant, by its code: it is answered for no other's. */
function unitsOf(devices: readonly SimulatedDevice[]): Map<string, Set<number>> {
  const units = new Map<string, Set<number>>()
  for (const { tenantCode, unit } of devices) if (unit !== undefined) units.set(tenantCode, (units.get(tenantCode) ?? new Set()).add(unit))
  return units
}
