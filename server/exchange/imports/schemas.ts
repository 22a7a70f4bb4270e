import { z } from 'zod'
import { modes } from './types.ts'

const errorSchema = z.strictObject({
  row: z.int(),
  column: z.string(),
  field: z.string(),
  heading: z.string(),
  value: z.string(),
  message: z.string(),
})

export const reportSchema = z.strictObject({
  mode: z.enum(modes),
  fileName: z.string(),
  rows: z.int(),
  good: z.int(),
  badRows: z.int(),
  added: z.int(),
  comments: z.int(),
  headings: z.strictObject({ unknown: z.array(z.string()), ignored: z.array(z.string()), missing: z.array(z.string()) }),
  errors: z.array(errorSchema),
  errorTotal: z.int(),
  values: z.strictObject({ stored: z.int(), corrected: z.int(), repeated: z.int() }).optional(),
  importId: z.string().nullable(),
})

const fileSchema = z.strictObject({ name: z.string(), content: z.string() })

/** The report at once, or the job that will have it. `file` is the annotated workbook, `handed` what is told only now, both as Base64. */
export const importedSchema = z.strictObject({
  jobId: z.string().nullable(),
  report: reportSchema.nullable(),
  file: fileSchema.nullable(),
  handed: fileSchema.nullable(),
})
