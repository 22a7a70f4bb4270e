/** The values of an entry one by one, those in rows of tables among them. */
import type { EntryData, EntryFault } from '../../model/form/check-entry.ts'
import type { FormColumn, FormDefinition } from '../../model/form/definition.ts'

export interface FormCell {
  readonly part: FormColumn
  readonly value: unknown
  readonly where: Pick<EntryFault, 'field' | 'row' | 'column'>
}

/** The cells of an entry that are not empty. */
export function cellsOf({ fields }: FormDefinition, data: EntryData): FormCell[] {
  const cells: FormCell[] = []
  for (const field of fields) {
    const value = data[field.id]
    if (value === undefined) continue
    cells.push({ part: field, value, where: { field: field.id } })
    if (field.kind !== 'table' || !Array.isArray(value)) continue
    for (const [row, cell] of value.entries())
      for (const column of field.columns ?? []) {
        const inRow = (cell as EntryData)[column.id]
        if (inRow !== undefined) cells.push({ part: column, value: inRow, where: { field: field.id, row, column: column.id } })
      }
  }
  return cells
}
