/** What the page about a run asks for. */
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { queryForecast, queryRunCurve, queryRunDetail, queryRunVerdict } from '../../../../../model/contract/acquisition/runs.ts'
import { runs } from '../../../../../model/index.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { forgetLists } from '../../../../kernel/http/resource-client.ts'

const KEY = 'run'

/** The query for a run with its points, stages and notes. */
export const detailOf = (id: string) =>
  queryOptions({ queryKey: [KEY, id, 'detail'], queryFn: ({ signal }) => ask(queryRunDetail, { id }, { signal, quiet: true }) })

/** The query for what was found of a run. */
export const verdictOf = (id: string) =>
  queryOptions({ queryKey: [KEY, id, 'verdict'], queryFn: ({ signal }) => ask(queryRunVerdict, { id }, { signal, quiet: true }) })

/** The query for what was measured in a run: of a page without a chart, for the stages that it proposes. */
export const curveOf = (id: string) =>
  queryOptions({ queryKey: [KEY, id, 'curve'], queryFn: ({ signal }) => ask(queryRunCurve, { id, points: 2 }, { signal, quiet: true }) })

/** The query for the maturity of the concrete of a run; it is not asked again where there is none. */
export const forecastOf = (id: string) =>
  queryOptions({
    queryKey: [KEY, id, 'forecast'],
    queryFn: ({ signal }) => ask(queryForecast, { id }, { signal, quiet: true }),
    retry: false,
  })

/** Does something with a run and shows what has become of it. @returns Whether it was done; why not has been said */
export async function act(queries: QueryClient, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return false
  } finally {
    await Promise.all([queries.invalidateQueries({ queryKey: [KEY] }), forgetLists(queries, runs)])
  }
}
