/** What several calls about processes take or answer. */
import * as z from 'zod/mini'
import { id, idList, wireTime } from '../../fields.ts'
import { optional } from '../../wire.ts'

/** Up to a hundred ids: each is a step of its own instance, in one transaction. */
export const ids = idList(100)

/** What is said with an act; of most it is asked for. */
export const COMMENT_LENGTH = 512
const line = z.string().check(z.trim(), z.maxLength(COMMENT_LENGTH))
export const comment = z.pipe(line, z.string().check(z.minLength(1, { error: 'required' })))
export const optionalComment = optional(line)

/** Who sends the same again, under this key, is answered what the first was and does nothing twice. */
export const commandKey = optional(z.string().check(z.trim(), z.maxLength(100)))

/** Values of variables by their names, as JSON has them. */
export const variables = z.record(z.string(), z.unknown())

/** When something happened, as lists write times. */
export const when = z.string()
export const maybeWhen = z.nullable(z.string())
export const time = wireTime

/** Whose name the caller does not see is null. */
export const person = z.nullable(z.string())

export const userId = id

/** The username or id of somebody who is picked. JSON in the database keeps no character 0. */
export const pickedPerson = z.string().check(
  z.trim(),
  z.maxLength(64),
  z.refine((name) => !name.includes('\u0000')),
)
const nodeId = z.string().check(z.minLength(1), z.maxLength(255))
/** Whom the starter picks, by the ids of the tasks. */
export const pickedPeople = z.record(nodeId, pickedPerson.check(z.minLength(1)))

/** What was done: to how many rows, and what became of the instance where it is one. */
export const changed = z.strictObject({ changed: z.int() })

/** An element of a model and what is wrong with it, as a sentence in the caller's language. */
export const modelFault = z.strictObject({
  code: z.string(),
  element: z.string(),
  name: z.optional(z.string()),
  about: z.optional(z.string()),
  message: z.string(),
})
