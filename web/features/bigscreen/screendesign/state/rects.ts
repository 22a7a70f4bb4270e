/** Rectangles of the canvas: left, top, width, height. Pure. */
import type { ScreenWidget } from '../../../../../model/screens/document.ts'

export type Rect = ScreenWidget['rect']

/** Nothing lies further from the corner of the canvas than this, and nothing is larger (model/screens/document.ts). */
const MAX_REACH = 16_384

const within = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** The rectangle in whole pixels, as far out and as large as a document allows. */
export const settled = ([left, top, width, height]: Rect): Rect => [
  within(Math.round(left), -MAX_REACH, MAX_REACH),
  within(Math.round(top), -MAX_REACH, MAX_REACH),
  within(Math.round(width), 1, MAX_REACH),
  within(Math.round(height), 1, MAX_REACH),
]

/** The smallest rectangle around all of them; undefined for none. */
export function around(rects: readonly Rect[]): Rect | undefined {
  if (rects.length === 0) return undefined
  const left = Math.min(...rects.map(([x]) => x))
  const top = Math.min(...rects.map(([, y]) => y))
  const right = Math.max(...rects.map(([x, , width]) => x + width))
  const bottom = Math.max(...rects.map(([, y, , height]) => y + height))
  return [left, top, right - left, bottom - top]
}

/** The rectangle between two corners, whichever they are. */
export const between = (x1: number, y1: number, x2: number, y2: number): Rect => [
  Math.min(x1, x2),
  Math.min(y1, y2),
  Math.abs(x2 - x1),
  Math.abs(y2 - y1),
]

/** Whether two rectangles have something in common. */
export const meets = ([x1, y1, w1, h1]: Rect, [x2, y2, w2, h2]: Rect): boolean =>
  x1 < x2 + w2 && x2 < x1 + w1 && y1 < y2 + h2 && y2 < y1 + h1

/** Whether two rectangles are the same. */
export const isSameRect = (one: Rect, other: Rect): boolean => one.every((value, at) => value === other[at])
