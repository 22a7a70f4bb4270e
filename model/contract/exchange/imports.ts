/** What an import answers. */
import * as z from 'zod/mini'

/** `check` stores nothing, `good` the rows without errors, `all` all of them or none. */
export const IMPORT_MODES = ['check', 'good', 'all'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

const importError = z.strictObject({
  row: z.int(),
  column: z.string(),
  field: z.string(),
  heading: z.string(),
  value: z.string(),
  message: z.string(),
})

const names = z.readonly(z.array(z.string()))

export const reportSchema = z.strictObject({
  mode: z.enum(IMPORT_MODES),
  fileName: z.string(),
  rows: z.int(),
  good: z.int(),
  badRows: z.int(),
  added: z.int(),
  comments: z.int(),
  headings: z.strictObject({ unknown: names, ignored: names, missing: names }),
  errors: z.array(importError),
  errorTotal: z.int(),
  /** Of readings that were stored: how many values are new, corrected another one, or were there already. */
  values: z.optional(z.strictObject({ stored: z.int(), corrected: z.int(), repeated: z.int() })),
  importId: z.nullable(z.string()),
})

const sentFile = z.strictObject({ name: z.string(), content: z.string() })

/** The report at once, or the job that will have it. `file` is the annotated workbook, `handed` what is told only now, both as Base64. */
export const importedSchema = z.strictObject({
  jobId: z.nullable(z.string()),
  report: z.nullable(reportSchema),
  file: z.nullable(sentFile),
  handed: z.nullable(sentFile),
})

export type ImportError = z.output<typeof importError>
export type ImportReport = z.output<typeof reportSchema>
export type SentFile = z.output<typeof sentFile>
