import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Pixels before a press counts as dragging. */
const SLOP = 4

/** A row wider than its room is moved by the wheel and by dragging; a drag is no click. Fingers scroll by themselves. */
export function useDragScroll(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current
    if (!element) return undefined
    const ended = new AbortController()
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
      more: AddEventListenerOptions = {},
    ) => element.addEventListener(name, listener, { ...more, signal: ended.signal })
    let pressed: { x: number; left: number } | undefined
    let dragged = false

    listen(
      'wheel',
      (event) => {
        if (event.deltaX !== 0 || element.scrollWidth <= element.clientWidth) return
        event.preventDefault()
        element.scrollLeft += event.deltaY
      },
      { passive: false },
    )
    listen('pointerdown', ({ button, pointerType, clientX }) => {
      if (button !== 0 || pointerType !== 'mouse') return
      pressed = { x: clientX, left: element.scrollLeft }
      dragged = false
    })
    listen('pointermove', ({ clientX, buttons, pointerId }) => {
      if (!pressed) return
      if (buttons === 0) {
        pressed = undefined
        return
      }
      const way = clientX - pressed.x
      if (!dragged && Math.abs(way) < SLOP) return
      if (!dragged) element.setPointerCapture(pointerId)
      dragged = true
      element.scrollLeft = pressed.left - way
    })
    listen('pointerup', () => {
      pressed = undefined
    })
    listen(
      'click',
      (event) => {
        if (!dragged) return
        dragged = false
        event.preventDefault()
        event.stopPropagation()
      },
      { capture: true },
    )
    return () => ended.abort()
  }, [row])
}
