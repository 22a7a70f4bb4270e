/** What the server has answered, for the pages that show it. */
import { QueryClient, notifyManager } from '@tanstack/react-query'

// At the end of the event, not in a task of its own as by default: a box that is drawn from an answer that was changed at once would show its former state until then.
notifyManager.setScheduler(queueMicrotask)

/** Asked for before the page that shows it is drawn: it need not ask again. */
const early = new Set<string>()

export const queries = new QueryClient({
  defaultOptions: {
    // A failed call has told its reason already; asking again by itself would tell it again.
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, refetchOnMount: ({ queryHash }) => !early.has(queryHash) },
  },
})

/** What is asked for by `ask`, and nothing else, is taken by the page that is drawn next. */
export function askEarly(ask: (on: QueryClient) => void): void {
  const asked = () => queries.getQueryCache().findAll({ fetchStatus: 'fetching' })
  const before = new Set(asked())
  ask(queries)
  early.clear()
  for (const query of asked()) if (!before.has(query)) early.add(query.queryHash)
}

/** The page is drawn: whatever comes to the screen from now on asks anew. */
export function endEarly(): void {
  early.clear()
}
