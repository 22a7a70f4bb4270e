/** What the devices of the precast works measure (kinds of devices as in seeds/precast-registry.ts). */
import type { Model } from './model.ts'
import { HOUR, MINUTE, DAY, SECOND, along, ambient, hourOfDay, hydration, noise, phase, sawtooth } from './physics.ts'

/** 20 ± 2 °C and 95 % at least; the humidity is a sawtooth between two sprays, and an open door lets both fall. */
export const curingRoom: Model = {
  everyMs: MINUTE,
  values(seed, time) {
    const spraying = phase(seed, time, 18 * MINUTE)
    const wet = sawtooth(spraying, 3 * MINUTE, 18 * MINUTE)
    const warming = phase(seed + 1, time, 50 * MINUTE)
    const warm = sawtooth(warming, 22 * MINUTE, 50 * MINUTE)
    const hour = hourOfDay(time)
    const isOpen = (hour > 8.5 && hour < 8.6) || (hour > 15 && hour < 15.1)
    const leak = isOpen ? 1 : 0
    const outside = ambient(seed, time)
    const isCold = outside < 20
    const probes = [1, 2, 3, 4, 5].flatMap((at): [string, number][] => [
      [
        `temp${at}`,
        19.5 + 1.1 * (isCold ? warm : 1 - warm) + 0.15 * at + 0.12 * noise(seed + at, time, 4 * MINUTE) + leak * (isCold ? -0.8 : 0.8),
      ],
      [`rh${at}`, Math.min(100, 95.4 + 3 * wet + 0.25 * noise(seed + 10 + at, time, 5 * MINUTE) - 3.5 * leak)],
    ])
    return {
      ...Object.fromEntries(probes),
      water_temp: 19.8 + 0.6 * noise(seed + 20, time, 3 * HOUR),
      set_temp: 20,
      set_rh: 95,
      spray: Number(spraying < 3 * MINUTE),
      heater: Number(isCold && warming < 22 * MINUTE),
      chiller: Number(!isCold && warming >= 22 * MINUTE),
      door: leak,
    }
  },
}

/** A day of a shed: rest, rise by less than 10 °C/h, constant at 45 °C, fall, and nothing until the next girder. */
const STEAM: readonly (readonly [moment: number, value: number])[] = [
  [0, 0],
  [4 * HOUR, 0],
  [6.8 * HOUR, 1],
  [16 * HOUR, 1],
  [19.5 * HOUR, 0],
  [24 * HOUR, 0],
]

export const steamCuring: Model = {
  everyMs: 10 * SECOND,
  values(seed, time) {
    const at = phase(seed, time, DAY)
    const air = ambient(seed, time)
    const heat = along(at, STEAM)
    const chamber = air + (44.5 - air) * heat + 0.4 * noise(seed + 2, time, 6 * MINUTE)
    const core = air + (44 - air) * along(at - 1.2 * HOUR, STEAM) + 11 * hydration(at - 3 * HOUR, 9 * HOUR)
    const stage = at < 4 * HOUR ? 1 : at < 6.8 * HOUR ? 2 : at < 16 * HOUR ? 3 : at < 19.5 * HOUR ? 4 : 0
    const isRunning = stage >= 2
    return {
      chamber,
      core,
      surface: (chamber * 2 + core) / 3,
      ambient: air,
      stage,
      running: Number(isRunning),
      valve:
        stage === 2
          ? 62 + 9 * noise(seed + 3, time, 5 * MINUTE)
          : stage === 3
            ? 24 + 7 * noise(seed + 3, time, 5 * MINUTE)
            : stage === 4
              ? 4
              : 0,
      pressure: isRunning ? 0.42 + 0.03 * noise(seed + 4, time, 8 * MINUTE) : 0,
    }
  },
}

/** A week of a girder: its core warms by some 30 °C after half a day; sprays keep the surface wet. */
export const sprayCuring: Model = {
  everyMs: MINUTE,
  values(seed, time) {
    const at = phase(seed, time, 7 * DAY)
    const air = ambient(seed, time)
    const spraying = phase(seed + 5, time, 30 * MINUTE)
    const wind = Math.max(0, 2.4 + 1.6 * noise(seed + 6, time, 3 * HOUR) + 1.2 * noise(seed + 7, time, 3 * MINUTE))
    return {
      core: air + 32 * hydration(at, 15 * HOUR) + 0.2 * noise(seed + 8, time, HOUR),
      ambient: air,
      wind,
      surface_rh: Math.min(100, 92.5 + 7 * sawtooth(spraying, 2 * MINUTE, 30 * MINUTE) - 0.5 * wind),
      spraying: Number(spraying < 2 * MINUTE),
      duration: 120,
      interval: 30,
      water: Math.floor(at / (30 * MINUTE)) * 85,
    }
  },
}

/** 10, 20 and 100 % of the force, each held, the last for five minutes; twelve times a day, and nothing in between. */
const PULL: readonly (readonly [moment: number, value: number])[] = [
  [0, 0],
  [40_000, 10],
  [70_000, 10],
  [110_000, 20],
  [140_000, 20],
  [240_000, 100],
  [540_000, 100],
  [560_000, 0],
]

export const tensioning: Model = {
  everyMs: 2 * SECOND,
  values(seed, time) {
    const at = phase(seed, time, 2 * HOUR)
    if (at > 560_000) return undefined
    const step = along(at, PULL)
    const jack = (name: 'a' | 'b', of: number): [string, number][] => {
      const force = step * 39.06 * (1 + 0.004 * noise(of, time, 10 * SECOND))
      return [
        [`force_${name}`, force],
        [`oil_${name}`, force / 78.1],
        [`elongation_${name}`, step * 2.14 * (1 + 0.01 * noise(of + 1, Math.floor(time / (2 * HOUR)), 1))],
      ]
    }
    return {
      step,
      hold: at > 240_000 && at < 540_000 ? Math.round((at - 240_000) / SECOND) : 0,
      ...Object.fromEntries([...jack('a', seed), ...jack('b', seed + 40)]),
    }
  },
}

/** A duct in a quarter of an hour: the pressure rises, and is held at 0.6 MPa for four minutes. */
const GROUT: readonly (readonly [moment: number, value: number])[] = [
  [0, 0],
  [2 * MINUTE, 0.2],
  [8 * MINUTE, 0.45],
  [10 * MINUTE, 0.6],
  [14 * MINUTE, 0.6],
  [15 * MINUTE, 0],
]

export const grouting: Model = {
  everyMs: 5 * SECOND,
  values(seed, time) {
    const at = phase(seed, time, 3 * HOUR)
    if (at > 15 * MINUTE) return undefined
    const pressure = along(at, GROUT)
    return {
      ratio: 0.27 + 0.003 * noise(seed, time, 5 * MINUTE),
      flow_time: 16 + 1.2 * noise(seed + 1, time, 10 * MINUTE),
      pressure_in: pressure * (1 + 0.02 * noise(seed + 2, time, 20 * SECOND)),
      pressure_out: Math.max(0, pressure - 0.07),
      hold: Math.max(0, Math.min(4, (at - 10 * MINUTE) / MINUTE)),
      volume: Math.min(420, (at / MINUTE) * 42),
    }
  },
}
