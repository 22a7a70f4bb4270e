/**
 * What is looked at when a plan's order or a round is done, item by item, and what was found. Data: orders keep the items as they were when the order was opened,
 * rounds as they were when the stop was done. An item fails when its check was answered with no, or its number lies beyond a limit.
 */
import * as z from 'zod/mini'
import { lineOf, uuid } from '../wire.ts'

/** `check` is answered with yes or no, `number` may have limits, `photo` takes pictures, `text` a note. */
export const CHECK_KINDS = ['check', 'number', 'photo', 'text'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

export const MAX_CHECK_ITEMS = 60
/** Characters of a list of items written as JSON. */
export const MAX_CHECKLIST_TEXT = 30_000
export const MAX_CHECK_PHOTOS = 6
const MAX_NOTE = 500
/** Beyond this no reading of a gauge makes sense, and JSON keeps it exactly. */
const MAX_FIGURE = 1e12

/** Names an item within its list; results carry it, so it stays when the words change. */
const key = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,32}$/, { error: 'check-key' }))
const figure = z.number().check(z.minimum(-MAX_FIGURE), z.maximum(MAX_FIGURE))
const written = z.string().check(
  z.trim(),
  z.maxLength(MAX_NOTE),
  z.refine((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)),
)

export const checkItem = z
  .strictObject({
    key,
    text: lineOf(200),
    kind: z.enum(CHECK_KINDS),
    /** Of a number. */
    unit: z.optional(lineOf(16)),
    low: z.optional(figure),
    high: z.optional(figure),
    required: z.boolean(),
    /** A failed item opens a corrective order: of a check, and of a number that has a limit. */
    opensOrder: z.boolean(),
  })
  .check(
    z.refine(({ kind, unit, low, high }) => kind === 'number' || (unit === undefined && low === undefined && high === undefined), {
      error: 'check-limits',
    }),
    z.refine(({ low, high }) => low === undefined || high === undefined || low <= high, { error: 'check-order' }),
    z.refine(({ kind, low, high, opensOrder }) => !opensOrder || canFail({ kind, low, high }), { error: 'check-fails' }),
  )
export type CheckItem = z.output<typeof checkItem>

/** The items of one list, each key once. */
export const checklist = z.array(checkItem).check(
  z.maxLength(MAX_CHECK_ITEMS),
  z.refine((items) => new Set(items.map((item) => item.key)).size === items.length, { error: 'check-twice' }),
)
export type Checklist = z.output<typeof checklist>

/** What was found of one item. `photos` are ids of pictures that were uploaded before. */
export const checkResult = z.strictObject({
  key,
  passed: z.optional(z.boolean()),
  value: z.optional(figure),
  text: z.optional(written),
  photos: z.optional(z.array(uuid).check(z.maxLength(MAX_CHECK_PHOTOS))),
  /** A remark on any item. */
  note: z.optional(written),
})
export type CheckResult = z.output<typeof checkResult>

export const checkResults = z.array(checkResult).check(
  z.maxLength(MAX_CHECK_ITEMS),
  z.refine((results) => new Set(results.map((result) => result.key)).size === results.length, { error: 'check-twice' }),
)

/** Whether an item can fail at all. */
export const canFail = ({ kind, low, high }: { kind: CheckKind; low?: number | undefined; high?: number | undefined }): boolean =>
  kind === 'check' || (kind === 'number' && (low !== undefined || high !== undefined))

/** Whether a number lies beyond the limits of its item; the limits themselves are allowed. */
export const isBeyond = ({ low, high }: Pick<CheckItem, 'low' | 'high'>, value: number): boolean =>
  (low !== undefined && value < low) || (high !== undefined && value > high)

/** Whether something was found of the item: what its kind asks for. */
export function isAnswered({ kind }: Pick<CheckItem, 'kind'>, result: CheckResult | undefined): boolean {
  if (!result) return false
  if (kind === 'check') return result.passed !== undefined
  if (kind === 'number') return result.value !== undefined
  return kind === 'photo' ? (result.photos ?? []).length > 0 : (result.text ?? '') !== ''
}

/** Whether the item fails with what was found of it; one that was not answered does not. */
export function hasFailed(item: CheckItem, result: CheckResult | undefined): boolean {
  if (item.kind === 'check') return result?.passed === false
  return item.kind === 'number' && result?.value !== undefined && isBeyond(item, result.value)
}

export interface JudgedChecks {
  /** Required items without an answer. */
  readonly missing: readonly CheckItem[]
  readonly failed: readonly CheckItem[]
  /** Failed items that open a corrective order. */
  readonly opening: readonly CheckItem[]
  /** Keys of results that belong to no item, or say what the kind of their item does not ask for. */
  readonly unknown: readonly string[]
}

/** Which items of a list lack an answer, which failed, and which results fit none. */
export function judgeChecks(items: readonly CheckItem[], results: readonly CheckResult[]): JudgedChecks {
  const byKey = new Map(results.map((result) => [result.key, result]))
  const kinds = new Map(items.map((item) => [item.key, item.kind]))
  const failed = items.filter((item) => hasFailed(item, byKey.get(item.key)))
  return {
    missing: items.filter((item) => item.required && !isAnswered(item, byKey.get(item.key))),
    failed,
    opening: failed.filter((item) => item.opensOrder),
    unknown: results.filter((result) => !fits(kinds.get(result.key), result)).map((result) => result.key),
  }
}

function fits(kind: CheckKind | undefined, { passed, value, text, photos }: CheckResult): boolean {
  if (kind === undefined) return false
  // Pictures may stand beside any answer: what failed is best shown.
  const given = [passed !== undefined && 'check', value !== undefined && 'number', text !== undefined && 'text'].filter(Boolean)
  return given.every((one) => one === kind) && (photos === undefined || photos.length <= MAX_CHECK_PHOTOS)
}

/** The items that a text says; none for an empty one, undefined for a text that says none. */
export function readChecklist(text: string | null | undefined): Checklist | undefined {
  if (text === null || text === undefined || text.trim() === '') return []
  if (text.length > MAX_CHECKLIST_TEXT) return undefined
  try {
    const read = z.safeParse(checklist, JSON.parse(text))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** The items as the text that plans and stops keep; empty where there are none. */
export const checklistText = (items: readonly CheckItem[]): string => (items.length === 0 ? '' : JSON.stringify(items))

/** The check of such a text as a field of a noun. */
export const CHECKLIST = z.string().check(z.refine((text) => readChecklist(text) !== undefined, { error: 'checklist' }))
