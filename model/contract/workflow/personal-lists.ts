/** What the lists of somebody's own have in common: how they are asked for, and what they answer (model/lists/personal.ts). */
import * as z from 'zod/mini'
import { commaList, optional, partOf } from '../../wire.ts'
import { totalIs } from '../resources.ts'

/** A part of a text, as long as one that a saved view keeps. */
export const searched = partOf(256)

/** `<field>_ascend` or `<field>_descend`. */
export const sorter = optional(z.string().check(z.maxLength(80)))

/** A page of rows; how many there are in all; and which fields of the list the caller sees. */
export const personalPage = <Row extends z.core.$ZodType>(row: Row) =>
  z.strictObject({ list: z.array(row), total: z.int(), totalIs, fields: z.array(z.string()) })

export const PERSONAL_FORMATS = ['xlsx', 'csv'] as const

/** `fields`: those whose columns the file has, in this order; all that the caller sees, where none are named. */
export const fileInput = {
  fileFormat: z._default(z.enum(PERSONAL_FORMATS), 'xlsx'),
  fields: z.optional(commaList(z.string().check(z.maxLength(64)), { max: 80 })),
}
