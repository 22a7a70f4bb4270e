/** Of very many rows of one height, only those near to what is seen are drawn. */
import type { RefObject } from 'react'
import { useLayoutEffect, useState } from 'react'

/** From this many rows on; fewer are drawn faster than they are counted. */
export const MANY = 120
/** Rows drawn beyond each edge, so that a quick scroll does not run into a gap. */
const BEYOND = 12
/** The window moves by this many rows at a time, and not with every pixel. */
const STEP = 6

export interface VirtualRows {
  readonly from: number
  readonly to: number
  /** Pixels that the rows which are not drawn take. */
  readonly above: number
  readonly below: number
  /** Scrolls so that the row is seen. */
  readonly show: (at: number) => void
}

/**
 * Which rows are near to what is seen, and the space that the others take.
 * @param scroller The element that scrolls the rows, and has a head of one row that stays.
 */
export function useVirtualRows(scroller: RefObject<HTMLElement | null>, count: number): VirtualRows {
  const isMany = count > MANY
  const [height, setHeight] = useState(38)
  const [seen, setSeen] = useState({ first: 0, rows: 40 })

  useLayoutEffect(() => {
    const element = scroller.current
    if (!isMany || !element) return
    const look = () => {
      const row = element.querySelector('tbody tr[data-at]')?.getBoundingClientRect().height || height
      setHeight(row)
      const first = Math.floor(element.scrollTop / row / STEP) * STEP
      const rows = Math.ceil(element.clientHeight / row) + STEP
      setSeen((before) => (before.first === first && before.rows === rows ? before : { first, rows }))
    }
    look()
    const sized = new ResizeObserver(look)
    sized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, isMany, height, count])

  const show = (at: number) => {
    const element = scroller.current
    if (!isMany || !element) return
    const [top, view] = [at * height, element.clientHeight - height]
    if (top < element.scrollTop) element.scrollTo({ top })
    else if (top + height > element.scrollTop + view) element.scrollTo({ top: top + height - view })
  }
  if (!isMany) return { from: 0, to: count, above: 0, below: 0, show }
  const from = Math.max(0, Math.min(seen.first - BEYOND, count - seen.rows))
  const to = Math.min(count, seen.first + seen.rows + BEYOND)
  return { from, to, above: from * height, below: (count - to) * height, show }
}
