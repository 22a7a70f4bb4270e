/**
 * The devices of `npm run bench:ingest`, in a process of their own: each signs in and sends messages of three values with QoS 1, at
 * one rate for all of them, whatever the answers take. Told what to do on its standard input; prints one line of JSON at the end.
 */
import { text } from 'node:stream/consumers'
import { connectDevice } from '../../tests/support/mqtt-wire.ts'
import type { WireDevice } from '../../tests/support/mqtt-wire.ts'

export interface Load {
  readonly port: number
  readonly devices: readonly { username: string; code: string }[]
  readonly password: string
  readonly seconds: number
  /** Messages a second, of all devices. */
  readonly rate: number
  /** Where each of them publishes; its own topic where nothing is said. */
  readonly topic?: string
}

export interface LoadResult {
  readonly messages: number
  readonly acknowledged: number
  readonly seconds: number
  /** Milliseconds from sending to the PUBACK. */
  readonly p50: number
  readonly p99: number
  readonly worst: number
  /** The longest of each ten seconds: whether it was once, at times or always. */
  readonly worstByTime: readonly number[]
  /** Messages that were not sent when they were due, because too many of their device were on their way. */
  readonly late: number
}

/** Messages of one device on their way at most, as a device with a small memory has it. */
const WINDOW = 50
const TICK_MS = 5

const load = JSON.parse(await text(process.stdin)) as Load
const devices: { wire: WireDevice; topic: string; last: number }[] = []
for (const { username, code } of load.devices) {
  devices.push({
    wire: await connectDevice({ port: load.port, username, password: load.password, clientId: code }),
    topic: load.topic ?? `d/${code}`,
    last: 0,
  })
}

const latencies = new Float64Array(Math.ceil(load.rate * load.seconds * 1.2) + 1000)
const worstByTime: number[] = []
let [messages, acknowledged, late, next] = [0, 0, 0, 0]
const base = Date.now()
const start = performance.now()
await new Promise<void>((resolve) => {
  const timer = setInterval(() => {
    const elapsed = (performance.now() - start) / 1000
    if (elapsed >= load.seconds) {
      clearInterval(timer)
      return resolve()
    }
    const due = Math.floor(elapsed * load.rate)
    for (let tries = 0; messages < due && tries < devices.length * 2; tries += 1) {
      const device = devices[next] as (typeof devices)[number]
      const { wire, topic } = device
      next = (next + 1) % devices.length
      if (wire.inFlight >= WINDOW) {
        late += 1
        continue
      }
      // Each message of a device has a millisecond of its own, also of one that catches up.
      const ts = (device.last = Math.max(device.last + 1, base + Math.floor((messages / load.rate) * 1000)))
      const sent = performance.now()
      wire.publish(
        topic,
        `{"ts":${ts},"values":{"temperature":${20 + (messages % 97) / 10},"humidity":${60 + (messages % 31)},"pressure":${1000 + (messages % 13)}}}`,
        () => {
          const now = performance.now()
          latencies[acknowledged] = now - sent
          const part = Math.floor((now - start) / 10_000)
          worstByTime[part] = Math.max(worstByTime[part] ?? 0, Math.round(now - sent))
          acknowledged += 1
        },
      )
      messages += 1
    }
  }, TICK_MS)
})
const seconds = (performance.now() - start) / 1000
for (const end = performance.now() + 30_000; acknowledged < messages && performance.now() < end;)
  await new Promise((resolve) => {
    setTimeout(resolve, 20)
  })
const sorted = latencies.subarray(0, acknowledged).sort()
const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
process.stdout.write(
  `${JSON.stringify({ messages, acknowledged, seconds, p50: at(0.5), p99: at(0.99), worst: at(1), worstByTime, late } satisfies LoadResult)}\n`,
)
for (const { wire } of devices) wire.cut()
