/** Rows of a tree in an order in which each parent is there before its children; circles and orphans are found on the way. */
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import type { Values } from '../../kernel/resources/write.ts'
import type { RowErrors } from './row-errors.ts'
import type { Asking, FileRow, GoodRow, Plan } from './types.ts'

/** The valid rows, parents before their children; cycles and children of rows with errors are added to `findings`. */
export function topologicalOrder(of: Resource, plans: readonly Plan[], findings: RowErrors, { t }: Asking): GoodRow[] {
  const parent = of.parent as string
  const rows = plans.map(({ row }) => row)
  const values = plans.map((plan) => plan.values)
  const place = new Map(rows.map((row, index) => [row.id, index]))
  const above = rows.map((_, index) => place.get(String(values[index]?.[parent] ?? '0')))
  const below = Map.groupBy(
    [...rows.keys()].filter((index) => above[index] !== undefined),
    (index) => above[index] as number,
  )
  const name = t(fieldKey(of.name, parent))
  const good: GoodRow[] = []
  // Breadth first from the rows whose parent is not in the file; `orphaned` has lost its parent to an error.
  const waiting = [...rows.keys()]
    .filter((index) => above[index] === undefined)
    .map((index) => ({ index, orphaned: undefined as number | undefined }))
  const seen = new Set<number>()
  for (const { index, orphaned } of waiting) {
    const { row, id } = rows[index] as FileRow
    seen.add(index)
    if (orphaned !== undefined) findings.add(row, { field: parent, message: t('import.check.orphan', { field: name, row: orphaned }) })
    const isGood = !findings.has(row)
    if (isGood) good.push({ row, id, values: values[index] as Values })
    for (const child of below.get(index) ?? []) waiting.push({ index: child, orphaned: isGood ? undefined : row })
  }
  for (const [index, { row }] of rows.entries()) {
    if (!seen.has(index)) findings.add(row, { field: parent, message: t('error.tree.cycle') })
  }
  return good
}
