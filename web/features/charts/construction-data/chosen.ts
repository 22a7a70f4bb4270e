/** Which run the page shows: that of its address, which may be older than the ones it lists; without one in the address, the newest. */

interface WithId {
  readonly id: string
}

/**
 * The run to show; `asking` while nobody knows whether there is the one of the address, and `missing` where there is none of that id, never another one in its place.
 * @param rows The latest runs, the newest first @param wanted The id in the address
 * @param found What was found by that id alone; undefined while it is asked for
 */
export function chosenRun<Row extends WithId>(
  rows: readonly Row[],
  wanted: string | null,
  found: readonly Row[] | undefined,
): Row | 'asking' | 'missing' {
  if (wanted === null) return rows[0] ?? 'missing'
  const one = [...rows, ...(found ?? [])].find(({ id }) => id === wanted)
  return one ?? (found ? 'missing' : 'asking')
}
