/** Where a time axis is marked, and with what: round hours, days and months of the server's zone. */
import { momentOfWall, wallOf } from '../../../model/zone.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY

const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 10].map((count) => count * DAY),
]
const months = [1, 3, 6, 12, 60, 120]

export interface Tick {
  readonly at: number
  readonly text: string
}

/** No more ticks than `most`. */
export function timeTicks(zone: string, from: number, to: number, most: number): Tick[] {
  const wanted = (to - from) / Math.max(1, most)
  const [first, last] = [wallOf(zone, from), wallOf(zone, to)]
  const step = steps.find((one) => one >= wanted)
  const walls =
    step === undefined ? monthsBetween(first, last, months.find((count) => count * MONTH >= wanted) ?? 120) : multiples(first, last, step)
  return walls
    .map((wall) => ({ at: momentOfWall(zone, wall), text: textOf(wall, step ?? MONTH) }))
    .filter(({ at }) => at >= from && at <= to)
}

function multiples(first: number, last: number, step: number): number[] {
  const begin = Math.ceil(first / step)
  return Array.from({ length: Math.max(0, Math.floor(last / step) - begin + 1) }, (_, index) => (begin + index) * step)
}

function monthsBetween(first: number, last: number, every: number): number[] {
  const start = new Date(first)
  const walls: number[] = []
  for (let month = Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / every) * every; ; month += every) {
    const wall = Date.UTC(Math.floor(month / 12), month % 12)
    if (wall > last) return walls
    if (wall >= first) walls.push(wall)
  }
}

/** The beginning of a day is called by its date, that of a year by its year. */
function textOf(wall: number, step: number): string {
  const text = new Date(wall).toISOString()
  if (step >= MONTH) return text.slice(0, 7)
  if (wall % DAY === 0) return text.slice(5, 10) === '01-01' ? text.slice(0, 10) : text.slice(5, 10)
  return step < MINUTE ? text.slice(11, 19) : text.slice(11, 16)
}
