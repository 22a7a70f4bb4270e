/** What the devices of the water company measure (kinds of devices as in seeds/water-registry.ts). */
import type { Model } from './model.ts'
import { HOUR, MINUTE, SECOND, ambient, hourOfDay, noise, phase } from './physics.ts'

/** How much water is used, 0 to 1: a peak in the morning and a larger one in the evening. */
export function use(time: number): number {
  const hour = hourOfDay(time)
  return 0.25 + 0.55 * Math.exp(-(((hour - 7.5) / 2) ** 2)) + 0.75 * Math.exp(-(((hour - 19.5) / 2.5) ** 2))
}

/** Pumps run as they are needed: each begins at another load. */
export const pump: Model = {
  everyMs: 10 * SECOND,
  values(seed, time) {
    const load = use(time)
    const isRunning = load > 0.25 + (seed % 4) * 0.12
    const frequency = isRunning ? 38 + 9 * load + 0.3 * noise(seed, time, 5 * MINUTE) : 0
    const power = isRunning ? 132 * (frequency / 50) ** 3 * (1 + 0.01 * noise(seed + 1, time, 2 * MINUTE)) : 0
    return {
      running: Number(isRunning),
      frequency,
      power,
      current: power * 1.86,
      suction: 0.08 + 0.01 * noise(seed + 2, time, HOUR),
      discharge: isRunning ? 0.3 + 0.14 * (frequency / 50) ** 2 + 0.004 * noise(seed + 3, time, MINUTE) : 0.28,
      bearing: ambient(seed, time) + (isRunning ? 31 + 2 * noise(seed + 4, time, 2 * HOUR) : 2),
    }
  },
}

/** Raw water is turbid after rain; what leaves the works is clear and chlorinated. */
export const waterQuality: Model = {
  everyMs: 30 * SECOND,
  values(seed, time, code) {
    const isRaw = code.endsWith('RAW')
    const rain = Math.max(0, noise(seed, time, 9 * HOUR)) ** 3
    return {
      turbidity: isRaw
        ? 18 + 70 * rain + 2 * noise(seed + 1, time, 10 * MINUTE)
        : 0.18 + 0.12 * rain + 0.03 * noise(seed + 1, time, 10 * MINUTE),
      chlorine: isRaw ? 0.02 : 0.72 - 0.12 * use(time) + 0.05 * noise(seed + 2, time, 40 * MINUTE),
      ph: 7.3 + 0.15 * noise(seed + 3, time, 5 * HOUR),
      conductivity: 262 + 18 * noise(seed + 4, time, 8 * HOUR),
      temperature: 17 + 0.25 * (ambient(seed, time - 3 * HOUR) - 18),
    }
  },
}

/** The bed clogs within a day and a half, and is washed for a quarter of an hour. */
export const filter: Model = {
  everyMs: 30 * SECOND,
  values(seed, time) {
    const cycle = 36 * HOUR
    const at = phase(seed, time, cycle)
    const isWashed = at < 15 * MINUTE
    const clogged = at / cycle
    return {
      level: isWashed ? 0.9 : 1.85 + 0.06 * noise(seed + 1, time, 7 * MINUTE),
      head_loss: isWashed ? 0.1 : 0.35 + 1.7 * clogged ** 1.4 + 0.02 * noise(seed + 2, time, 9 * MINUTE),
      backwash: Number(isWashed),
      valve: isWashed ? 0 : Math.min(100, 42 + 46 * clogged + 2 * noise(seed + 3, time, 6 * MINUTE)),
    }
  },
}

/** Flow follows the use of the day; its total is the integral of it, and so never falls. */
export const flowMeter: Model = {
  everyMs: 30 * SECOND,
  values(seed, time) {
    const mean = 300 + (seed % 200)
    const angle = ((hourOfDay(time) - 9) / 24) * 2 * Math.PI
    const flow = mean * (1 + 0.45 * Math.sin(angle))
    const hours = time / HOUR
    return {
      flow: flow + 4 * noise(seed + 1, time, 2 * MINUTE),
      total: Math.round((mean * (hours - ((0.45 * 24) / (2 * Math.PI)) * Math.cos(angle))) % 1_000_000_000),
      pressure: 0.38 - 0.05 * (flow / mean - 1) + 0.004 * noise(seed + 2, time, 3 * MINUTE),
    }
  },
}
