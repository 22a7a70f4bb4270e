/**
 * The rows of a list are asked for while the server still says what the session may do: they come with the menu and not after it,
 * and the list is drawn once, with its rows.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '../../../model/resource.ts'
import { firstSizeOf } from './board.ts'
import { keptOf } from './list-views/client.ts'
import { listQuery, readListState } from './list-state.ts'
import { listOf } from '../http/resource-client.ts'

/** What a page asks for before it is drawn (web/app/first.ts). Nobody hears of what fails: the page asks again. */
export type First = (queries: QueryClient, address: URLSearchParams) => void

/** What a page of a list asks for before it is drawn: its rows by the address, and how the list looks. */
export const firstRows =
  (of: Resource): First =>
  (queries, address) => {
    void queries.prefetchQuery(keptOf(of))
    const state = readListState(address, of)
    void queries.prefetchQuery(listOf(of, listQuery({ ...state, size: firstSizeOf(of, state.size) }), { quiet: true }))
  }
