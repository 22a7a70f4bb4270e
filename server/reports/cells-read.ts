/** Which cells of a report are asked for their values by others than themselves. */
import { fieldsReadBy } from '../../model/expression/expression.ts'
import { cellNamed } from '../../model/reports/coordinates.ts'
import type { Report } from '../../model/reports/read.ts'

/** The names of the cells that formulas, conditions and sub-totals of pages read. */
export function cellsRead({ cells, formulas, areas }: Pick<Report, 'cells' | 'formulas' | 'areas'>): ReadonlySet<string> {
  const names = [...formulas.values()].flatMap((formula) => [...fieldsReadBy(formula)])
  const named = [...names, ...[...areas.values()].flat()].flatMap((name) => cellNamed(name)?.cell ?? [])
  return new Set([...named, ...cells.flatMap(({ cell }) => cell.subtotal?.of ?? [])])
}
