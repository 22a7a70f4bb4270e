/** Rows of a tree that a file moves: none may come to stand below itself. */
import type { Resource } from '../../../model/resource.ts'
import type { ReferenceResolver } from './resolve-references.ts'
import type { RowErrors } from './row-errors.ts'
import type { Asking, Plan } from './types.ts'

/** Adds an error for each row that is there and would stand below itself, by its own move or together with others of the file. */
export function markCycles(
  { parent }: Resource,
  plans: readonly Plan[],
  resolver: ReferenceResolver,
  findings: RowErrors,
  { t }: Asking,
): void {
  if (parent === undefined) return
  const moved = new Map<string, string>()
  for (const { row, existing, values } of plans) {
    const above = values?.[parent]
    if (typeof above === 'string') moved.set(existing?.id ?? row.id, above)
  }
  for (const { row, existing } of plans) {
    if (!existing || !moved.has(existing.id)) continue
    const seen = new Set<string>()
    let at: string | undefined = existing.id
    while (at !== undefined && at !== '0' && !seen.has(at)) {
      seen.add(at)
      at = moved.get(at) ?? resolver.parentOf(at)
    }
    if (at === existing.id) findings.add(row.row, { field: parent, message: t('error.tree.cycle') })
  }
}
