/** Marks of the rulers. Pure. */

/** Real pixels from one numbered mark to the next, at the least. */
const ROOM = 64
const STEPS = [1, 2, 5]

/** Pixels of the canvas from one numbered mark to the next. */
export function stepOf(scale: number): number {
  for (let power = 1; ; power *= 10) for (const step of STEPS) if (step * power * scale >= ROOM) return step * power
}

/** Where the numbered marks of a ruler are: pixels of the canvas, from 0 to its end. */
export function ticksOf(length: number, scale: number): number[] {
  const step = stepOf(scale)
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step)
}

export const MIN_ZOOM = 0.25
export const MAX_ZOOM = 4
const ZOOMS = [0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

/** The next larger or smaller of the usual zooms. */
export function zoomed(scale: number, by: 1 | -1): number {
  const next = by > 0 ? ZOOMS.find((zoom) => zoom > scale + 0.005) : ZOOMS.findLast((zoom) => zoom < scale - 0.005)
  return next ?? (by > 0 ? MAX_ZOOM : MIN_ZOOM)
}
