/** Which fields of a noun several rows can be given the same value of. */
import type { Field } from '../../../model/field.ts'
import { limitsOf } from '../../../model/messages.ts'
import type { Resource } from '../../../model/resource.ts'
import { writableFields } from '../../../model/resource.ts'

/** From this length on a text is about one row. */
const LONG = 100

/** Fields whose value several rows can share: none that names a row, places it in a tree, or is a long text about it. */
export function fieldsTogether(of: Resource): string[] {
  const alone = new Set([of.title, of.parent, ...(of.unique ?? []), ...Object.keys(of.uniqueWithin ?? {}), ...(of.key ?? [])])
  return writableFields(of, 'update').filter((name) => {
    const { access, kind, rich } = of.fields[name] as Field
    if (access === 'secret' || rich || alone.has(name)) return false
    return kind !== 'text' || (limitsOf(of.fields[name] as Field).max ?? Infinity) < LONG
  })
}
