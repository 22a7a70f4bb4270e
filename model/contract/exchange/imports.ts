/** What an import answers, and what is asked of imports that run or have been. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { JOB_STATES } from './jobs.ts'

/** `check` stores nothing, `good` the rows without errors, `all` all of them or none. */
export const IMPORT_MODES = ['check', 'good', 'all'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

/** What is done with rows: `add` them all, `update` those that are there and refuse others, or `both`, by their key. */
export const IMPORT_KINDS = ['add', 'update', 'both'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const difference = z.strictObject({
  row: z.int(),
  /** The record, by what names it to people. */
  name: z.string(),
  field: z.string(),
  heading: z.string(),
  before: z.string(),
  after: z.string(),
})

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
  /** Where the headings were found. */
  source: z.optional(z.strictObject({ sheet: z.string(), row: z.int() })),
  /** Of an import that updates: how many rows differ from the records that are there and how many say the same, and the first differences. */
  changes: z.optional(
    z.strictObject({
      changed: z.int(),
      unchanged: z.int(),
      differences: z.array(difference),
      differenceTotal: z.int(),
      /** Names what the check compared with; sent along, it refuses an import that would find something else. */
      basis: z.string(),
    }),
  ),
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

export type Imported = z.output<typeof importedSchema>
export type ImportError = z.output<typeof importError>
export type Difference = z.output<typeof difference>
export type ImportReport = z.output<typeof reportSchema>
export type SentFile = z.output<typeof sentFile>

const PATH = '/admin/imports'

/** How far a large import of one's own is, from 0 to 100, and its report once it is done. */
export const queryImportJob = contract({
  method: 'GET',
  path: `${PATH}/queryImportJob`,
  input: z.object({ id }),
  output: z.strictObject({
    status: z.enum(JOB_STATES),
    percent: z.int(),
    message: z.nullable(z.string()),
    report: z.nullable(reportSchema),
    hasFile: z.boolean(),
  }),
})

/** Answers with the workbook of a large import that has its errors marked. */
export const downloadImportErrors = contract({ method: 'GET', path: `${PATH}/downloadImportErrors`, input: z.object({ id }) })

/** Stops a large import; what it has not stored yet stays unstored. */
export const cancelImportJob = contract({
  method: 'POST',
  path: `${PATH}/cancelImportJob`,
  send: 'query',
  input: z.strictObject({ id }),
})

/** The latest imports of the nouns that the caller may import, or of one noun. */
export const queryImports = contract({
  method: 'GET',
  path: `${PATH}/queryImports`,
  input: z.object({ noun: z.optional(z.string().check(z.maxLength(64))) }),
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        id: z.string(),
        noun: z.string(),
        fileName: z.string(),
        rows: z.int(),
        added: z.int(),
        changed: z.int(),
        status: z.enum(['done', 'undone']),
        username: z.string(),
        createTime: z.string(),
        undoneTime: z.nullable(z.string()),
        mayUndo: z.boolean(),
      }),
    ),
  }),
})
export type PastImport = OutputOf<typeof queryImports>['list'][number]

/** Removes exactly the rows that an import added, or gives those it changed what they held before. */
export const undoImport = contract({
  method: 'POST',
  path: `${PATH}/undoImport`,
  send: 'query',
  input: z.strictObject({ id }),
  output: z.strictObject({ removed: z.int() }),
})
