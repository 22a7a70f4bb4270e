/** Which fields of a form somebody sees and which they write: said by the form, for roles by their codes. */
import type { FormDefinition, FormField, LayoutPart } from './definition.ts'

/** Whose fields: of somebody with active roles, or of whoever has the address of a link. */
export type Whose = ReadonlySet<string> | 'outside'

export interface FieldsFor {
  sees(field: FormField): boolean
  mayWrite(field: FormField): boolean
}

/**
 * The fields for somebody. Of a field that the newest version has, that version decides, for entries of older ones too: whoever may see it is decided
 * today, and not when the entry was sent.
 */
export function fieldsFor(newest: FormDefinition, whose: Whose): FieldsFor {
  const today = new Map(newest.fields.map((field) => [field.id, field]))
  const isAmong = (roles: readonly string[] | undefined): boolean =>
    roles === undefined || roles.length === 0 || (whose !== 'outside' && roles.some((role) => whose.has(role)))
  const sees = (field: FormField) => isAmong((today.get(field.id) ?? field).seenBy)
  return { sees, mayWrite: (field) => sees(field) && isAmong((today.get(field.id) ?? field).writtenBy) }
}

/** The definition without the fields that somebody does not see, on the page neither. */
export function seenPart(definition: FormDefinition, { sees }: Pick<FieldsFor, 'sees'>): FormDefinition {
  const fields = definition.fields.filter(sees)
  if (fields.length === definition.fields.length) return definition
  const ids = new Set(fields.map(({ id }) => id))
  return { ...definition, fields, layout: without(definition.layout, ids) }
}

function without(layout: readonly LayoutPart[], ids: ReadonlySet<string>): LayoutPart[] {
  return layout.flatMap((part): LayoutPart[] => {
    if (part.part === 'field') return ids.has(part.field) ? [part] : []
    if (part.part === 'row' || part.part === 'group') return [{ ...part, of: without(part.of, ids) }]
    if (part.part === 'tabs' || part.part === 'steps')
      return [{ ...part, of: part.of.map((each) => ({ ...each, of: without(each.of, ids) })) }]
    return [part]
  })
}

/** Ids of the fields that somebody writes. */
export const writableIds = (definition: FormDefinition, { mayWrite }: FieldsFor): string[] =>
  definition.fields.filter(mayWrite).map(({ id }) => id)
