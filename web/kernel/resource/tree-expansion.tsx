/** How much of a tree a list shows at first, and the button that folds or unfolds all of it. */
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Resource } from '../../../model/resource.ts'
import { useT } from '../i18n/i18n.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { allRows } from '../http/resource-client.ts'

/** Trees of more rows than this begin folded: what one looks for would be screens away. */
const UNFOLDED = 40

interface TreeExpansion {
  /** Another one draws the table anew, without what was folded by hand. */
  readonly key: string
  readonly table: { readonly childrenOf?: (row: ResourceRow) => readonly ResourceRow[] | undefined; readonly foldFrom?: number }
  readonly button: ReactNode
}

/** What a list needs to fold and unfold the rows of a tree at once; nothing for a noun that is none. */
export function useTreeExpansion(of: Resource, rows: readonly ResourceRow[]): TreeExpansion {
  const t = useT()
  const [wanted, setWanted] = useState<'all' | 'none'>()
  // Decided by the rows that come first: one more of them folds nothing that is open.
  const [isLong, setLong] = useState<boolean>()
  if (of.parent && isLong === undefined && rows.length > 0) setLong(allRows(rows).length > UNFOLDED)
  const branches = rows.some((row) => row.children)
  if (!of.parent) return { key: 'flat', table: {}, button: null }
  const folded = wanted ? wanted === 'none' : (isLong ?? false)
  return {
    key: wanted ?? 'first',
    table: { childrenOf: (row) => row.children, ...(folded ? { foldFrom: 0 } : {}) },
    button: branches && (
      <Button type="text" size="small" onClick={() => setWanted(folded ? 'all' : 'none')}>
        {t(folded ? 'list.unfold-all' : 'list.fold-all')}
      </Button>
    ),
  }
}
