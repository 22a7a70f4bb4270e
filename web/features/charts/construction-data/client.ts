/** Runs of curing and what was measured in them. */
import { queryOptions } from '@tanstack/react-query'
import { queryForecast, queryRunCurve } from '../../../../model/contract/acquisition/runs.ts'
import { runs } from '../../../../model/index.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { readList } from '../../../kernel/http/resource-client.ts'

/** Most runs that the page lists and counts: the latest ones. */
export const MAX_RUNS = 200
const AGAIN = 60_000
const LIMIT = 30_000

/** The query for the latest runs. */
export const latestRuns = () =>
  queryOptions({
    queryKey: ['construction', 'runs'],
    queryFn: ({ signal }) => readList(runs, { pageSize: MAX_RUNS }, { signal, quiet: true }),
    refetchInterval: AGAIN,
  })

/** The query for one run, which may be older than the latest; without rows where there is none, or none that the caller sees. */
export const runOf = (id: string) =>
  queryOptions({
    queryKey: ['construction', 'run', id],
    queryFn: ({ signal }) => readList(runs, { id, currentPage: 1, pageSize: 1 }, { signal, quiet: true }),
  })

/** The query for the curve of a run. @param points Most figures of one line */
export const curveOf = (id: string, points = 1000) =>
  queryOptions({
    queryKey: ['construction', 'curve', id, points],
    queryFn: ({ signal }) => ask(queryRunCurve, { id, points }, { signal, quiet: true, limit: LIMIT }),
    refetchInterval: AGAIN,
  })

/** The query for when the concrete of a run has which strength; it is not asked again where there is none. */
export const forecastOf = (id: string) =>
  queryOptions({
    queryKey: ['construction', 'forecast', id],
    queryFn: ({ signal }) => ask(queryForecast, { id }, { signal, quiet: true }),
    retry: false,
  })
