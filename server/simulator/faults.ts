/** What goes wrong with simulated devices: as told, or by the calendar of the demonstration, which brings some of it every day. */
import type { SimulatedDevice } from './devices.ts'
import type { Values } from './model.ts'
import { DAY, HOUR, MINUTE, chance, seedOf } from './physics.ts'

export type FaultKind =
  /** Sends nothing, and all of it afterwards, with its times. */
  | 'dropout'
  /** Measures the same as when it began. */
  | 'frozen'
  /** A value far from what it was. */
  | 'spike'
  /** Wanders off, by a tenth an hour. */
  | 'drift'
  /** Its clock is ten minutes ahead. */
  | 'clock'
  /** Sends everything twice. */
  | 'duplicates'
  /** Has no value. */
  | 'nan'
  /** Does not answer over Modbus. */
  | 'timeout'
  /** Signs in anew for each message. */
  | 'reboots'

export interface Fault {
  /** The code of the device. */
  readonly device: string
  readonly kind: FaultKind
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  /** The point; all of them without one. */
  readonly key?: string
}

export const CLOCK_AHEAD = 10 * MINUTE

/** The faults of a device at a moment. */
export function faultsAt(faults: readonly Fault[], device: string, time: number): readonly Fault[] {
  return faults.filter((fault) => fault.device === device && fault.from <= time && time < fault.to)
}

/** What it measures then, of what there is to measure; nothing stands for no value. */
export function measured(
  faults: readonly Fault[],
  time: number,
  truth: (time: number) => Values | undefined,
): Readonly<Record<string, number | undefined>> | undefined {
  const values: Record<string, number | undefined> = { ...truth(time) }
  if (Object.keys(values).length === 0) return undefined
  for (const { kind, key, from } of faults) {
    const then = kind === 'frozen' ? truth(from) : undefined
    for (const each of key === undefined ? Object.keys(values) : [key]) {
      const value = values[each]
      if (value === undefined) continue
      if (kind === 'frozen') values[each] = then?.[each] ?? value
      else if (kind === 'spike') values[each] = value * 3 + 10
      else if (kind === 'drift') values[each] = value * (1 + (0.1 * (time - from)) / HOUR)
      else if (kind === 'nan') values[each] = undefined
    }
  }
  return values
}

/** Kinds with how long they last; what a whole site would suffer from is left to tests. */
const calendar: readonly (readonly [FaultKind, number])[] = [
  ['dropout', 25 * MINUTE],
  ['frozen', 3 * HOUR],
  ['spike', 2 * MINUTE],
  ['drift', 2 * HOUR],
  ['nan', 5 * MINUTE],
  ['timeout', 12 * MINUTE],
]

/** One of each kind a day, at some hour of some device. @param place Tenants have their troubles at other hours. */
export function calendarFaults(
  devices: readonly { readonly code: string; readonly isPolled: boolean }[],
  time: number,
  place = '',
): Fault[] {
  const day = Math.floor(time / DAY)
  return calendar.flatMap(([kind, length]) => {
    const seed = seedOf(`${place}${kind}`)
    const able = devices.filter(({ isPolled }) => (kind === 'timeout' ? isPolled : kind === 'dropout' || kind === 'nan' ? !isPolled : true))
    const device = able[Math.floor(chance(seed, day) * able.length)]
    const from = day * DAY + Math.floor(chance(seed + 1, day) * (DAY - length))
    return device ? [{ device: device.code, kind, from, to: from + length }] : []
  })
}

/** What gives the faults of the day of a moment, one of each kind at each tenant. */
export function calendarOf(devices: readonly SimulatedDevice[]): (time: number) => Fault[] {
  const byTenant = [...Map.groupBy(devices, ({ tenantCode }) => tenantCode)]
  return (time) => byTenant.flatMap(([code, own]) => calendarFaults(own, time, code))
}
