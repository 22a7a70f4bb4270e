/** A widget on the canvas. It is drawn anew only where it, the zoom or the theme has changed; whether it is chosen is said around it. */
import { memo } from 'react'
import type { ScreenTheme, ScreenWidget } from '../../../../../model/screens/document.ts'
import type { Feed } from '../../../../shared/screens/feed.ts'
import { boxStyle } from './geometry.ts'
import { WidgetView } from './widget-view.tsx'

interface BoxProps {
  readonly widget: ScreenWidget
  readonly name: string
  readonly isChosen: boolean
  readonly scale: number
  readonly theme: ScreenTheme
  readonly feed: Feed
}

/** Ids of elements: those of widgets are unique on a page of a screen alone. */
export const elementId = (widget: string): string => `screen-widget-${widget}`

export const WidgetBox = memo(function WidgetBox({ widget, name, isChosen, scale, theme, feed }: BoxProps) {
  return (
    <div
      id={elementId(widget.id)}
      data-widget={widget.id}
      role="option"
      aria-selected={isChosen}
      aria-label={name}
      className={`screen-widget${widget.hidden ? ' screen-widget-hidden' : ''}`}
      style={boxStyle(widget.rect, scale)}
    >
      {/* Nothing in it takes the focus or a press: it is a picture of what players show. */}
      <div className="screen-widget-inside" inert>
        {!widget.hidden && <WidgetView widget={widget} scale={scale} theme={theme} feed={feed} />}
      </div>
    </div>
  )
})
