/** The form generator: files of a form for other programs. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { optional } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { versionNumber } from './values.ts'

const PATH = '/generator/formgenerator'
/** Of a version, or of the draft where none is said. */
const source = { id, formVersion: optional(versionNumber) }

/** The forms by name, with the newest published version of each, 0 before the first; and whether the caller may take the files away, and print the form. */
export const queryFormChoice = contract({
  method: 'GET',
  path: `${PATH}/queryFormChoice`,
  output: z.strictObject({
    list: z.array(z.strictObject({ id: z.string(), formDescription: z.string(), formVersion: z.int() })),
    mayGenerate: z.boolean(),
    mayPrint: z.boolean(),
  }),
})
export type FormChoice = OutputOf<typeof queryFormChoice>['list'][number]

/** The files, to be read. README, comments and titles are in the caller's language. */
export const queryFormResource = contract({
  method: 'GET',
  path: `${PATH}/queryFormResource`,
  input: z.object(source),
  output: z.strictObject({ files: z.array(z.strictObject({ name: z.string(), text: z.string() })) }),
})
export type FormResource = OutputOf<typeof queryFormResource>['files'][number]

/** Answers with the files as a ZIP. */
export const generateFormResource = contract({ method: 'POST', path: `${PATH}/generateFormResource`, input: z.strictObject(source) })
