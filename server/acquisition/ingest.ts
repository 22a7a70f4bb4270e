/**
 * The one door of all collectors: what a device has sent becomes samples, waits for its place, and is acknowledged once it is
 * stored. What cannot be stored (an unknown key, a text, a time of tomorrow) is counted and named, and harms nothing else.
 */
import { DAY_MS } from './partitions.ts'
import type { Fault, Payload } from './payload.ts'
import { assessQuality, refusalOf } from './quality.ts'
import type { Micros, Millis, TenantId } from '../../model/brands.ts'
import { micros, millis, toMillis } from '../../model/brands.ts'
import type { Sample } from './quality.ts'
import type { StoredPacket } from './packet-ids.ts'
import type { Outcome, Queue } from './queue.ts'
import type { Device, Point } from './known-devices.ts'
import type { States } from './states.ts'
import type { DeadbandFilter } from './deadband.ts'

export type RefusalCode = Fault['code'] | 'clock' | 'too-old'
export interface Refusal {
  readonly code: RefusalCode
  readonly at: string
}

export interface Receipt {
  /** Values that are stored now and were not before, those that replaced another value of their moment among them. */
  readonly stored: number
  /** Of the stored ones, those that replaced another value of their moment (corrections.ts). */
  readonly corrected: number
  /** Values that are not stored again: their moment has the same one already, or they are within the deadband of the one before (deadband.ts). */
  readonly repeated: number
  readonly refused: number
  /** The first of them, by what was wrong. */
  readonly refusals: readonly Refusal[]
  /** The time of its values that had none; of several of one point, the first. */
  readonly arrival: Micros
}

/** Refused for now, as a whole: nothing of it is stored. */
export class Busy extends Error {
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('too much at once')
    this.retryAfterMs = retryAfterMs
  }
}

/** What a message brought for one device. */
export interface Part {
  readonly device: Device
  readonly payload: Payload
  readonly bytes: number
  /** Of the message, where it is to be noted; said of one part. */
  readonly packet?: StoredPacket
}

export interface Ingest {
  /** Resolves when everything in it that can be stored is committed. @throws Busy, or an Error when it could not be stored. */
  accept(device: Device, payload: Payload, bytes: number, userId?: string): Promise<Receipt>
  /** The same, but waits for its turn instead of refusing; for connections, which are held meanwhile. */
  acceptWithBackpressure(device: Device, payload: Payload, bytes: number, userId?: string): Promise<Receipt>
  /** The same of what one message brought for several devices of a tenant: all that can be stored of it is committed at once, or nothing is. */
  acceptTogether(parts: readonly Part[], userId?: string): Promise<Receipt[]>
  /** Tells of times whether a sample of the point would be stored. */
  refusing(): Promise<(point: Point, time: Millis) => 'clock' | 'too-old' | undefined>
  /** Messages that wait for a place. */
  readonly held: number
}

export interface IngestParts {
  readonly queue: Queue
  readonly states: Pick<States, 'recordMessage'>
  readonly deadbandFilter: DeadbandFilter
  /** Takes so many values from the tenant's allowance, or says how many milliseconds to wait. */
  readonly allow: (tenantId: TenantId, amount: number) => Promise<number>
  /** Days that samples of a retention class are kept. */
  readonly keptDays: () => Promise<Readonly<Record<number, number>>>
}

interface Prepared extends Pick<Receipt, 'refused' | 'refusals' | 'arrival'> {
  readonly samples: readonly Sample[]
}

/** Nothing new was heard of the device: a file tells of it, or a message that came earlier is read again. */
const isOld = ({ isFile, arrival }: Payload) => isFile === true || arrival !== undefined

const MAX_NAMED = 20
/** What many values at once bring the times ahead of the clock is far less; further ahead, the clock was wrong. Microseconds. */
const MAX_AHEAD_US = 5_000_000
/** Shares no factor with the thousand microseconds of a millisecond. */
const PHASE_US = 137
/** When the queue is full. */
const FULL_RETRY_MS = 1000

/** The single ingestion path of all collectors: rate limit, quality, deadband, bounded queue. */
export function openIngest({ queue, states, deadbandFilter, allow, keptDays }: IngestParts): Ingest {
  let held = 0
  const arrival = arrivals()

  async function prepare(device: Device, payload: Payload): Promise<Prepared> {
    const now = arrival(payload.readings.length)
    const at = payload.arrival ?? now
    const timeOf = countedTimes(at)
    const kept = await keptDays()
    const samples: Sample[] = []
    const refusals: Refusal[] = payload.faults.slice(0, MAX_NAMED)
    let refused = payload.faults.length
    const refuse = (code: RefusalCode, key: string) => {
      refused += 1
      if (refusals.length < MAX_NAMED) refusals.push({ code, at: key.slice(0, 100) })
    }
    for (const reading of payload.readings) {
      const point = device.points.get(reading.key)
      if (!point) {
        refuse('unknown-point', reading.key)
        continue
      }
      const time = reading.time === undefined ? timeOf(point) : at
      const verdict = assessQuality(reading, point, time, oldestOf(point, kept), payload, payload.arrival && toMillis(now))
      if (verdict.refused) refuse(verdict.refused, reading.key)
      else if (verdict.sample) samples.push(isOld(payload) ? verdict.sample : deadbandFilter.apply(point, verdict.sample))
    }
    return { samples, refused, refusals, arrival: at }
  }

  function finish(
    { tenantId, id: deviceId }: Device,
    payload: Payload,
    { samples, refused, refusals, arrival: at }: Prepared,
    outcome: Outcome,
  ): Receipt {
    const repeated = samples.filter(({ isRepeat }) => isRepeat).length + outcome.repeated
    const stored = samples.length - repeated
    // That nobody answered is stored, and nothing was heard.
    if (payload.readings[0]?.isLost !== true && !isOld(payload))
      states.recordMessage({ tenantId, deviceId, stored, refused, ...(refusals[0] ? { error: refusals[0] } : {}) })
    return { stored, corrected: outcome.corrected, repeated, refused, refusals, arrival: at }
  }

  /** Of each part what storing it came to; of those that hold nothing to store, nothing. */
  async function offer(parts: readonly (Part & { readonly prepared: Prepared })[], userId: string | undefined): Promise<Outcome[]> {
    const full = parts.filter(({ prepared }) => prepared.samples.length > 0)
    const packet = parts.find((part) => part.packet)?.packet
    const storing = queue.offer(
      full.map(({ device, prepared: { samples }, bytes }) => ({
        tenantId: device.tenantId,
        deviceId: device.id,
        samples,
        bytes,
        ...(userId === undefined ? {} : { userId }),
        ...(packet ? { packet } : {}),
      })),
    )
    const outcomes = await storing.catch((error: unknown) => {
      // It comes again, and must not be taken for a repetition of itself.
      for (const { prepared } of full) for (const { series } of prepared.samples) deadbandFilter.forget(series)
      throw error
    })
    return parts.map((part) => outcomes[full.indexOf(part)] ?? NOTHING)
  }

  async function acceptTogether(given: readonly Part[], userId?: string): Promise<Receipt[]> {
    const parts = await Promise.all(given.map(async (part) => ({ ...part, prepared: await prepare(part.device, part.payload) })))
    const samples = parts.reduce((sum, { prepared }) => sum + prepared.samples.length, 0)
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
    const tenantId = parts[0]?.device.tenantId
    if (tenantId === undefined) return []
    held += 1
    try {
      for (let wait = await allow(tenantId, samples); wait > 0; wait = await allow(tenantId, samples)) {
        await new Promise((resolve) => {
          setTimeout(resolve, wait)
        })
      }
      while (!queue.hasRoom(samples, bytes)) await queue.room()
    } finally {
      held -= 1
    }
    const outcomes = await offer(parts, userId)
    return parts.map(({ device, payload, prepared }, place) => finish(device, payload, prepared, outcomes[place] ?? NOTHING))
  }

  return {
    get held() {
      return held
    },
    refusing: async () => {
      const kept = await keptDays()
      return (point, time) => refusalOf(time, millis(Date.now()), oldestOf(point, kept))
    },
    async accept(device, payload, bytes, userId) {
      const prepared = await prepare(device, payload)
      const { samples } = prepared
      if (!queue.hasRoom(samples.length, bytes)) throw new Busy(FULL_RETRY_MS)
      const wait = await allow(device.tenantId, samples.length)
      if (wait > 0) throw new Busy(wait)
      const [outcome = NOTHING] = await offer([{ device, payload, bytes, prepared }], userId)
      return finish(device, payload, prepared, outcome)
    },
    acceptWithBackpressure: async (device, payload, bytes, userId) =>
      (await acceptTogether([{ device, payload, bytes }], userId))[0] as Receipt,
    acceptTogether,
  }
}

const NOTHING: Outcome = { repeated: 0, corrected: 0 }

/** What is older is beyond what is kept. */
const oldestOf = ({ retention }: Point, kept: Readonly<Record<number, number>>) => millis(Date.now() - (kept[retention] ?? 1) * DAY_MS)

/** The time of a message, and for each further value of a point in it a microsecond more. Whatever else it holds, a value has the same time when it is read again. */
function countedTimes(at: Micros): (point: Point) => Micros {
  const counts = new Map<Point, number>()
  return (point) => {
    const count = counts.get(point) ?? 0
    counts.set(point, count + 1)
    return micros(at + count)
  }
}

/**
 * A function that gives the arrival time of the first of so many readings without a time: no two alike, or the second of two values within a millisecond would be
 * taken for the first one sent again. A clock that was ahead and has been put right is followed: then the times go on within
 * another part of each millisecond, because those that were given ahead of time are still to come.
 */
export function arrivals(now: () => number = Date.now): (count: number) => Micros {
  let last = 0
  let phase = 0
  return (count) => {
    const clock = now() * 1000
    if (last > clock + MAX_AHEAD_US) {
      last = 0
      phase = (phase + PHASE_US) % 1000
    }
    const at = Math.max(clock + phase, last + 1)
    last = at + Math.max(0, count - 1)
    return micros(at)
  }
}
