/** A simulated device that sends over MQTT: a client like any other, with the credentials of its device. */
import type { MqttClient } from 'mqtt'
import type mqtt from 'mqtt'
import type { SimulatedDevice } from './devices.ts'
import type { Fault } from './faults.ts'
import { CLOCK_AHEAD, faultsAt, measured } from './faults.ts'

export interface Broker {
  readonly host: string
  readonly port: number
  readonly tls: boolean
}
export interface MqttDevice {
  readonly isConnected: boolean
  /** It has been told to stay away: its secret is another now, or it was disabled. */
  readonly isRefused: boolean
  stop(): Promise<void>
}

/** What it keeps while it is cut off. */
const MAX_KEPT = 5000
/** MQTT 3.1.1, 3.2.2.3: bad credentials, not authorized. */
const FINAL = new Set([4, 5])

/** A running device that publishes readings over MQTT until it is stopped; `now` gives milliseconds since 1970. */
export function startMqttDevice(
  connect: typeof mqtt.connect,
  broker: Broker,
  device: SimulatedDevice,
  secret: string,
  faultsOf: (time: number) => readonly Fault[],
  now: () => number = Date.now,
): MqttDevice {
  const kept: string[] = []
  let isRefused = false
  let stopped = false
  let client = open()
  const { everyMs } = device.model

  function open(): MqttClient {
    const made = connect({
      host: broker.host,
      port: broker.port,
      protocol: broker.tls ? 'mqtts' : 'mqtt',
      protocolVersion: 4,
      clientId: device.code,
      clean: true,
      username: `${device.tenantCode}/${device.code}`,
      password: secret,
      reconnectPeriod: 5000,
      connectTimeout: 10_000,
      queueQoSZero: false,
      // The certificate is for the devices outside; this one is on the same machine, and by another name.
      ...(broker.tls ? { rejectUnauthorized: false } : {}),
    })
    made.on('error', (error) => {
      if (!FINAL.has((error as { code?: number }).code ?? -1)) return
      isRefused = true
      made.end(true)
    })
    return made
  }

  const send = (message: string) => {
    // What is not acknowledged is sent again by the client itself.
    if (client.connected) client.publish(`d/${device.code}`, message, { qos: 1 }, () => undefined)
    else if (kept.length < MAX_KEPT) kept.push(message)
  }

  function tick(time: number): void {
    const faults = faultsAt(faultsOf(time), device.code, time)
    const has = (kind: Fault['kind']) => faults.some((fault) => fault.kind === kind)
    const values = measured(faults, time, (at) => device.model.values(device.seed, at, device.code))
    if (has('reboots')) {
      client.end(true)
      client = open()
    }
    if (!values) return
    const message = messageOf(has('clock') ? time + CLOCK_AHEAD : time, values)
    if (has('dropout')) return void (kept.length < MAX_KEPT && kept.push(message))
    for (const late of kept.splice(0)) send(late)
    send(message)
    if (has('duplicates')) send(message)
  }

  // At moments that another run would choose as well: what is sent twice is stored once.
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    const time = Math.ceil((now() + 1) / everyMs) * everyMs
    timer = setTimeout(() => {
      if (isRefused || stopped) return
      tick(time)
      next()
    }, time - now()).unref()
  }
  next()
  return {
    get isConnected() {
      return client.connected
    },
    get isRefused() {
      return isRefused
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client.endAsync(true)
    },
  }
}

/** As devices write it: numbers with three decimals, and NaN, which is no JSON, where a sensor has none. */
export function messageOf(ts: number, values: Readonly<Record<string, number | undefined>>): string {
  const members = Object.entries(values).map(
    ([key, value]) => `${JSON.stringify(key)}:${value === undefined ? 'NaN' : Math.round(value * 1000) / 1000}`,
  )
  return `{"ts":${ts},"values":{${members.join(',')}}}`
}
