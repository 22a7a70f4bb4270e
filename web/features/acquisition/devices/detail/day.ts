/** The last day of some points, for their sparklines: asked for sixteen at a time, as many as one chart has. */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Trend } from '../../../../../model/contract/acquisition/readings.ts'
import { MAX_POINTS, queryReadingTrend } from '../../../../../model/contract/acquisition/readings.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { sparkOf } from '../../../../shared/acquisition/sparkline.tsx'

const DAY_MS = 86_400_000
const AGAIN_MS = 300_000
/** What can be seen in so little room. */
const FIGURES = 96

/** By point; one without a value in the last day is not among them. */
export function useLastDay(ids: readonly string[]): ReadonlyMap<string, NonNullable<ReturnType<typeof sparkOf>>> {
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_POINTS.chart) }, (_, at) =>
    ids.slice(at * MAX_POINTS.chart, (at + 1) * MAX_POINTS.chart),
  )
  const answers = useQueries({
    queries: parts.map((part) => ({
      queryKey: ['last-day', part.join()],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        ask(queryReadingTrend, { pointId: part, points: FIGURES, last: DAY_MS }, { signal, quiet: true }),
      refetchInterval: AGAIN_MS,
      staleTime: AGAIN_MS,
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  })
  return useMemo(() => new Map(answers.flatMap(sparksOf)), [answers])
}

function sparksOf(trend: Trend): [string, NonNullable<ReturnType<typeof sparkOf>>][] {
  return trend.list.flatMap(({ pointId, list }) => {
    const spark = sparkOf(list, trend)
    return spark ? [[pointId, spark]] : []
  })
}
