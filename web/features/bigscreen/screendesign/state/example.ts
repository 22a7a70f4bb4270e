/** A screen for tests. */
import type { ScreenDocument, ScreenPage, ScreenWidget } from '../../../../../model/screens/document.ts'
import type { Rect } from './rects.ts'

/** A text widget at a place. */
export const widgetAt = (id: string, rect: Rect, more: Partial<ScreenWidget> = {}): ScreenWidget => ({ id, kind: 'text', rect, ...more })

/** A screen of full HD with these pages. */
export const screenOf = (...pages: readonly ScreenPage[]): ScreenDocument => ({
  format: 1,
  size: { width: 1920, height: 1080 },
  fit: 'contain',
  theme: 'wall',
  variables: [],
  figures: [],
  refresh: 60,
  pages: [...pages],
})

/** A page with widgets. */
export const pageOf = (...widgets: readonly ScreenWidget[]): ScreenPage => ({ id: 'p1', title: 'First', widgets: [...widgets] })
