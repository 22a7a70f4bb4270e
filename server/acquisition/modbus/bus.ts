/**
 * One bus: whatever of a tenant stands behind one host and port, over one connection, one question at a time. Who is next says fair-scheduling.ts.
 * A unit that does not answer is left alone for growing pauses (breaker.ts), and so is the bus when nobody listens there.
 */
import type { Connection } from '../modbus-wire/connection.ts'
import { openConnection } from '../modbus-wire/connection.ts'
import type { Reading } from '../payload.ts'
import type { Block } from './blocks.ts'
import { planBlocks } from './blocks.ts'
import type { BusLimits, Miss } from './bus-limits.ts'
import type { Breaker } from './breaker.ts'
import { openBreaker } from './breaker.ts'
import type { BusStatus } from './bus-status.ts'
import type { PolledDevice } from './polled-devices.ts'
import { readDevice } from './read-device.ts'
import { openFairScheduler } from './fair-scheduling.ts'

export interface BusParts {
  /** The address to connect to, if one may be asked. */
  addressOf(): Promise<string | undefined>
  /** Whether this unit may be, now that there is a connection. */
  mayAsk(device: PolledDevice): boolean
  /** Whether what stands there is still being started, by this very server: it is no fault of the devices. */
  isAwaited(): boolean
  /** Stores what was read; settles when it is stored, and never fails. */
  store(device: PolledDevice, readings: readonly Reading[]): Promise<void>
  missed(device: PolledDevice, miss: Miss): void
  /** Whether this server is the one that asks this bus; asked before each question. */
  isOurs(): Promise<boolean>
  /** What is no fault of the bus; it goes on after a while. */
  onError(error: unknown): void
  readonly limits: BusLimits
  readonly open?: typeof openConnection
}

export interface Bus {
  /** From now on it is these that are asked; what is new or changed among them, at once. */
  configure(devices: readonly PolledDevice[]): void
  readonly devices: readonly PolledDevice[]
  readonly status: BusStatus
  /** Connects anew and at once, so that the address is judged again. */
  reconnect(): void
  stop(): Promise<void>
}

/** A device and what is known of it from the rounds before. */
export interface Polled {
  device: PolledDevice
  readonly signature: string
  due: number
  blocks: readonly Block[]
  plannedAt: number
  /** It counts as away, and its points have been told so. */
  isLost: boolean
  /** Nothing says that it would answer: it never has, or not last time. */
  isDoubtful: boolean
  /** There was no time for all of it, so its next turn comes soon. */
  isCut: boolean
  readonly breaker: Breaker
}

/** So many questions without any answer, and the connection itself is doubted. */
const MAX_UNANSWERED = 3
const AWAITED_MS = 200
/** Until a device that is not through is asked on, while its last values are being stored. */
const STORING_MS = 100

/** The connection to one Modbus host and port, and the polling of its units one after the other. */
export function openBus(host: string, port: number, parts: BusParts): Bus {
  const { limits } = parts
  const now = () => performance.now()
  let polled = new Map<string, Polled>()
  /** What is being stored, by the id of its device: a device that is changed meanwhile is still the same one. */
  const storing = new Map<string, Promise<void>>()
  const units = new Map<number, Breaker>()
  const scheduler = openFairScheduler<Polled>()
  const link = openBreaker(limits.link)
  let connection: Connection | undefined
  let silence = 0
  let state: BusStatus['state'] = 'starting'
  let lateMs = 0
  let stopped = false
  let wake = (): void => undefined

  const nap = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(ms, 60_000))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const breakerOf = (unit: number) => {
    const known = units.get(unit) ?? openBreaker(limits.unit)
    units.set(unit, known)
    return known
  }
  const store = (of: Polled, readings: readonly Reading[]) => {
    if (readings.length === 0) return
    const { id } = of.device
    const stored: Promise<void> = parts.store(of.device, readings).finally(() => {
      if (storing.get(id) === stored) storing.delete(id)
    })
    storing.set(id, stored)
  }

  /** Each point is told once that it cannot be reached; the next value says that it can again. */
  function lose(some: readonly Polled[]): void {
    for (const of of some) {
      if (of.isLost) continue
      of.isLost = true
      store(
        of,
        of.device.registers.map(({ key }) => ({ key, time: undefined, value: undefined, isLost: true })),
      )
    }
  }

  function linkFailed(code: 'address' | 'unreachable'): void {
    state = code === 'address' ? 'refused' : 'unreachable'
    for (const { device } of polled.values()) parts.missed(device, { code, at: `${host}:${port}` })
    if (link.failed()) lose([...polled.values()])
  }

  function refuse(of: Polled): void {
    parts.missed(of.device, { code: 'address', at: `${host}:${port}` })
    lose([of])
    if (!connection?.isOpen) state = 'refused'
  }

  async function connect(): Promise<Connection | undefined> {
    const address = await parts.addressOf()
    if (address === undefined) return void linkFailed('address')
    const opened = await (parts.open ?? openConnection)(address, port, limits.connectMs)
    if (stopped) opened?.close()
    if (!opened || stopped) return void linkFailed('unreachable')
    link.answered()
    silence = 0
    state = 'connected'
    return opened
  }

  async function round(of: Polled, over: Connection): Promise<void> {
    const { device } = of
    if (now() - of.plannedAt > limits.planMs) [of.blocks, of.plannedAt] = [planBlocks(device.registers), now()]
    // It refused everything it was asked for; until it is tried again there is nothing to ask.
    if (of.blocks.length === 0) return
    const began = now()
    const isWanted = () => !stopped && polled.get(device.id) === of
    const wasDoubtful = of.isDoubtful
    const read = await readDevice(
      device.unit,
      of.blocks,
      (question) => over.ask(question, limits.answerMs),
      () => isWanted() && now() - began < limits.timeSliceMs,
    )
    of.isDoubtful = !read.hasAnswered || read.isInterrupted
    if (wasDoubtful || of.isDoubtful) scheduler.spent(now() - began, now())
    // Changed or gone meanwhile: what was read is of a device that is no more.
    if (!isWanted()) return
    of.blocks = read.blocks
    of.isCut = read.isCut
    if (read.isCut) of.due = now()
    if (read.miss) parts.missed(device, read.miss)
    const { breaker } = of
    if (read.hasAnswered) {
      silence = 0
      breaker.answered()
      of.isLost = false
      store(of, read.readings)
      return
    }
    silence = read.isSilent ? silence + 1 : 0
    if (breaker.failed()) lose([...polled.values()].filter((other) => other.device.unit === device.unit))
    if (silence >= MAX_UNANSWERED) over.close()
  }

  async function step(): Promise<void> {
    const next = scheduler.next(polled.values(), now())
    const wait = next ? Math.max(next.due, link.until) - now() : Infinity
    if (!next || wait > 0) return nap(wait)
    if (parts.isAwaited()) return nap(AWAITED_MS)
    if (!(await parts.isOurs())) {
      state = 'elsewhere'
      connection?.close()
      return nap(limits.leaseMs)
    }
    const began = now()
    if (!next.isDoubtful) lateMs = Math.max(0, Math.round(began - next.due))
    // Every so often from its first time on; what could not be kept is not made up for.
    next.due = Math.max(next.due + next.device.everyMs, began)
    const { until } = next.breaker
    if (until > began) return void (next.due = Math.max(next.due, until))
    // The database is slower than the devices: nothing is piled up.
    if (!next.device.isUsable()) return
    if (storing.has(next.device.id)) return void (next.isCut && (next.due = began + STORING_MS))
    if (!parts.mayAsk(next.device)) return refuse(next)
    if (!connection?.isOpen) connection = await connect()
    if (connection) await round(next, connection)
  }

  const running = (async () => {
    while (!stopped) {
      await step().catch(async (error: unknown) => {
        parts.onError(error)
        await nap(limits.leaseMs)
      })
    }
    connection?.close()
    await Promise.all(storing.values())
  })()

  return {
    get devices() {
      return [...polled.values()].map(({ device }) => device)
    },
    get status() {
      return {
        state,
        lateMs,
        away: [...units]
          .filter(([, { isOpen }]) => isOpen)
          .map(([unit]) => unit)
          .sort((a, b) => a - b),
      }
    },
    configure(devices) {
      const before = polled
      // What may be asked can have changed along with the registry, as when a simulator has begun to listen.
      if (state === 'refused') {
        state = 'starting'
        link.retry()
        for (const of of before.values()) of.due = now()
      }
      polled = new Map(
        devices.map((device) => {
          // Where its tenant may be led, and how it answered lately, make it no other device.
          const { reach: _reach, wasResponding: _wasResponding, ...settings } = device
          const signature = JSON.stringify([settings, [...device.points.values()]])
          const known = before.get(device.id)
          if (known?.signature === signature) return [device.id, Object.assign(known, { device })]
          // Whoever corrected something wants to see whether it helps: once, for others wait meanwhile.
          const breaker = breakerOf(device.unit)
          breaker.retry()
          link.retry()
          return [
            device.id,
            {
              device,
              signature,
              due: now(),
              blocks: planBlocks(device.registers),
              plannedAt: now(),
              isLost: false,
              isCut: false,
              breaker,
              isDoubtful: known?.device.unit === device.unit ? known.isDoubtful : !device.wasResponding,
            },
          ]
        }),
      )
      for (const unit of units.keys()) if (!devices.some((device) => device.unit === unit)) units.delete(unit)
      wake()
    },
    reconnect() {
      connection?.close()
      link.retry()
      for (const of of polled.values()) of.due = now()
      wake()
    },
    async stop() {
      stopped = true
      connection?.close()
      wake()
      await running
    },
  }
}
