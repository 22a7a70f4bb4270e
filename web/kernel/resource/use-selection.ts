/** The rows that are ticked, on this page of a list and on others. What was ticked under other filters is forgotten: it could no longer be found. */
import { useState } from 'react'
import type { Filters } from './list-state.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { allRows } from '../http/resource-client.ts'

interface Selection {
  readonly ids: ReadonlySet<string>
  /** As they are now, where they are on this page; as they were when they were ticked, elsewhere. */
  readonly rows: readonly ResourceRow[]
  /** How many of them are on other pages. */
  readonly elsewhere: number
  /** Ticks these and no others, wherever they are. */
  readonly take: (rows: readonly ResourceRow[]) => void
  readonly choose: (ids: ReadonlySet<string>) => void
  readonly clear: () => void
}

/** The rows that are ticked, over all pages of a list; other filters begin anew. */
export function useSelection(shown: readonly ResourceRow[], filters: Filters): Selection {
  const scope = JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)))
  const [kept, setKept] = useState<{ scope: string; rows: ReadonlyMap<string, ResourceRow> }>()
  const here = new Map(allRows(shown).map((row) => [row.id, row]))
  const picked = kept?.scope === scope ? kept.rows : none
  const rows = [...picked].map(([id, row]) => here.get(id) ?? row)
  return {
    ids: new Set(picked.keys()),
    rows,
    elsewhere: rows.filter(({ id }) => !here.has(id)).length,
    take: (rows) => setKept({ scope, rows: new Map(rows.map((row) => [row.id, row])) }),
    choose: (ids) =>
      setKept({
        scope,
        rows: new Map(
          [...ids].flatMap((id) => {
            const row = here.get(id) ?? picked.get(id)
            return row ? [[id, row] as const] : []
          }),
        ),
      }),
    clear: () => setKept(undefined),
  }
}

const none: ReadonlyMap<string, ResourceRow> = new Map()
