/**
 * Dragging with a pointer. While it lasts, nothing but the elements that are dragged is touched, once a frame, by their left and top; the state gets one step at
 * the end. Nothing else of the page is drawn anew, however many widgets there are.
 */

export interface Drag {
  /** Pixels of the page since it began, and which keys are held. */
  readonly move: (by: { readonly across: number; readonly down: number; readonly event: PointerEvent }) => void
  /** It ended; not moved at all where somebody only pressed. */
  readonly end: (isMoved: boolean) => void
  /** Escape, or the browser took the pointer away. */
  readonly cancel: () => void
}

/** Less than this is a press, and no drag. */
const THRESHOLD = 3

/** Follows the pointer until it is let go. @param scroller What scrolls below it: its way counts as well */
export function followPointer(first: PointerEvent, scroller: HTMLElement, drag: Drag): void {
  const start = { x: first.clientX, y: first.clientY, left: scroller.scrollLeft, top: scroller.scrollTop }
  let last = first
  let isMoved = false
  let frame = 0

  const draw = () => {
    frame = 0
    drag.move({
      across: last.clientX - start.x + scroller.scrollLeft - start.left,
      down: last.clientY - start.y + scroller.scrollTop - start.top,
      event: last,
    })
  }
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== first.pointerId) return
    last = event
    isMoved ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) >= THRESHOLD
    if (isMoved && frame === 0) frame = requestAnimationFrame(draw)
  }
  const stop = () => {
    cancelAnimationFrame(frame)
    removeEventListener('pointermove', onMove)
    removeEventListener('pointerup', onUp)
    removeEventListener('pointercancel', onCancel)
    removeEventListener('keydown', onKey, true)
  }
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== first.pointerId) return
    last = event
    stop()
    if (isMoved) draw()
    drag.end(isMoved)
  }
  const onCancel = (event: PointerEvent) => {
    if (event.pointerId !== first.pointerId) return
    stop()
    drag.cancel()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    stop()
    drag.cancel()
  }
  addEventListener('pointermove', onMove)
  addEventListener('pointerup', onUp)
  addEventListener('pointercancel', onCancel)
  addEventListener('keydown', onKey, true)
}
