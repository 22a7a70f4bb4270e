/** A value as the length of a bar, lying or upright, with its limits as marks beside it. */
import { useRef } from 'react'
import { localeOf, useLanguage } from '../../../kernel/i18n/i18n.ts'
import { toneAt } from '../judge.ts'
import { DASH, numberOf } from '../truth.ts'
import { namesOfSlots, usePainted, useSeen } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { at2 } from './arcs.ts'
import { rangeOf } from './gauge.tsx'
import { Shell, insideOf } from './shell.tsx'
import { ToneSign } from './sign.tsx'
import { useStanding } from './standing.ts'
import { shareOf, shownText, textSize, writtenAs } from './value.ts'

export function BarView(props: WidgetProps<'bar'>) {
  const { widget, feed, options, scale } = props
  const locale = localeOf[useLanguage()]
  const judged = useStanding(feed, widget, 'value')
  const names = namesOfSlots(widget)
  const limited = useSeen(feed, names, () => toneAt(numberOf(feed.read(widget.bind?.['value'])), options.limits))
  const standing = judged.tone === 'plain' ? { ...judged, tone: limited } : judged
  const range = useSeen(feed, names, () => Object.values(rangeOf(props)).join(' '))
  const [min = 0, max = 100] = range.split(' ').map(Number)
  const { width, height } = insideOf(props)
  const upright = options.upright === true
  const size = textSize(widget.style?.fontSize ?? 16, scale)
  const head = size * 1.5
  const thick = Math.max(6, Math.min(upright ? width * 0.5 : (height - head) * 0.6, 40 * scale))
  const length = Math.max(1, upright ? height - 2 * head : width)
  const [left, top] = upright ? [(width - thick) / 2, head] : [0, head]
  const fill = useRef<SVGRectElement>(null)
  const value = useRef<HTMLSpanElement>(null)
  const read = () => {
    const shown = feed.read(widget.bind?.['value'])
    const number = numberOf(shown)
    const written = writtenAs(widget, 'value', shown, options)
    const text = standing.show === 'dash' ? DASH : (standing.text ?? shownText(shown, written.digits, locale))
    return {
      length: at2(number === undefined ? 0 : shareOf(number, min, max) * length),
      text: text === DASH || standing.text !== undefined || written.unit === '' ? text : `${text} ${written.unit}`,
    }
  }
  const boxOf = (long: number) =>
    upright ? { x: left, y: at2(top + length - long), width: thick, height: long } : { x: left, y: top, width: long, height: thick }
  usePainted(feed, names, () => {
    const now = read()
    for (const [name, number] of Object.entries(boxOf(now.length))) fill.current?.setAttribute(name, String(number))
    if (value.current && value.current.textContent !== now.text) value.current.textContent = now.text
  })
  const first = read()
  return (
    <Shell
      {...props}
      label={options.label ?? feed.read(widget.bind?.['value']).point?.pointName ?? undefined}
      standing={standing}
      isSigned={false}
    >
      <div className={upright ? 'sw-bar-head sw-bar-head-upright' : 'sw-bar-head'} style={{ fontSize: size, height: head }}>
        {!upright && <span className="sw-label">{options.label}</span>}
        <span className="sw-bar-value">
          <ToneSign tone={standing.tone} size={Math.max(12, size * 0.8)} />
          <span ref={value}>{first.text}</span>
        </span>
      </div>
      <svg className="sw-svg sw-behind" width={width} height={height} aria-hidden="true">
        <rect {...boxOf(length)} className="sw-bar-track" rx={thick * 0.12} />
        <rect ref={fill} {...boxOf(first.length)} className="sw-bar-fill" rx={thick * 0.12} />
        {options.limits?.map(({ at, tone }) => {
          const place = shareOf(at, min, max) * length
          const [x1, y1, x2, y2] = upright
            ? [left - 4 * scale, top + length - place, left + thick + 4 * scale, top + length - place]
            : [place, top - 3 * scale, place, top + thick + 3 * scale]
          return (
            <line
              key={at}
              x1={at2(x1)}
              y1={at2(y1)}
              x2={at2(x2)}
              y2={at2(y2)}
              className="sw-limit"
              data-limit={tone}
              strokeWidth={Math.max(2, 3 * scale)}
            />
          )
        })}
      </svg>
      {upright && options.label && (
        <span className="sw-foot" style={{ fontSize: size }}>
          {options.label}
        </span>
      )}
    </Shell>
  )
}
