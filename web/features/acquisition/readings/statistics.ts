/** What the points come to in the range that is shown, as the server tells it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Conversion } from '../../../../model/acquisition/mapping/units.ts'
import { converted, convertedDifference } from '../../../../model/acquisition/mapping/units.ts'
import type { PointStatistics } from '../../../../model/contract/acquisition/trend-statistics.ts'
import { queryTrendStatistics } from '../../../../model/contract/acquisition/trend-statistics.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Range } from '../../../ui/history-chart/ranges.ts'

/** Of the width of a range: it is asked for anew when it has moved by so much. */
const STEP = 0.02
/** A range of months over many points may take the server a moment. */
const LIMIT_MS = 30_000
const NONE: ReadonlyMap<string, PointStatistics> = new Map()

/** The range so that it changes only in steps, at least of five seconds: what is asked of it need not be asked for with each value that comes. */
export function inSteps({ from, to }: Range): Range {
  const step = Math.max(5000, Math.round((to - from) * STEP))
  return { from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step }
}

/** The statistics by point; those of the range before, until the server has answered. A range that is chosen is asked for as it is. */
export function useStatistics(ids: readonly string[], shown: Range | undefined, moves: boolean): ReadonlyMap<string, PointStatistics> {
  const range = shown && (moves ? inSteps(shown) : shown)
  // eslint-disable-next-line no-restricted-syntax -- figures stand below the trend, whose own failure is shown
  const { data } = useQuery({
    queryKey: ['trend-statistics', ids.join(','), range],
    queryFn: ({ signal }) =>
      ask(
        queryTrendStatistics,
        { pointId: [...ids], from: range?.from ?? 0, to: range?.to ?? 0 },
        { signal, quiet: true, limit: LIMIT_MS },
      ),
    enabled: range !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return useMemo(() => (data ? new Map(data.list.map((one) => [one.pointId, one])) : NONE), [data])
}

/** The statistics in the unit in which the point is shown; as they were stored where that is not known. */
export function shownStatistics(statistics: PointStatistics, shown: Conversion | undefined): PointStatistics {
  if (!shown) return statistics
  const { low, high, mean, sampleMean, deviation, p05, median, p95 } = statistics
  return {
    ...statistics,
    low: converted(low, shown),
    high: converted(high, shown),
    mean: converted(mean, shown),
    sampleMean: converted(sampleMean, shown),
    deviation: convertedDifference(deviation, shown),
    p05: converted(p05, shown),
    median: converted(median, shown),
    p95: converted(p95, shown),
  }
}
