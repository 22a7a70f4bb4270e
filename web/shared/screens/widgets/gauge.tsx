/** A dial: the value as a needle over an arc, with limits as stretches of it. */
import { useRef } from 'react'
import { localeOf, useLanguage } from '../../../kernel/i18n/i18n.ts'
import { toneAt } from '../judge.ts'
import { DASH, numberOf } from '../truth.ts'
import { namesOfSlots, usePainted, useSeen } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { arcPath, onCircle, ticksOf } from './arcs.ts'
import { Shell, insideOf } from './shell.tsx'
import { ToneSign } from './sign.tsx'
import { useStanding } from './standing.ts'
import { fittedSize, numberText, shareOf, shownText, textSize, writtenAs } from './value.ts'

/** Degrees: the arc begins lower left and ends lower right. */
const FROM = -120
const TO = 120
const angleOf = (share: number): number => FROM + share * (TO - FROM)

/** Where the scale begins and ends: as slots say, else as options do, else 0 and 100. */
export function rangeOf(
  props: Pick<WidgetProps<'gauge' | 'bar'>, 'widget' | 'feed'> & {
    readonly options: { min?: number | undefined; max?: number | undefined }
  },
) {
  const { widget, feed, options } = props
  const min = (widget.bind?.['min'] ? numberOf(feed.read(widget.bind['min'])) : undefined) ?? options.min ?? 0
  const max = (widget.bind?.['max'] ? numberOf(feed.read(widget.bind['max'])) : undefined) ?? options.max ?? min + 100
  return { min, max }
}

export function GaugeView(props: WidgetProps<'gauge'>) {
  const { widget, feed, options, scale } = props
  const locale = localeOf[useLanguage()]
  const judged = useStanding(feed, widget, 'value')
  const names = namesOfSlots(widget)
  // A limit that was reached tones the dial where no rule has said otherwise.
  const limited = useSeen(feed, names, () => toneAt(numberOf(feed.read(widget.bind?.['value'])), options.limits))
  const standing = judged.tone === 'plain' ? { ...judged, tone: limited } : judged
  const range = useSeen(feed, names, () => Object.values(rangeOf(props)).join(' '))
  const [min = 0, max = 100] = range.split(' ').map(Number)
  const inside = insideOf(props)
  const labelSize = options.label ? textSize(16, scale) : 0
  const [width, height] = [inside.width, inside.height - labelSize * 1.4]
  // The arc takes three quarters of the height of its circle.
  const radius = Math.max(8, Math.min(width / 2, height / 1.55) * 0.93)
  const [x, y] = [width / 2, radius * 1.07]
  const thick = Math.max(3, radius * 0.13)
  const middle = radius - thick / 2
  const tickSize = Math.max(12, radius * 0.13)
  const ticks = radius > 70 ? ticksOf(min, max, radius > 130 ? 7 : 5) : []
  const limits = [...(options.limits ?? [])].sort((one, other) => one.at - other.at)
  return (
    <Shell
      {...props}
      label={options.label ?? feed.read(widget.bind?.['value']).point?.pointName ?? undefined}
      standing={standing}
      isSigned={false}
    >
      <svg className="sw-svg" width={width} height={Math.max(1, height)} aria-hidden="true">
        <path d={arcPath(x, y, middle, FROM, TO)} className="sw-track" strokeWidth={thick} />
        {limits.map(({ at, tone }, nth) => {
          const [first, last] = [shareOf(at, min, max), shareOf(limits[nth + 1]?.at ?? max, min, max)]
          return last > first ? (
            <path
              key={at}
              d={arcPath(x, y, radius + thick * 0.35, angleOf(first), angleOf(last))}
              className="sw-limit"
              data-limit={tone}
              strokeWidth={thick * 0.3}
            />
          ) : null
        })}
        {ticks.map((tick) => {
          const degrees = angleOf(shareOf(tick, min, max))
          const [tx, ty] = onCircle(x, y, middle - thick * 0.9 - tickSize * 0.7, degrees)
          return (
            <text key={tick} x={tx} y={ty} className="sw-tick" fontSize={tickSize} textAnchor="middle" dominantBaseline="central">
              {numberText(tick, undefined, locale)}
            </text>
          )
        })}
        <Needle {...props} x={x} y={y} middle={middle} thick={thick} min={min} max={max} />
      </svg>
      <Reading {...props} standing={standing} top={y + radius * 0.2} room={radius * 0.85} size={radius * 0.32} />
      {options.label && (
        <span className="sw-foot" style={{ fontSize: labelSize }}>
          {options.label}
        </span>
      )}
    </Shell>
  )
}

interface NeedleProps extends WidgetProps<'gauge'> {
  readonly x: number
  readonly y: number
  readonly middle: number
  readonly thick: number
  readonly min: number
  readonly max: number
}

/** Where there is no value there is no needle. */
function Needle({ widget, feed, x, y, middle, thick, min, max }: NeedleProps) {
  const arc = useRef<SVGPathElement>(null)
  const needle = useRef<SVGPathElement>(null)
  const read = () => {
    const value = numberOf(feed.read(widget.bind?.['value']))
    if (value === undefined) return { arc: '', needle: '' }
    const degrees = angleOf(shareOf(value, min, max))
    const [tip, left, right] = [
      onCircle(x, y, middle - thick, degrees),
      onCircle(x, y, thick * 0.45, degrees - 90),
      onCircle(x, y, thick * 0.45, degrees + 90),
    ]
    return {
      arc: degrees > FROM ? arcPath(x, y, middle, FROM, degrees) : '',
      needle: `M${left.join(' ')}L${tip.join(' ')}L${right.join(' ')}Z`,
    }
  }
  usePainted(feed, namesOfSlots(widget), () => {
    const now = read()
    arc.current?.setAttribute('d', now.arc)
    needle.current?.setAttribute('d', now.needle)
  })
  const first = read()
  return (
    <>
      <path ref={arc} d={first.arc} className="sw-fill" strokeWidth={thick} />
      <path ref={needle} d={first.needle} className="sw-needle" />
      <circle cx={x} cy={y} r={thick * 0.6} className="sw-hub" />
    </>
  )
}

interface ReadingProps extends Pick<WidgetProps, 'widget' | 'feed'> {
  readonly options: { readonly unit?: string | undefined; readonly digits?: number | undefined }
  readonly standing: {
    readonly tone: Parameters<typeof ToneSign>[0]['tone']
    readonly show?: string | undefined
    readonly text?: string | undefined
  }
  /** Pixels of the display: where it stands, how wide it may be, and how high its digits are at most. */
  readonly top: number
  readonly room: number
  readonly size: number
}

/** The value in digits, written as it comes, with the sign of its tone before it. */
export function Reading({ widget, feed, options, standing, top, room, size }: ReadingProps) {
  const locale = localeOf[useLanguage()]
  const value = useRef<HTMLSpanElement>(null)
  const unit = useRef<HTMLSpanElement>(null)
  const read = () => {
    const shown = feed.read(widget.bind?.['value'])
    const written = writtenAs(widget, 'value', shown, options)
    const text = standing.show === 'dash' ? DASH : (standing.text ?? shownText(shown, written.digits, locale))
    return { text, unit: text === DASH || standing.text !== undefined ? '' : written.unit }
  }
  const length = useSeen(feed, namesOfSlots(widget, ['value']), () => {
    const { text, unit: measure } = read()
    return Math.ceil((text.length + measure.length * 0.6) / 2) * 2
  })
  usePainted(feed, namesOfSlots(widget, ['value']), () => {
    const now = read()
    if (value.current && value.current.textContent !== now.text) value.current.textContent = now.text
    if (unit.current && unit.current.textContent !== now.unit) unit.current.textContent = now.unit
  })
  const first = read()
  const height = fittedSize('0'.repeat(Math.max(3, length)), room, size)
  return (
    <span className="sw-reading" style={{ top, fontSize: height }}>
      <ToneSign tone={standing.tone} size={Math.max(12, height * 0.6)} />
      <span ref={value}>{first.text}</span>
      <span ref={unit} className="sw-unit" style={{ fontSize: Math.max(12, height * 0.5) }}>
        {first.unit}
      </span>
    </span>
  )
}
