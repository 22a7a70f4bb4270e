/** Trends under a name. */
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import * as contract from '../../../../model/contract/acquisition/trends.ts'
import type { TrendState } from '../../../../model/acquisition/trends.ts'
import { ask } from '../../../kernel/http/ask.ts'

const KEY = ['saved-trends']

export const savedTrends = () =>
  queryOptions({ queryKey: KEY, queryFn: ({ signal }) => ask(contract.queryTrend, {}, { signal }), staleTime: 60_000 })
export const forgetSaved = (queries: QueryClient) => queries.invalidateQueries({ queryKey: KEY })
export const addTrend = (trendName: string, state: TrendState) => ask(contract.addTrend, { trendName, state })
export const updateTrend = (id: string, change: { version: number; trendName?: string; state?: TrendState }) =>
  ask(contract.updateTrend, { id, ...change })
export const shareTrend = (id: string, isShared: boolean) => ask(contract.shareTrend, { id, isShared })
export const deleteTrend = (id: string) => ask(contract.deleteTrend, { id })
