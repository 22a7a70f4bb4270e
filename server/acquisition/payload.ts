/**
 * What devices send, whichever way it comes. The forms (docs/guides/sending-readings.md):
 *
 * - one value: `21.5`, `true`, where the topic or address names the point;
 * - an object of values by point key: `{"temperature": 21.5, "door": true}`, measured when it arrives, or at the `ts`, `timestamp` or
 *   `time` beside them;
 * - `{"ts": 1760000000000, "values": {…}}`, measured at that time (message-time.ts);
 * - an array of either object.
 *
 * One wrong value is no error for the rest: it is left out, and named.
 */
import type { MessageFault } from '../../model/acquisition/mapping/choices.ts'
import type { Micros, Millis } from '../../model/brands.ts'
import { parseBounded, TooManyTokens } from '../../model/acquisition/bounded-json.ts'
import { readTime, timeMember } from '../../model/acquisition/message-time.ts'

/** A value as it was sent. Without a time: when it arrived. `undefined` for "there is none" (NaN, null); with `isLost`, because nobody answered who was asked. */
export interface Reading {
  readonly key: string
  readonly time: Millis | undefined
  readonly value: number | undefined
  readonly isLost?: true
  /** It is in the unit of its point already, and no raw value. */
  readonly isInUnit?: true
  /** It was entered by hand, and not measured by the device. */
  readonly isManual?: true
  readonly worth?: Worth
}
/** What is known of a value already: numbers of `QUALITY` and `REASONS`. */
export interface Worth {
  readonly quality: number
  readonly reason: number
}

export type FaultCode = Exclude<MessageFault, 'clock' | 'too-old'>
/** What is wrong, and where: `values.temperature`, `[3].ts`; of a `topic`, which. */
export interface Fault {
  readonly code: FaultCode
  readonly at: string
}

/**
 * @property arrival When it came, where that was before: it is read again, and nothing was heard of the device.
 * @property isFile Told by a file and not by the device: in the unit of the point, as good as the file says, stored however steady; and nothing was heard of the device.
 */
export interface Payload {
  readonly readings: readonly Reading[]
  readonly faults: readonly Fault[]
  readonly arrival?: Micros
  readonly isFile?: true
}

/** Values one message may have. */
export const MAX_VALUES = 10_000
/** Faults that are named; a thousand alike help nobody. */
const MAX_FAULTS = 20
/** Characters of a place that is named: a key may be as long as the message. */
const MAX_PLACE = 200

/** What a message is read with. */
export interface Reader {
  /** The point, where the topic or address names one: then the whole text is its value. */
  readonly key?: string | undefined
  /** Whether the device has a point of that key: then `ts`, `timestamp` and `time` beside other values are values. */
  readonly isPoint?: (key: string) => boolean
}

/** The readings of a message and what was wrong with the rest; linear in its length, whatever it is (bounded-json.ts). */
export function parsePayload(text: string, { key, isPoint = () => false }: Reader = {}): Payload {
  const readings: Reading[] = []
  const faults: Fault[] = []
  let parsed: unknown
  try {
    parsed = parseBounded(text.trim())
  } catch (error) {
    return { readings, faults: [{ code: error instanceof TooManyTokens ? 'too-many' : 'syntax', at: '' }] }
  }
  const blame = (code: FaultCode, at: string) => {
    if (faults.length < MAX_FAULTS) faults.push({ code, at: at.slice(0, MAX_PLACE) })
  }
  if (key !== undefined) single(parsed, key, readings, blame)
  else if (Array.isArray(parsed)) parsed.forEach((item, index) => group(item, `[${index}]`, { readings, blame, isPoint }))
  else group(parsed, '', { readings, blame, isPoint })
  return { readings, faults }
}

type Blame = (code: FaultCode, at: string) => void
interface Found {
  readonly readings: Reading[]
  readonly blame: Blame
  readonly isPoint: (key: string) => boolean
}

const nothing = () => false

/** A topic's value may come with a time as well: `{"ts": …, "value": …}`. */
function single(item: unknown, key: string, readings: Reading[], blame: Blame): void {
  if (!isObject(item)) return take(item, key, undefined, '', readings, blame)
  if (!Object.hasOwn(item, 'value')) return blame('shape', key)
  const named = timeMember(item, nothing)
  const time = readTime(named === undefined ? undefined : item[named])
  if (time === null) return blame('timestamp', named ?? '')
  take(item['value'], key, time, 'value', readings, blame)
}

function group(item: unknown, at: string, { readings, blame, isPoint }: Found): void {
  if (!isObject(item)) return blame('shape', at)
  const path = (name: string) => (at === '' ? name : `${at}.${name}`)
  const isApart = isObject(item['values'])
  const named = timeMember(item, isApart ? nothing : isPoint)
  const time = readTime(named === undefined ? undefined : item[named])
  // Stored at the time of arrival they would be wrong, and nobody could tell.
  if (time === null) return blame('timestamp', path(named ?? ''))
  const values = isApart ? (item['values'] as Record<string, unknown>) : item
  for (const key of Object.keys(values)) {
    if (isApart || key !== named) take(values[key], key, time, path(isApart ? `values.${key}` : key), readings, blame)
  }
}

function take(value: unknown, key: string, time: Millis | undefined, at: string, readings: Reading[], blame: Blame): void {
  if (readings.length >= MAX_VALUES) return blame('too-many', at)
  if (typeof value === 'number') readings.push({ key, time, value: Number.isFinite(value) ? value : undefined })
  else if (typeof value === 'boolean') readings.push({ key, time, value: value ? 1 : 0 })
  else if (value === null) readings.push({ key, time, value: undefined })
  // A number in quotes is a mistake that would be guessed at: "1,5" or "0x10", and soon "n/a".
  else blame('not-a-number', at)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
