import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Resource } from '../../model/resource.ts'
import { scrollToTop } from '../ui/scroll.ts'
import type { ListState } from './list-state.ts'
import { FIRST_PAGE, readListState, writeListState } from './list-state.ts'

/** Milliseconds, from section 9 of the specification. */
const SCROLL = 800

interface ListControl {
  readonly state: ListState
  readonly filter: (filters: ListState['filters']) => void
  readonly sort: (field: string) => void
  readonly turn: (page: number, size: number) => void
}

/** The list state of the address, and the ways to change it. Each change is a step that the back button undoes. */
export function useListState(of: Resource): ListControl {
  const [address, setAddress] = useSearchParams()
  const state = useMemo(() => readListState(address, of), [address, of])
  const go = (change: Partial<ListState>) => setAddress(writeListState({ ...state, ...change }), { preventScrollReset: true })
  return {
    state,
    filter: (filters) => go({ filters, page: FIRST_PAGE }),
    sort: (field) => go({ sorter: nextSorter(field, state.sorter), page: FIRST_PAGE }),
    turn: (page, size) => {
      go({ page, size })
      scrollToTop(SCROLL)
    },
  }
}

/** Ascending, then descending, then the list's own order. */
function nextSorter(field: string, now: ListState['sorter']): ListState['sorter'] {
  if (now?.field !== field) return { field, direction: 'ascend' }
  return now.direction === 'ascend' ? { field, direction: 'descend' } : undefined
}
