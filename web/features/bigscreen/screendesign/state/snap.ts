/** To what a rectangle that is moved or resized snaps: edges and centres of the other widgets, of the canvas and guides, else the grid. Pure. */
import type { ScreenPage } from '../../../../../model/screens/document.ts'
import type { Rect } from './rects.ts'

/** Where lines lie that something may snap to, along each direction. */
export interface SnapTargets {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

export interface Snapping {
  readonly targets: SnapTargets
  /** Pixels of the canvas from line to line of the grid; 0 for none. */
  readonly grid: number
  /** How near a line has to be: pixels of the canvas. */
  readonly reach: number
}

export interface Guides {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

/** The lines of all widgets but those that are moved, of the canvas and of guides. Hidden widgets have none. */
export function targetsOf(
  page: ScreenPage,
  moving: ReadonlySet<string>,
  canvas: { readonly width: number; readonly height: number },
  guides: Guides,
): SnapTargets {
  const others = page.widgets.filter(({ id, hidden }) => !moving.has(id) && !hidden)
  const lines = (begin: 0 | 1, length: 2 | 3, whole: number, own: readonly number[]) => [
    ...new Set([
      0,
      whole / 2,
      whole,
      ...own,
      ...others.flatMap(({ rect }) => [rect[begin], rect[begin] + rect[length] / 2, rect[begin] + rect[length]]),
    ]),
  ]
  return { x: lines(0, 2, canvas.width, guides.x), y: lines(1, 3, canvas.height, guides.y) }
}

interface Found {
  readonly by: number
  /** The line that it snapped to; undefined where that was the grid, or nothing. */
  readonly line: number | undefined
}

/** By how much edges have to go on to lie on the nearest line; the first edge goes to the grid where no line is near. */
export function nearest(edges: readonly number[], targets: readonly number[], { grid, reach }: Pick<Snapping, 'grid' | 'reach'>): Found {
  let best: Found | undefined
  for (const edge of edges)
    for (const line of targets) {
      const by = line - edge
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, line }
    }
  if (best) return best
  const [first = 0] = edges
  return { by: grid > 0 ? Math.round(first / grid) * grid - first : 0, line: undefined }
}

export interface Snapped {
  readonly rect: Rect
  /** Lines that are shown. */
  readonly x: number | undefined
  readonly y: number | undefined
}

/** The moved rectangle as it snaps. */
export function snapMoved([left, top, width, height]: Rect, { targets, ...how }: Snapping): Snapped {
  const x = nearest([left, left + width / 2, left + width], targets.x, how)
  const y = nearest([top, top + height / 2, top + height], targets.y, how)
  return { rect: [left + x.by, top + y.by, width, height], x: x.line, y: y.line }
}
