/** The calls about how somebody sees a list, and the cache of their answer. */
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type { ListKept, ListView } from '../../../../model/contract/account/list-views.ts'
import {
  addListView,
  deleteListView,
  queryListView,
  shareListView,
  updateListPreference,
  updateListView,
} from '../../../../model/contract/account/list-views.ts'
import type { ListLook, ListViewState } from '../../../../model/lists/forms.ts'
import type { Resource } from '../../../../model/resource.ts'
import { ask } from '../../http/ask.ts'

const keyOf = (of: Resource) => ['list-views', of.name]

/** Without it a list shows as its page declares it, so a failure is no reason to show none. */
export const keptOf = (of: Resource) =>
  queryOptions({
    queryKey: keyOf(of),
    queryFn: ({ signal }) => ask(queryListView, { page: of.name }, { signal, quiet: true }),
    staleTime: 300_000,
  })

export const forgetKept = (queries: QueryClient, of: Resource) => queries.invalidateQueries({ queryKey: keyOf(of) })
export const changeKept = (queries: QueryClient, of: Resource, change: Partial<ListKept>) =>
  queries.setQueryData<ListKept>(keyOf(of), (kept) => kept && { ...kept, ...change })

export const savePreference = (of: Resource, preference: { look?: ListLook; defaultViewId?: string | null }) =>
  ask(updateListPreference, { page: of.name, ...preference })
export const addView = (of: Resource, viewName: string, state: ListViewState) => ask(addListView, { page: of.name, viewName, state })
export const updateView = (id: string, change: { version?: number; viewName?: string; state?: ListViewState }) =>
  ask(updateListView, { id, ...change })
export const deleteView = (id: string) => ask(deleteListView, { id })
export const shareView = (id: string, audience: ListView['audience'], roleId: readonly string[]) =>
  ask(shareListView, { id, audience, roleId })
