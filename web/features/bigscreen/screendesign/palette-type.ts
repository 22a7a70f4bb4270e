import type { DragEvent } from 'react'
import type { WidgetKind } from '../../../../model/screens/widgets.ts'

/** What is dragged from the palette: a kind, and behind a blank the symbol. */
export const PALETTE_TYPE = 'application/x-screen-widget'

/** The handler that has a button of the palette dragged as this. */
export const draggedAs = (kind: WidgetKind, symbol?: string) => (event: DragEvent) => {
  event.dataTransfer.setData(PALETTE_TYPE, [kind, symbol].filter(Boolean).join(' '))
  event.dataTransfer.effectAllowed = 'copy'
}
