/** Entries of forms: what there is to fill in, what is kept of it, and lists and files of what came. */
import * as z from 'zod/mini'
import { ENTRY_SOURCES, ENTRY_STATES, formEntries } from '../../devtool/form-entries.ts'
import { id } from '../../fields.ts'
import { FIELD_KINDS } from '../../form/kinds.ts'
import { optional, pageInput, partOf } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { IMPORT_KINDS, difference } from '../exchange/imports.ts'
import { totalIs } from '../resources.ts'
import { at, definition, entryData, revision, versionNumber } from './values.ts'

const PATH = formEntries.api.base
const fieldId = z.string().check(z.regex(/^[a-z][a-z0-9]{1,15}$/))

/** The forms that have a published version, by name: which take entries, and how many the caller has sent and begun. */
export const queryFormsToFill = contract({
  method: 'GET',
  path: `${PATH}/queryFormsToFill`,
  output: z.array(
    z.strictObject({
      formId: z.string(),
      formDescription: z.string(),
      formVersion: z.int(),
      isOpen: z.boolean(),
      sent: z.int(),
      begun: z.int(),
    }),
  ),
})
export type FormToFill = OutputOf<typeof queryFormsToFill>[number]

const toFill = {
  formId: z.string(),
  formDescription: z.string(),
  formVersion: z.int(),
  /** Without the fields that the caller does not see. */
  definition,
  /** Ids of the fields that the caller may write. */
  writable: z.array(z.string()),
  /** Whether the form takes entries. */
  isOpen: z.boolean(),
  /** The tenant's, and its clock. */
  zone: z.string(),
  now: at,
}

/** The newest version of a form as the caller may fill it in. */
export const queryFormToFill = contract({
  method: 'GET',
  path: `${PATH}/queryFormToFill`,
  input: z.object({ formId: id }),
  output: z.strictObject(toFill),
})

/** Names of the rows that values name, by their ids; those whose names the caller does not see are absent. */
const names = z.record(z.string(), z.string())

/** An entry, with the version of the form that it was filled in with, of a draft with the newest: to be read, to be gone on with, to be printed. */
export const queryEntryToFill = contract({
  method: 'GET',
  path: `${PATH}/queryEntryToFill`,
  input: z.object({ id }),
  output: z.strictObject({
    ...toFill,
    id: z.string(),
    entryNumber: z.int(),
    entryState: z.enum(ENTRY_STATES),
    entrySource: z.enum(ENTRY_SOURCES),
    owner: z.nullable(z.string()),
    submittedAt: z.nullable(at),
    data: entryData,
    names,
    revision: z.int(),
    mayChange: z.boolean(),
    mayWithdraw: z.boolean(),
  }),
})
export type EntryToFill = OutputOf<typeof queryEntryToFill>

const entryInput = z.strictObject({
  formId: id,
  /** Of an entry that is there already, with the revision that was read. */
  id: optional(id),
  revision: optional(revision),
  formVersion: versionNumber,
  data: entryData,
})
const keptEntry = z.strictObject({ id: z.string(), entryNumber: z.int(), entryState: z.enum(ENTRY_STATES), revision: z.int() })

/**
 * Keeps a draft, of which nothing is required yet. What is wrong answers 422 (`entry.invalid`): each of `errors` has the place of the value as
 * `field`, a sentence, and the code of the check (model/devtool/entry-faults.ts reads them).
 */
export const saveFormEntry = contract({ method: 'POST', path: `${PATH}/saveFormEntry`, input: entryInput, output: keptEntry })

/** Sends an entry, or changes one that was sent. */
export const submitFormEntry = contract({ method: 'POST', path: `${PATH}/submitFormEntry`, input: entryInput, output: keptEntry })

/** The same of an entry that is there, whoever sent it. */
export const updateFormEntry = contract({ method: 'PUT', path: `${PATH}/updateFormEntry`, input: entryInput, output: keptEntry })

/** Takes back an entry that was sent: it stays to be read and counts no more. */
export const withdrawFormEntry = contract({
  method: 'POST',
  path: `${PATH}/withdrawFormEntry`,
  input: z.strictObject({ id, revision: optional(revision) }),
  output: keptEntry,
})

/** What a field of a form has to be, to be in the list: one of these. Times and numbers are compared as such. */
const filter = z.strictObject({
  /** Choices, switches, dictionaries and rows: one of these values. */
  among: z.optional(z.array(z.union([z.string().check(z.maxLength(256)), z.boolean(), z.number()])).check(z.minLength(1), z.maxLength(50))),
  /** Texts: a part of it. */
  contains: z.optional(partOf(128)),
  /** Numbers, dates and moments: at least, and at most. */
  from: z.optional(z.string().check(z.maxLength(40))),
  to: z.optional(z.string().check(z.maxLength(40))),
})
export type EntryFilter = z.output<typeof filter>

const listing = {
  formId: id,
  /** Words of a field that is `listed`, by its id. */
  filters: z.optional(z.record(fieldId, filter)),
  entryState: optional(z.enum(ENTRY_STATES)),
  entrySource: optional(z.enum(ENTRY_SOURCES)),
  /** Only one's own. */
  mine: z.optional(z.boolean()),
  /** `<field>` or `entryNumber`, and `ascend` or `descend` after a blank; the newest first where nothing is said. */
  sorter: optional(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,31} (ascend|descend)$/))),
}

/** A page of the entries of a form, with the values of its listed fields. It is sent as JSON, since filters are as the form has fields. */
export const queryEntryList = contract({
  method: 'POST',
  path: `${PATH}/queryEntryList`,
  input: z.strictObject({ ...listing, ...pageInput({ size: 20, max: 200 }) }),
  output: z.strictObject({
    formDescription: z.string(),
    isOpen: z.boolean(),
    /** The listed fields that the caller sees, as the newest version has them. */
    columns: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        kind: z.enum(FIELD_KINDS),
        labels: z.record(z.string(), z.optional(z.string())),
        /** Of choices. */
        choices: z.optional(z.array(z.strictObject({ value: z.string(), labels: z.record(z.string(), z.optional(z.string())) }))),
        isFilter: z.boolean(),
        isSorter: z.boolean(),
      }),
    ),
    list: z.array(
      z.strictObject({
        id: z.string(),
        entryNumber: z.int(),
        entryState: z.enum(ENTRY_STATES),
        entrySource: z.enum(ENTRY_SOURCES),
        /** Null for whoever does not see users, and where it came from outside. */
        owner: z.nullable(z.string()),
        submittedAt: z.nullable(at),
        changedAt: at,
        values: entryData,
        revision: z.int(),
        mayChange: z.boolean(),
        mayWithdraw: z.boolean(),
      }),
    ),
    names,
    total: z.int(),
    totalIs,
    /** Operations that the caller may call on entries. */
    allowed: z.array(z.string()),
  }),
})
export type EntryList = OutputOf<typeof queryEntryList>

/** Brings a file for a field, before the entry is sent; what is not sent is thrown away after a day. */
export const uploadEntryFile = contract({
  method: 'POST',
  path: `${PATH}/uploadEntryFile`,
  send: 'parts',
  input: z.object({ formId: id, field: fieldId }),
  output: z.strictObject({ id: z.string(), name: z.string(), size: z.int(), mediaType: z.string() }),
})

/** Answers with the file: to whoever sees the entry and the field, and before it is sent to whoever brought it. */
export const downloadEntryFile = contract({ method: 'POST', path: `${PATH}/downloadEntryFile`, input: z.strictObject({ id }) })

const asFile = {
  ...listing,
  /** Entries by their ids; absent: all that the filters leave. */
  id: optional(z.array(id).check(z.maxLength(1000))),
}
const queued = z.strictObject({ jobId: z.string(), queued: z.literal(true) })

/** The list as a file: the fields that the caller sees, rows of tables below each other. The answer, where it is no file: the job that makes it. */
export const exportFormEntry = contract({
  method: 'POST',
  path: `${PATH}/exportFormEntry`,
  input: z.strictObject({
    ...asFile,
    /** A workbook unless said. */
    fileFormat: z.optional(z.enum(['xlsx', 'csv'])),
    /** An empty workbook to fill in. */
    isTemplate: z.optional(z.boolean()),
  }),
  output: queued,
})
export const exportWordFormEntry = contract({
  method: 'POST',
  path: `${PATH}/exportWordFormEntry`,
  input: z.strictObject(asFile),
  output: queued,
})
export const exportPDFFormEntry = contract({
  method: 'POST',
  path: `${PATH}/exportPDFFormEntry`,
  input: z.strictObject(asFile),
  output: queued,
})

/** Sends an entry for each row of a workbook or CSV, all of them or none. Columns are found by the labels of the fields. */
export const importFormEntry = contract({
  method: 'POST',
  path: `${PATH}/importFormEntry`,
  send: 'parts',
  input: z.object({
    formId: id,
    mode: z._default(z.enum(['check', 'all']), 'all'),
    /** What becomes of rows: entries that are there are named by their number. */
    kind: z._default(z.enum(IMPORT_KINDS), 'add'),
    /** What the check compared with. */
    basis: z.optional(z.string().check(z.maxLength(64))),
  }),
  output: z.strictObject({
    rows: z.int(),
    stored: z.int(),
    /** Headings that name no field. */
    unknown: z.array(z.string()),
    errors: z.array(z.strictObject({ row: z.int(), heading: z.string(), value: z.string(), message: z.string() })),
    errorTotal: z.int(),
    /** Of an import that changes entries: what becomes of the rows, or would, and the first differences. */
    changes: z.optional(
      z.strictObject({
        added: z.int(),
        changed: z.int(),
        unchanged: z.int(),
        differences: z.array(difference),
        differenceTotal: z.int(),
        /** Names what the check compared with; sent along, it refuses an import that would find something else. */
        basis: z.string(),
      }),
    ),
  }),
})
export type ImportedEntries = OutputOf<typeof importFormEntry>
