/**
 * Times of one zone, the tenant's, whatever the browser's or the server's own is: the one way in which moments become text and text becomes
 * moments (docs/decisions/0096-one-clock.md). Moments are milliseconds since 1970.
 */

const [QUARTER_MS, DAY_MS] = [900_000, 86_400_000]

const clocks = new Map<string, { parts: Intl.DateTimeFormat; offsets: Map<number, number> }>()

function clockOf(zone: string) {
  let clock = clocks.get(zone)
  if (!clock) {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    clocks.set(zone, (clock = { parts, offsets: new Map() }))
  }
  return clock
}

/** `+08:00` is none: PostgreSQL would read it as eight hours behind (POSIX). */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/

/** Whether times of this zone can be told: a name that the engine's database of zones has. */
export function isZone(name: string): boolean {
  try {
    return NAME.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** The zone that this machine, or this browser, is set to. */
export const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** By how many milliseconds clocks of the zone are ahead of UTC at this moment. Zones change at quarters of an hour, so one answer holds for a quarter. */
export function offsetAt(zone: string, moment: number): number {
  const { parts, offsets } = clockOf(zone)
  const quarter = Math.floor(moment / QUARTER_MS) * QUARTER_MS
  let offset = offsets.get(quarter)
  if (offset === undefined) {
    const part = Object.fromEntries(parts.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]))
    offset =
      Date.UTC(part['year'] as number, (part['month'] as number) - 1, part['day'], part['hour'], part['minute'], part['second']) - quarter
    if (offsets.size > 5000) offsets.clear()
    offsets.set(quarter, offset)
  }
  return offset
}

/** What the clock shows, as if it were UTC: for arithmetic in hours, days and months of the zone. */
export const wallOf = (zone: string, moment: number): number => moment + offsetAt(zone, moment)

/** No clock is put twice within so much: milliseconds. It is more than any clock is ahead of UTC. */
const AROUND_MS = DAY_MS

/** The offsets before and behind what changes about the time at which the clock shows this, if anything does; the lesser one first. */
function offsetsAbout(zone: string, wall: number): readonly [number, number] {
  const [before, behind] = [offsetAt(zone, wall - AROUND_MS), offsetAt(zone, wall + AROUND_MS)]
  return before < behind ? [before, behind] : [behind, before]
}

/**
 * The moment at which the clock shows this, as PostgreSQL reads it: of an hour that clocks repeat, the second; what clocks leave out is read as by the clock of before, so that
 * a midnight that is left out is the moment at which they are put.
 */
export function momentOfWall(zone: string, wall: number): number {
  const [lesser, greater] = offsetsAbout(zone, wall)
  const [first, second] = [wall - greater, wall - lesser]
  return wallOf(zone, second) !== wall && wallOf(zone, first) === wall ? first : second
}

/** As {@link momentOfWall}, but of an hour that clocks repeat, the first: what begins then begins when clocks first show it. */
export function firstMomentOfWall(zone: string, wall: number): number {
  const first = wall - offsetsAbout(zone, wall)[1]
  return wallOf(zone, first) === wall ? first : momentOfWall(zone, wall)
}

/** What the clock shows, or would show, at the midnight with which the day of a moment begins: also of a day whose midnight clocks leave out. */
export const wallMidnight = (zone: string, moment: number): number => Math.floor(wallOf(zone, moment) / DAY_MS) * DAY_MS

/**
 * The first moment from which on clocks show this midnight or later. Where they show it twice, with nothing before it between (Havana, Azores), the first of the two; where they leave
 * it out (Asunción, Beirut, Cairo), the moment at which they are put forward.
 */
export function momentOfMidnight(zone: string, midnight: number): number {
  const found = firstMomentOfWall(zone, midnight)
  const [lesser, greater] = offsetsAbout(zone, midnight)
  if (lesser === greater) return found
  if (wallOf(zone, found) === midnight) {
    const again = midnight - lesser
    // Clocks that were put back behind midnight show the end of the day before once more.
    return again > found && wallOf(zone, again) === midnight && wallOf(zone, again - QUARTER_MS) < midnight ? again : found
  }
  // Put forward over midnight, from before it: zones change at quarters of an hour.
  let first = Math.ceil((midnight - greater) / QUARTER_MS) * QUARTER_MS
  while (wallOf(zone, first) < midnight) first += QUARTER_MS
  return first
}

/** `yyyy-MM-dd HH:mm:ss`, and the milliseconds where there are any. */
export function timeText(zone: string, moment: number): string {
  const text = new Date(wallOf(zone, moment)).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)}${moment % 1000 === 0 ? '' : text.slice(19, 23)}`
}

/** The moment at which clocks in the zone show the text, in milliseconds since 1970. Undefined for a text that is no time. */
export function momentOf(zone: string, text: string): number | undefined {
  const wall = Date.parse(`${text.trim().replace(' ', 'T')}Z`)
  return Number.isNaN(wall) ? undefined : momentOfWall(zone, wall)
}

/** `yyyy-MM-dd HH:mm:ss`, without what is less than a second: a moment as every list shows it. */
export const secondText = (zone: string, moment: number): string => timeText(zone, Math.floor(moment / 1000) * 1000)

/**
 * `+02:00`: by how much clocks are ahead of UTC (ISO 8601) at a moment whose time they show twice, in the hour by which they are put back; empty at all others.
 */
export function offsetOfRepeated(zone: string, moment: number): string {
  const wall = wallOf(zone, moment)
  if (firstMomentOfWall(zone, wall) === momentOfWall(zone, wall)) return ''
  const minutes = Math.round(offsetAt(zone, moment) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) => String(part).padStart(2, '0'))
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`
}

/** `UTC+8`, `UTC-3:30`, `UTC`: how far the clock is ahead at this moment, as people name it. */
export function offsetText(zone: string, moment: number): string {
  const minutes = Math.round(offsetAt(zone, moment) / 60_000)
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** How long those stretches of the clock are that have one length on each day of the year: milliseconds. */
export const EVEN_MS = { minute: 60_000, 'quarter-hour': QUARTER_MS, hour: 3_600_000 } as const
export type EvenUnit = keyof typeof EVEN_MS

export type CalendarUnit = EvenUnit | 'day' | 'month'

const isEven = (unit: CalendarUnit): unit is EvenUnit => Object.hasOwn(EVEN_MS, unit)

/**
 * When the minute, quarter of an hour, hour, day or month began in which the moment lies, or `steps` of them later or earlier. A day has 23 or 25 hours where clocks change, and so 92
 * or 100 quarters.
 */
export function startOf(zone: string, moment: number, unit: CalendarUnit, steps = 0): number {
  const wall = wallOf(zone, moment)
  // What is shorter than a day is counted in real time: on the clock, the one that is repeated would be lost.
  if (isEven(unit)) {
    const length = EVEN_MS[unit]
    return moment - (((wall % length) + length) % length) + steps * length
  }
  const day = new Date(wall)
  const begin = (further: number) =>
    momentOfMidnight(
      zone,
      unit === 'day'
        ? Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + further)
        : Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + further),
    )
  // Some minutes of a day that the day before goes on behind are part of that.
  return begin(begin(0) > moment ? steps - 1 : steps)
}
