/** The view of the address, and the ways to change it. A range that is being dragged reaches the address when it rests. */
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { RequestedRange } from '../../../shared/acquisition/readings.ts'
import { isLast } from '../../../shared/acquisition/readings.ts'
import type { Bounds } from '../../../ui/history-chart/options.ts'
import type { Range } from '../../../ui/history-chart/ranges.ts'
import type { TrendView } from './state.ts'
import { readView, writeView } from './state.ts'

const REST_MS = 300
const EIGHT_HOURS = 8 * 3_600_000

/** A range on its way, and what the address said when it set out: it holds until the address says something else. */
interface Moving {
  readonly range: Range
  readonly over: RequestedRange
}

/** What was chosen before anybody zoomed. */
interface Home {
  readonly range: RequestedRange
  readonly axes: Readonly<Record<string, Bounds>>
}

const isAlike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The page as its address has it, or as it is while somebody moves the range; and how to change it. */
export function useView() {
  const [address, setAddress] = useSearchParams()
  const [moving, setMoving] = useState<Moving>()
  const kept = useMemo(() => readView(address), [address])
  const [home, setHome] = useState<Home>({ range: kept.range, axes: kept.axes })
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

  const write = (next: Partial<TrendView>, replace: boolean) => {
    setMoving(undefined)
    setAddress(writeView({ ...view, ...next }), { preventScrollReset: true, replace, flushSync: true })
  }
  /** In answer to somebody, who sees it at once. A range or axes that are chosen are what a reset of the zoom leads back to. */
  const change = (next: Partial<TrendView>, replace = false) => {
    setHome({ range: next.range ?? home.range, axes: next.axes ?? home.axes })
    write(next, replace)
  }
  const zoomOut = () => write(home, false)
  return {
    view,
    /** Whether the range is on its way, dragged or turned: what is heavy to ask waits until it rests. */
    isMoving,
    change,
    /** Takes a range that is zoomed or moved to; with axes, a box of the drawing. */
    zoom: (range: Range, axes?: Readonly<Record<string, Bounds>>) => {
      if (axes) write({ range, axes: { ...view.axes, ...axes } }, false)
      else setMoving((before) => ({ range, over: before?.over ?? kept.range }))
    },
    /** Leads back to what was shown before the zooming; undefined where nothing was zoomed. */
    reset: isAlike(view.range, home.range) && isAlike(view.axes, home.axes) ? undefined : zoomOut,
    /** Leads to the values of now: as wide as the last range that moved on. */
    goLive: () => change({ range: isLast(home.range) ? home.range : { last: EIGHT_HOURS }, axes: home.axes, follows: true }),
    /** In place of an address that means this one. */
    correct: (next: TrendView) => {
      setHome({ range: next.range, axes: next.axes })
      setAddress(writeView(next), { preventScrollReset: true, replace: true })
    },
  }
}
