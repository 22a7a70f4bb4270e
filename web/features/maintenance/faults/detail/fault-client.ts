/** What the page about a fault asks for, and how something is done there. */
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { queryFaultDetail } from '../../../../../model/contract/maintenance/faults.ts'
import { faults } from '../../../../../model/index.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { forgetLists } from '../../../../kernel/http/resource-client.ts'

const KEY = 'fault'

/** The query for what belongs to a fault. */
export const detailOf = (id: string) =>
  queryOptions({ queryKey: [KEY, id], queryFn: ({ signal }) => ask(queryFaultDetail, { id }, { signal, quiet: true }) })

/** The fault and every list of faults are asked for again. */
export const refresh = (queries: QueryClient) => Promise.all([queries.invalidateQueries({ queryKey: [KEY] }), forgetLists(queries, faults)])

/** Does something with a fault and shows what has become of it. The function says whether it was done; why not has been said. */
export function useAct() {
  const queries = useQueryClient()
  return async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return false
    } finally {
      await refresh(queries)
    }
  }
}
