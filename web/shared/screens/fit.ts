/**
 * Where the widgets of a page stand on a display, in its own pixels: nothing is scaled by CSS, so that charts are sharp and the pointer is where it seems to
 * be. A display that is wider than the canvas gains wings, and one that stands upright gets the widgets below each other (docs/decisions/0208-the-player-of-screens.md).
 */
import type { Anchor, ScreenDocument, ScreenWidget } from '../../../model/screens/document.ts'
import type { Box, Display } from './display.ts'
import type { Scale } from './feed.ts'
import { flowOf } from './flow.ts'

/** CSS pixels, on the grid of the display's own; and how many of them are one of the canvas. */
export interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly scale: Scale
}

export interface Layout {
  readonly scale: Scale
  /** Of all that is drawn, in CSS pixels: what is larger than the display is scrolled, but for a canvas that covers it. */
  readonly width: number
  readonly height: number
  readonly scrolls: boolean
  /** The widgets stand below each other, since they could not be read otherwise. */
  readonly isFlow: boolean
  /** By the ids of widgets. */
  readonly places: ReadonlyMap<string, Place>
}

/** Smaller text is not read (pixels). */
export const MIN_TEXT = 12
/** Of widgets that do not say how large their text is: pixels of the canvas. */
const USUAL_TEXT = 16
/** A display that lies on its side is a small one, and no wall, where the canvas would be less than so much of itself. */
const SMALL = 0.5

/** The page on the display: where each widget stands. */
export function layoutOf(
  { size, fit }: Pick<ScreenDocument, 'size' | 'fit'>,
  { widgets }: { readonly widgets: readonly ScreenWidget[] },
  display: Display,
): Layout {
  const { width, height, pixelRatio } = display
  const [across, down] = [width / size.width, height / size.height]
  if (fit === 'contain' && isUnreadable(widgets, Math.min(across, down), display)) {
    const flow = flowOf(widgets, size, display)
    return { ...flow, isFlow: true, places: onGrid(flow.boxes, pixelRatio) }
  }
  const scale = { contain: Math.min(across, down), cover: Math.max(across, down), width: across, native: 1 }[fit]
  const [gainX, gainY] = [width - size.width * scale, height - size.height * scale]
  // What does not fit is scrolled from its beginning; a canvas that covers the display loses as much on both sides.
  const before = (gain: number) => (fit === 'cover' || gain > 0 ? gain / 2 : 0)
  const top = fit === 'width' ? Math.max(0, gainY / 2) : before(gainY)
  const shared = fit === 'contain' && gainX > 0 ? withWings(widgets, size.width, scale, gainX) : undefined
  const boxes = widgets.map((widget): [string, Box, Scale] => {
    const [x, y, w, h] = widget.rect
    const [left, right] = shared?.get(widget.id) ?? [x * scale + before(gainX), (x + w) * scale + before(gainX)]
    return [widget.id, [left, y * scale + top, right, (y + h) * scale + top], scale]
  })
  const scrolls = fit === 'native' || fit === 'width'
  return {
    scale,
    width: scrolls ? Math.max(width, size.width * scale) : width,
    height: scrolls ? Math.max(height, size.height * scale) : height,
    scrolls: scrolls && (gainX < -0.5 || gainY < -0.5),
    isFlow: false,
    places: onGrid(boxes, pixelRatio),
  }
}

/** On a phone, and on a wall that stands upright, a canvas that lies on its side becomes too small to be read. */
function isUnreadable(widgets: readonly ScreenWidget[], scale: number, { width, height }: Display): boolean {
  const least = Math.min(USUAL_TEXT, ...widgets.map(({ style }) => style?.fontSize ?? USUAL_TEXT))
  return (height > width || scale < SMALL) && least * scale < MIN_TEXT
}

/**
 * Left and right of each widget where the display is wider by `gain` pixels. The core stays together in the middle, wings move out, and what stretches takes
 * what lies between. Undefined where widgets would lie over each other that do not in the document: then there are bars on both sides.
 */
function withWings(
  widgets: readonly ScreenWidget[],
  canvas: number,
  scale: number,
  gain: number,
): ReadonlyMap<string, readonly [number, number]> | undefined {
  const of = (anchor: Anchor) => widgets.filter((widget) => (widget.anchor ?? 'core') === anchor)
  const [lefts, rights] = [of('left'), of('right')]
  if (lefts.length + rights.length + of('stretch').length === 0) return undefined
  const from = Math.max(0, ...lefts.map(({ rect: [x, , w] }) => x + w))
  const to = Math.min(canvas, ...rights.map(({ rect: [x] }) => x))
  const found = new Map<string, readonly [number, number]>()
  const put = ({ id, rect: [x, , w] }: ScreenWidget, before: number, after = before) =>
    found.set(id, [x * scale + before, (x + w) * scale + after])
  for (const widget of lefts) put(widget, 0)
  for (const widget of rights) put(widget, gain)
  for (const row of rowsOf([...of('core'), ...of('stretch')])) {
    const core = row.filter(({ anchor }) => anchor !== 'stretch')
    const share = shareOf(from, to, core)
    for (const widget of row) {
      if (widget.anchor === 'stretch') put(widget, gain * share(widget.rect[0]), gain * share(widget.rect[0] + widget.rect[2]))
      else put(widget, gain / 2)
    }
  }
  return isNewlyCrowded(widgets, found, scale) ? undefined : found
}

/** Widgets that stand beside each other, or beside one that does: a row of them is moved as one. */
function rowsOf(widgets: readonly ScreenWidget[]): ScreenWidget[][] {
  const rows: { until: number; widgets: ScreenWidget[] }[] = []
  for (const widget of [...widgets].sort((one, other) => one.rect[1] - other.rect[1])) {
    const [, y, , h] = widget.rect
    const last = rows.at(-1)
    if (last && y < last.until) {
      last.widgets.push(widget)
      last.until = Math.max(last.until, y + h)
    } else rows.push({ until: y + h, widgets: [widget] })
  }
  return rows.map((row) => row.widgets)
}

/** How much of the gain lies left of a place of the canvas, from 0 to 1: none within the left wing, half of it within the core. */
function shareOf(from: number, to: number, core: readonly ScreenWidget[]): (x: number) => number {
  const between = (x: number, a: number, b: number) => (b <= a ? (x < b ? 0 : 1) : Math.min(1, Math.max(0, (x - a) / (b - a))))
  if (core.length === 0) return (x) => between(x, from, to)
  const [begin, end] = [Math.min(...core.map(({ rect }) => rect[0])), Math.max(...core.map(({ rect }) => rect[0] + rect[2]))]
  return (x) => (between(x, from, begin) + between(x, end, to)) / 2
}

function isNewlyCrowded(widgets: readonly ScreenWidget[], placed: ReadonlyMap<string, readonly [number, number]>, scale: number): boolean {
  const boxes = widgets.map(({ id, rect: [x, y, w, h] }) => {
    const [left, right] = placed.get(id) as readonly [number, number]
    return { before: [x, y, x + w, y + h] as const, after: [left / scale, y, right / scale, y + h] as const }
  })
  return boxes.some((one, at) => boxes.slice(at + 1).some((other) => overlap(one.after, other.after) && !overlap(one.before, other.before)))
}

/** Less than this is rounding. */
const TOUCH = 1e-6

/** Whether two boxes lie over each other, by more than their edges. */
export const overlap = (one: Box, other: Box): boolean =>
  one[0] < other[2] - TOUCH && other[0] < one[2] - TOUCH && one[1] < other[3] - TOUCH && other[1] < one[3] - TOUCH

/** Edges on whole pixels of the display: those that met do so still. */
function onGrid(boxes: Iterable<readonly [string, Box, Scale]>, pixelRatio: number): Map<string, Place> {
  const round = (length: number) => Math.round(length * pixelRatio) / pixelRatio
  return new Map(
    Array.from(boxes, ([id, [left, top, right, bottom], scale]) => [
      id,
      { left: round(left), top: round(top), width: round(right) - round(left), height: round(bottom) - round(top), scale },
    ]),
  )
}
