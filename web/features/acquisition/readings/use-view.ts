/** The view of the address, and the ways to change it. A range that is being dragged reaches the address when it rests. */
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { RequestedRange } from '../../../shared/acquisition/readings.ts'
import type { Range } from '../../../ui/history-chart/ranges.ts'
import type { TrendView } from './state.ts'
import { readView, writeView } from './state.ts'

const REST_MS = 300

/** A range on its way, and what the address said when it set out: it holds until the address says something else. */
interface Moving {
  readonly range: Range
  readonly over: RequestedRange
}

const isAlike = (one: RequestedRange, other: RequestedRange) => JSON.stringify(one) === JSON.stringify(other)

/** The page as its address has it, or as it is while somebody moves the range; and how to change it. */
export function useView() {
  const [address, setAddress] = useSearchParams()
  const [moving, setMoving] = useState<Moving>()
  const kept = useMemo(() => readView(address), [address])
  const isMoving = moving !== undefined && isAlike(moving.over, kept.range)
  if (moving && !isMoving) setMoving(undefined)
  const view: TrendView = useMemo(() => (isMoving ? { ...kept, range: moving.range } : kept), [kept, isMoving, moving])

  useEffect(() => {
    if (!isMoving) return
    const timer = setTimeout(
      () => setAddress(writeView({ ...kept, range: moving.range }), { preventScrollReset: true, replace: true, flushSync: true }),
      REST_MS,
    )
    return () => clearTimeout(timer)
  }, [isMoving, moving, kept, setAddress])

  /** In answer to somebody, who sees it at once. */
  const change = (next: Partial<TrendView>, replace = false) => {
    setMoving(undefined)
    setAddress(writeView({ ...view, ...next }), { preventScrollReset: true, replace, flushSync: true })
  }
  return {
    view,
    change,
    move: (range: Range) => setMoving((before) => ({ range, over: before?.over ?? kept.range })),
    /** In place of an address that means this one. */
    correct: (next: TrendView) => setAddress(writeView(next), { preventScrollReset: true, replace: true }),
  }
}
