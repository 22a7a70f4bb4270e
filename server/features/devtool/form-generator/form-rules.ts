/**
 * The rules of a form's fields as schemas of zod. Each message is a code, for which the page has a sentence; a field has one fault at a time.
 * This file is the same in every form and needs nothing but zod.
 */
import * as z from 'zod'

/** A code for a value of another kind, and `required` for one that is not there. */
const withCode = (code: string) => ({ error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'required' : code) })

/** Whether there is nothing in a field. A switch that is off is something. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const orNothing = (value: unknown): unknown => (isEmpty(value) ? undefined : value)

/** The schema of a value that has to be filled in. */
export const required = <Of extends z.ZodType>(of: Of) => z.preprocess(orNothing, of).refine((value) => !isEmpty(value), 'required')

/** The schema of a value that may be left empty: whatever is empty is undefined. */
export const optional = <Of extends z.ZodType>(of: Of) => z.preprocess(orNothing, of.optional()).optional()

/** The schema of a value that has to be filled in and has a default, so that it may be left out. */
export const begun = <Of extends z.ZodType>(of: Of) => required(of).optional()

/** The schema of a calculated value: whatever is sent for it is ignored. */
export const calculated = () => z.unknown().optional()

/** The schema of a value that the server gives: nobody sends it. */
export const given = () => z.preprocess(orNothing, z.undefined({ error: 'read-only' })).optional()

type Fault = string | false | undefined
/** A check that says the first thing that is wrong. */
const checked =
  <Value>(faultOf: (value: Value) => Fault) =>
  (value: Value, context: { addIssue: (issue: { code: 'custom'; message: string }) => void }): void => {
    const message = faultOf(value)
    if (message) context.addIssue({ code: 'custom', message })
  }

const CONTROL = /[\u0000-\u001f\u007f]/
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

interface TextRules {
  readonly min?: number
  readonly max: number
  readonly pattern?: RegExp
  /** Characters that a text with a pattern may have. */
  readonly patternMax?: number
  /** The last character follows from the others (ISO 7064, MOD 11-2). */
  readonly hasCheckDigit?: boolean
  readonly isLines?: boolean
  /** Blanks at its ends belong to it. */
  readonly isRich?: boolean
}

/** A text, without the blanks at its ends. */
export const text = ({ min = 0, max, pattern, patternMax = Infinity, hasCheckDigit, isLines, isRich }: TextRules) =>
  z
    .string(withCode('text'))
    .transform((value) => (isRich ? value : value.trim()))
    .superRefine(
      checked((value) => {
        if ((isLines ? CONTROL_IN_LINES : CONTROL).test(value)) return 'text'
        if (value.length > max) return 'max-length'
        if (value === '') return undefined
        if (value.length < min) return 'min-length'
        if (!pattern) return undefined
        if (value.length > patternMax) return 'max-length'
        return (!pattern.test(value) || (hasCheckDigit === true && !checkDigitFits(value.toUpperCase()))) && 'pattern'
      }),
    )

function checkDigitFits(value: string): boolean {
  let sum = 0
  for (let at = 0; at < 17; at += 1) sum += Number(value[at]) * (2 ** (17 - at) % 11)
  return '10X98765432'[sum % 11] === value[17]
}

/** `digits` × 10 ^ -`scale`, without zeros at the end. */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}
const DECIMAL = /^([+-]?)(\d{0,40})(?:\.(\d{0,40}))?(?:e([+-]?\d{1,4}))?$/i
const MAX_EXPONENT = 400
const MAX_WHOLE_DIGITS = 40

/** The number that a number or a decimal text is, exactly; undefined where it is none. */
export function decimalOf(value: unknown): Decimal | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(String(value).trim()) ?? []
  if (sign === undefined || whole + fraction === '') return undefined
  let digits = BigInt(`${whole}${fraction}`)
  let scale = fraction.length - Number(exponent)
  while (digits !== 0n && digits % 10n === 0n) {
    digits /= 10n
    scale -= 1
  }
  if (digits === 0n) return { digits, scale: 0 }
  if (Math.abs(String(digits).length - 1 - scale) > MAX_EXPONENT) return undefined
  return { digits: sign === '-' ? -digits : digits, scale }
}

/** Below 0, 0 or above 0, as the first is less than the second, the same or greater. */
function orderOf(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale)
  const [left, right] = [one, other].map(({ digits, scale: own }) => digits * 10n ** BigInt(scale - own)) as [bigint, bigint]
  return left < right ? -1 : left > right ? 1 : 0
}

interface NumberRules {
  /** Decimal texts, so that they are exact. */
  readonly least?: string
  readonly greatest?: string
  readonly decimals?: number
  readonly isWhole?: boolean
}

function faultOfNumber(value: number | string, { least, greatest, decimals, isWhole }: NumberRules): Fault {
  const number = decimalOf(value)
  if (!number) return 'number'
  if (isWhole && number.scale > 0) return 'integer'
  if (decimals !== undefined && number.scale > decimals) return 'decimals'
  const [low, high] = [decimalOf(least), decimalOf(greatest)]
  if (low && orderOf(number, low) < 0) return 'least'
  if (high && orderOf(number, high) > 0) return 'greatest'
  return isWhole && !Number.isSafeInteger(Number(value)) && 'number'
}

/** A number of JSON. */
export const number = (rules: NumberRules) => z.number(withCode('number')).superRefine(checked((value) => faultOfNumber(value, rules)))

/** A decimal text, so that nothing is lost of it; a number is taken as well. */
export const money = (rules: NumberRules) =>
  z
    .union([z.string(), z.number()], withCode('number'))
    .superRefine(checked((value) => faultOfNumber(value, rules) || (isLongerThanKept(value) && 'number')))

/** What is kept is written without an exponent, and as short as what may be given. */
function isLongerThanKept(value: number | string): boolean {
  const number = decimalOf(value)
  return number !== undefined && String(number.digits).replace('-', '').length - number.scale > MAX_WHOLE_DIGITS
}

/** Yes or no. */
export const truth = () => z.boolean(withCode('truth'))

/** One of the values. */
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values) => z.enum(values, withCode('choice'))

interface CountRules {
  readonly min?: number
  readonly max?: number
}
const faultOfCount = (count: number, { min = 0, max = Infinity }: CountRules): Fault =>
  count > max ? 'max-count' : count < min && 'min-count'

/** Some of the values, each once. */
export const choices = <const Values extends readonly [string, ...string[]]>(values: Values, rules: CountRules) =>
  z
    .array(z.enum(values, withCode('choice')), withCode('choice'))
    .transform((list) => [...new Set(list)])
    .superRefine(checked((list) => faultOfCount(list.length, rules)))

function isDate(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (year === undefined || year === '0000') return false
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.toISOString().slice(0, 10) === value
}

/** A day, such as `2026-01-31`. */
export const date = () => z.string(withCode('date')).refine(isDate, 'date')

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** A moment (ISO 8601); it becomes the one of UTC. */
export const moment = () =>
  z
    .string(withCode('moment'))
    .refine((value) => MOMENT.test(value) && !Number.isNaN(Date.parse(value)), 'moment')
    .transform((value) => new Date(value).toISOString())

/** A time of day, such as `08:30`. */
export const time = () => z.string(withCode('time')).regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'time')

/** Two days, the later one second. */
export const dateRange = () =>
  z.tuple([z.string(), z.string()], withCode('date-range')).refine(([from, to]) => isDate(from) && isDate(to) && from <= to, 'date-range')

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const id = (code: string) => z.string(withCode(code)).regex(UUID, code)

/** A row of the product, by its id. */
export const row = () => id('row')

/** A point with its reading. */
export const reading = () =>
  z.strictObject(
    {
      point: id('reading'),
      value: z.number(withCode('reading')).nullable(),
      quality: z.number(withCode('reading')).refine(Number.isInteger, 'reading'),
      at: z.string(withCode('reading')).regex(MOMENT, 'reading'),
    },
    withCode('reading'),
  )

/** Files that were uploaded, of these endings. */
export const files = ({ types, ...rules }: CountRules & { readonly types?: readonly string[] }) =>
  z
    .array(
      z.strictObject(
        {
          id: id('files'),
          name: z.string(withCode('files')).refine((name) => {
            const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
            return name.length <= 255 && !CONTROL.test(name) && (!types || types.includes(ending))
          }, 'files'),
        },
        withCode('files'),
      ),
      withCode('files'),
    )
    .superRefine(checked((list) => faultOfCount(list.length, rules)))

/** The schema of a signature, which is a picture. */
export const signature = () => z.strictObject({ id: id('files') }, withCode('files'))

const degrees = (most: number) => z.number(withCode('location')).refine((value) => Math.abs(value) <= most, 'location')

/** The schema of a place: longitude and latitude (WGS 84), and its name. */
export const location = () =>
  z.strictObject(
    {
      longitude: degrees(180),
      latitude: degrees(90),
      name: z
        .string(withCode('location'))
        .refine((name) => name.length <= 256 && !CONTROL.test(name), 'location')
        .optional(),
    },
    withCode('location'),
  )

/** Members that are known and no others; `otherwise` for what is no object. */
const known = (otherwise: string) => ({
  error: ({ code, input }: { readonly code?: string; readonly input?: unknown }) =>
    code === 'unrecognized_keys' ? 'unknown' : input === undefined ? 'required' : otherwise,
})

/** Rows of columns. */
export const table = <Shape extends z.ZodRawShape>(columns: Shape, rules: CountRules) =>
  z.array(z.strictObject(columns, known('table')), withCode('table')).superRefine(checked((list) => faultOfCount(list.length, rules)))

/** What must hold between two fields, or a column of a table and another one or a field. Where one of them is empty, it does. */
interface Comparison {
  readonly table?: string
  readonly field: string
  readonly is: string
  readonly other: string
  /** The other one is a column of the same row. */
  readonly inRow?: boolean
  /** Decimal texts among them are compared as numbers. */
  readonly areNumbers?: boolean
}

/** The entry of a form. What is wrong between two fields is said as `compare-0`, `compare-1` … by their place among the comparisons. */
export const entry = <Shape extends z.ZodRawShape>(fields: Shape, comparisons: readonly Comparison[]) =>
  z.strictObject(fields, known('unknown')).superRefine((found, context) => {
    const data = found as Readonly<Record<string, unknown>>
    for (const [at, comparison] of comparisons.entries()) {
      const { table: name, field, other, inRow } = comparison
      const rows = name === undefined ? [data] : Array.isArray(data[name]) ? (data[name] as (typeof data)[]) : []
      for (const [place, values] of rows.entries()) {
        if (holds(values[field], comparison, (inRow ? values : data)[other])) continue
        context.addIssue({ code: 'custom', message: `compare-${at}`, path: name === undefined ? [field] : [name, place, field] })
      }
    }
  })

/** What of a value is compared: of a point with its reading, the reading. */
const comparable = (value: unknown): unknown => (typeof value === 'object' && value !== null && 'value' in value ? value.value : value)

function holds(one: unknown, { is, areNumbers }: Comparison, other: unknown): boolean {
  const [mine, its] = [comparable(one), comparable(other)]
  if (isEmpty(mine) || isEmpty(its)) return true
  const [left, right] = areNumbers ? [decimalOf(mine), decimalOf(its)] : []
  const order =
    left && right ? orderOf(left, right) : typeof mine === 'string' && typeof its === 'string' ? Number(mine > its) - Number(mine < its) : 0
  const isSame = left && right ? order === 0 : JSON.stringify(mine) === JSON.stringify(its)
  if (is === 'equal') return isSame
  if (is === 'unequal') return !isSame
  if (is === 'less') return order < 0
  if (is === 'less-or-equal') return order <= 0
  return is === 'greater' ? order > 0 : order >= 0
}
