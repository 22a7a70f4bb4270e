/** Trends under a name, and what somebody keeps of trends besides. */
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import * as preference from '../../../../model/contract/acquisition/trend-preference.ts'
import type { TrendPreference } from '../../../../model/contract/acquisition/trend-preference.ts'
import * as contract from '../../../../model/contract/acquisition/trends.ts'
import type { TrendState } from '../../../../model/acquisition/trends.ts'
import { ask } from '../../../kernel/http/ask.ts'

const KEY = ['saved-trends']

/** The query for the trends that the caller has saved. */
export const savedTrends = () =>
  queryOptions({ queryKey: KEY, queryFn: ({ signal }) => ask(contract.queryTrend, {}, { signal }), staleTime: 60_000 })
/** Has the saved trends asked for again. */
export const forgetSaved = (queries: QueryClient) => queries.invalidateQueries({ queryKey: KEY })
/** The id of the trend that was saved under this name. @throws ApiError */
export const addTrend = (trendName: string, state: TrendState) => ask(contract.addTrend, { trendName, state })
/** The answer to changing a saved trend. @throws ApiError, `row.changed` where it was changed elsewhere */
export const updateTrend = (id: string, change: { version: number; trendName?: string; state?: TrendState }) =>
  ask(contract.updateTrend, { id, ...change })
/** The answer to sharing a saved trend with the tenant, or keeping it to oneself again. @throws ApiError */
export const shareTrend = (id: string, isShared: boolean) => ask(contract.shareTrend, { id, isShared })
/** The answer to deleting a saved trend. @throws ApiError */
export const deleteTrend = (id: string) => ask(contract.deleteTrend, { id })

const PREFERENCE = ['trend-preference']

/** The query for what trends open with for the caller, and their recent and favourite points. */
export const trendPreference = () =>
  queryOptions({
    queryKey: PREFERENCE,
    queryFn: ({ signal }) => ask(preference.queryTrendPreference, {}, { signal, quiet: true }),
    staleTime: 60_000,
  })

/** Keeps what is looked at; whoever asks for the preference next is told of it. @throws ApiError */
export async function keepLast(queries: QueryClient, state: TrendState): Promise<void> {
  await ask(preference.updateLastTrend, { state }, { quiet: true })
  await queries.invalidateQueries({ queryKey: PREFERENCE, refetchType: 'none' })
}

/** Makes a point a favourite, or none any more; the query for the preference has it at once. @throws ApiError */
export async function markFavourite(queries: QueryClient, pointId: string, isFavourite: boolean): Promise<void> {
  const { list } = await ask(preference.updateFavouritePoint, { pointId, isFavourite })
  queries.setQueryData<TrendPreference>(PREFERENCE, (before) => before && { ...before, favourites: list })
}
