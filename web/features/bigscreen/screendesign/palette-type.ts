import type { DragEvent } from 'react'
import type { WidgetKind } from '../../../../model/screens/widgets.ts'
import { WIDGET_KINDS } from '../../../../model/screens/widgets.ts'
import type { NewWidget } from './state/new-widget.ts'

/** What is dragged from the palette. */
export const PALETTE_TYPE = 'application/x-screen-widget'

/** The handler that has a button of the palette dragged as this. */
export const draggedAs =
  ({ kind, symbol, size }: Omit<NewWidget, 'at'>) =>
  (event: DragEvent) => {
    event.dataTransfer.setData(PALETTE_TYPE, [kind, symbol, size?.join('x')].filter(Boolean).join(' '))
    event.dataTransfer.effectAllowed = 'copy'
  }

/** What was dropped; without a kind where that came from elsewhere. */
export function droppedAs(event: DragEvent): { kind?: WidgetKind; symbol?: string; size?: readonly [number, number] } {
  const [name, symbol, size] = event.dataTransfer.getData(PALETTE_TYPE).split(' ')
  const kind = WIDGET_KINDS.find((one) => one === name)
  const [width = 0, height = 0] = (size ?? '').split('x').map(Number)
  return {
    ...(kind ? { kind } : {}),
    ...(symbol ? { symbol } : {}),
    ...(width > 0 && height > 0 ? { size: [width, height] as const } : {}),
  }
}
