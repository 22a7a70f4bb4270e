/** The shift that is on, by the shifts of the tenant that belong to no site. They seldom change: they are asked for once an hour, where a clock shows them. */
import { useEffect, useSyncExternalStore } from 'react'
import { momentOf, momentOfWall, wallMidnight } from '../../../model/zone.ts'
import type { ResourceRow } from '../../../model/rows.ts'
import type { Feed, ScreenShift } from './feed.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const MAX_SHIFTS = 100

export interface Shift {
  readonly name: string
  /** `22:00`. */
  readonly beginsAt: string
  readonly endsAt: string
  /** Milliseconds since 1970; absent where it has no end on that side. */
  readonly validFrom?: number | undefined
  readonly validUntil?: number | undefined
}

const minutesOf = (time: string): number | undefined => {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** The shift that is on at a moment, by the clock of a zone: one that ends before it begins goes on past midnight, and one that ends when it begins lasts a day. */
export function shiftAt(shifts: readonly Shift[], moment: number, zone: string): ScreenShift | undefined {
  const midnight = wallMidnight(zone, moment)
  for (const { name, beginsAt, endsAt, validFrom, validUntil } of shifts) {
    if ((validFrom !== undefined && moment < validFrom) || (validUntil !== undefined && moment >= validUntil)) continue
    const [begin, end] = [minutesOf(beginsAt), minutesOf(endsAt)]
    if (begin === undefined || end === undefined) continue
    // One of yesterday may still be on.
    for (const day of [midnight, midnight - DAY_MS]) {
      const from = momentOfWall(zone, day + begin * 60_000)
      const to = momentOfWall(zone, day + (end > begin ? 0 : DAY_MS) + end * 60_000)
      if (moment >= from && moment < to) return { name, from, to }
    }
  }
  return undefined
}

let known: readonly Shift[] = []
let askedAt = Number.NEGATIVE_INFINITY
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    // Who looks at the next one may be somebody else, of another tenant.
    known = []
    askedAt = Number.NEGATIVE_INFINITY
  }
}

/** The shifts of the tenant; none before they are known, and for whoever may not list them. @param isWanted Whether they are asked for */
export function useShifts(feed: Feed, isWanted: boolean): readonly Shift[] {
  const shifts = useSyncExternalStore(
    subscribe,
    () => known,
    () => known,
  )
  const asks = isWanted && feed.shift === undefined
  useEffect(() => {
    if (!asks) return
    void askAgain()
    const timer = setInterval(() => void askAgain(), HOUR_MS)
    return () => clearInterval(timer)
  }, [asks])
  return shifts
}

async function askAgain(): Promise<void> {
  if (performance.now() - askedAt < HOUR_MS - 1000) return
  askedAt = performance.now()
  try {
    // What is known of nouns is large, and few screens have a shift on them.
    const [{ shifts }, { readList }, { clockZone }] = await Promise.all([
      import('../../../model/acquisition/shifts.ts'),
      import('../../kernel/http/resource-client.ts'),
      import('../../ui/clock.ts'),
    ])
    const { list } = await readList(shifts, { currentPage: 1, pageSize: MAX_SHIFTS }, { quiet: true })
    // Nobody looks any more: what was asked for may be another's.
    if (listeners.size === 0) return
    known = list.flatMap((row) => shiftOf(row, clockZone()))
  } catch {
    // Without the right to them, or without a connection, there is no shift to show.
    known = []
  }
  for (const listener of listeners) listener()
}

function shiftOf(row: ResourceRow, zone: string): Shift[] {
  const text = (field: string) => (typeof row[field] === 'string' ? row[field] : '')
  if (text('siteId') !== '' || text('shiftName') === '') return []
  return [
    {
      name: text('shiftName'),
      beginsAt: text('beginsAt'),
      endsAt: text('endsAt'),
      validFrom: momentOf(zone, text('validFrom')),
      validUntil: momentOf(zone, text('validUntil')),
    },
  ]
}
