/** The rows of a table by keyboard: arrows, Home and End move between them; other keys are for whoever knows the row. */
import type { KeyboardEvent, RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** Rows that Page Up and Page Down pass. */
const PAGE = 10

/** How far each key leads among so many rows; the sheet of shortcuts names them. */
export const rowSteps = (count: number): Readonly<Record<string, number>> => ({
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: -count,
  End: count,
})

/** What is done to the row itself. */
export const ROW_KEYS = { choose: ' ', unfold: 'ArrowRight', fold: 'ArrowLeft' } as const

interface RowKeys {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** What a table needs so that its rows are walked by keyboard. @param act Gives whether the key meant something on the row at this place. */
export function useRowKeys(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  show: (at: number) => void,
  act: (at: number, event: KeyboardEvent) => boolean,
): RowKeys {
  // A row that is far away is drawn first, and focused when it is there.
  const wanted = useRef<number>(undefined)
  const rowAt = (at: number) => scroller.current?.querySelector<HTMLElement>(`tr[data-at="${at}"]`)

  function focus(at: number): void {
    const row = rowAt(at)
    wanted.current = row ? undefined : at
    show(at)
    row?.focus({ preventScroll: false })
  }

  useEffect(() => {
    if (wanted.current !== undefined && rowAt(wanted.current)) focus(wanted.current)
  })

  return {
    onKeyDown(event) {
      const target = event.target as HTMLElement
      const row = target.closest<HTMLElement>('tr[data-at]')
      // Inside a row keys belong to its buttons and boxes.
      if (event.altKey || event.ctrlKey || event.metaKey || (target !== scroller.current && target !== row)) return
      const at = row ? Number(row.dataset['at']) : -1
      const to = placeAfter(event.key, at, count)
      if (to !== undefined) focus(to)
      else if (!row || !act(at, event)) return
      event.preventDefault()
    },
  }
}

/** The row that a key leads to; -1 stands before the first. */
export function placeAfter(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  const step = rowSteps(count)[key]
  // Before anybody has gone into the rows, only going down means them; the rest scrolls.
  if (step === undefined || (at < 0 && key !== 'ArrowDown')) return undefined
  return Math.min(count - 1, Math.max(0, at + step))
}
