/** Shapes that the calls of several nouns take or answer. */
import * as z from 'zod/mini'
import { idList, oneOf } from '../fields.ts'

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
    'What `total` is: `exact`, as it always is up to 10,000 rows (1,000 of tasks that somebody can take); `about`, which was exact less than a minute ago; `at-least`, when there are more rows than are counted at once',
})
export type TotalIs = z.output<typeof totalIs>
