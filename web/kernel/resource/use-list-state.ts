import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Listing } from '../../../model/resource.ts'
import type { ListKept, ListView } from '../../../model/contract/account/list-views.ts'
import { stateOfView, viewToOpen, withFilters } from './list-views/view-state.ts'
import type { ListState } from './list-state.ts'
import { FIRST_PAGE } from '../../ui/page-sizes.ts'
import { NO_VIEW, readListState, writeListState } from './list-state.ts'

export interface ListControl {
  readonly state: ListState
  /** The view in use. */
  readonly view: ListView | undefined
  readonly filter: (filters: ListState['filters']) => void
  readonly sort: (field: string) => void
  /** The list's own order again, in place of one that the list is not given in: the back button does not lead to that one. */
  readonly unsort: () => void
  readonly turn: (page: number, size: number) => void
  /** Shows a view from its beginning; without one the list itself. */
  readonly open: (view: ListView | undefined) => void
  /** The same rows, now known under this view. */
  readonly adopt: (id: string) => void
}

/** The list state of the address, and the ways to change it. Each change is a step that the back button undoes. */
export function useListState(of: Listing, kept: ListKept | undefined): ListControl {
  const [address, setAddress] = useSearchParams()
  const state = useMemo(() => readListState(address, of), [address, of])
  const view = kept?.list.find(({ id }) => id === state.view)
  // The view that was opened last: who then takes its conditions away does not get them back at once.
  const opened = useRef<string>(undefined)

  const hasDefault = Boolean(kept?.defaultViewId)
  const write = useCallback(
    (next: ListState, replace = false) => {
      const isBare = next.view === undefined && writeListState(next).size === 0
      // The rows go with the address at once, so that nobody ticks a row of the page that was. What happens before painting is at once.
      setAddress(writeListState(isBare && hasDefault ? { ...next, view: NO_VIEW } : next), {
        preventScrollReset: true,
        replace,
        flushSync: !replace,
      })
    },
    [setAddress, hasDefault],
  )
  // Before anything is painted: the list opens with the view, it does not change into it.
  useLayoutEffect(() => {
    const first = viewToOpen(kept, state)
    if (!first || (state.view !== undefined && opened.current === first.id)) return
    opened.current = first.id
    write(stateOfView(of, first, state.size), true)
  })

  // The same as long as the list stands as it does: what turns it is not drawn for rows that come anew.
  return useMemo(
    () => ({
      state,
      view,
      filter: (filters) => write(withFilters(state, filters, view)),
      sort: (field) => write({ ...state, sorter: nextSorter(field, state.sorter), page: FIRST_PAGE }),
      unsort: () => write({ ...state, sorter: undefined, page: FIRST_PAGE }, true),
      turn: (page, size) => write({ ...state, page, size }),
      open: (wanted) => {
        opened.current = wanted?.id
        write(wanted ? stateOfView(of, wanted, state.size) : { page: FIRST_PAGE, size: state.size, filters: {}, sorter: undefined })
      },
      adopt: (id) => {
        opened.current = id
        write({ ...state, view: id }, true)
      },
    }),
    [of, state, view, write],
  )
}

/** Ascending, then descending, then the list's own order. */
function nextSorter(field: string, now: ListState['sorter']): ListState['sorter'] {
  if (now?.field !== field) return { field, direction: 'ascend' }
  return now.direction === 'ascend' ? { field, direction: 'descend' } : undefined
}
