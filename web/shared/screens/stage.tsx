/**
 * Draws one page of a document with a feed, in the pixels of what it is shown on: for players, kiosks and the preview of designers. A widget that breaks shows
 * that it did, and the others live on.
 */
import type { CSSProperties, ReactNode } from 'react'
import { Component, Suspense, memo, useCallback, useMemo, useState } from 'react'
import type { ScreenDocument, ScreenPage, ScreenTheme, ScreenWidget } from '../../../model/screens/document.ts'
import { keepError } from '../../kernel/session/error-log.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { Display } from './display.ts'
import type { Feed } from './feed.ts'
import type { Place } from './fit.ts'
import { layoutOf } from './fit.ts'
import { drawnOf, firstHidden, withShown } from './groups.ts'
import { useMedia } from './media.ts'
import type { WidgetProps } from './widget-props.ts'
import { WIDGET_VIEWS } from './widgets/index.ts'
import './stage.css'

interface StageProps {
  readonly document: Pick<ScreenDocument, 'size' | 'fit' | 'theme'>
  readonly page: ScreenPage
  readonly feed: Feed
  readonly display: Display
  readonly isDesign?: boolean
  /** Carries out the action of a widget, or follows an address that a row of it has; undefined where this widget leads nowhere. */
  readonly openOf?: ((widget: ScreenWidget) => WidgetProps['open']) | undefined
}

/** The page. Give another `key` for another page: which groups show is forgotten with it. */
export function Stage({ document, page, feed, display, isDesign = false, openOf }: StageProps) {
  const { width, height, pixelRatio } = display
  const [hidden, setHidden] = useState(() => firstHidden(page.widgets))
  const drawn = useMemo(() => drawnOf(page.widgets, hidden), [page, hidden])
  const layout = useMemo(() => {
    const on = { width, height, pixelRatio }
    // Another group is no reason for the others to move, but where they follow each other.
    const whole = layoutOf(document, { widgets: page.widgets }, on)
    return whole.isFlow ? layoutOf(document, { widgets: drawn }, on) : whole
  }, [document, page, drawn, width, height, pixelRatio])
  const showGroup = useCallback((group: string, among: readonly string[]) => setHidden((before) => withShown(before, group, among)), [])
  const ground = useMedia(feed, 'picture', page.background?.picture)
  const look: CSSProperties = {
    width: layout.width,
    height: layout.height,
    ...(page.background?.colour ? { backgroundColor: page.background.colour } : {}),
    ...(ground?.address ? { backgroundImage: `url(${JSON.stringify(ground.address)})` } : {}),
  }
  return (
    // What scrolls is reached with the keyboard.
    <div className="screen-scroller" data-scrolls={layout.scrolls} tabIndex={layout.scrolls ? 0 : undefined} style={{ width, height }}>
      <div className="screen-stage" data-screen-theme={document.theme} data-flow={layout.isFlow} style={look}>
        {drawn.map((widget) => {
          const place = layout.places.get(widget.id)
          return (
            place && (
              <StageWidget
                key={widget.id}
                widget={widget}
                place={place}
                feed={feed}
                theme={document.theme}
                isDesign={isDesign}
                openOf={openOf}
                showGroup={showGroup}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

interface StageWidgetProps extends Pick<StageProps, 'feed' | 'openOf'> {
  readonly widget: ScreenWidget
  readonly place: Place
  readonly theme: ScreenTheme
  readonly isDesign: boolean
  readonly showGroup: NonNullable<WidgetProps['showGroup']>
}

const StageWidget = memo(function StageWidget({ widget, place, feed, theme, isDesign, openOf, showGroup }: StageWidgetProps) {
  const { left, top, width, height, scale } = place
  const open = useMemo(() => openOf?.(widget), [openOf, widget])
  const View = WIDGET_VIEWS[widget.kind]
  return (
    <div className="screen-place" data-widget={widget.id} style={{ left, top, width, height }}>
      <WidgetBoundary>
        <Suspense fallback={null}>
          <View
            widget={widget}
            options={(widget.options ?? {}) as WidgetProps['options']}
            feed={feed}
            scale={scale}
            width={width}
            height={height}
            theme={theme}
            isDesign={isDesign}
            open={open}
            showGroup={showGroup}
          />
        </Suspense>
      </WidgetBoundary>
    </div>
  )
})

/** A part of a widget may come from a server that was away for a moment: it is tried again (milliseconds). */
const AGAIN = 30_000

interface BoundaryProps {
  readonly children: ReactNode
}

class WidgetBoundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override state = { isBroken: false }
  private timer: ReturnType<typeof setTimeout> | undefined
  override componentDidCatch(error: unknown) {
    keepError(error)
    this.timer = setTimeout(() => this.setState({ isBroken: false }), AGAIN)
  }
  override componentWillUnmount() {
    clearTimeout(this.timer)
  }
  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children
  }
}

function Broken() {
  const t = useT()
  return (
    <div className="screen-broken" role="img" aria-label={t('screen-player.widget-broken')}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path
          d="M10 2.500 18.500 17.500H1.500ZM10 8v4.500M10 14.600v.8"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.600"
          strokeLinejoin="round"
        />
      </svg>
      <span>{t('screen-player.widget-broken')}</span>
    </div>
  )
}
