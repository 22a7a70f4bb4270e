/** The last days of the demonstration, stored once through the door of all collectors: an empty chart would tell nothing. */
import { millis } from '../../model/brands.ts'
import type { Device, Reading } from '../acquisition/index.ts'
import type { Services } from '../kernel/services.ts'
import type { SimulatedDevice } from './devices.ts'
import type { Fault } from './faults.ts'
import { HISTORY, isDone, noteDone } from './done.ts'
import type { PastReading } from './past.ts'
import { knownDevices, pastDays, pastFaults, pastOf } from './past.ts'

/** Readings that are handed over together, and the pause that leaves the database to others: what is stored is rolled up as well, a minute's worth at once. */
const BATCH = 1300
const PAUSE_MS = 2500

/**
 * Stores what the devices would have sent before this start; gives how many values. The last day of all of them comes first, for that is what charts open with.
 * @param goesOn False when it is to end, unfinished: it begins anew another time, and what is there already stays once.
 */
export async function fillHistory(
  services: Pick<Services, 'transactions' | 'acquisition'>,
  devices: readonly SimulatedDevice[],
  faultsOf: (time: number) => readonly Fault[],
  goesOn: () => boolean,
  now = Date.now(),
  pauseMs = PAUSE_MS,
): Promise<number> {
  const { transactions, acquisition } = services
  if (await isDone(transactions, HISTORY)) return 0
  const faults = pastFaults(faultsOf, now)
  let stored = 0
  const known = await knownDevices(services, devices)
  for (const day of pastDays(now)) {
    for (const [simulated, device] of known) {
      for (const readings of batchesOf(device, pastOf(simulated, faults, now, day))) {
        if (!goesOn()) return stored
        stored += (await acquisition.ingest.acceptWithBackpressure(device, { readings, faults: [] }, readings.length * 16)).stored
        await new Promise((resolve) => {
          setTimeout(resolve, pauseMs).unref()
        })
      }
    }
  }
  await noteDone(transactions, HISTORY, stored)
  return stored
}

function* batchesOf(device: Device, past: Iterable<PastReading>): Generator<Reading[]> {
  let batch: Reading[] = []
  for (const { time, values, isLost } of past) {
    for (const [key, value] of Object.entries(values)) {
      const point = device.points.get(key)
      if (!point) continue
      // The intake scales what a device sends; here it is what people read.
      const raw = value === undefined ? undefined : (value - point.offset) / point.scale
      batch.push({ key, time: millis(time), value: raw, ...(isLost ? { isLost } : {}) })
    }
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
