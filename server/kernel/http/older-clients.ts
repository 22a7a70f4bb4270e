/**
 * What clients that name themselves `browser` at the sign-in send and expect otherwise than our own console: understood here, for every
 * call alike (docs/decisions/0092-older-clients.md). Nothing of it widens what somebody may do: a handler is given what the schema of its
 * call lets through, as from everybody else.
 */
import { z } from 'zod'
import type { Contract } from '../../../model/contract/contract.ts'
import type { Resource } from '../../../model/resource.ts'
import { isBlank } from '../../../model/list-query.ts'
import type { Failure } from '../errors.ts'
import type { Caller } from '../authorization/caller.ts'
import { withoutHidden } from '../authorization/view.ts'
import type { View } from '../authorization/view.ts'

type Values = Readonly<Record<string, unknown>>

/** What of a route matters here. */
type Declared = Pick<Contract, 'method' | 'path' | 'input'> & { readonly of?: Resource }

/** Whether this is such a client; nobody is before the sign-in. */
export function isOlderClient(caller: Caller | undefined): boolean {
  return caller?.dialect === 'browser'
}

/** How a call has the list that it answers with, where older clients want it otherwise: as `data`, or as the whole answer. */
export type OlderShape = 'data' | 'bare' | 'xml'

/** What the client is answered, if it is not what everybody is. @param data As the handler gave it: a list, or an object that has one. */
export function olderAnswer(shape: OlderShape, data: unknown): unknown {
  if (shape === 'xml') return { code: 200, status: 200, message: 'success', data: (data as { xml: string }).xml }
  const list = Array.isArray(data) ? data : (data as { list: unknown[] }).list
  return shape === 'bare' ? list : { code: 200, status: 200, message: 'success', data: list }
}

/** Returns what older clients look for in a row, by their names. */
export type OlderRow = (row: Values) => Values

/** The same answer, with each row of its list as such clients read it. */
export const inOlderRows = (of: OlderRow, data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'list' in data && Array.isArray(data.list)
    ? { ...data, list: data.list.map((row: Values) => ({ ...row, ...of(row) })) }
    : data

/** The id that no row has: ids of theirs are numbers, so one of them names nothing here. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** What is sent otherwise than by its name as our schemas have it; what says nothing is left out. */
export function inOurValues(given: Values, readers: Readonly<Record<string, (value: unknown) => unknown>> = {}): Values {
  const read = Object.entries(given).map(([key, value]): [string, unknown] => [
    key,
    Object.hasOwn(readers, key) ? readers[key]?.(value) : value,
  ])
  return Object.fromEntries(read.filter(([key, value]) => value !== undefined || !Object.hasOwn(readers, key)))
}

/** The values by the names that our schemas have. What comes under both names keeps the one of the schema. */
export function inOurNames(given: Values, names: Readonly<Record<string, string>> = {}): Values {
  const renamed = Object.entries(given).map(([key, value]): [string, unknown] => [(Object.hasOwn(names, key) && names[key]) || key, value])
  return { ...Object.fromEntries(renamed), ...Object.fromEntries(Object.entries(given).filter(([key]) => !Object.hasOwn(names, key))) }
}

/** The values as our schemas write them: numbers of texts and ids as texts, no parent as the root. */
export function inOurWords(given: Values, { of, method }: Pick<Declared, 'of' | 'method'>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, wordOf(key, value, of, method === 'GET')]))
}

function wordOf(key: string, value: unknown, of: Resource | undefined, isFilter: boolean): unknown {
  const field = of && Object.hasOwn(of.fields, key) ? of.fields[key] : undefined
  if (!field) return value
  const isReference = field.kind === 'reference' || field.kind === 'references'
  if (isFilter) return isReference && !isBlank(value) && /^\d{1,19}$/.test(String(value)) && Number(value) > 0 ? NOBODY : value
  if (key === of?.parent && value === null) return '0'
  return typeof value === 'number' && Number.isSafeInteger(value) && (isReference || field.kind === 'text') ? String(value) : value
}

/** What was parsed, and the fields of the noun that came along though nobody writes them: they have to be as they were. */
export interface OlderInput {
  readonly parsed: z.ZodSafeParseResult<unknown>
  readonly echoed: Values
}

/**
 * What the schema makes of the input without the keys that the call does not take. They are ignored where they cannot be mistaken for something that was wanted; the
 * others are refused as they are for everybody, and so is every unknown key of a call that deletes, which it might have narrowed.
 * @param view What the caller sees of the noun: hidden fields are ignored and refused like fields that do not exist.
 */
export function parseOlder(declared: Declared, given: Values, view: View | undefined): OlderInput {
  const { input, of, method, path } = declared
  const parse = (values: Values) => {
    const parsed = z.safeParse(input, values, { reportInput: true }) as z.ZodSafeParseResult<unknown>
    const texts = parsed.success ? {} : textsOf(values, parsed.error.issues)
    return Object.keys(texts).length === 0
      ? parsed
      : (z.safeParse(input, { ...values, ...texts }, { reportInput: true }) as z.ZodSafeParseResult<unknown>)
  }
  const taken = takenBy(input)
  if (method === 'GET' || !taken || /\/(delete|revoke)[^/]*$/.test(path)) return { parsed: parse(given), echoed: {} }
  const named = Object.fromEntries([...taken, ...Object.keys(given)].map((key) => [key, true]))
  const visible = new Set(Object.keys(of && view ? withoutHidden(named, of, view) : named))
  const open = [...taken].filter((key) => visible.has(key) && !Object.hasOwn(given, key)).map(folded)
  const isSurplus = (key: string) => !(taken.has(key) && visible.has(key)) && !isMistakable(key, open)
  const [surplus, kept] = parted(Object.entries(given), ([key]) => isSurplus(key))
  const echoed = surplus.filter(([key]) => visible.has(key) && of && Object.hasOwn(of.fields, key) && of.fields[key]?.access === 'row')
  return { parsed: parse(Object.fromEntries(kept)), echoed: Object.fromEntries(echoed) }
}

/** Numbers that were sent where the call takes texts, as texts: ids and codes of such clients are numbers, also of what is no field of a noun. */
const textsOf = (values: Values, issues: readonly z.core.$ZodIssue[]): Values =>
  Object.fromEntries(
    issues.flatMap(({ path: [key, ...inside], ...issue }) => {
      const isText = issue.code === 'invalid_type' && issue.expected === 'string' && inside.length === 0
      const value = typeof key === 'string' && isText ? values[key] : undefined
      return Number.isSafeInteger(value) ? [[key, String(value)]] : []
    }),
  )

/** The members that are so, and the others. */
function parted<Member>(all: readonly Member[], isSo: (member: Member) => boolean): [Member[], Member[]] {
  const { yes = [], no = [] } = Object.groupBy(all, (member) => (isSo(member) ? 'yes' : 'no'))
  return [yes, no]
}

/** Names of what an input takes; nothing of an input that is no object, or takes whatever comes. */
function takenBy(input: z.core.$ZodType): ReadonlySet<string> | undefined {
  const { type, shape, catchall } = input._zod.def as { type: string; shape?: object; catchall?: z.core.$ZodType }
  return type === 'object' && shape && catchall?._zod.def.type === 'never' ? new Set(Object.keys(shape)) : undefined
}

/** Nobody sends these without wanting something by it. */
const SECRET = /password|secret|token|captcha/i

/** Whether the key may have been meant for one that the call takes and was not given, or for a secret that would then be another one than its sender thinks. */
function isMistakable(key: string, open: readonly string[]): boolean {
  const given = folded(key)
  return SECRET.test(key) || open.some((name) => isSlipOf(given, name))
}

const folded = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** One letter too many, too few or another one, or two that changed places; of names under four letters, none. */
function isSlipOf(given: string, meant: string): boolean {
  if (given === meant) return true
  if (Math.min(given.length, meant.length) < 4 || Math.abs(given.length - meant.length) > 1) return false
  let from = 0
  while (from < given.length && given[from] === meant[from]) from += 1
  let to = 0
  while (to < Math.min(given.length, meant.length) - from && given.at(-1 - to) === meant.at(-1 - to)) to += 1
  const [left, right] = [given.slice(from, given.length - to), meant.slice(from, meant.length - to)]
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && right.length === 2 && left === [...right].reverse().join(''))
}

/** Statuses that say what is wrong with a wish, not with the request, its sender or the server. */
/** What of a route says how its refusals are read. */
interface Answering extends Pick<Contract, 'method'> {
  readonly reads?: true
  readonly file?: string
  readonly protocol?: object
  readonly raw?: object
}

const REFUSALS = new Set([404, 409, 413, 422])

/**
 * Whether a failure is told as such a client reads it: answered with 200, and the status beside the sentence. What a call refuses that would have changed
 * something, and that alone: who may do what, limits of traffic, protocols and faults keep their status, and so do reads and
 * files, for which a client would take the refusal for rows or bytes.
 */
export function isFailureInBody({ code, status }: Failure, caller: Caller | undefined, route: Answering | undefined): boolean {
  if (!route || !isOlderClient(caller) || !REFUSALS.has(status)) return false
  if (code.startsWith('request.') && code !== 'request.invalid') return false
  return route.method !== 'GET' && !route.reads && !route.protocol && !route.raw && route.file === undefined
}
