/** The rows of a table one below the other: a tree without the branches that are folded. */
export interface Line<Row> {
  readonly row: Row
  readonly depth: number
  readonly branch: boolean
}

export type Folded = (id: string, depth: number) => boolean

/** The rows of a table one after the other, those of a tree below their parent and with their depth; what is folded is left out. */
export function linesOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  childrenOf: ((row: Row) => readonly Row[] | undefined) | undefined,
  isFolded: Folded,
): Line<Row>[] {
  const lines: Line<Row>[] = []
  const add = (some: readonly Row[], depth: number): void => {
    for (const row of some) {
      const children = childrenOf?.(row) ?? []
      lines.push({ row, depth, branch: children.length > 0 })
      if (children.length > 0 && !isFolded(row.id, depth)) add(children, depth + 1)
    }
  }
  add(rows, 0)
  return lines
}

/** The ids of the rows above the row with the id, the root first; undefined where it is not among them. */
export function wayTo<Row extends { readonly id: string }>(
  rows: readonly Row[],
  childrenOf: ((row: Row) => readonly Row[] | undefined) | undefined,
  id: string,
): string[] | undefined {
  for (const row of rows) {
    if (row.id === id) return []
    const below = wayTo(childrenOf?.(row) ?? [], childrenOf, id)
    if (below) return [row.id, ...below]
  }
  return undefined
}

/** The set with the id if it was not in it, and without it if it was. */
export function toggled(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
