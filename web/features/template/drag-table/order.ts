/** What has to be written so that rows stand in the order they are given in: as little as possible. */
interface Ordered {
  readonly id: string
  readonly version?: number
  readonly [field: string]: unknown
}

/** Between two numbers there is room for another row. */
const STEP = 10

export function changesFor(rows: readonly Ordered[], field: string): Readonly<Record<string, unknown>>[] {
  const rises = rows.every((row, at) => at === 0 || numberOf(row[field]) > numberOf(rows[at - 1]?.[field]))
  if (rises) return []
  return rows.flatMap((row, at) => {
    const wanted = (at + 1) * STEP
    return row[field] === wanted ? [] : [{ id: row.id, ...(row.version === undefined ? {} : { version: row.version }), [field]: wanted }]
  })
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : -1
}
