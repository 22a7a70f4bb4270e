/** What all widgets have: their box and look, a name that they are read out with, how far they can be trusted, and where a click leads. */
import type { CSSProperties, ReactNode } from 'react'
import type { WidgetStyle } from '../../../../model/screens/document.ts'
import type { WidgetKind } from '../../../../model/screens/widgets.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useSeen } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { ToneSign } from './sign.tsx'
import type { Standing } from './standing.ts'
import { UNBOUND } from './standing.ts'
import { MIN_TEXT, textSize } from './value.ts'

/** All that widgets show, whose colours and sizes stand in these. */
import '../themes.css'
import './widgets.css'

interface ShellProps extends Pick<WidgetProps, 'widget' | 'feed' | 'scale' | 'width' | 'height' | 'theme' | 'isDesign' | 'open'> {
  /** What it is called where its designer has not said. */
  readonly label?: string | undefined
  readonly standing?: Standing
  /** Whether the tone has its sign in the corner: not where the widget draws it itself. */
  readonly isSigned?: boolean
  /** Pixels of the canvas: of texts where the style does not say. */
  readonly size?: number
  /** A heading of its own, above what it shows. */
  readonly title?: string | undefined
  /** Leads away by parts of its own, and is no button as a whole. */
  readonly isParted?: boolean
  readonly children: ReactNode
}

/** The look that a document gives a widget, in pixels of the display. Rotation is for those who draw. */
export function boxStyle({ style = {} }: { readonly style?: WidgetStyle | undefined }, scale: number, size: number): CSSProperties {
  const { fontSize = size, bold, align, colour, background, border, radius, padding, opacity } = style
  return {
    fontSize: textSize(fontSize, scale),
    ...(bold === undefined ? {} : { fontWeight: bold ? 700 : 400 }),
    ...(align === undefined ? {} : { textAlign: align }),
    ...(colour === undefined ? {} : { color: colour }),
    ...(background === undefined ? {} : { background }),
    ...(border === undefined ? {} : { border: `${border.width * scale}px solid ${border.colour}` }),
    ...(radius === undefined ? {} : { borderRadius: radius * scale }),
    ...(padding === undefined ? {} : { padding: padding * scale }),
    ...(opacity === undefined ? {} : { opacity }),
  }
}

/** The inside of a widget: its box without border and padding, in pixels of the display. */
export function insideOf({ widget: { style = {} }, width, height, scale }: Pick<WidgetProps, 'widget' | 'width' | 'height' | 'scale'>) {
  const edge = 2 * ((style.border?.width ?? 0) + (style.padding ?? 0)) * scale
  return { width: Math.max(1, width - edge), height: Math.max(1, height - edge) }
}

/** What a widget is called: by its designer, by its own heading, else by its kind. */
export const useNameOf = (widget: { readonly name?: string | undefined; readonly kind: WidgetKind }, label?: string): string => {
  const t = useT()
  return widget.name || label || t(`screen-widget.kind-${widget.kind}` as LabelKey)
}

export function Shell(props: ShellProps) {
  const { widget, feed, scale, width, height, theme, isDesign, open, label, standing = UNBOUND, isSigned = true, size = 16, title } = props
  const t = useT()
  const name = useNameOf(widget, label ?? title)
  const isWithheld = useSeen(feed, [`list:${widget.id}`, 'clock'], () => feed.isWithheld(widget.id))
  const { truth, tone, show } = standing
  const isButton = open !== undefined && !isDesign && widget.action !== undefined && props.isParted !== true && !isWithheld
  return (
    <figure
      className={`sw sw-of-${widget.kind}`}
      aria-label={name}
      data-screen-theme={theme}
      data-tone={isWithheld ? 'plain' : tone}
      data-truth={isWithheld ? 'absent' : truth}
      data-align={widget.style?.align}
      data-show={isWithheld ? undefined : show}
      style={{ width, height, ...boxStyle(widget, scale, size) }}
    >
      {isWithheld ? (
        <Withheld scale={scale} isPast={feed.isPast === true} />
      ) : (
        <>
          {title !== undefined && title !== '' && <p className="sw-title">{title}</p>}
          {props.children}
          {isSigned && tone !== 'plain' && (
            <span className="sw-corner">
              <ToneSign tone={tone} size={Math.max(MIN_TEXT, 20 * scale)} />
            </span>
          )}
          <TruthMark standing={standing} scale={scale} isCompact={width < MIN_TEXT * 7} />
        </>
      )}
      {isButton && <button type="button" className="sw-open" aria-label={t('screen-widget.open', { name })} onClick={() => open()} />}
    </figure>
  )
}

/** Nobody is left to guess whether a widget is broken: it says calmly that this is not for them. */
function Withheld({ scale, isPast }: { readonly scale: number; readonly isPast: boolean }) {
  const t = useT()
  return (
    <div className="sw-withheld">
      <svg width={Math.max(MIN_TEXT, 22 * scale)} height={Math.max(MIN_TEXT, 22 * scale)} viewBox="0 0 20 20" aria-hidden="true">
        <path d="M5 9h10v8H5ZM7 9V6.5a3 3 0 0 1 6 0V9" className="sw-sign-line" />
      </svg>
      <span>{t(isPast ? 'screen-player.no-past' : 'screen-widget.withheld')}</span>
    </div>
  )
}

interface MarkProps {
  readonly standing: Standing
  readonly scale: number
  /** There is room for a sign alone: its words are for those who do not see it. */
  readonly isCompact: boolean
}

/** What is stale, uncertain or bad says so, and why. */
function TruthMark({ standing: { truth, reason, age }, scale, isCompact }: MarkProps) {
  const t = useT()
  if (truth === 'good') return null
  const words =
    truth === 'stale'
      ? (age ?? t('worth.stale'))
      : truth === 'absent'
        ? undefined
        : reason === undefined
          ? t(`worth.${truth}`)
          : t(`reason.${reason}` as LabelKey)
  return (
    <>
      {truth === 'stale' && <span className="sw-hatch" aria-hidden="true" />}
      {truth === 'uncertain' && <span className="sw-dots" aria-hidden="true" />}
      <span className={`sw-truth sw-truth-${truth}`} style={{ fontSize: textSize(13, scale) }}>
        {words === undefined || isCompact ? <span className="visually-hidden">{words ?? t('worth.none')}</span> : words}
      </span>
    </>
  )
}
