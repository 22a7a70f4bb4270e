/** What of a form the roles in use see and write. */
import type { FormDefinition } from '../../model/form/definition.ts'
import type { FieldsFor } from '../../model/form/fields-for.ts'
import { fieldsFor } from '../../model/form/fields-for.ts'
import type { Caller } from '../kernel/authorization/caller.ts'

/** The fields of a form for the roles in use. @param newest The definition that decides: of the newest version */
export const fieldsOf = (caller: Pick<Caller, 'active'>, newest: FormDefinition): FieldsFor =>
  fieldsFor(newest, new Set(caller.active.map(({ code }) => code)))

/** The values of the fields that are seen. */
export function seenValues(
  definition: FormDefinition,
  { sees }: Pick<FieldsFor, 'sees'>,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    definition.fields.filter((field) => sees(field) && data[field.id] !== undefined).map(({ id }) => [id, data[id]]),
  )
}
