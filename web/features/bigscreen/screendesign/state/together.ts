/** Properties of several widgets at once: what they have in common, and how all of them get the same. Pure. */
import type { ScreenPage, ScreenWidget, WidgetStyle } from '../../../../../model/screens/document.ts'
import { isAlike } from '../../../../shared/panels/alike.ts'
import { changed, unlessEmpty, withMembers } from './edits.ts'

/** What stands in place of a value where widgets have different ones. */
export const MIXED = Symbol('mixed')
export type Mixed = typeof MIXED

/** The value that all of them have; {@link MIXED} where they differ. */
export function commonOf<Value>(widgets: readonly ScreenWidget[], read: (widget: ScreenWidget) => Value): Value | Mixed {
  const [first, ...others] = widgets.map(read)
  return others.every((value) => isAlike(value, first)) ? (first as Value) : MIXED
}

/** The page with a part of the style of widgets otherwise; undefined takes it away. */
export const withStyle = (page: ScreenPage, ids: readonly string[], style: Partial<WidgetStyle>): ScreenPage =>
  changed(page, ids, (widget) => withMembers(widget, { style: unlessEmpty({ ...widget.style, ...style }) }))

/** The page with an option of widgets otherwise; undefined takes it away. */
export const withOption = (page: ScreenPage, ids: readonly string[], name: string, value: unknown): ScreenPage =>
  changed(page, ids, (widget) => withMembers(widget, { options: unlessEmpty({ ...widget.options, [name]: value }) }))

/** The page with a member of widgets otherwise; undefined takes it away. */
export const withMember = (
  page: ScreenPage,
  ids: readonly string[],
  name: 'name' | 'anchor' | 'rules' | 'action' | 'bind',
  value: unknown,
): ScreenPage => changed(page, ids, (widget) => withMembers(widget, { [name]: value }))

/** The page with one side of the rectangles of widgets otherwise: 0 left, 1 top, 2 width, 3 height. Locked ones stay. */
export const withSide = (page: ScreenPage, ids: readonly string[], side: 0 | 1 | 2 | 3, value: number): ScreenPage =>
  changed(page, ids, (widget) =>
    widget.locked || widget.rect[side] === value ? widget : { ...widget, rect: widget.rect.with(side, value) as ScreenWidget['rect'] },
  )
