/** How all devices of the tenant do; the overview and the workbench show it. */
import { queryOptions } from '@tanstack/react-query'
import { queryOverview } from '../../../model/contract/acquisition/overview.ts'
import { ask } from '../../kernel/http/ask.ts'

/** Milliseconds. */
const AGAIN = 10_000

/** Asked again and again while somebody looks at it. */
export const overviewOf = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => ask(queryOverview, {}, { signal, quiet: true }),
  refetchInterval: AGAIN,
})
