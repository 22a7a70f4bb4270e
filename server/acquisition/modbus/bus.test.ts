/** Who of a bus is asked and when, in a time that passes as fast as it is computed. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Answer, Connection, Question } from '../modbus-wire/connection.ts'
import type { Bus, BusParts } from './bus.ts'
import type { Miss } from './bus-limits.ts'
import { openBus } from './bus.ts'
import { busLimits } from './bus-limits.ts'
import type { PolledDevice } from './polled-devices.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(async () => {
  const stopped = bus?.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  await stopped
  vi.useRealTimers()
})

const SECOND = 1000
const MINUTE = 60 * SECOND
let bus: Bus | undefined

type Unit = 'silent' | { readonly ms: number; readonly answer?: Answer }
interface Met {
  readonly asked: (Question & { at: number })[]
  readonly opened: string[]
  readonly stored: Map<string, number[]>
  readonly missed: Miss[]
  end(): void
}

/** A bus before units that answer as `units` says, all others being silent. */
function before(devices: readonly PolledDevice[], units: (unit: number, question: Question) => Unit, parts: Partial<BusParts> = {}): Met {
  const met: Met = { asked: [], opened: [], stored: new Map(), missed: [], end: () => undefined }
  const open = async (address: string): Promise<Connection> => {
    met.opened.push(address)
    let isOpen = true
    met.end = () => {
      isOpen = false
    }
    return {
      get isOpen() {
        return isOpen
      },
      close: met.end,
      ask: (question, limitMs) =>
        new Promise((resolve) => {
          met.asked.push({ ...question, at: performance.now() })
          const unit = units(question.unit, question)
          if (unit === 'silent' || unit.ms >= limitMs) setTimeout(() => resolve({ silent: true }), limitMs)
          else setTimeout(() => resolve(unit.answer ?? { words: Array.from({ length: question.count }, () => 1) }), unit.ms)
        }),
    }
  }
  bus = openBus('gateway.test', 502, {
    addressOf: async () => '10.0.0.7',
    mayAsk: () => true,
    isAwaited: () => false,
    isOurs: async () => true,
    onError: (error) => {
      throw error
    },
    limits: busLimits,
    open,
    store: async (device, readings) => {
      if (readings.some(({ isLost }) => !isLost)) met.stored.set(device.id, [...(met.stored.get(device.id) ?? []), performance.now()])
    },
    missed: (_device, miss) => void met.missed.push(miss),
    ...parts,
  })
  bus.configure(devices)
  return met
}

/** @param blocks Registers so far apart that each takes a question. */
const device = (
  unit: number,
  everyMs: number,
  { wasResponding = false, blocks = 1, ...more }: Partial<PolledDevice> & { blocks?: number } = {},
): PolledDevice =>
  ({
    id: `d${unit}`,
    unit,
    everyMs,
    wasResponding,
    isUsable: () => true,
    points: new Map(),
    registers: Array.from({ length: blocks }, (_, at) => ({
      key: `k${at}`,
      kind: 'holding',
      address: at * 200,
      format: 'uint16',
      order: 'ABCD',
    })),
    ...more,
  }) as unknown as PolledDevice

const absent = Array.from({ length: 90 }, (_, at) => device(100 + at, SECOND))
/** The longest time between two of these, in milliseconds. */
const longest = (times: readonly number[] = []) => Math.max(...times.slice(1).map((time, at) => time - (times[at] ?? 0)))

it('does not let those that answer wait for ninety that do not, even while these are changed again and again', async () => {
  const present = [device(1, 30 * SECOND, { wasResponding: true }), device(2, SECOND, { wasResponding: true })]
  const met = before([...present, ...absent], (unit) => (unit < 100 ? { ms: 20 } : 'silent'))
  for (let time = 0; time < 10; time += 1) {
    await vi.advanceTimersByTimeAsync(MINUTE)
    bus?.configure([...present, ...absent.map((each) => ({ ...each, name: `changed ${time}` }))])
  }
  // One that is silent, and the other one that answers.
  expect(longest(met.stored.get('d1'))).toBeLessThanOrEqual(30 * SECOND + busLimits.answerMs + 100)
  expect(longest(met.stored.get('d2'))).toBeLessThanOrEqual(SECOND + busLimits.answerMs + 100)
  expect(bus?.status.lateMs).toBeLessThan(busLimits.answerMs + 100)
  // Nobody is forgotten.
  expect(new Set(met.asked.map(({ unit }) => unit)).size).toBe(92)
})

it('hears a unit that comes back, however busy those are that answer', async () => {
  let isBack = false
  // They want more than there is.
  const busy = Array.from({ length: 4 }, (_, at) => device(1 + at, SECOND, { wasResponding: true }))
  const met = before([...busy, device(9, SECOND)], (unit) => (unit < 9 ? { ms: 400 } : isBack ? { ms: 20 } : 'silent'))
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect(met.stored.get('d9')).toBeUndefined()
  isBack = true
  await vi.advanceTimersByTimeAsync(6 * MINUTE)
  expect(met.stored.get('d9')?.length).toBeGreaterThan(1)
})

it('leaves a unit alone that is away, though another one is changed, and asks it once when it is changed itself', async () => {
  const [one, other, away] = [device(1, SECOND, { wasResponding: true }), device(2, SECOND, { wasResponding: true }), device(9, SECOND)]
  const met = before([one, other, away], (unit) => (unit < 9 ? { ms: 20 } : 'silent'))
  await vi.advanceTimersByTimeAsync(12 * MINUTE)
  const asks = () => met.asked.filter(({ unit }) => unit === 9).length
  expect(bus?.status.away).toEqual([9])
  const known = asks()
  for (let time = 0; time < 20; time += 1) {
    bus?.configure([one, { ...other, name: `changed ${time}` }, away])
    await vi.advanceTimersByTimeAsync(SECOND)
  }
  expect(asks() - known).toBeLessThanOrEqual(1)
  const before9 = asks()
  bus?.configure([one, other, { ...away, name: 'changed' }])
  await vi.advanceTimersByTimeAsync(30 * SECOND)
  expect(asks()).toBe(before9 + 1)
})

it('gives nobody more than a turn: one with much to tell goes on in its next', async () => {
  const met = before([device(1, MINUTE, { wasResponding: true, blocks: 60 }), device(2, SECOND, { wasResponding: true })], (unit) => ({
    ms: unit === 1 ? 900 : 10,
  }))
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(longest(met.stored.get('d2'))).toBeLessThanOrEqual(busLimits.timeSliceMs + 2 * SECOND)
  expect(new Set(met.asked.filter(({ unit }) => unit === 1).map(({ register }) => register)).size).toBe(60)
})

it('reads what a device answers, and not what it is silent about, each time', async () => {
  const met = before([device(1, 10 * SECOND, { wasResponding: true, blocks: 4 })], (_unit, { register }) =>
    register === 0 ? { ms: 10 } : 'silent',
  )
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(met.stored.get('d1')?.length).toBe(12)
  expect(longest(met.asked.map(({ at }) => at))).toBeGreaterThan(5 * SECOND)
})

it('connects to the address that was judged and to no name, and judges anew before it connects again', async () => {
  const addresses: (string | undefined)[] = ['10.0.0.7', '10.0.0.8', undefined]
  const met = before([device(1, SECOND)], () => ({ ms: 10 }), { addressOf: async () => addresses.shift() })
  await vi.advanceTimersByTimeAsync(5 * SECOND)
  expect(met.opened).toEqual(['10.0.0.7'])
  met.end()
  await vi.advanceTimersByTimeAsync(5 * SECOND)
  expect(met.opened).toEqual(['10.0.0.7', '10.0.0.8'])
  met.end()
  await vi.advanceTimersByTimeAsync(5 * SECOND)
  expect(met.opened).toEqual(['10.0.0.7', '10.0.0.8'])
  expect(met.missed).toContainEqual({ code: 'address', at: 'gateway.test:502' })
})

it("does not ask a unit that is another tenant's, over the connection of one that may be asked", async () => {
  const met = before([device(1, SECOND), device(2, SECOND)], () => ({ ms: 10 }), { mayAsk: ({ unit }) => unit === 1 })
  await vi.advanceTimersByTimeAsync(10 * SECOND)
  expect(new Set(met.asked.map(({ unit }) => unit))).toEqual(new Set([1]))
  expect(met.missed).toContainEqual({ code: 'address', at: 'gateway.test:502' })
})

it('stores nothing that came from another unit, and says so', async () => {
  const met = before([device(1, SECOND)], () => ({ ms: 10, answer: { mismatch: true } }))
  await vi.advanceTimersByTimeAsync(10 * SECOND)
  expect(met.stored.size).toBe(0)
  expect(met.missed).toContainEqual({ code: 'mismatch', at: '1' })
})
