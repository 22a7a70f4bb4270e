/** How many tasks wait for whoever is signed in: one answer for the menu and for whatever else shows it. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { queryTaskCount } from '../../../model/contract/workflow/task-count.ts'
import { ask } from '../../kernel/http/ask.ts'
import { useInvalidation } from '../../kernel/realtime/live.ts'

/** Begins with what everything about processes begins with (queries.ts), so that an act has it asked for again. */
export const taskCount = queryOptions({
  queryKey: ['process', 'count'],
  queryFn: ({ signal }) => ask(queryTaskCount, {}, { signal, quiet: true }),
})

/** Keeps the count of tasks up to date. A page that nobody looks at asks when it is looked at again: what happens in a tenant is told to all of its pages. */
export function useTaskCountInvalidation(): void {
  const queries = useQueryClient()
  const again = () => {
    if (!document.hidden) void queries.invalidateQueries({ queryKey: taskCount.queryKey })
  }
  useInvalidation('processes', again)
  const seen = useEffectEvent(again)
  useEffect(() => {
    const look = () => seen()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}
