/** How full something is, as a ball of liquid. */
import { useId, useRef } from 'react'
import { numberOf } from '../truth.ts'
import { namesOfSlots, usePainted } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { at2 } from './arcs.ts'
import { Reading } from './gauge.tsx'
import { Shell, insideOf } from './shell.tsx'
import { useStanding } from './standing.ts'
import { shareOf, textSize } from './value.ts'

/** The surface of a liquid across a box, with a wave in it: a closed path from the surface to the ground. */
export function liquidPath(left: number, top: number, width: number, height: number, share: number): string {
  if (share <= 0) return ''
  const level = top + height * (1 - share)
  // Nothing waves above the brim, nor below the ground.
  const wave = Math.min(height * 0.035, height * (1 - share), height * share)
  const [a, b, c, d, e] = [0, 0.25, 0.5, 0.75, 1].map((part) => at2(left + width * part))
  const [low, high, flat, foot] = [level + wave, level - wave, level, top + height].map(at2)
  return `M${a} ${flat}Q${b} ${low} ${c} ${flat}Q${d} ${high} ${e} ${flat}L${e} ${foot}L${a} ${foot}Z`
}

export function LiquidView(props: WidgetProps<'liquid'>) {
  const { widget, feed, options, scale } = props
  const id = useId()
  const standing = useStanding(feed, widget, 'value')
  const level = useRef<SVGPathElement>(null)
  const inside = insideOf(props)
  const labelSize = options.label ? textSize(16, scale) : 0
  const [width, height] = [inside.width, Math.max(1, inside.height - labelSize * 1.4)]
  const radius = Math.max(6, Math.min(width, height) / 2 - 3 * scale)
  const [x, y] = [width / 2, height / 2]
  const read = () => {
    const value = numberOf(feed.read(widget.bind?.['value']))
    const max = (widget.bind?.['max'] ? numberOf(feed.read(widget.bind['max'])) : undefined) ?? options.max ?? 100
    return value === undefined ? '' : liquidPath(x - radius, y - radius, radius * 2, radius * 2, shareOf(value, 0, max))
  }
  usePainted(feed, namesOfSlots(widget), () => level.current?.setAttribute('d', read()))
  return (
    <Shell
      {...props}
      label={options.label ?? feed.read(widget.bind?.['value']).point?.pointName ?? undefined}
      standing={standing}
      isSigned={false}
    >
      <svg className="sw-svg" width={width} height={height} aria-hidden="true">
        <clipPath id={id}>
          <circle cx={x} cy={y} r={Math.max(1, radius - 4 * scale)} />
        </clipPath>
        <circle cx={x} cy={y} r={radius} className="sw-vessel" strokeWidth={Math.max(1.5, 3 * scale)} />
        <path ref={level} d={read()} className="sw-liquid" clipPath={`url(#${id})`} />
      </svg>
      <Reading {...props} standing={standing} top={y - radius * 0.26} room={radius * 1.4} size={radius * 0.5} />
      {options.label && (
        <span className="sw-foot" style={{ fontSize: labelSize }}>
          {options.label}
        </span>
      )}
    </Shell>
  )
}
