/** What several calls about forms take or answer. */
import * as z from 'zod/mini'
import type { DefinitionFault } from '../../form/check-definition.ts'
import type { FormDefinition } from '../../form/definition.ts'
import { whole } from '../../wire.ts'

const anything = z.record(z.string(), z.unknown())

/** A definition as it comes: what it is in detail, model/form/definition.ts says, and the server names what is wrong by its field. */
export const givenDefinition = anything as unknown as z.ZodMiniType<Record<string, unknown>, FormDefinition>
export const definition = z.looseObject({
  schema: z.literal(1),
  fields: z.array(anything),
  layout: z.array(anything),
}) as unknown as z.ZodMiniType<FormDefinition>

/** Values by the ids of fields. */
export const entryData = anything as z.ZodMiniType<Record<string, unknown>>

export const faults = z.array(
  z.looseObject({ field: z.optional(z.string()), code: z.string(), about: z.optional(z.string()) }),
) as unknown as z.ZodMiniType<readonly DefinitionFault[]>

/** What the draft of a form, or an entry, was when it was read: whoever writes says it, and nothing that came meanwhile is lost. */
export const revision = whole(1, 2_147_483_647)
/** The number of a published version. */
export const versionNumber = whole(1, 1_000_000)
/** Milliseconds since 1970. */
export const at = z.number()
