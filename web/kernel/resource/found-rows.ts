/** How many rows a list has found beyond those of its page. */
import type { TotalIs } from '../../../model/contract/resources.ts'
import { MAX_TOGETHER } from '../../../model/contract/exchange/rows.ts'
import type { Resource } from '../../../model/resource.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { allRows } from '../http/resource-client.ts'
import type { ListState } from './list-state.ts'

export interface Found {
  /** How many there are; nothing where that is not known. */
  readonly count: number | undefined
  /** Whether all of them are here. */
  readonly isHere: boolean
}

/** What the answer to a question says of all rows it has found. A tree is counted by its roots, and has more rows than these. */
export function foundBy(of: Resource, filters: ListState['filters'], rows: readonly ResourceRow[], total: number, totalIs: TotalIs): Found {
  const isHere = totalIs === 'exact' && total <= rows.length
  if (isHere) return { count: allRows(rows).length, isHere }
  const isTree = of.parent !== undefined && Object.keys(filters).length === 0
  return { count: isTree || totalIs !== 'exact' ? undefined : total, isHere }
}

/** Whether all rows of the page are chosen. */
export const isPageChosen = (rows: readonly ResourceRow[], chosen: ReadonlySet<string>): boolean =>
  rows.length > 0 && rows.every(({ id }) => chosen.has(id))

/** Whether somebody who has chosen the page and wants all would get the first of them alone. */
export const isBeyondBound = (rows: readonly ResourceRow[], total: number, chosen: ReadonlySet<string>): boolean =>
  total > MAX_TOGETHER && isPageChosen(rows, chosen)
