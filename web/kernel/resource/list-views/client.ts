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
import type { Listing } from '../../../../model/resource.ts'
import { ask } from '../../http/ask.ts'

const keyOf = (of: Listing) => ['list-views', of.name]

/** Without it a list shows as its page declares it, so a failure is no reason to show none. */
export const keptOf = (of: Listing) =>
  queryOptions({
    queryKey: keyOf(of),
    queryFn: ({ signal }) => ask(queryListView, { page: of.name }, { signal, quiet: true }),
    staleTime: 300_000,
  })

/** Has the kept look and views of a list asked for again. */
export const forgetKept = (queries: QueryClient, of: Listing) => queries.invalidateQueries({ queryKey: keyOf(of) })
/** Changes what this page knows of the kept look and views, without asking. */
export const changeKept = (queries: QueryClient, of: Listing, change: Partial<ListKept>) =>
  queries.setQueryData<ListKept>(keyOf(of), (kept) => kept && { ...kept, ...change })

/** The answer to keeping the look of a list, or the view it begins with. @throws ApiError */
export const savePreference = (of: Listing, preference: { look?: ListLook; defaultViewId?: string | null }) =>
  ask(updateListPreference, { page: of.name, ...preference })
/** The answer to keeping a view of a list under a name. @throws ApiError */
export const addView = (of: Listing, viewName: string, state: ListViewState) => ask(addListView, { page: of.name, viewName, state })
/** The answer to changing a view. @throws ApiError */
export const updateView = (id: string, change: { version?: number; viewName?: string; state?: ListViewState }) =>
  ask(updateListView, { id, ...change })
/** The answer to deleting a view. @throws ApiError */
export const deleteView = (id: string) => ask(deleteListView, { id })
/** The answer to sharing a view with everybody or with roles. @throws ApiError */
export const shareView = (id: string, audience: ListView['audience'], roleId: readonly string[]) =>
  ask(shareListView, { id, audience, roleId })
