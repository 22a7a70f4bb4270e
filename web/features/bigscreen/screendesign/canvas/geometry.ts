/** Where things of the canvas are on the page. */
import type { Rect } from '../state/rects.ts'

/** Real pixels around the canvas, in which widgets may lie outside of it. */
export const MARGIN = 160

/** Sets where an element is, without React: what is dragged follows the pointer by this alone. */
export function setBox(element: HTMLElement | null | undefined, [left, top, width, height]: Rect, scale: number): void {
  if (!element) return
  const { style } = element
  style.left = `${left * scale}px`
  style.top = `${top * scale}px`
  style.width = `${width * scale}px`
  style.height = `${height * scale}px`
}

/** Sets the place of an element alone: what is as large as before need not be laid out anew. */
export function setPlace(element: HTMLElement | null | undefined, [left, top]: Rect, scale: number): void {
  if (!element) return
  element.style.left = `${left * scale}px`
  element.style.top = `${top * scale}px`
}

/** The same as properties of an element that React draws. */
export const boxStyle = ([left, top, width, height]: Rect, scale: number) => ({
  left: left * scale,
  top: top * scale,
  width: width * scale,
  height: height * scale,
})

/** The element of a widget within what holds the canvas. */
export const elementOf = (room: HTMLElement, id: string): HTMLElement | null => room.querySelector(`[data-widget="${CSS.escape(id)}"]`)

/** The place on the canvas that a pointer is at: pixels of the canvas. */
export function pointAt(surface: HTMLElement, scale: number, { clientX, clientY }: { readonly clientX: number; readonly clientY: number }) {
  const { left, top } = surface.getBoundingClientRect()
  return { x: (clientX - left) / scale, y: (clientY - top) / scale }
}
