/** What a field can hold: how what somebody sends becomes what is kept, or why it does not. */
import { dayNumber, decimalOf } from '../expression/values.ts'
import type { Value } from '../expression/values.ts'
import type { FormColumn } from './definition.ts'
import { MAX_PATTERN_TEXT, fitsOwn, looksLike, waysOf } from './patterns.ts'

/** What is wrong with a value, and the numbers and words that a sentence about it names. */
export interface ValueFault {
  readonly code: FaultCode
  readonly values?: Readonly<Record<string, number | string>>
}

export const FAULT_CODES = [
  'required',
  'text',
  'number',
  'integer',
  'truth',
  'date',
  'moment',
  'time',
  'date-range',
  'choice',
  'row',
  'reading',
  'files',
  'location',
  'table',
  'min-length',
  'max-length',
  'pattern',
  'least',
  'greatest',
  'decimals',
  'min-count',
  'max-count',
  'compare',
  'read-only',
  'hidden',
  'unknown',
  /** Of a field that is unique: another entry says the same. The server alone knows. */
  'taken',
  'too-much',
] as const
export type FaultCode = (typeof FAULT_CODES)[number]

/** Steps of the budget that are worth so many ways of a pattern: a way is some nanoseconds, a step about a microsecond. */
const WAYS_A_STEP = 100
/** Characters of a text, by the kind of its field. */
export const MAX_TEXT = { text: 1000, lines: 20_000, 'rich-text': 100_000, code: 512, dictionary: 64, time: 8 } as const
/** Of one field. */
export const MAX_FILES = 50
const CONTROL = /[\u0000-\u001f\u007f]/
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

export type Read = { readonly value: unknown } | { readonly fault: ValueFault }
const fault = (code: FaultCode, values?: ValueFault['values']): Read => ({ fault: { code, ...(values ? { values } : {}) } })

/** Whether there is nothing in a field. A switch that is off is something. */
export const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What is kept of a value that somebody sent for a field other than a table, or what is wrong with it. The value is not empty. */
export function readValue(part: FormColumn, given: unknown, budget: { left: number }): Read {
  switch (part.kind) {
    case 'text':
    case 'lines':
    case 'rich-text':
    case 'code':
    case 'dictionary':
      return readText(part, part.kind, given, budget)
    case 'number':
    case 'slider':
    case 'integer':
    case 'rating':
    case 'money':
      return readNumber(part, given)
    case 'switch':
      return typeof given === 'boolean' ? { value: given } : fault('truth')
    case 'radio':
    case 'select':
      return (part.choices ?? []).some(({ value }) => value === given) ? { value: given } : fault('choice')
    case 'checkboxes':
    case 'multi-select':
      return readChoices(part, given)
    case 'date':
      return dayNumber(given as Value) === null ? fault('date') : { value: given }
    case 'moment': {
      const ms = typeof given === 'string' && MOMENT.test(given) ? Date.parse(given) : NaN
      return Number.isNaN(ms) ? fault('moment') : { value: new Date(ms).toISOString() }
    }
    case 'time':
      return typeof given === 'string' && TIME.test(given) ? { value: given } : fault('time')
    case 'date-range':
      return readRange(given)
    case 'region':
    case 'organisation':
    case 'user':
    case 'role':
    case 'post':
    case 'device':
    case 'reference':
      return isId(given) ? { value: given } : fault('row')
    case 'reading':
      return readReading(given)
    case 'files':
    case 'pictures':
      return readFiles(part, given)
    case 'signature':
      return isRecord(given) && onlyHas(given, ['id']) && isId(given['id']) ? { value: given } : fault('files')
    case 'location':
      return readLocation(given)
    case 'table':
    case 'serial':
      return fault('read-only')
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const onlyHas = (record: Record<string, unknown>, names: readonly string[]): boolean =>
  Object.keys(record).every((name) => names.includes(name))
const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

function readText(part: FormColumn, kind: keyof typeof MAX_TEXT, given: unknown, budget: { left: number }): Read {
  if (typeof given !== 'string') return fault('text')
  const text = kind === 'rich-text' ? given : given.trim()
  if ((kind === 'lines' || kind === 'rich-text' ? CONTROL_IN_LINES : CONTROL).test(text)) return fault('text')
  const [min, max] = [part.minLength ?? 0, Math.min(part.maxLength ?? MAX_TEXT[kind], MAX_TEXT[kind])]
  if (text.length > max) return fault('max-length', { max })
  if (text.length < min && text !== '') return fault('min-length', { min })
  if (!part.pattern || text === '') return { value: text }
  if ('name' in part.pattern) return looksLike(part.pattern.name, text) ? { value: text } : fault('pattern', { name: part.pattern.name })
  if (text.length > MAX_PATTERN_TEXT) return fault('max-length', { max: MAX_PATTERN_TEXT })
  budget.left -= Math.ceil(waysOf(part.pattern.own, text.length) / WAYS_A_STEP)
  if (budget.left < 0) return fault('too-much')
  return fitsOwn(part.pattern.own, text) ? { value: text } : fault('pattern')
}

function readNumber(part: FormColumn, given: unknown): Read {
  const { kind, least, greatest } = part
  const number = decimalOf(given)
  if (!number) return fault('number')
  const isWhole = kind === 'integer' || kind === 'rating'
  if (isWhole && !number.mod(1).eq(0)) return fault('integer')
  const decimals = part.decimals ?? (kind === 'money' ? 2 : undefined)
  if (decimals !== undefined && !number.round(decimals).eq(number)) return fault('decimals', { decimals })
  const [low, high] = kind === 'rating' ? ['1', greatest ?? '5'] : [least, greatest]
  if (low !== undefined && number.lt(low)) return fault('least', { least: low })
  if (high !== undefined && number.gt(high)) return fault('greatest', { greatest: high })
  // What is kept is read again: it has to be as short as what may be given.
  if (kind === 'money') {
    const kept = number.toFixed(decimals)
    return decimalOf(kept) ? { value: kept } : fault('number')
  }
  const value = Number(number.toString())
  return Number.isFinite(value) && (!isWhole || Number.isSafeInteger(value)) ? { value } : fault('number')
}

function counted(part: FormColumn, list: readonly unknown[], max: number): ValueFault | undefined {
  const most = Math.min(part.maxCount ?? max, max)
  if (list.length > most) return { code: 'max-count', values: { max: most } }
  return list.length < (part.minCount ?? 0) ? { code: 'min-count', values: { min: part.minCount ?? 0 } } : undefined
}

function readChoices(part: FormColumn, given: unknown): Read {
  const known = new Set((part.choices ?? []).map(({ value }) => value))
  if (!Array.isArray(given) || !given.every((one) => known.has(one as string))) return fault('choice')
  const list = [...new Set(given)]
  const wrong = counted(part, list, known.size)
  return wrong ? { fault: wrong } : { value: list }
}

function readRange(given: unknown): Read {
  const [from, to, ...more] = Array.isArray(given) ? (given as Value[]) : []
  const [start, end] = [dayNumber(from ?? null), dayNumber(to ?? null)]
  return start === null || end === null || end < start || more.length > 0 ? fault('date-range') : { value: [from, to] }
}

function readReading(given: unknown): Read {
  if (!isRecord(given) || !onlyHas(given, ['point', 'value', 'quality', 'at']) || !isId(given['point'])) return fault('reading')
  const { point, value, quality, at } = given
  const isNumber = value === null || (typeof value === 'number' && Number.isFinite(value))
  const isMoment = typeof at === 'string' && MOMENT.test(at)
  return isNumber && isMoment && Number.isInteger(quality) ? { value: { point, value, quality, at } } : fault('reading')
}

function readFiles(part: FormColumn, given: unknown): Read {
  if (!Array.isArray(given)) return fault('files')
  const list: unknown[] = []
  for (const file of given) {
    if (!isRecord(file) || !onlyHas(file, ['id', 'name']) || !isId(file['id']) || typeof file['name'] !== 'string') return fault('files')
    const { id, name } = file as { id: string; name: string }
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    if (name.length > 255 || CONTROL.test(name) || (part.fileTypes && !part.fileTypes.includes(ending))) return fault('files')
    list.push({ id, name })
  }
  const wrong = counted(part, list, MAX_FILES)
  return wrong ? { fault: wrong } : { value: list }
}

function readLocation(given: unknown): Read {
  if (!isRecord(given) || !onlyHas(given, ['longitude', 'latitude', 'name'])) return fault('location')
  const { longitude, latitude, name } = given
  const isOnEarth = typeof longitude === 'number' && typeof latitude === 'number' && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
  const isNamed = name === undefined || (typeof name === 'string' && name.length <= 256 && !CONTROL.test(name))
  return isOnEarth && isNamed ? { value: given } : fault('location')
}

/** What a value that is kept is in an expression; null where nothing can be calculated with it. */
export function expressionValue(part: FormColumn, value: unknown): Value {
  if (value === undefined || value === null) return null
  switch (part.kind) {
    case 'number':
    case 'slider':
    case 'integer':
    case 'rating':
    case 'money':
      return decimalOf(value)
    case 'reading':
      return isRecord(value) ? decimalOf(value['value']) : null
    case 'switch':
      return value === true
    case 'checkboxes':
    case 'multi-select':
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null
    case 'rich-text':
    case 'date-range':
    case 'files':
    case 'pictures':
    case 'signature':
    case 'location':
    case 'table':
      return null
    default:
      return typeof value === 'string' ? value : null
  }
}
