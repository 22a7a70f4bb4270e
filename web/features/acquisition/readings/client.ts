/** The calls about trends under a name. */
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type { TrendState } from '../../../../model/acquisition/trends.ts'
import { call, get } from '../../../kernel/http/api.ts'

export interface SavedTrend {
  readonly id: string
  readonly trendName: string
  readonly version: number
  readonly state: TrendState
}

const BASE = '/api/account/trend'
const KEY = ['saved-trends']

export const savedTrends = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => get<{ list: SavedTrend[] }>(`${BASE}/queryTrend`, {}, { signal }),
    staleTime: 60_000,
  })
export const forgetSaved = (queries: QueryClient) => queries.invalidateQueries({ queryKey: KEY })
export const addTrend = (trendName: string, state: TrendState) => call<string>('POST', `${BASE}/addTrend`, { json: { trendName, state } })
export const updateTrend = (id: string, change: { version: number; trendName?: string; state?: TrendState }) =>
  call<null>('PUT', `${BASE}/updateTrend`, { json: { id, ...change } })
export const deleteTrend = (id: string) => call<null>('POST', `${BASE}/deleteTrend`, { json: { id } })
