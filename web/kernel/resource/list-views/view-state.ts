/** What a view means for the address of a list, and whether the list still is as the view has it. */
import type { ListLook, ListViewState } from '../../../../model/lists/forms.ts'
import type { ListState } from '../list-state.ts'
import { FIRST_PAGE } from '../../../ui/page-sizes.ts'
import { writeSorter } from '../../../../model/list-query.ts'
import { NO_VIEW, readSorter, writeListState } from '../list-state.ts'
import type { Listing } from '../../../../model/resource.ts'
import type { ListKept, ListView } from '../../../../model/contract/account/list-views.ts'

/** The list as a view has it, in pages of the size there was. */
export function stateOfView(of: Listing, { id, state }: ListView, size: number): ListState {
  return {
    page: FIRST_PAGE,
    size,
    filters: state.filters,
    sorter: state.sorter === undefined ? undefined : readSorter(state.sorter, of),
    view: id,
  }
}

/** The view a list opens with: that of an address which names one and nothing else; of an address which says nothing, the reader's own choice. */
export function viewToOpen(kept: ListKept | undefined, state: ListState): ListView | undefined {
  const { view, sorter, filters } = state
  const isNarrowed = sorter !== undefined || Object.keys(filters).length > 0
  if (isNarrowed || !kept) return undefined
  const wanted = view ?? (writeListState(state).size === 0 ? kept.defaultViewId : undefined)
  const found = kept.list.find(({ id }) => id === wanted)
  // A view without conditions is what the address says already.
  return found && (view === undefined || Object.keys(found.state.filters).length > 0 || found.state.sorter !== undefined)
    ? found
    : undefined
}

/** What a view keeps of a list: filters, order and look. */
export function viewStateOf({ filters, sorter }: ListState, look: ListLook): ListViewState {
  return { filters, ...(sorter ? { sorter: writeSorter(sorter) } : {}), look }
}

/** Whether the list is no longer as the view keeps it. */
export function isChanged({ state }: ListView, now: ListViewState): boolean {
  return textOf(state) !== textOf(now)
}

function textOf({ filters, sorter, look }: ListViewState): string {
  const sorted = (value: object) =>
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([sorted(filters), sorter ?? '', sorted({ ...look, widths: sorted(look.widths ?? {}) })])
}

/** The state after filters were asked for: without any, the list has left a view that has some. */
export function withFilters(state: ListState, filters: ListState['filters'], view: ListView | undefined): ListState {
  const left = view && Object.keys(filters).length === 0 && Object.keys(view.state.filters).length > 0
  return { ...state, filters, page: FIRST_PAGE, view: left ? NO_VIEW : state.view }
}
