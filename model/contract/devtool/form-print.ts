/** Forms on paper. */
import * as z from 'zod/mini'
import { formEntries } from '../../devtool/form-entries.ts'
import { forms } from '../../devtool/forms.ts'
import { id } from '../../fields.ts'
import { optional } from '../../wire.ts'
import { contract } from '../contract.ts'
import { versionNumber } from './values.ts'

/** Answers with an entry as a PDF: the fields that the caller sees, in the caller's language. */
export const printFormEntry = contract({
  method: 'POST',
  path: `${formEntries.api.base}/printFormEntry`,
  input: z.strictObject({ id }),
})

/** Answers with the form as a PDF, to be filled in by hand: a version of it, or the draft where none is said. */
export const printGeneratorForm = contract({
  method: 'POST',
  path: `${forms.api.base}/printGeneratorForm`,
  input: z.strictObject({ id, formVersion: optional(versionNumber) }),
})
