/** What trends open with where the address names nothing: the server knows what was looked at last, favourites, or points that have values. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TrendState } from '../../../../model/acquisition/trends.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { keepLast, trendPreference } from './client.ts'
import type { TrendView } from './state.ts'
import { stateOf, viewOf } from './state.ts'

/** A view that is left sooner is not kept. */
const REST_MS = 1000

/**
 * Opens with something useful, once, and has what is shown from then on kept.
 * @returns Whether it is still being looked for.
 */
export function useOpening(view: TrendView, correct: (next: TrendView) => void): boolean {
  const queries = useQueryClient()
  const [isLooking, setLooking] = useState(view.points.length === 0 && view.trend === undefined)
  const [kept, setKept] = useState('')

  useEffect(() => {
    if (!isLooking) return
    let gone = false
    void queries.fetchQuery(trendPreference()).then(
      ({ opening }) => {
        if (gone) return
        if (opening) correct(viewOf(opening, undefined))
        setLooking(false)
      },
      (error: unknown) => {
        setLooking(false)
        if (!(error instanceof ApiError)) throw error
      },
    )
    return () => {
      gone = true
    }
    // Once, with what the address said at first.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- it opens once, and not anew when somebody removes the last point
  }, [])

  const shown = JSON.stringify(stateOf(view))
  const isSomething = view.points.length > 0
  useEffect(() => {
    if (isLooking || !isSomething || shown === kept) return
    const timer = setTimeout(() => {
      setKept(shown)
      keepLast(queries, JSON.parse(shown) as TrendState).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
      })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [isLooking, isSomething, shown, kept, queries])
  return isLooking
}
