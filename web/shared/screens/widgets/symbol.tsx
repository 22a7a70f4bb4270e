/** A symbol of the plant: its state by colour, shape and motion, its level as what fills it. */
import type { CSSProperties } from 'react'
import { useId, useRef } from 'react'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import type { CatalogueSymbol } from '../symbols/index.ts'
import { symbolNamed } from '../symbols/index.ts'
import { symbolText } from '../symbols/symbol-names.ts'
import { boxIn, placed, spanOf } from '../symbols/shapes.ts'
import { DASH, numberOf } from '../truth.ts'
import { namesOfSlots, usePainted, useSeen } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { at2 } from './arcs.ts'
import { Shell, insideOf } from './shell.tsx'
import type { SymbolState } from './symbol-state.ts'
import { flowOf, symbolState } from './symbol-state.ts'
import { useStanding } from './standing.ts'
import { MIN_TEXT, fittedSize, shareOf, shownText, textSize, writtenAs } from './value.ts'

const SLOTS = ['state', 'level', 'flow', 'text'] as const

export default function SymbolView(props: WidgetProps<'symbol'>) {
  const { widget, feed, options, scale } = props
  const t = useT()
  const locale = localeOf[useLanguage()]
  const { bind } = widget
  const usual = SLOTS.find((slot) => bind?.[slot]) ?? 'state'
  const standing = useStanding(feed, widget, usual)
  const state = useSeen(feed, namesOfSlots(widget), () =>
    symbolState(standing, standing.truth, bind?.['state'] ? feed.read(bind['state']) : undefined),
  )
  const flow = useSeen(feed, namesOfSlots(widget), () => flowOf(numberOf(feed.read(bind?.['flow'])), bind?.['flow'] !== undefined, state))
  const symbol = symbolNamed(options.symbol)
  const kind = symbol ? symbolText(symbol.name, t) : options.symbol
  const words = state === 'still' ? '' : t(`screen-widget.state-${state}` as LabelKey)
  const inside = insideOf(props)
  const size = textSize(widget.style?.fontSize ?? 14, scale)
  const lines = (options.label ? 1 : 0) + (bind?.['text'] ? 1 : 0)
  const height = Math.max(1, inside.height - lines * size * 1.4)
  return (
    <Shell {...props} label={[options.label ?? kind, words].filter(Boolean).join(': ')} standing={standing} isSigned={false} size={14}>
      {symbol ? (
        <Drawn {...props} symbol={symbol} state={state} flow={flow} inner={{ width: inside.width, height }} />
      ) : (
        <Unknown name={options.symbol} width={inside.width} height={height} />
      )}
      {options.label && (
        <span className="sw-symbol-line" style={{ fontSize: size }}>
          {options.label}
        </span>
      )}
      {bind?.['text'] && <Text {...props} size={size} locale={locale} isDash={standing.show === 'dash'} />}
    </Shell>
  )
}

interface DrawnProps extends WidgetProps<'symbol'> {
  readonly symbol: CatalogueSymbol
  readonly state: SymbolState
  readonly flow: -1 | 0 | 1
  readonly inner: { readonly width: number; readonly height: number }
}

function Drawn({ widget, feed, options, scale, symbol, state, flow, inner }: DrawnProps) {
  const id = useId()
  const fill = useRef<SVGRectElement>(null)
  const { width, height } = inner
  const box = boxIn(symbol, width, height, options.flip === true)
  const stroke = at2(Math.max(1, Math.min(box.width, box.height) * 0.018, 1.5 * scale))
  const { rotate } = widget.style ?? {}
  const hasLevel = symbol.level !== undefined && widget.bind?.['level'] !== undefined
  const span = symbol.level === undefined ? { top: 0, height: 0 } : spanOf(symbol.level, box)
  const read = () => {
    const level = numberOf(feed.read(widget.bind?.['level']))
    const share = level === undefined ? 0 : shareOf(level, 0, options.max ?? 100)
    return { y: at2(span.top + span.height * (1 - share)), height: at2(span.height * share) }
  }
  usePainted(feed, namesOfSlots(widget, ['level']), () => {
    const now = read()
    fill.current?.setAttribute('y', String(now.y))
    fill.current?.setAttribute('height', String(now.height))
  })
  const first = read()
  // Of what nothing is known neither of the two is drawn as so: what is off is the one without motion.
  const seen = state === 'on' || state === 'fault' ? 'on' : 'off'
  return (
    <svg
      className="sw-svg sw-symbol-drawn"
      width={width}
      height={height}
      data-state={state}
      data-flow={flow === 0 ? undefined : flow > 0 ? 'forwards' : 'backwards'}
      // A dash and its gap, by which what flows moves on.
      style={{ '--dash': at2(stroke * 8), ...(options.colour === undefined ? {} : { '--sym-own': options.colour }) } as CSSProperties}
      aria-hidden="true"
    >
      <g transform={rotate ? `rotate(${rotate} ${at2(width / 2)} ${at2(height / 2)})` : undefined}>
        {symbol.parts.map(({ as, d, moves, when }, at) =>
          when !== undefined && when !== seen ? null : (
            <path
              key={at}
              d={placed(d, box)}
              className={`sym-${as}${moves === undefined ? '' : ` sym-${moves}`}`}
              strokeWidth={as === 'bold' || as === 'state-line' ? stroke * 2.4 : as === 'flow' ? stroke * 2 : stroke}
              strokeDasharray={as === 'flow' ? `${at2(stroke * 4)} ${at2(stroke * 4)}` : undefined}
            />
          ),
        )}
        {hasLevel && symbol.level !== undefined && (
          <>
            <clipPath id={id}>
              <path d={placed(symbol.level, box)} />
            </clipPath>
            <rect ref={fill} x={at2(box.left)} width={at2(box.width)} {...first} className="sym-level" clipPath={`url(#${id})`} />
          </>
        )}
      </g>
      <Badge state={state} size={Math.max(MIN_TEXT, Math.min(22 * scale, box.width * 0.3))} right={box.left + box.width} top={box.top} />
    </svg>
  )
}

/** In a square of 20: running, standing, faulty, not known. Nobody needs the colour, nor the motion. */
const BADGES: Readonly<Record<Exclude<SymbolState, 'still'>, readonly [ground: string, mark: string]>> = {
  on: ['M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18Z', 'M7.5 5.5L14.5 10L7.5 14.5Z'],
  off: ['M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18Z', 'M7 7H13V13H7Z'],
  fault: ['M10 0.5L19.8 18.5H0.2Z', 'M9 6.5H11V12.5H9ZM9 14H11V16H9Z'],
  unknown: [
    'M2 2H18V18H2Z',
    'M7 7.4a3 3 0 1 1 4.6 2.6c-1 .6-1.4 1.1-1.4 2.2h-1.6c0-1.7.8-2.5 1.8-3.2a1.5 1.5 0 1 0-2.1-1.6ZM8.5 13.6h1.8v1.8H8.5Z',
  ],
}

function Badge({
  state,
  size,
  right,
  top,
}: {
  readonly state: SymbolState
  readonly size: number
  readonly right: number
  readonly top: number
}) {
  if (state === 'still') return null
  const [ground, mark] = BADGES[state]
  return (
    <svg
      x={at2(right - size)}
      y={at2(top)}
      width={at2(size)}
      height={at2(size)}
      viewBox="0 0 20 20"
      className="sym-badge"
      data-badge={state}
    >
      <path d={ground} className="sym-badge-ground" />
      <path d={mark} className="sym-badge-mark" />
    </svg>
  )
}

function Text({
  widget,
  feed,
  size,
  locale,
  isDash,
}: WidgetProps<'symbol'> & { readonly size: number; readonly locale: string; readonly isDash: boolean }) {
  const line = useRef<HTMLSpanElement>(null)
  const read = () => {
    const shown = feed.read(widget.bind?.['text'])
    const { digits, unit } = writtenAs(widget, 'text', shown, {})
    const text = isDash ? DASH : shownText(shown, digits, locale)
    return typeof shown.value === 'number' && text !== DASH && unit !== '' ? `${text} ${unit}` : text
  }
  usePainted(feed, namesOfSlots(widget, ['text']), () => {
    const text = read()
    if (line.current && line.current.textContent !== text) line.current.textContent = text
  })
  return (
    <span ref={line} className="sw-symbol-line sw-figure" style={{ fontSize: size }}>
      {read()}
    </span>
  )
}

/** A symbol that this version does not know is a box with its name: nothing goes missing from a plant. */
function Unknown({ name, width, height }: { readonly name: string; readonly width: number; readonly height: number }) {
  return (
    <svg className="sw-svg" width={width} height={height} aria-hidden="true">
      <rect x={1} y={1} width={Math.max(1, width - 2)} height={Math.max(1, height - 2)} className="sym-body" strokeDasharray="4 3" />
      <text
        x={width / 2}
        y={height / 2}
        className="sw-tick"
        fontSize={fittedSize(name, width * 0.9, height * 0.4)}
        textAnchor="middle"
        dominantBaseline="central"
      >
        {name}
      </text>
    </svg>
  )
}
