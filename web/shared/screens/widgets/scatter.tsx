/** Two measures against each other: the first across, the second upwards. */
import { localeOf, useLanguage } from '../../../kernel/i18n/i18n.ts'
import type { Charted } from './figure-rows.ts'
import { at2, ticksOf } from './arcs.ts'
import { numberText } from './value.ts'

interface ScatterProps extends Charted {
  readonly width: number
  readonly height: number
  readonly size: number
  readonly scale: number
  readonly unit: string | undefined
}

/** The ends of what there is, with a little room; of one value alone a range around it. */
function endsOf(values: readonly number[]): readonly [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = (high - low || Math.abs(high) || 1) * 0.06
  return [low - room, high + room]
}

export function Scatter({ series, width, height, size, scale, unit }: ScatterProps) {
  const locale = localeOf[useLanguage()]
  const [across, up] = series
  // Of one measure alone its places are across.
  const places = (up ?? across)?.values.flatMap((value, at) => {
    const x = up ? across?.values[at] : at
    return value === null || x === null || x === undefined ? [] : [{ x, y: value }]
  })
  if (!places || places.length === 0) return null
  const [left, foot] = [size * 4, size * 2.6]
  const [xMin, xMax] = endsOf(places.map(({ x }) => x))
  const [yMin, yMax] = endsOf(places.map(({ y }) => y))
  const xOf = (value: number) => at2(left + ((value - xMin) / (xMax - xMin)) * (width - left - size))
  const yOf = (value: number) => at2(size * 1.6 + (1 - (value - yMin) / (yMax - yMin)) * (height - foot - size * 1.6))
  const ends = { bottom: at2(height - foot), right: at2(width - size) }
  return (
    <svg className="sw-svg" width={width} height={height} aria-hidden="true">
      {ticksOf(yMin, yMax, 6).map((tick) => (
        <g key={tick}>
          <line x1={left} y1={yOf(tick)} x2={ends.right} y2={yOf(tick)} className="sw-grid" />
          <text x={at2(left - size * 0.5)} y={yOf(tick)} className="sw-tick" fontSize={size} textAnchor="end" dominantBaseline="central">
            {numberText(tick, undefined, locale)}
          </text>
        </g>
      ))}
      {ticksOf(xMin, xMax, 8).map((tick) => (
        <text key={tick} x={xOf(tick)} y={at2(ends.bottom + size * 1.1)} className="sw-tick" fontSize={size} textAnchor="middle">
          {numberText(tick, undefined, locale)}
        </text>
      ))}
      <text x={0} y={size} className="sw-tick" fontSize={size}>
        {[(up ?? across)?.name, unit].filter(Boolean).join(' · ')}
      </text>
      {up && (
        <text x={ends.right} y={at2(height - size * 0.2)} className="sw-tick" fontSize={size} textAnchor="end">
          {across?.name}
        </text>
      )}
      {places.map(({ x, y }, at) => (
        <circle key={at} cx={xOf(x)} cy={yOf(y)} r={at2(Math.max(2.5, 5 * scale))} className="sw-dot" />
      ))}
    </svg>
  )
}
