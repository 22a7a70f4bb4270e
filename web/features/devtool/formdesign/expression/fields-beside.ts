/** What a condition of a part can name. */
import type { Scope } from '../../../../../model/expression/typing.ts'
import { scopeOf, scopeOfRow } from '../../../../../model/form/check-definition.ts'
import type { FormColumn } from '../../../../../model/form/definition.ts'
import type { Doc, Key } from '../state/doc.ts'
import { definitionOf, isField, partsIn } from '../state/doc.ts'

/** The columns of the row that the part stands in, where it is a column. */
export function columnsBeside(doc: Doc, key: Key): readonly FormColumn[] {
  const found = partsIn(doc).get(key)
  if (found?.part.part !== 'column' || found.parent === undefined) return []
  const table = partsIn(doc).get(found.parent)?.part
  return (table?.of ?? []).filter(isField).map(({ field }) => field)
}

/** The fields of the form and, for a column, those of its row before them. */
export const besideOf = (doc: Doc, key: Key): readonly FormColumn[] => [...columnsBeside(doc, key), ...definitionOf(doc).fields]

/** What names stand for where the part's conditions are. */
export function scopeAt(doc: Doc, key: Key): Scope {
  const scope = scopeOf(definitionOf(doc))
  const columns = columnsBeside(doc, key)
  return columns.length > 0 ? scopeOfRow(scope, columns) : scope
}
