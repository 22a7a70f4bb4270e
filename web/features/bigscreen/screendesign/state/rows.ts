/** The widgets of a page as a table, which is another way to change them. Pure. */
import type { ScreenPage, ScreenWidget } from '../../../../../model/screens/document.ts'

export interface WidgetRow {
  readonly id: string
  readonly widget: ScreenWidget
  /** From 1, the one that is drawn first and lies below all others. */
  readonly order: number
}

/** Rows of all widgets, the uppermost first, as the layers show them. */
export const rowsOf = ({ widgets }: ScreenPage): WidgetRow[] =>
  widgets.map((widget, at) => ({ id: widget.id, widget, order: at + 1 })).toReversed()
