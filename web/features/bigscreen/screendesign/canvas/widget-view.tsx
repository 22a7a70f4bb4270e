/** What draws a widget of the canvas, with the values that are tried out. One that breaks says so, and the others can still be designed. */
import { Component, memo } from 'react'
import type { ReactNode } from 'react'
import type { ScreenTheme, ScreenWidget } from '../../../../../model/screens/document.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { keepError } from '../../../../kernel/session/error-log.ts'
import type { Feed } from '../../../../shared/screens/feed.ts'
import type { WidgetProps } from '../../../../shared/screens/widget-props.ts'
import { WIDGET_VIEWS } from '../../../../shared/screens/widgets/index.ts'

interface ViewProps {
  readonly widget: ScreenWidget
  readonly scale: number
  readonly theme: ScreenTheme
  readonly feed: Feed
}

export const WidgetView = memo(function WidgetView({ widget, scale, theme, feed }: ViewProps) {
  const [, , width, height] = widget.rect
  const View = WIDGET_VIEWS[widget.kind]
  return (
    // What was wrong with it may be right when it is changed.
    <Boundary key={widget.kind} of={widget}>
      <View
        widget={widget}
        options={(widget.options ?? {}) as WidgetProps['options']}
        feed={feed}
        scale={scale}
        width={width * scale}
        height={height * scale}
        theme={theme}
        isDesign
      />
    </Boundary>
  )
})

interface BoundaryProps {
  readonly of: ScreenWidget
  readonly children: ReactNode
}
interface BoundaryState {
  /** What it was like when it broke. */
  readonly broken: ScreenWidget | undefined
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  static getDerivedStateFromProps({ of }: BoundaryProps, { broken }: BoundaryState): BoundaryState | null {
    return broken !== undefined && broken !== of ? { broken: undefined } : null
  }
  override state: BoundaryState = { broken: undefined }
  override componentDidCatch(error: unknown) {
    keepError(error)
    this.setState({ broken: this.props.of })
  }
  override render() {
    return this.state.broken === undefined ? this.props.children : <Broken />
  }
}

function Broken() {
  const t = useT()
  return <span className="screen-widget-plain">{t('screen-design.broken')}</span>
}
