/** Aligning and distributing. Widgets of a group go together, as one. Pure. */
import type { ScreenPage, ScreenWidget } from '../../../../../model/screens/document.ts'
import { freeOf, placed } from './edits.ts'
import type { Rect } from './rects.ts'
import { around } from './rects.ts'

export const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof ALIGNMENTS)[number]
export const DIRECTIONS = ['across', 'down'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** What is moved as one: a widget, or those of a group. */
interface Unit {
  readonly box: Rect
  readonly rects: ReadonlyMap<string, Rect>
}

function unitsOf(page: ScreenPage, ids: readonly string[]): Unit[] {
  const units = new Map<string, ScreenWidget[]>()
  for (const widget of freeOf(page, ids)) {
    const name = widget.group === undefined ? `widget ${widget.id}` : `group ${widget.group}`
    units.set(name, [...(units.get(name) ?? []), widget])
  }
  return [...units.values()].map((some) => ({
    box: around(some.map(({ rect }) => rect)) as Rect,
    rects: new Map(some.map(({ id, rect }) => [id, rect])),
  }))
}

/** How many things would be aligned or distributed. */
export const countUnits = (page: ScreenPage, ids: readonly string[]): number => unitsOf(page, ids).length

const shifted = ({ rects }: Unit, across: number, down: number): [string, Rect][] =>
  [...rects].map(([id, [left, top, width, height]]) => [id, [left + across, top + down, width, height]])

/** The page with widgets aligned to the rectangle around them all; one alone, or one group, to the canvas. */
export function aligned(
  page: ScreenPage,
  ids: readonly string[],
  how: Alignment,
  canvas: { readonly width: number; readonly height: number },
): ScreenPage {
  const units = unitsOf(page, ids)
  const whole = units.length > 1 ? around(units.map(({ box }) => box)) : ([0, 0, canvas.width, canvas.height] as Rect)
  if (!whole) return page
  const [left, top, width, height] = whole
  const shift: Record<Alignment, (box: Rect) => [number, number]> = {
    left: ([x]) => [left - x, 0],
    center: ([x, , w]) => [left + (width - w) / 2 - x, 0],
    right: ([x, , w]) => [left + width - w - x, 0],
    top: ([, y]) => [0, top - y],
    middle: ([, y, , h]) => [0, top + (height - h) / 2 - y],
    bottom: ([, y, , h]) => [0, top + height - h - y],
  }
  return placed(page, new Map(units.flatMap((unit) => shifted(unit, ...shift[how](unit.box)))))
}

/** The page with equal gaps between widgets, of which the outermost two stay; the same page for fewer than three. */
export function distributed(page: ScreenPage, ids: readonly string[], direction: Direction): ScreenPage {
  const [begin, length] = direction === 'across' ? ([0, 2] as const) : ([1, 3] as const)
  const units = unitsOf(page, ids).toSorted(
    (one, other) => one.box[begin] + one.box[length] / 2 - (other.box[begin] + other.box[length] / 2),
  )
  const [first, last] = [units[0], units.at(-1)]
  if (!first || !last || units.length < 3) return page
  const room = last.box[begin] + last.box[length] - first.box[begin]
  const gap = (room - units.reduce((sum, { box }) => sum + box[length], 0)) / (units.length - 1)
  const rects = new Map<string, Rect>()
  let at = first.box[begin]
  for (const unit of units) {
    const by = at - unit.box[begin]
    for (const [id, rect] of shifted(unit, direction === 'across' ? by : 0, direction === 'down' ? by : 0)) rects.set(id, rect)
    at += unit.box[length] + gap
  }
  return placed(page, rects)
}
