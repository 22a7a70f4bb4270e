/** The calls about how somebody sees a list, and the cache of their answer. */
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type { ListLook, ListViewState } from '../../../../model/lists/views.ts'
import type { Resource } from '../../../../model/resource.ts'
import { call } from '../../http/api.ts'

export interface ListView {
  readonly id: string
  readonly viewName: string
  readonly audience: 'own' | 'tenant' | 'roles'
  readonly roleId: readonly string[]
  readonly mayChange: boolean
  readonly version: number
  readonly state: ListViewState
  /** Conditions its reader does not see, which are left out. */
  readonly withheld: number
}

export interface ListKept {
  readonly look: ListLook
  readonly defaultViewId: string | null
  /** Whether views may be shared. */
  readonly mayShare: boolean
  readonly list: readonly ListView[]
}

const BASE = '/api/account/listview'
const keyOf = (of: Resource) => ['list-views', of.name]

/** Without it a list shows as its page declares it, so a failure is no reason to show none. */
export const keptOf = (of: Resource) =>
  queryOptions({
    queryKey: keyOf(of),
    queryFn: ({ signal }) => call<ListKept>('GET', `${BASE}/queryListView`, { query: { page: of.name }, signal, quiet: true }),
    staleTime: 300_000,
  })

export const forgetKept = (queries: QueryClient, of: Resource) => queries.invalidateQueries({ queryKey: keyOf(of) })
export const changeKept = (queries: QueryClient, of: Resource, change: Partial<ListKept>) =>
  queries.setQueryData<ListKept>(keyOf(of), (kept) => kept && { ...kept, ...change })

export const savePreference = (of: Resource, preference: { look?: ListLook; defaultViewId?: string | null }) =>
  call<null>('PUT', `${BASE}/updateListPreference`, { json: { page: of.name, ...preference } })
export const addView = (of: Resource, viewName: string, state: ListViewState) =>
  call<string>('POST', `${BASE}/addListView`, { json: { page: of.name, viewName, state } })
export const updateView = (id: string, change: { version?: number; viewName?: string; state?: ListViewState }) =>
  call<null>('PUT', `${BASE}/updateListView`, { json: { id, ...change } })
export const deleteView = (id: string) => call<null>('POST', `${BASE}/deleteListView`, { json: { id } })
export const shareView = (id: string, audience: ListView['audience'], roleId: readonly string[]) =>
  call<null>('POST', '/api/admin/listview/shareListView', { json: { id, audience, roleId } })
