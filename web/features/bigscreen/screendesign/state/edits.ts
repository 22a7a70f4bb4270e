/** What is done to widgets of a page: moved, put elsewhere, ordered, grouped, removed. Pure; what nothing is changed of stays the same object. */
import type { ScreenPage, ScreenWidget } from '../../../../../model/screens/document.ts'
import type { Rect } from './rects.ts'
import { isSameRect, settled } from './rects.ts'

/** The page with some widgets as the function makes them; undefined removes a key of a widget. */
export function changed(page: ScreenPage, ids: readonly string[], made: (widget: ScreenWidget) => ScreenWidget): ScreenPage {
  const of = new Set(ids)
  const widgets = page.widgets.map((widget) => (of.has(widget.id) ? made(widget) : widget))
  return widgets.every((widget, at) => widget === page.widgets[at]) ? page : { ...page, widgets }
}

/** The widget with other members; one that is undefined goes, since a document is strict. */
export function withMembers(widget: ScreenWidget, members: Partial<Record<keyof ScreenWidget, unknown>>): ScreenWidget {
  return Object.fromEntries(Object.entries({ ...widget, ...members }).filter(([, value]) => value !== undefined)) as ScreenWidget
}

/** The object without members that are undefined; undefined where nothing is left of it. */
export function unlessEmpty<Given extends object>(given: Given): Given | undefined {
  const left = Object.entries(given).filter(([, value]) => value !== undefined)
  return left.length === 0 ? undefined : (Object.fromEntries(left) as Given)
}

/** The chosen widgets with all others of their groups, in the order of the page. */
export function withGroups({ widgets }: ScreenPage, ids: readonly string[]): string[] {
  const of = new Set(ids)
  const groups = new Set(widgets.flatMap(({ id, group }) => (of.has(id) && group !== undefined ? [group] : [])))
  return widgets.filter(({ id, group }) => of.has(id) || (group !== undefined && groups.has(group))).map(({ id }) => id)
}

/** Widgets of the page by their ids, in its order. */
export function widgetsOf({ widgets }: ScreenPage, ids: readonly string[]): ScreenWidget[] {
  const of = new Set(ids)
  return widgets.filter(({ id }) => of.has(id))
}

/** The named widgets that may be moved and removed: those that are not locked. */
export const freeOf = (page: ScreenPage, ids: readonly string[]): ScreenWidget[] => widgetsOf(page, ids).filter(({ locked }) => !locked)

/** The page with widgets where they are said to be; locked ones stay. */
export const placed = (page: ScreenPage, rects: ReadonlyMap<string, Rect>): ScreenPage =>
  changed(page, [...rects.keys()], (widget) => {
    const rect = settled(rects.get(widget.id) ?? widget.rect)
    return widget.locked || isSameRect(rect, widget.rect) ? widget : { ...widget, rect }
  })

/** The page with widgets moved by so many pixels; locked ones stay. */
export const moved = (page: ScreenPage, ids: readonly string[], across: number, down: number): ScreenPage =>
  placed(
    page,
    new Map(
      widgetsOf(page, ids).map(({ id, rect: [left, top, width, height] }) => [id, [left + across, top + down, width, height] as Rect]),
    ),
  )

/** The page without these widgets; locked ones stay. */
export function removed(page: ScreenPage, ids: readonly string[]): ScreenPage {
  const gone = new Set(freeOf(page, ids).map(({ id }) => id))
  return gone.size === 0 ? page : { ...page, widgets: page.widgets.filter(({ id }) => !gone.has(id)) }
}

/** The page with more widgets, which are drawn above all others. */
export const added = (page: ScreenPage, widgets: readonly ScreenWidget[]): ScreenPage =>
  widgets.length === 0 ? page : { ...page, widgets: [...page.widgets, ...widgets] }

export const ORDERS = ['front', 'forward', 'backward', 'back'] as const
export type Order = (typeof ORDERS)[number]

/** The page with widgets drawn further above or below the others. Among themselves they keep their order. */
export function ordered(page: ScreenPage, ids: readonly string[], order: Order): ScreenPage {
  const of = new Set(ids)
  const own = page.widgets.filter(({ id }) => of.has(id))
  const others = page.widgets.filter(({ id }) => !of.has(id))
  if (own.length === 0 || others.length === 0) return page
  if (order === 'front') return reordered(page, [...others, ...own])
  if (order === 'back') return reordered(page, [...own, ...others])
  const below = page.widgets.findIndex(({ id }) => of.has(id))
  const above = page.widgets.findLastIndex(({ id }) => of.has(id))
  const at =
    order === 'forward'
      ? others.filter((widget) => page.widgets.indexOf(widget) < above).length + 1
      : others.filter((widget) => page.widgets.indexOf(widget) < below).length - 1
  const place = Math.max(0, Math.min(others.length, at))
  return reordered(page, [...others.slice(0, place), ...own, ...others.slice(place)])
}

/** The page with one widget at another place of the order: 0 is drawn first, below all others. */
export function orderedTo(page: ScreenPage, id: string, place: number): ScreenPage {
  const widget = page.widgets.find((one) => one.id === id)
  if (!widget) return page
  const others = page.widgets.filter((one) => one !== widget)
  const at = Math.max(0, Math.min(others.length, place))
  return reordered(page, [...others.slice(0, at), widget, ...others.slice(at)])
}

const reordered = (page: ScreenPage, widgets: ScreenWidget[]): ScreenPage =>
  widgets.every((widget, at) => widget === page.widgets[at]) ? page : { ...page, widgets }

/** The page with widgets locked or hidden, or no longer so. */
export const flagged = (page: ScreenPage, ids: readonly string[], flag: 'locked' | 'hidden', isSet: boolean): ScreenPage =>
  changed(page, ids, (widget) => ((widget[flag] ?? false) === isSet ? widget : withMembers(widget, { [flag]: isSet || undefined })))

/** The page with widgets as one group, which leave the groups that they were in. */
export const grouped = (page: ScreenPage, ids: readonly string[]): ScreenPage => {
  if (ids.length < 2) return page
  const group = freeName(
    page.widgets.flatMap((widget) => widget.group ?? []),
    'g',
  )
  return changed(page, ids, (widget) => ({ ...widget, group }))
}

/** The page with widgets in no group. */
export const ungrouped = (page: ScreenPage, ids: readonly string[]): ScreenPage =>
  changed(page, ids, (widget) => (widget.group === undefined ? widget : withMembers(widget, { group: undefined })))

/** A name of this beginning that is not taken: `w1`, `w2` … */
export function freeName(taken: Iterable<string>, beginning: string): string {
  const names = new Set(taken)
  for (let at = 1; ; at += 1) if (!names.has(`${beginning}${at}`)) return `${beginning}${at}`
}
