/** The readings in what an edge node said (edge-node.ts), for a device whose type has no rules for it: metrics that it has points for. */
import { parseBounded } from '../../../model/acquisition/bounded-json.ts'
import { readTime } from '../../../model/acquisition/message-time.ts'
import type { Fault, Payload, Reading } from '../payload.ts'
import { MAX_VALUES } from '../payload.ts'

/** What no key has: metrics are named like folders, `Motor 1/Speed`. */
const NOT_IN_KEYS = /[^A-Za-z0-9_.-]/g

/**
 * The readings of the metrics that are points, under their names or with `_` for what no key has. Others are left alone, as an edge node
 * tells of dozens that nobody asked for; only data of which nothing is a point are a fault.
 */
export function readMetrics(text: string, isPoint: (key: string) => boolean, isBirth: boolean): Payload {
  const readings: Reading[] = []
  const faults: Fault[] = []
  let unknown: string | undefined
  const groups = groupsOf(text)
  if (!groups) return { readings, faults: [{ code: 'syntax', at: '' }] }
  for (const { ts, values } of groups) {
    const time = readTime(ts)
    for (const [name, value] of Object.entries(values)) {
      const key = [name, name.replaceAll(NOT_IN_KEYS, '_')].find(isPoint)
      if (key === undefined) unknown ??= name
      else if (time === null) faults.push({ code: 'timestamp', at: name.slice(0, 200) })
      else if (value !== null && typeof value !== 'number' && typeof value !== 'boolean') faults.push({ code: 'not-a-number', at: key })
      else if (readings.length < MAX_VALUES) readings.push({ key, time, value: value === null ? undefined : Number(value) })
      else faults.push({ code: 'too-many', at: key })
    }
  }
  if (!isBirth && readings.length === 0 && faults.length === 0 && unknown !== undefined)
    faults.push({ code: 'unknown-point', at: unknown.slice(0, 200) })
  return { readings, faults: faults.slice(0, 20) }
}

interface Group {
  readonly ts: unknown
  readonly values: Readonly<Record<string, unknown>>
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `undefined` where it is not ours: what could not be decoded is handed on as it came. */
function groupsOf(text: string): Group[] | undefined {
  try {
    const parsed = parseBounded(text)
    const isOurs = Array.isArray(parsed) && parsed.every((group) => isObject(group) && isObject(group['values']))
    return isOurs ? (parsed as Group[]) : undefined
  } catch {
    return undefined
  }
}
