/**
 * How values travel where JSON types do not say it: calls take query strings and forms too, so numbers come as text, lists comma-joined, and
 * what was left blank as an empty text. Each rule stands here once, as a check (`zod/mini`) for the fields of a call's input.
 */
import * as z from 'zod/mini'
import { isBlank } from './list-query.ts'

/** The members of a comma-joined text, trimmed and without blanks. */
export const listMembers = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** The members of a comma-joined text; anything else unchanged. */
export const splitList = (given: unknown): unknown => (typeof given === 'string' ? listMembers(given) : given)

/** A list, as an array or comma-joined (`1,2,3`), of `min` to `max` members; each once in the result. */
export function commaList<Member, Given>(
  each: z.ZodMiniType<Member, Given>,
  { min = 0, max }: { readonly min?: number; readonly max: number },
) {
  const members = z.pipe(
    z.array(each).check(z.minLength(min), z.maxLength(max)),
    z.transform((list: Member[]) => [...new Set(list)]),
  )
  return z.pipe(z.transform(splitList as (given: string | readonly Given[]) => Given[]), members)
}

/** A UUID in lower case, however it was written. */
export const uuid = z.uuid().check(z.toLowerCase())

const blankIsAbsent = z.transform((given: unknown): unknown => (given === '' || given === null ? undefined : given))
type OrBlank<Given> = Given | '' | null | undefined

/** A value that may be absent; an empty text and null mean the same. */
export function optional<Value, Given>(
  check: z.ZodMiniType<Value, Given>,
): z.ZodMiniOptional<z.ZodMiniType<Value | undefined, OrBlank<Given>>> {
  return z.optional(z.pipe(blankIsAbsent, z.optional(check)) as z.ZodMiniType<Value | undefined, OrBlank<Given>>)
}

const unsetIsAbsent = z.transform((given: unknown): unknown => (isBlank(given) ? undefined : given))

/** A choice that may not have been made: like {@link optional}, and also the words `undefined` and `null` (list-query.ts) mean that. */
export function unlessUnset<Value, Given>(
  check: z.ZodMiniType<Value, Given>,
): z.ZodMiniOptional<z.ZodMiniType<Value | undefined, OrBlank<Given>>> {
  return z.optional(z.pipe(unsetIsAbsent, z.optional(check)) as z.ZodMiniType<Value | undefined, OrBlank<Given>>)
}

/** The value, or `otherwise` where it is absent, empty or null. */
export function defaulted<Value extends number | string, Given>(
  check: z.ZodMiniType<Value, Given>,
  otherwise: NoInfer<Value>,
): z.ZodMiniDefault<z.ZodMiniType<Value, OrBlank<Given>>> {
  const given = z.pipe(blankIsAbsent, z._default(check as z.ZodMiniType<Value>, otherwise as never))
  return z._default(given as z.ZodMiniType<Value, OrBlank<Given>>, otherwise as never)
}

/** A whole number from `min` to `max`, as a number or its text. */
export const whole = (min: number, max: number) => z.coerce.number<number | string>().check(z.int(), z.minimum(min), z.maximum(max))

/** A moment in milliseconds since 1970, of this century. */
export const moment = z.coerce.number<number | string>().check(z.minimum(Date.UTC(2000, 0)), z.maximum(Date.UTC(2100, 0)))

/** A day of the calendar, `yyyy-MM-dd`. */
export const day = z.string().check(
  z.trim(),
  z.refine((text) => /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true, {
    error: 'day',
  }),
)

/** The page of a list that is asked for: `currentPage` from 1, `pageSize` up to `max`. */
export const pageInput = ({ size, max }: { readonly size: number; readonly max: number }) => ({
  currentPage: defaulted(whole(1, 1_000_000), 1),
  pageSize: defaulted(whole(1, max), size),
})

/** A page of rows, and how many there are in all. */
export const pageOf = <Row extends z.core.$ZodType>(row: Row) => z.strictObject({ list: z.array(row), total: z.int() })

/** One of several to choose from: its value, and the text people read. */
export const choice = z.strictObject({ name: z.string(), value: z.string() })
export type Choice = z.output<typeof choice>

/** How many were added to a set that was replaced as a whole, and how many are gone. */
export const difference = z.strictObject({ added: z.int(), removed: z.int() })

/** Part of a text to look for, trimmed, of at most `max` characters. U+0000 is in no text of the database, which refuses even to look for it. */
export const partOf = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max),
    z.refine((text) => !text.includes('\u0000')),
  )

/** One line of text, trimmed, of one to `max` characters. */
export const lineOf = (max: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(max),
    z.refine((text) => !/[\u0000-\u001f\u007f]/.test(text)),
  )

/**
 * An object whose members are looked at by whoever takes it: the schema of a record reads each of a hundred thousand before anybody could say that they are too
 * many, which takes longer than parsing them.
 */
export const unreadObject = z
  .any()
  .check(
    z.check(({ value, issues }) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        issues.push({ code: 'invalid_type', expected: 'record', input: value })
    }),
  )
  .register(z.globalRegistry, { type: 'object', additionalProperties: {} }) as z.ZodMiniType<Record<string, unknown>>
