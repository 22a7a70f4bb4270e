/** A form as somebody with a role has it: shown in the preview. What is so in truth the server decides. */
import type { FormDefinition, FormField, LayoutPart } from '../../../../../model/form/definition.ts'

const isAmong = (roles: readonly string[] | undefined, role: string): boolean => !roles || roles.length === 0 || roles.includes(role)

/** The form without the fields that the role does not see; whole where no role is named. */
export function seenByRole(definition: FormDefinition, role: string | undefined): FormDefinition {
  if (role === undefined) return definition
  const fields = definition.fields.filter(({ seenBy }) => isAmong(seenBy, role))
  const ids = new Set(fields.map(({ id }) => id))
  return { ...definition, fields, layout: without(definition.layout, ids) }
}

/** Whether the role writes the field. */
export const writtenByRole =
  (role: string | undefined) =>
  ({ writtenBy }: FormField): boolean =>
    role === undefined || isAmong(writtenBy, role)

function without(layout: readonly LayoutPart[], ids: ReadonlySet<string>): LayoutPart[] {
  return layout.flatMap((part): LayoutPart[] => {
    if (part.part === 'field') return ids.has(part.field) ? [part] : []
    if (part.part === 'row' || part.part === 'group') return [{ ...part, of: without(part.of, ids) }]
    if (part.part === 'tabs' || part.part === 'steps')
      return [{ ...part, of: part.of.map((page) => ({ ...page, of: without(page.of, ids) })) }]
    return [part]
  })
}
