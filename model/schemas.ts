/**
 * What a call about a noun may bring, derived from its fields. For the server: the browser checks field by field, and does
 * without the whole of the schema library (`zod`; the fields are made of its small form, `zod/mini`).
 */
import { z } from 'zod'
import type { Field } from './field.ts'
import { isNumber } from './field.ts'
import { decimal, id, time } from './fields.ts'
import { NO_REFERENCE, isBlank, rangeKeys } from './list-query.ts'
import type { Listing, Resource } from './resource.ts'
import { writableFields } from './resource.ts'

type Check = z.core.$ZodType

/** A text of decimal digits as the number it says, everything else as it is: `Number` would also read hexadecimal, blanks and `true`. */
const wholeNumber = (value: unknown): unknown => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value)

/** Body of a creation: unknown keys are refused, optional fields may be absent, null or empty. */
export function addSchema(of: Resource) {
  return z.strictObject(Object.fromEntries(writableFields(of, 'add').map((name) => [name, presence(of.fields[name] as Field, true)])))
}

/** Body of a change: the id, the fields that change, and (to refuse a lost update) the version that was read. */
export function updateSchema(of: Resource) {
  return z.strictObject({
    id,
    version: z.preprocess(wholeNumber, z.int().min(1).max(2147483647)).optional(),
    ...Object.fromEntries(writableFields(of, 'update').map((name) => [name, presence(of.fields[name] as Field, false)])),
  })
}

function presence(field: Field, needed: boolean): Check {
  if (field.required) return needed ? field.check : z.optional(field.check)
  return z.preprocess((value) => (value === '' || value === null ? undefined : value), z.optional(field.check))
}

/** Query of a list: page, order and one key for each field that can be filtered by. Unknown keys are ignored. */
export function querySchema(of: Pick<Listing, 'fields'>) {
  const filters: Record<string, Check> = { id: z.optional(id) }
  for (const [name, field] of Object.entries(of.fields)) {
    const { filter } = field.rights
    if (!filter) continue
    if (filter === 'range') {
      // Without the bounds of the field: nothing is below the least, which is an answer and no mistake.
      const { check } = isNumber(field) ? decimal({}) : time({})
      for (const key of rangeKeys(name)) filters[key] = z.optional(check)
    } else {
      filters[name] = z.optional(filter === 'contains' ? part : filterCheck(field))
    }
  }
  return z.object({
    currentPage: counted(1_000_000, 1),
    pageSize: counted(10_000, 10),
    sorter: z.string().max(80).optional(),
    ...Object.fromEntries(Object.entries(filters).map(([name, check]) => [name, blankMeansAbsent(check)])),
  })
}

/** A whole number from 1 to `most`; `otherwise` when it is absent or blank. */
function counted(most: number, otherwise: number): z.ZodType<number> {
  return blankMeansAbsent(z.coerce.number().int().min(1).max(most).default(otherwise)) as z.ZodType<number>
}

/** Part of a text. U+0000 is in no text of the database, which refuses even to look for it. */
const part = z
  .string()
  .trim()
  .max(256)
  .refine((value) => !value.includes('\u0000'))

/** By a single reference one can also ask for rows that have none (`'0'`). */
function filterCheck(field: Field): Check {
  if (field.kind === 'references') return id
  return field.kind === 'reference' ? z.union([z.literal(NO_REFERENCE), id], { error: 'id' }) : field.check
}

function blankMeansAbsent(check: Check): Check {
  return z.preprocess((value) => (isBlank(value) ? undefined : value), check)
}
