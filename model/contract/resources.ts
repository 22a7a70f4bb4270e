/** Shapes that the calls of several nouns take or answer. */
import * as z from 'zod/mini'
import { idList, oneOf } from '../fields.ts'
import type { Resource } from '../resource.ts'
import type { ResourceRow } from '../rows.ts'
import { rowSchema } from '../rows.ts'
import { querySchema } from '../schemas.ts'
import type { Contract } from './contract.ts'

/** Rows by their ids, as a JSON list, repeated keys or comma-joined; up to a thousand. */
export const rowIds = z.strictObject({ id: idList(1000) })

/** What a write answers with: which row, and which version it has now. */
export const written = z.strictObject({ id: z.string(), version: z.int() })
export type Written = z.output<typeof written>

/** No or yes, as a number or its text. */
export const flag = oneOf({ of: [0, 1] }).check as z.ZodMiniType<0 | 1, 0 | 1 | '0' | '1'>

/** Where a page of a list stands in the whole of it. */
export const pagination = z.strictObject({ total: z.int(), pageSize: z.int(), current: z.int() })

/** What the total of a list is: `exact`; `about`, which was exact a moment ago; or `at-least`, when there are more than are counted at once. */
export const totalIs = z.enum(['exact', 'about', 'at-least']).register(z.globalRegistry, {
  description:
    'What `total` is: `exact`, as it always is up to 10,000 rows; `about`, which was exact less than a minute ago; `at-least`, when there are more rows than are counted at once',
})
export type TotalIs = z.output<typeof totalIs>

/** A page of a noun's rows, as its list answers. */
export interface PageOfRows<Row extends ResourceRow = ResourceRow> {
  readonly list: readonly Row[]
  readonly pagination: z.output<typeof pagination> & { readonly totalIs: TotalIs }
  readonly total: number
  /** Whether the total is exact; beyond a bound it is what was counted a moment ago, or a number that there are at least. */
  readonly totalIs: TotalIs
  /** Names of the fields the rows may carry. */
  readonly fields: readonly string[]
  /** Operations the caller may call on this noun. */
  readonly allowed: readonly string[]
}

/**
 * The contract of the call that lists a noun, derived from its fields. The type of a row is the caller's to say: fields that are hidden from
 * somebody are absent from their rows.
 */
export function listContract<Row extends ResourceRow>(
  of: Resource,
): Contract<ReturnType<typeof querySchema>, z.ZodMiniType<PageOfRows<Row>>, 'json'> {
  const page = z.object({
    list: z.array(rowSchema(of)),
    pagination: z.object({ total: z.int(), totalIs, pageSize: z.int(), current: z.int() }),
    total: z.int(),
    totalIs,
    fields: z.array(z.string()),
    allowed: z.array(z.string()),
  })
  return { method: 'GET', path: `${of.api.base}/query${of.api.noun}`, input: querySchema(of), output: page as never }
}
