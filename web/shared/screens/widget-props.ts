/** What draws a widget is given. */
import type { ScreenTheme, ScreenWidget } from '../../../model/screens/document.ts'
import type { WidgetKind, WidgetOptions } from '../../../model/screens/widgets.ts'
import type { Feed, Scale } from './feed.ts'

export interface WidgetProps<K extends WidgetKind = WidgetKind> {
  readonly widget: ScreenWidget
  /** Read and checked: those of the kind. */
  readonly options: WidgetOptions<K>
  readonly feed: Feed
  /** Real pixels for one of the canvas. */
  readonly scale: Scale
  /** Width and height in real pixels. */
  readonly width: number
  readonly height: number
  readonly theme: ScreenTheme
  /** In the designer nothing is clicked, played or sounded. */
  readonly isDesign: boolean
  /** Carries out the widget's action, or one of a row (an address of the console). Absent where nothing leads away: on kiosks, in the designer. */
  readonly open?: ((address?: string) => void) | undefined
  /** Shows the widgets of a group, and hides those of the others that the same widget names. */
  readonly showGroup?: ((group: string, among: readonly string[]) => void) | undefined
}
