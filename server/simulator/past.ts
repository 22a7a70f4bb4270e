/** What the devices of the demonstration would have sent before this start; the same whenever it is asked for. */
import type { Device } from '../acquisition/index.ts'
import { readPolledDevices } from '../acquisition/index.ts'
import type { Services } from '../kernel/services.ts'
import type { SimulatedDevice } from './devices.ts'
import type { Fault } from './faults.ts'
import { faultsAt, measured } from './faults.ts'
import { DAY, MINUTE, SECOND } from './physics.ts'

const DAYS = 7
/** Between two readings, no more seldom than the points of the demonstration may be silent; a device that speaks for minutes only tells more of its last days. */
const EVERY_MS = 10 * MINUTE
const BRIEF = { underMs: 10 * SECOND, every: 20 * SECOND, days: 2 }
/** Faults that would fall between two readings are told in full, with a little of what was before and after. */
const SHORT_FAULT = { ms: 30 * MINUTE, every: MINUTE, around: 2 * MINUTE }

export interface PastReading {
  /** Milliseconds. */
  readonly time: number
  /** As people read them; nothing stands for no value. */
  readonly values: Readonly<Record<string, number | undefined>>
  /** It was asked, and did not answer. */
  readonly isLost: boolean
}

/** All faults of the days that are told of. */
export function pastFaults(faultsOf: (time: number) => readonly Fault[], now: number): Fault[] {
  const days = Array.from({ length: DAYS + 2 }, (_, ago) => faultsOf(now - ago * DAY))
  return [...new Map(days.flat().map((fault) => [`${fault.device} ${fault.kind} ${fault.from}`, fault])).values()]
}

/** The days that are told of, the newest first, each [from, to) in milliseconds; a minute ago the present begins. */
export function pastDays(now: number): (readonly [from: number, to: number])[] {
  return Array.from({ length: DAYS }, (_, ago) => [now - MINUTE - (ago + 1) * DAY, now - MINUTE - ago * DAY] as const)
}

/** The readings of one device on one of {@link pastDays}, in the order of time. While it was out of reach there are none. */
export function* pastOf(
  { model, seed, code }: SimulatedDevice,
  faults: readonly Fault[],
  now: number,
  [from, to]: readonly [from: number, to: number],
): Generator<PastReading> {
  const own = faults.filter(({ device }) => device === code)
  if (model.everyMs < BRIEF.underMs && from < now - MINUTE - BRIEF.days * DAY) return
  for (const time of momentsOf(model.everyMs, own, from, to)) {
    const present = faultsAt(own, code, time)
    const has = (kind: Fault['kind']) => present.some((fault) => fault.kind === kind)
    if (has('dropout')) continue
    const values = measured(present, time, (at) => model.values(seed, at, code))
    if (!values) continue
    const isLost = has('timeout')
    const rounded = Object.entries(values).map(([key, value]) => [
      key,
      value === undefined || isLost ? undefined : Math.round(value * 1000) / 1000,
    ])
    yield { time, values: Object.fromEntries(rounded) as PastReading['values'], isLost }
  }
}

function momentsOf(everyMs: number, faults: readonly Fault[], from: number, to: number): number[] {
  if (everyMs < BRIEF.underMs) return [...steps(from, to, BRIEF.every)]
  const moments = new Set(steps(from, to, EVERY_MS))
  for (const fault of faults.filter((each) => each.to - each.from < SHORT_FAULT.ms)) {
    const [begin, end] = [Math.max(from, fault.from - SHORT_FAULT.around), Math.min(to, fault.to + SHORT_FAULT.around)]
    for (const moment of steps(begin, end, SHORT_FAULT.every)) moments.add(moment)
  }
  return [...moments].toSorted((one, other) => one - other)
}

function* steps(from: number, to: number, every: number): Generator<number> {
  for (let moment = Math.ceil(from / every) * every; moment < to; moment += every) yield moment
}

/** The devices that the server knows as well, with what it knows of them. */
export async function knownDevices(
  { transactions, acquisition }: Pick<Services, 'transactions' | 'acquisition'>,
  devices: readonly SimulatedDevice[],
): Promise<(readonly [SimulatedDevice, Device])[]> {
  const polled = new Map((await readPolledDevices(transactions)).map((device) => [device.name, device]))
  const known: (readonly [SimulatedDevice, Device])[] = []
  for (const simulated of devices) {
    const name = `${simulated.tenantCode}/${simulated.code}`
    const device = simulated.isPolled ? polled.get(name) : await acquisition.registry.find(name)
    if (device) known.push([simulated, device])
  }
  return known
}
