/** The form of what is kept about a list: how somebody wants to see it, and a view of it under a name. */
import * as z from 'zod/mini'
import { besideKey } from '../fields.ts'
import { resources } from '../index.ts'
import { personalLists } from './personal.ts'

export const DENSITIES = ['compact', 'standard', 'roomy'] as const
/** Pixels. */
export const MIN_WIDTH = 56
export const MAX_WIDTH = 1200
/** Bytes of JSON that one list's look, and one view, may take. */
export const MAX_LOOK_BYTES = 4096
export const MAX_VIEW_BYTES = 8192

/** The lists there are, each by the name of its noun, and those of what is somebody's own. */
export const listPages: readonly string[] = [...Object.values(resources), ...personalLists].map(({ name }) => name)
export const listPage = z.literal(listPages)

const fieldName = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/))
const MAX_BESIDE = Math.max(...Object.values(resources).map(({ beside }) => beside?.keys ?? 0))
const fieldNames = z.optional(z.array(fieldName).check(z.maxLength(80)))

export const lookSchema = z.strictObject({
  /** Columns in the order wanted; those not named follow in their own. */
  order: fieldNames,
  hidden: fieldNames,
  left: fieldNames,
  right: fieldNames,
  widths: z.optional(z.record(fieldName, z.int().check(z.minimum(MIN_WIDTH), z.maximum(MAX_WIDTH)))),
  density: z.optional(z.literal(DENSITIES)),
  /** Keys of the columns that no field of the noun is, in their order. */
  beside: z.optional(z.array(besideKey).check(z.maxLength(MAX_BESIDE))),
})
/** How the columns and rows of a list look; what is absent is as the list itself has it. */
export type ListLook = z.output<typeof lookSchema>

export const viewSchema = z.strictObject({
  filters: z.record(z.string().check(z.maxLength(70)), z.string().check(z.maxLength(256))),
  sorter: z.optional(z.string().check(z.maxLength(80))),
  look: lookSchema,
})
export interface ListViewState {
  readonly filters: Readonly<Record<string, string>>
  readonly sorter?: string | undefined
  readonly look: ListLook
}
