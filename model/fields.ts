/**
 * What a field of a noun can be. A field is data: its SQL type, the check for a value on the way in, and which
 * rights (filter, sort, write) it gives. Everything else (columns, forms, messages, API document) is derived from it.
 *
 * @example
 * fields: {
 *   username: text({ min: 3, max: 64, required: true, filter: 'contains', sort: true }),
 *   orgId: reference({ to: 'organisations', show: 'org_name', required: true, filter: 'subtree' }),
 * }
 */
import * as z from 'zod/mini'
import { callingCode } from './calling-codes.ts'
import type { Access, Field, Filter, Link, Write } from './field.ts'
import { commaList } from './wire.ts'

interface Rights {
  readonly required?: boolean
  readonly filter?: Filter
  readonly sort?: boolean
  readonly write?: Write
  readonly access?: Access
  /** It orders rows and tells people nothing: in a file only where it is asked for by name. */
  readonly internal?: boolean
}

/** Whether the options say `required: true`, known to the compiler so that row types can tell what may be null. */
type Needed<Options> = Options extends { readonly required: true } ? true : false

function field<Value, const Options extends Rights>(
  kind: Field['kind'],
  sql: string,
  check: () => z.ZodMiniType<Value>,
  rights: Options,
  more: Pick<Field, 'options' | 'link' | 'stored' | 'localised' | 'from' | 'distinctValuesTable' | 'flagTable' | 'rich' | 'day'> = {},
): Field<Value, Needed<Options>> {
  const required = (rights.required === true) as Needed<Options>
  const { access = 'row', filter, sort, write = 'always', internal } = rights
  let made: z.ZodMiniType<Value> | undefined
  return {
    kind,
    sql,
    required,
    access,
    // Made when it is first asked for: a page that shows rows checks none.
    get check() {
      return (made ??= check())
    },
    rights: { write, ...(filter ? { filter } : {}), ...(sort ? { sort } : {}), ...(internal ? { internal } : {}) },
    ...more,
  }
}

/** The check of what `prepare` makes of a value: a text that stands for a number, a list that came as one text. */
function prepared<Value>(prepare: (value: unknown) => unknown, check: z.ZodMiniType<Value>): z.ZodMiniType<Value> {
  return z.pipe(z.transform(prepare), check)
}

/** PostgreSQL text cannot hold U+0000, and no control character belongs in a one-line field. */
const CONTROL = /[\u0000-\u001f\u007f]/
/** In a text of several lines tabs and line ends may stand. */
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

interface TextOptions extends Rights {
  readonly max: number
  readonly min?: number
  readonly format?: z.ZodMiniType<string, string>
  /** Whether the text may have several lines. */
  readonly lines?: boolean
  readonly localised?: boolean
  readonly distinctValuesTable?: string
  readonly from?: Field['from']
}

/** Text of `min` to `max` characters (Unicode code units, as the specification's limits are counted), in one line unless said. */
export function text<const O extends TextOptions>(options: O): Field<string, Needed<O>> {
  const least = options.min ?? (options.required ? 1 : 0)
  const control = options.lines ? CONTROL_IN_LINES : CONTROL
  const check = () => {
    const line = z.string().check(
      z.trim(),
      z.minLength(least),
      z.maxLength(options.max),
      z.refine((value) => !control.test(value)),
    )
    return options.format ? z.pipe(line, options.format) : line
  }
  return field('text', 'text', check, options, {
    ...(options.localised ? { localised: true } : {}),
    ...(options.distinctValuesTable === undefined ? {} : { distinctValuesTable: options.distinctValuesTable }),
    ...(options.from ? { from: options.from } : {}),
  })
}

/** Text that an editor writes, with up to `max` characters of markup and words. */
export function richText<const O extends Rights & { max: number }>(options: O): Field<string, Needed<O>> {
  return { ...text({ ...options, lines: true }), rich: true }
}

/** A text that the view a noun is read from makes of other rows; never written, and no column of the noun's own table. */
export function derived({
  from,
  ...options
}: Omit<Rights, 'write' | 'required'> & { from: NonNullable<Field['from']> }): Field<string, false> {
  return field('text', '', () => z.string().check(z.trim(), z.maxLength(256)), { ...options, write: 'never' }, { from })
}

/**
 * The field as the view its noun is read from makes it of other rows: never written, and no column of the noun's own table.
 * @param from The field that it tells something about, and is hidden with; of what no other field tells there is none.
 */
export function computed<Value>(field: Field<Value>, from?: NonNullable<Field['from']>): Field<Value, false> {
  return { ...field, required: false, sql: '', rights: { ...field.rights, write: 'never' }, ...(from ? { from } : {}) }
}

/** A moment that comes again and again to a row, to be filtered by (`Field.during`); a row shows the newest, and no file has it unasked. @param from The fields that it tells something about */
export function during(from: NonNullable<Field['from']>, where: NonNullable<Field['during']>): Field<string, false> {
  return { ...computed(time({ filter: 'range', internal: true }), from), during: where }
}

/**
 * The field for those alone who may make the call that tells it as well.
 * @param path Of that call
 * @param withholds Calls that are refused to whoever does not see the field
 */
export function disclosedBy<Of extends Field>(path: string, field: Of, withholds: readonly string[]): Of {
  return { ...field, disclosedBy: path, withholds }
}

/** Text that names a person or thing in the system: no blanks inside. */
export const NO_BLANKS = z.string().check(z.regex(/^\S*$/, { error: 'blanks' }))

/** A code that programs and HTTP headers carry: ASCII letters, digits, `_`, `-` and `.`, beginning with a letter. */
export const CODE = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_.-]*$/, { error: 'code' }))

/** What names a tenant when its people sign in: like {@link CODE}, and it may begin with a digit. */
export const TENANT_CODE = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, { error: 'tenant-code' }))

/** An e-mail address (the HTML standard's pattern, which browsers use as well). Empty stays allowed where not required. */
export function email<const O extends Rights>(options: O): Field<string, Needed<O>> {
  const address = z.email({ pattern: z.regexes.html5Email })
  return text({ ...options, max: 128, format: options.required ? address : z.union([z.literal(''), address]) })
}

/** An assigned country calling code (ITU-T E.164); a leading plus is accepted and dropped. */
export function countryCode<const O extends Rights>(options: O): Field<string, Needed<O>> {
  const check = () =>
    z.pipe(
      z.string().check(z.trim(), z.regex(callingCode())),
      z.transform((value: string) => value.replace('+', '')),
    )
  return field('text', 'text', check, options)
}

/** A subscriber number: 5 to 15 digits (ITU-T E.164). The narrower rule of one country is a rule of the resource. */
export function mobile<const O extends Rights>(options: O): Field<string, Needed<O>> {
  return field('text', 'text', () => z.string().check(z.trim(), z.regex(/^\d{5,15}$/)), options)
}

/** The MD5 of a password as the browser sends it: 32 hexadecimal digits. Argon2id of it is kept, nothing is ever read. */
export function password<const O extends Rights>(options: O): Field<string, Needed<O>> {
  const check = () => z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{32}$/))
  return field('text', 'text', check, { ...options, access: 'secret' })
}

/**
 * A text that is written and never given out again, such as a signing secret or an address with a key in it; the column keeps it encrypted
 * (server/identity/secret-encryption.ts). A change that leaves it empty leaves it as it is.
 */
export function sealed<const O extends Pick<TextOptions, 'max' | 'format'> & Rights>(options: O): Field<string, Needed<O>> {
  return { ...text({ ...options, access: 'secret' }), sealed: true }
}

/** A whole number, −2³¹ … 2³¹−1 unless narrowed. Numbers arrive as JSON numbers or as their decimal text. */
export function integer<const O extends Rights & { min?: number; max?: number }>(options: O): Field<number, Needed<O>> {
  const { min = -2147483648, max = 2147483647 } = options
  return field('integer', 'integer', () => wholeNumber(z.int().check(z.minimum(min), z.maximum(max))), options)
}

function wholeNumber(schema: z.ZodMiniType<number>): z.ZodMiniType<number> {
  return prepared((value) => (typeof value === 'string' && /^\s*-?\d{1,10}\s*$/.test(value) ? Number(value) : value), schema)
}

/** A finite number with a fraction (IEEE 754, 64 bits). It arrives as a JSON number or as its text, `1.5` or `-2e-3`. */
export function decimal<const O extends Rights & { min?: number; max?: number }>(options: O): Field<number, Needed<O>> {
  const bounds = [
    ...(options.min === undefined ? [] : [z.minimum(options.min)]),
    ...(options.max === undefined ? [] : [z.maximum(options.max)]),
  ]
  const read = (value: unknown) => (typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value)
  return field('decimal', 'double precision', () => prepared(read, z.number().check(...bounds)), options)
}

/** At most 40 characters: what is longer says no more than 64 bits can hold. */
const DECIMAL = /^(?=.{1,40}$)\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i

/** One of a fixed list of words or numbers; their texts are the labels `choice.<field>.<member>`. */
export function oneOf<const Member extends string | number, const O extends Rights>(
  options: O & { of: readonly [Member, ...Member[]] },
): Field<Member, Needed<O>> {
  const numeric = typeof options.of[0] === 'number'
  const members = () => z.literal([...options.of] as Member[])
  const check = () =>
    numeric
      ? prepared((value) => (typeof value === 'string' && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : value), members())
      : members()
  return field('choice', numeric ? 'smallint' : 'text', check as () => z.ZodMiniType<Member>, options as O, { options: options.of })
}

/** Whether a row is marked, by a row of another table; never written itself. */
export function mark(options: Pick<Rights, 'filter'> & { in: NonNullable<Field['flagTable']> }): Field<0 | 1, false> {
  const { in: flagTable, ...rights } = options
  return { ...oneOf({ of: [1, 0], ...rights, write: 'never' }), flagTable }
}

/**
 * Several words or addresses in one text, each once: taken as a list or joined, kept and given out joined. `of` names all
 * there can be; their texts are the labels `choice.<field>.<member>`.
 */
export function list<
  const O extends Rights & { each: z.ZodMiniType<string>; separator: ',' | ' '; max: number; of?: readonly [string, ...string[]] },
>(options: O): Field<string, Needed<O>> {
  const { each, separator, max, of } = options
  const between = separator === ',' ? /[\s,]+/ : /\s+/
  const parts = (value: unknown) =>
    Array.isArray(value)
      ? value.map((part: unknown) => (typeof part === 'string' ? part.trim() : part)).filter((part) => part !== '')
      : typeof value === 'string'
        ? value.split(between).filter(Boolean)
        : value
  // Of more members than the text has characters none is looked at.
  const joined = () =>
    z.pipe(
      z.pipe(
        z.array(each).check(z.minLength(options.required ? 1 : 0), z.maxLength(max)),
        z.transform((values: string[]) => [...new Set(values)].join(separator)),
      ),
      z.string().check(z.maxLength(max)),
    )
  return field('list', 'text', () => prepared(parts, joined()), options as O, of ? { options: of } : {})
}

/** Some of a fixed list of words, kept in a table `(from, column, sequence)` in the order given; their texts are `button.<word>`. */
export function words<const O extends Rights & { of: readonly string[]; stored: NonNullable<Field['stored']> }>(
  options: O,
): Field<string[], Needed<O>> {
  const check = () => commaList(z.literal([...options.of]), { min: options.required ? 1 : 0, max: options.of.length * 2 })
  return field('words', '', check, options, { options: options.of, stored: options.stored })
}

/** Ids are UUIDs (RFC 9562, version 7 where we make them) and travel as strings. */
export const id = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: 'id' }))

/** The key of a column that no field of a noun is (`beside` in its declaration). */
export const besideKey = z.string().check(z.regex(/^[\w.-]{1,64}$/, { error: 'key' }))

/** Ids of several rows, one at least: as a list or comma-joined, each once. */
export const idList = (max: number) => commaList(id, { min: 1, max })

/** The id of one row of another noun, kept by a composite foreign key `(tenant_id, …)`. */
export function reference<const O extends Rights & { to: string; show: string }>(options: O): Field<string, Needed<O>> {
  return field('reference', 'uuid', () => id, options, { link: { to: options.to, show: options.show } })
}

/** The parent in a tree: the id of another row of the same noun, or `'0'` for a root. */
export function parent(options: { of: string; show: string }): Field<string> {
  const check = () => prepared((value) => (value === '' || value === 0 ? '0' : value), z.union([z.literal('0'), id], { error: 'id' }))
  return field('reference', 'uuid', check, { required: true, filter: 'equals' }, { link: { to: options.of, show: options.show } })
}

/** The ids of several rows of another noun, through a link table. Given out comma-joined; taken as list or comma-joined. */
export function references<const O extends Rights & Link & { max?: number }>(options: O): Field<string[], Needed<O>> {
  const check = () => commaList(id, { min: options.required ? 1 : 0, max: options.max ?? 200 })
  return field('references', '', check, options, { link: linkOf(options) })
}

/** A text of linked rows that the server reads along (comma-joined); never written. */
export function lookup(options: Omit<Rights, 'write' | 'required'> & Link): Field<string, false> {
  return field('lookup', '', () => z.string(), { ...options, write: 'never' }, { link: linkOf(options) })
}

function linkOf({ to, show, through }: Link): Link {
  return through ? { to, show, through } : { to, show }
}

/**
 * `yyyy-MM-dd HH:mm:ss` in the time zone of the tenant, as the specification writes times; there is no year 0. A moment as
 * `Date.toISOString` writes it says its zone itself (RFC 3339), and PostgreSQL reads both.
 */
const WIRE_TIME =
  /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])( ([01]\d|2[0-3]):[0-5]\d:[0-5]\d|T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-](0\d|1[0-4]):[0-5]\d))?$/

export const wireTime = z.string().check(z.trim(), z.regex(WIRE_TIME, { error: 'time' }), z.refine(isDay, { error: 'time' }))

/** Whether the calendar has the day; also asked of texts that the pattern has refused already. */
function isDay(value: string): boolean {
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value.slice(0, 10))
}

/** A moment, kept as `timestamptz`; with `day`, one that begins or ends a day. */
export function time<const O extends Rights & Pick<Field, 'day'>>(options: O): Field<string, Needed<O>> {
  const { day } = options
  return field('time', 'timestamptz', () => wireTime, options, day ? { day } : {})
}
