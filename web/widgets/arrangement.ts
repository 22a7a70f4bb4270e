/** The calls about the workbench, and the cache of their answers. */
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PlacedCard } from '../../model/home/workbench.ts'
import { DEFAULT_CARDS } from '../../model/home/workbench.ts'
import type { Arranged } from '../../model/contract/home/workbench.ts'
import { queryTask, queryWorkbench, resetWorkbench, updateWorkbench } from '../../model/contract/home/workbench.ts'
import { ApiError } from '../kernel/http/api.ts'
import { ask } from '../kernel/http/ask.ts'
import { ONE_VISIT_MS } from '../kernel/http/one-visit.ts'
import { headOf } from '../kernel/realtime/notifications.ts'

type Change = { readonly [Part in keyof Arranged]?: NonNullable<Arranged[Part]> }

const KEY = ['workbench']
const asItCame: Arranged = { cards: null, shortcuts: null }

// A workbench that cannot be asked for shows as it came.
const keptOf = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => ask(queryWorkbench, {}, { signal, quiet: true }),
  staleTime: ONE_VISIT_MS,
})

export interface Arrangement {
  /** Absent while it is asked for. */
  readonly cards: readonly PlacedCard[] | undefined
  /** Null where nobody has chosen any. */
  readonly shortcuts: readonly string[] | null
  readonly change: (change: Change) => void
  readonly reset: () => Promise<void>
}

/** The cards and shortcuts of the caller, and how to change them. */
export function useArrangement(): Arrangement {
  const queries = useQueryClient()
  const { data, isError } = useQuery(keptOf)
  const kept = data ?? (isError ? asItCame : undefined)
  return {
    cards: kept && (kept.cards ?? DEFAULT_CARDS),
    shortcuts: kept?.shortcuts ?? null,
    change(change) {
      show(queries, change)
      waiting = { ...waiting, ...change }
      storing ??= store(queries).finally(() => {
        storing = undefined
      })
    },
    async reset() {
      await storing
      try {
        await ask(resetWorkbench, {})
        show(queries, asItCame)
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure
      }
    },
  }
}

/** At once, and not overtaken by an answer from before. */
function show(queries: QueryClient, change: Partial<Arranged>): void {
  void queries.cancelQueries({ queryKey: KEY })
  queries.setQueryData<Arranged>(KEY, (kept = asItCame) => ({ ...kept, ...change }))
}

let waiting: Change | undefined
let storing: Promise<void> | undefined

/** One after the other, so that the last change is the one that stays; those made meanwhile go together. */
async function store(queries: QueryClient): Promise<void> {
  while (waiting) {
    const change = waiting
    waiting = undefined
    try {
      await ask(updateWorkbench, change)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // It was said why; what is kept is shown again.
      waiting = undefined
      await queries.invalidateQueries({ queryKey: KEY })
    }
  }
}

export const tasksOf = queryOptions({
  queryKey: ['workbench-tasks'],
  queryFn: ({ signal }) => ask(queryTask, {}, { signal, quiet: true }),
  staleTime: ONE_VISIT_MS,
})

/**
 * Whether the cards know how long their lists are, or will not be told. Once they do, they stay: a card asks again for what failed
 * when it is mounted, and cards that went away meanwhile would be mounted and ask for ever.
 */
export function useFilled(): boolean {
  const [head, tasks] = [useQuery(headOf), useQuery(tasksOf)]
  const [filled, setFilled] = useState(false)
  if (!filled && !head.isPending && !tasks.isPending) setFilled(true)
  return filled
}
