/** Histories of points as the server tells them, kept up to date while they are looked at. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryReadingTrend } from '../../../model/contract/acquisition/readings.ts'
import type { Range, Silence } from '../../ui/history-chart/history-chart.tsx'
import { ask } from '../../kernel/http/ask.ts'

/** A point that is drawn: names and units as far as its reader sees them. */
export interface DrawnPoint extends Silence {
  readonly id: string
  readonly name: string
  readonly unit: string
}

/** From one moment to another, or the last so many milliseconds, which move on with the clock of the server. */
export type RequestedRange = Range | { readonly last: number }

/** Whether the range moves on with the time. */
export const isLast = (wanted: RequestedRange): wanted is { readonly last: number } => 'last' in wanted

/** Milliseconds: a range that is being dragged is asked for when it rests; a range that moves on is asked for once it has moved by what can be seen. */
const REST_MS = 250
const OFTEN_MS = 5000
const SELDOM_MS = 300_000
const SEEN = 720
/** A range of years over many points may take the server a moment. */
const LIMIT_MS = 30_000

/** Milliseconds after which a range of the last `last` milliseconds is asked for again: once it has moved by what can be seen. */
export const renewalOf = (last: number): number => Math.min(SELDOM_MS, Math.max(OFTEN_MS, Math.round(last / SEEN)))

/** The query for the histories of points. What was told last stays until the next answer; an answer to what is no longer asked is dropped. */
export const trendOf = (ids: readonly string[], asked: RequestedRange) =>
  queryOptions({
    queryKey: ['reading-trend', ids.join(','), asked],
    queryFn: ({ signal }) =>
      ask(queryReadingTrend, { ...(ids.length > 0 ? { pointId: ids } : {}), ...asked }, { signal, quiet: true, limit: LIMIT_MS }),
    placeholderData: keepPreviousData,
    staleTime: isLast(asked) ? 0 : 60_000,
  })

/** The histories of points in a range, asked for when it rests, and again while it moves on with the time. */
export function useTrend(ids: readonly string[], wanted: RequestedRange, follows: boolean) {
  const asked = useRested(wanted)
  return useQuery({
    ...trendOf(ids, asked),
    refetchInterval: isLast(asked) && follows ? renewalOf(asked.last) : false,
  })
}

/** The value once it has stayed as it is for a moment; the first at once. */
function useRested(wanted: RequestedRange): RequestedRange {
  const [rested, setRested] = useState(wanted)
  const text = JSON.stringify(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setRested(JSON.parse(text) as RequestedRange), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
