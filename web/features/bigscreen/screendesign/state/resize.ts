/** Resizing by eight handles, alone and several at once. Pure. */
import type { Rect } from './rects.ts'
import type { Snapped, Snapping } from './snap.ts'
import { nearest } from './snap.ts'

/** By the sides that a handle moves. */
export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof HANDLES)[number]

/** Nothing becomes smaller: a handle can still be taken. */
const MIN_SIDE = 4

/**
 * The rectangle with a handle moved by so many pixels.
 * @param keepsRatio Width and height stay in proportion: the corner opposite stays where it is, or the middle of the side opposite
 */
export function resized(rect: Rect, handle: Handle, across: number, down: number, keepsRatio = false): Rect {
  const [left, top, width, height] = rect
  const isWest = handle.includes('w')
  const isNorth = handle.includes('n')
  const movesX = isWest || handle.includes('e')
  const movesY = isNorth || handle.includes('s')
  let wide = movesX ? Math.max(MIN_SIDE, width + (isWest ? -across : across)) : width
  let high = movesY ? Math.max(MIN_SIDE, height + (isNorth ? -down : down)) : height
  if (keepsRatio) {
    const share = movesX && movesY ? Math.max(wide / width, high / height) : movesX ? wide / width : high / height
    const least = Math.max(MIN_SIDE / width, MIN_SIDE / height)
    wide = width * Math.max(share, least)
    high = height * Math.max(share, least)
  }
  const x = isWest ? left + width - wide : movesX || !keepsRatio ? left : left - (wide - width) / 2
  const y = isNorth ? top + height - high : movesY || !keepsRatio ? top : top - (high - height) / 2
  return [x, y, wide, high]
}

/** The same, with the moved sides snapping. In proportion nothing snaps: one side would pull the other away from its line. */
export function snapResized(
  rect: Rect,
  handle: Handle,
  across: number,
  down: number,
  { targets, ...how }: Snapping,
  keepsRatio: boolean,
): Snapped {
  if (keepsRatio) return { rect: resized(rect, handle, across, down, true), x: undefined, y: undefined }
  const [left, top, width, height] = rect
  const side = (isBefore: boolean, isAfter: boolean, begin: number, length: number, by: number, lines: readonly number[]) =>
    isBefore || isAfter ? nearest([(isBefore ? begin : begin + length) + by], lines, how) : { by: 0, line: undefined }
  const x = side(handle.includes('w'), handle.includes('e'), left, width, across, targets.x)
  const y = side(handle.includes('n'), handle.includes('s'), top, height, down, targets.y)
  return { rect: resized(rect, handle, across + x.by, down + y.by), x: x.line, y: y.line }
}

/** Where a rectangle lies when the one around it and others becomes another. */
export function scaledInto([left, top, width, height]: Rect, from: Rect, to: Rect): Rect {
  const [across, down] = [to[2] / from[2], to[3] / from[3]]
  return [to[0] + (left - from[0]) * across, to[1] + (top - from[1]) * down, width * across, height * down]
}
