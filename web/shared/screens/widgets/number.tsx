/** One value, large, with its label and unit; beside it what it was before, where that is bound. */
import { useRef } from 'react'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import type { Feed } from '../feed.ts'
import { numberOf } from '../truth.ts'
import { namesOfSlots, usePainted, useSeen } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Shell, insideOf } from './shell.tsx'
import { useStanding } from './standing.ts'
import { DASH } from '../truth.ts'
import { fittedSize, shownText, textSize, writtenAs } from './value.ts'

/** What stands there: the text of a rule, a dash where one says so, else the value. */
export function valueOf(
  { widget, feed, options }: Pick<WidgetProps<'number'>, 'widget' | 'feed' | 'options'>,
  locale: string,
  ruled: Ruled,
) {
  const shown = feed.read(widget.bind?.['value'])
  const { unit, digits } = writtenAs(widget, 'value', shown, options)
  const text = ruled.show === 'dash' ? DASH : (ruled.text ?? shownText(shown, digits, locale))
  // A word has no unit, and neither has a dash.
  return { text, unit: text === DASH || typeof shown.value !== 'number' || ruled.text !== undefined ? '' : unit }
}

interface Ruled {
  readonly show?: string | undefined
  readonly text?: string | undefined
}

/** As wide as it will be with its next digit: a size that changes with each value would be unrest. */
const roomFor = (text: string): string => text.padEnd(Math.ceil(text.length / 2) * 2, '0')

export function NumberView(props: WidgetProps<'number'>) {
  const { widget, feed, options, scale } = props
  const locale = localeOf[useLanguage()]
  const standing = useStanding(feed, widget, 'value')
  const names = namesOfSlots(widget)
  const room = useSeen(feed, names, () => {
    const { text, unit } = valueOf(props, locale, standing)
    return roomFor(text + unit.slice(0, 3))
  })
  const label = options.label ?? feed.read(widget.bind?.['value']).point?.pointName ?? undefined
  const { width, height } = insideOf(props)
  const hasLabel = options.label !== undefined && options.label !== ''
  const size =
    widget.style?.fontSize === undefined
      ? fittedSize(room, width * 0.94, height * (hasLabel ? 0.5 : 0.68))
      : textSize(widget.style.fontSize, scale)
  return (
    <Shell {...props} label={label} standing={standing}>
      <div className="sw-stack">
        {hasLabel && (
          <span className="sw-label" style={{ fontSize: textSize(Math.min(20, (height / scale) * 0.18), scale) }}>
            {options.label}
          </span>
        )}
        {options.flip ? <Flip {...props} standing={standing} size={size} /> : <Plain {...props} standing={standing} size={size} />}
        {widget.bind?.['before'] && <Change feed={feed} widget={widget} scale={scale} />}
      </div>
    </Shell>
  )
}

type ValueProps = WidgetProps<'number'> & { readonly standing: Ruled; readonly size: number }

/** Its text is written into the page as it comes. */
function Plain({ standing, size, ...props }: ValueProps) {
  const locale = localeOf[useLanguage()]
  const value = useRef<HTMLSpanElement>(null)
  const unit = useRef<HTMLSpanElement>(null)
  const first = valueOf(props, locale, standing)
  usePainted(props.feed, namesOfSlots(props.widget, ['value']), () => {
    const now = valueOf(props, locale, standing)
    if (value.current && value.current.textContent !== now.text) value.current.textContent = now.text
    if (unit.current && unit.current.textContent !== now.unit) unit.current.textContent = now.unit
  })
  return (
    <span className="sw-value" style={{ fontSize: size }}>
      <span ref={value}>{first.text}</span>
      <span ref={unit} className="sw-unit" style={{ fontSize: Math.max(12, size * 0.42) }}>
        {first.unit}
      </span>
    </span>
  )
}

/** A cell for each character, as boards at stations have them. */
function Flip({ standing, size, ...props }: ValueProps) {
  const locale = localeOf[useLanguage()]
  const shown = useSeen(props.feed, namesOfSlots(props.widget, ['value']), () => {
    const { text, unit } = valueOf(props, locale, standing)
    return `${text}\n${unit}`
  })
  const [text = '', unit = ''] = shown.split('\n')
  return (
    <span className="sw-value" style={{ fontSize: size * 0.86 }}>
      <span className="visually-hidden">{text}</span>
      <span className="sw-flip" aria-hidden="true">
        {[...text].map((letter, at) => (
          // By its place from the right: a new digit comes in front.
          <span key={`${text.length - at} ${letter}`} className={/[\d—]/.test(letter) ? 'sw-digit' : 'sw-comma'}>
            {letter}
          </span>
        ))}
      </span>
      <span className="sw-unit" style={{ fontSize: Math.max(12, size * 0.36) }}>
        {unit}
      </span>
    </span>
  )
}

/** How much it is more or less than before, as a share; undefined where nothing can be compared. */
export function changeOf(feed: Feed, bind: WidgetProps['widget']['bind']): number | undefined {
  const [now, before] = [numberOf(feed.read(bind?.['value'])), numberOf(feed.read(bind?.['before']))]
  return now === undefined || before === undefined || before === 0 ? undefined : (now - before) / Math.abs(before)
}

function Change({ feed, widget, scale }: Pick<WidgetProps, 'feed' | 'widget' | 'scale'>) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const text = useSeen(feed, namesOfSlots(widget), () => {
    const change = changeOf(feed, widget.bind)
    if (change === undefined) return DASH
    const share = Math.abs(change).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
    // Half a tenth of a percent is nothing that an arrow should point at.
    return Math.abs(change) < 0.0005 ? `＝ ${share}` : `${change > 0 ? '▲' : '▼'} ${share}`
  })
  return (
    <span className="sw-change" style={{ fontSize: textSize(15, scale) }}>
      {t('screen-widget.since-before', { change: text })}
    </span>
  )
}
