/** The last days of the demonstration, stored once through the door of all collectors: an empty chart would tell nothing. */
import { millis } from '../../model/brands.ts'
import type { Device, Reading } from '../acquisition/index.ts'
import { readPolledDevices } from '../acquisition/index.ts'
import type { Services } from '../kernel/services.ts'
import { build } from '../kernel/database/sql.ts'
import type { SimulatedDevice } from './devices.ts'
import { DAY, MINUTE, SECOND } from './physics.ts'

const DONE = 'simulated history'
const DAYS = 7
/** Between two readings, no more seldom than the points of the demonstration may be silent; a device that speaks for minutes only tells more of its last days. */
const EVERY_MS = 10 * MINUTE
const BRIEF = { every: 20 * SECOND, days: 2 }
/** Readings that are handed over together, and the pause that leaves the database to others: what is stored is rolled up as well, a minute's worth at once. */
const BATCH = 500
const PAUSE_MS = 2500

/**
 * Stores what the devices would have sent before this start.
 * @param goesOn False when it is to end, unfinished: it begins anew another time, and what is there already stays once.
 */
export async function fillHistory(
  { transactions, acquisition }: Pick<Services, 'transactions' | 'acquisition'>,
  devices: readonly SimulatedDevice[],
  goesOn: () => boolean,
  now = Date.now(),
  pauseMs = PAUSE_MS,
): Promise<number> {
  const isDone = await transactions.inPlatform(
    'whether the demonstration has its history',
    (tx) => tx.first(build.selectFrom('installation').select('key').where('key', '=', DONE)),
    'read',
  )
  if (isDone) return 0
  const polled = new Map((await readPolledDevices(transactions)).map((device) => [device.name, device]))
  let stored = 0
  for (const simulated of devices) {
    const name = `${simulated.tenantCode}/${simulated.code}`
    const device = simulated.isPolled ? polled.get(name) : await acquisition.registry.find(name)
    if (!device) continue
    for (const readings of batchesOf(simulated, device, now)) {
      if (!goesOn()) return stored
      stored += (await acquisition.ingest.acceptWithBackpressure(device, { readings, faults: [] }, readings.length * 16)).stored
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs).unref()
      })
    }
  }
  await transactions.inPlatform('the demonstration has its history', (tx) =>
    tx.run(
      build
        .insertInto('installation')
        .values({ key: DONE, value: String(stored) })
        .onConflict((conflict) => conflict.column('key').doNothing()),
    ),
  )
  return stored
}

function* batchesOf({ model, seed, code }: SimulatedDevice, device: Device, now: number): Generator<Reading[]> {
  const isBrief = model.everyMs < 10 * SECOND
  const every = isBrief ? BRIEF.every : EVERY_MS
  let batch: Reading[] = []
  for (let time = Math.ceil((now - (isBrief ? BRIEF.days : DAYS) * DAY) / every) * every; time < now - MINUTE; time += every) {
    for (const [key, value] of Object.entries(model.values(seed, time, code) ?? {})) {
      const point = device.points.get(key)
      // The intake scales what a device sends; here it is what people read.
      if (point) batch.push({ key, time: millis(time), value: (Math.round(value * 1000) / 1000 - point.offset) / point.scale })
    }
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
