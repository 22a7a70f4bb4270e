/** How many alarms are raised in each ten minutes, the measure of ISA-18.2 for the load of whoever answers them. Pure. */
import type { AlarmHealth } from '../../../model/contract/acquisition/alarms.ts'

const BUCKET_MS = 600_000

/** Every ten minutes of the time, those without an alarm too. Times are milliseconds since 1970. */
export function everyBucket(buckets: AlarmHealth['buckets'], from: number, to: number, textOf: (time: number) => string) {
  const known = new Map(buckets.map(({ time, raised }) => [time, raised]))
  const first = Math.floor(from / BUCKET_MS) * BUCKET_MS
  const times = Array.from({ length: Math.ceil((to - first) / BUCKET_MS) }, (_, at) => first + at * BUCKET_MS)
  return { categories: times.map(textOf), values: times.map((time) => known.get(time) ?? 0) }
}
