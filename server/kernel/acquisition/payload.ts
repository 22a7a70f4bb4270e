/**
 * What devices send, whichever way it comes. The forms (docs/acquisition.md):
 *
 * - one value: `21.5`, `true`, where the topic or address names the point;
 * - an object of values by point key: `{"temperature": 21.5, "door": true}`, measured when it arrives;
 * - `{"ts": 1760000000000, "values": {…}}`, measured at that time (milliseconds since 1970);
 * - an array of either object.
 *
 * One wrong value is no error for the rest: it is left out, and named.
 */

/** A value as it was sent. Without a time: when it arrived. `undefined` for "there is none" (NaN, null); with `isLost`, because nobody answered who was asked. */
export interface Reading { readonly key: string; readonly time: number | undefined; readonly value: number | undefined; readonly isLost?: true; readonly worth?: Worth }
/** What is known of a value already: numbers of `QUALITY` and `REASONS`. */
export interface Worth { readonly quality: number; readonly reason: number }

export type FaultCode = 'syntax' | 'shape' | 'not-a-number' | 'timestamp' | 'too-many'
/** What is wrong, and where: `values.temperature`, `[3].ts`. */
export interface Fault { readonly code: FaultCode; readonly at: string }

/** @property isFile Told by a file and not by the device: in the unit of the point, as good as the file says, stored however steady; and nothing was heard of the device. */
export interface Payload { readonly readings: readonly Reading[]; readonly faults: readonly Fault[]; readonly isFile?: true }

/** Values one message may have. */
export const MOST_VALUES = 10_000
/** Faults that are named; a thousand alike help nobody. */
const MOST_FAULTS = 20

/** @param key The point, where the topic or address names one: then the whole text is its value. */
export function parsePayload(text: string, key?: string): Payload {
  const readings: Reading[] = []
  const faults: Fault[] = []
  let parsed: unknown
  try {
    parsed = parseJson(text.trim())
  } catch {
    return { readings, faults: [{ code: 'syntax', at: '' }] }
  }
  const blame = (code: FaultCode, at: string) => { if (faults.length < MOST_FAULTS) faults.push({ code, at }) }
  if (key !== undefined) single(parsed, key, readings, blame)
  else if (Array.isArray(parsed)) parsed.forEach((item, index) => group(item, `[${index}]`, readings, blame))
  else group(parsed, '', readings, blame)
  return { readings, faults }
}

type Blame = (code: FaultCode, at: string) => void

/** A topic's value may come with a time as well: `{"ts": …, "value": …}`. */
function single(item: unknown, key: string, readings: Reading[], blame: Blame): void {
  if (!isObject(item)) return take(item, key, undefined, '', readings, blame)
  const time = timeOf(item['ts'])
  if (!Object.hasOwn(item, 'value')) return blame('shape', key)
  if (time === null) return blame('timestamp', 'ts')
  take(item['value'], key, time, 'value', readings, blame)
}

function group(item: unknown, at: string, readings: Reading[], blame: Blame): void {
  if (!isObject(item)) return blame('shape', at)
  const path = (name: string) => (at === '' ? name : `${at}.${name}`)
  if (!isObject(item['values'])) {
    for (const key of Object.keys(item)) take(item[key], key, undefined, path(key), readings, blame)
    return
  }
  const time = timeOf(item['ts'])
  if (time === null) return blame('timestamp', path('ts'))
  const { values } = item as { values: Record<string, unknown> }
  for (const key of Object.keys(values)) take(values[key], key, time, path(`values.${key}`), readings, blame)
}

function take(value: unknown, key: string, time: number | undefined, at: string, readings: Reading[], blame: Blame): void {
  if (readings.length >= MOST_VALUES) return blame('too-many', at)
  if (typeof value === 'number') readings.push({ key, time, value: Number.isFinite(value) ? value : undefined })
  else if (typeof value === 'boolean') readings.push({ key, time, value: value ? 1 : 0 })
  else if (value === null) readings.push({ key, time, value: undefined })
  // A number in quotes is a mistake that would be guessed at: "1,5" or "0x10", and soon "n/a".
  else blame('not-a-number', at)
}

/** Within the years that a `timestamptz` and a partition are made for. */
const FIRST = Date.UTC(2000, 0)
const LAST = Date.UTC(2100, 0)

/** @returns `undefined` where none is given, `null` where it is no time in milliseconds. */
function timeOf(ts: unknown): number | null | undefined {
  if (ts === undefined) return undefined
  return typeof ts === 'number' && Number.isFinite(ts) && ts >= FIRST && ts < LAST ? ts : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Python writes NaN and Infinity, which no JSON knows; outside of texts they mean that there is no value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error
    return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g, (found) => (found.startsWith('"') ? found : 'null')))
  }
}
