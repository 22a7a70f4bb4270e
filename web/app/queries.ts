/** What the server has answered, for the pages that show it. */
import { QueryClient } from '@tanstack/react-query'

/** Asked before the first page was drawn: it need not ask again. */
const early = new Set<string>()
let isDrawn = false

export const queries = new QueryClient({
  defaultOptions: {
    // A failed call has told its reason already; asking again by itself would tell it again.
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, refetchOnMount: ({ queryHash }) => !early.has(queryHash) },
  },
})

/** Everything that is asked for by `ask` is taken by the page that is drawn next. */
export function askEarly(ask: (on: QueryClient) => void): void {
  ask(queries)
  if (!isDrawn) for (const { queryHash } of queries.getQueryCache().getAll()) early.add(queryHash)
}

/** The first page is drawn: until the console is left, whatever comes to the screen asks anew. */
export function endEarly(): () => void {
  isDrawn = true
  early.clear()
  return () => {
    isDrawn = false
    // What one person has read is not for the next one.
    queries.clear()
  }
}
