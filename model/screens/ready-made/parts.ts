/** What ready-made screens are put together of: widgets in panels, figures, a page of full HD. */
import type { FiguresDocument } from '../../figures/document.ts'
import type { Anchor, ScreenDocument, ScreenFigure, ScreenPage, ScreenWidget, Source } from '../document.ts'
import type { WidgetKind, WidgetOptions } from '../widgets.ts'

/** Left, top, width, height in pixels of the canvas. */
export type Rect = readonly [left: number, top: number, width: number, height: number]
type More = Partial<Pick<ScreenWidget, 'name' | 'anchor' | 'bind' | 'rules' | 'style' | 'action' | 'group' | 'hidden'>>

/** A widget of a kind with the options of that kind. */
export function widget<K extends WidgetKind>(id: string, kind: K, rect: Rect, options: WidgetOptions<K>, more: More = {}): ScreenWidget {
  return { id, kind, rect: [...rect], ...more, options: options as Record<string, unknown> }
}

/** Pixels that the heading of a panel takes, and that stand free within it. */
const [HEADING, FREE] = [44, 14] as const

/** A panel with a heading, and the rectangle that it leaves for what stands in it. */
export function panel(
  id: string,
  rect: Rect,
  title: string,
  anchor: Anchor = 'core',
): { readonly frame: ScreenWidget; readonly inner: Rect } {
  const [left, top, width, height] = rect
  return {
    frame: widget(id, 'frame', rect, { title, look: 'header' }, { anchor }),
    inner: [left + FREE, top + HEADING, width - 2 * FREE, height - HEADING - FREE],
  }
}

/** A panel with one widget in it, which is made for the rectangle that is left. */
export function panelWith(id: string, rect: Rect, title: string, anchor: Anchor, make: (inner: Rect) => ScreenWidget): ScreenWidget[] {
  const { frame, inner } = panel(`${id}-panel`, rect, title, anchor)
  return [frame, { ...make(inner), anchor }]
}

/** The head of a page: its title in the middle, and the time of the server on the right. */
export const head = (title: string): ScreenWidget[] => [
  widget('head', 'frame', [480, 16, 960, 72], { look: 'plate' }, { anchor: 'stretch' }),
  widget('title', 'text', [560, 24, 800, 56], { text: title }, { anchor: 'stretch', style: { fontSize: 36, bold: true, align: 'center' } }),
  widget(
    'clock',
    'clock',
    [1560, 24, 336, 56],
    { format: 'date-time', seconds: true },
    { anchor: 'right', style: { fontSize: 26, align: 'end' } },
  ),
]

/** Several widgets side by side in a rectangle. */
export function inRow(rect: Rect, gap: number, makes: readonly ((rect: Rect) => ScreenWidget)[]): ScreenWidget[] {
  const [left, top, width, height] = rect
  const each = (width - gap * (makes.length - 1)) / makes.length
  return makes.map((make, at) => make([Math.round(left + at * (each + gap)), top, Math.floor(each), height]))
}

/** Several widgets below each other. */
export function inColumn(rect: Rect, gap: number, makes: readonly ((rect: Rect) => ScreenWidget)[]): ScreenWidget[] {
  const [left, top, width, height] = rect
  const each = (height - gap * (makes.length - 1)) / makes.length
  return makes.map((make, at) => make([left, Math.round(top + at * (each + gap)), width, Math.floor(each)]))
}

/** The first row of a column of figures. */
export const cell = (figure: string, column: string): Source => ({ figure, column, row: 0 })

/** Figures by a name. */
export const figures = (name: string, document: Omit<FiguresDocument, 'format'>, params?: ScreenFigure['params']): ScreenFigure => ({
  name,
  document: { format: 1, ...document },
  ...(params ? { params } : {}),
})

/** A page of the carousel. */
export const page = (id: string, title: string, seconds: number, widgets: readonly ScreenWidget[]): ScreenPage => ({
  id,
  title,
  seconds,
  widgets: [...widgets],
})

/** A dark screen of full HD, with wings on wider displays. */
export const wallScreen = (
  pages: readonly ScreenPage[],
  given: readonly ScreenFigure[],
  more: Partial<ScreenDocument> = {},
): ScreenDocument => ({
  format: 1,
  size: { width: 1920, height: 1080 },
  fit: 'contain',
  theme: 'wall',
  variables: [],
  refresh: 60,
  figures: [...given],
  pages: [...pages],
  ...more,
})
