/** Forms: their draft, what is published of it, and what other programs know them by. */
import * as z from 'zod/mini'
import { FORM_STATES, forms } from '../../devtool/forms.ts'
import { id } from '../../fields.ts'
import { lineOf, optional } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { written } from '../resources.ts'
import { at, definition, faults, givenDefinition, revision, versionNumber } from './values.ts'

const PATH = forms.api.base
const one = z.object({ id })

/** The draft of a form, with what keeps it from being published. */
export const queryFormDesign = contract({
  method: 'GET',
  path: `${PATH}/queryFormDesign`,
  input: one,
  output: z.strictObject({
    id: z.string(),
    formDescription: z.string(),
    definition,
    revision: z.int(),
    formStatus: z.enum(FORM_STATES),
    formVersion: z.int(),
    faults,
    /** Null where nobody saved it in the designer, or the caller does not see users. */
    savedBy: z.nullable(z.string()),
    savedAt: z.nullable(at),
    mayChange: z.boolean(),
  }),
})
export type FormDesign = OutputOf<typeof queryFormDesign>

/**
 * Keeps the draft. Where somebody saved meanwhile it answers 409 (`form.saved-meanwhile`), with `savedBy`, `savedAt` and `revision` beside the
 * message.
 */
export const saveFormDraft = contract({
  method: 'POST',
  path: `${PATH}/saveFormDraft`,
  input: z.strictObject({ id, definition: givenDefinition, revision }),
  output: z.strictObject({ revision: z.int(), savedAt: at, faults }),
})

/** Makes the next version of the draft, which nobody changes any more. A draft with faults is refused, each named. */
export const publishGeneratorForm = contract({
  method: 'POST',
  path: `${PATH}/publishGeneratorForm`,
  input: z.strictObject({ id, revision }),
  output: z.strictObject({ formVersion: z.int(), revision: z.int() }),
})

/** From then on it takes no new entries, by a link neither. */
export const closeGeneratorForm = contract({
  method: 'POST',
  path: `${PATH}/closeGeneratorForm`,
  input: z.strictObject({ id }),
  output: written,
})

/** It takes entries again. */
export const openGeneratorForm = contract({
  method: 'POST',
  path: `${PATH}/openGeneratorForm`,
  input: z.strictObject({ id }),
  output: written,
})

/** The versions, the newest first. */
export const queryFormVersion = contract({
  method: 'GET',
  path: `${PATH}/queryFormVersion`,
  input: one,
  output: z.array(z.strictObject({ formVersion: z.int(), publishedBy: z.nullable(z.string()), publishedAt: at, entries: z.int() })),
})
export type FormVersion = OutputOf<typeof queryFormVersion>[number]

export const queryFormVersionContent = contract({
  method: 'GET',
  path: `${PATH}/queryFormVersionContent`,
  input: z.object({ id, formVersion: versionNumber }),
  output: z.strictObject({ formVersion: z.int(), definition }),
})

/** Makes a version the draft; like saving, it is refused where somebody saved meanwhile. */
export const restoreFormVersion = contract({
  method: 'POST',
  path: `${PATH}/restoreFormVersion`,
  input: z.strictObject({ id, formVersion: versionNumber, revision }),
  output: z.strictObject({ revision: z.int() }),
})

/** A new form with the draft of this one, under another name. */
export const copyGeneratorForm = contract({
  method: 'POST',
  path: `${PATH}/copyGeneratorForm`,
  input: z.strictObject({ id, formDescription: lineOf(128) }),
  output: written,
})

/** The JSON Schema (draft 2020-12) of the entries: of a version, or of the draft where none is said. Titles are in the caller's language. */
export const queryFormJsonSchema = contract({
  method: 'GET',
  path: `${PATH}/queryFormJsonSchema`,
  input: z.object({ id, formVersion: optional(versionNumber) }),
  output: z.strictObject({ schema: z.record(z.string(), z.unknown()) }),
})

/** The form that a JSON Schema describes, and the names of what could not be understood. It stores nothing. */
export const readFormJsonSchema = contract({
  method: 'POST',
  path: `${PATH}/readFormJsonSchema`,
  input: z.strictObject({ schema: z.record(z.string(), z.unknown()) }),
  output: z.strictObject({ definition, left: z.array(z.string()) }),
})
