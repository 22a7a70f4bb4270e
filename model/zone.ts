/** Times of one zone, the server's, whatever the browser's own is. Moments are milliseconds since 1970. */

const QUARTER_MS = 900_000

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

/** The moment at which the clock shows this; of an hour that clocks repeat, the first that is found. */
export function momentOfWall(zone: string, wall: number): number {
  const near = wall - offsetAt(zone, wall)
  return wall - offsetAt(zone, near)
}

/** `yyyy-MM-dd HH:mm:ss`, and the milliseconds where there are any. */
export function timeText(zone: string, moment: number): string {
  const text = new Date(wallOf(zone, moment)).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)}${moment % 1000 === 0 ? '' : text.slice(19, 23)}`
}

/** @returns undefined for a text that is no time. */
export function momentOf(zone: string, text: string): number | undefined {
  const wall = Date.parse(`${text.trim().replace(' ', 'T')}Z`)
  return Number.isNaN(wall) ? undefined : momentOfWall(zone, wall)
}
