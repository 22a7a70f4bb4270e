/** A corner for each category, and a line around for each series: how evenly something is as it should be. */
import type { Charted } from './figure-rows.ts'
import { at2, onCircle } from './arcs.ts'
import { shortened } from './heat-grid.tsx'

interface RadarProps extends Charted {
  readonly width: number
  readonly height: number
  readonly size: number
  readonly scale: number
}

const RINGS = [0.25, 0.5, 0.75, 1]
const MAX_CORNERS = 16
const MAX_LINES = 6

export function Radar({ categories, series, width, height, size, scale }: RadarProps) {
  const corners = categories.slice(0, MAX_CORNERS)
  const lines = series.slice(0, MAX_LINES)
  const most = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const legend = lines.length > 1 ? size * 1.8 : 0
  const [x, y] = [width / 2, legend + (height - legend) / 2]
  const radius = Math.max(4, Math.min(width / 2 - size * 4, (height - legend) / 2 - size * 1.6))
  const angle = (at: number) => (at * 360) / Math.max(1, corners.length)
  const around = (shareAt: (at: number) => number) =>
    `${corners.map((_, at) => `${at === 0 ? 'M' : 'L'}${onCircle(x, y, radius * shareAt(at), angle(at)).join(' ')}`).join('')}Z`
  return (
    <svg className="sw-svg" width={width} height={height} aria-hidden="true">
      {RINGS.map((ring) => (
        <path key={ring} d={around(() => ring)} className="sw-grid" />
      ))}
      {corners.map((name, at) => {
        const [ex, ey] = onCircle(x, y, radius, angle(at))
        const [tx, ty] = onCircle(x, y, radius + size, angle(at))
        return (
          <g key={at}>
            <line x1={at2(x)} y1={at2(y)} x2={ex} y2={ey} className="sw-grid" />
            <text
              x={tx}
              y={ty}
              className="sw-tick"
              fontSize={size}
              dominantBaseline="central"
              textAnchor={Math.abs(tx - x) < 2 ? 'middle' : tx > x ? 'start' : 'end'}
            >
              {shortened(name, 8)}
            </text>
          </g>
        )
      })}
      {lines.map(({ values }, nth) => (
        <path
          key={nth}
          d={around((at) => (most > 0 ? Math.max(0, values[at] ?? 0) / most : 0))}
          className="sw-line"
          style={{ stroke: `var(--chart-${(nth % 8) + 1})`, fill: `var(--chart-${(nth % 8) + 1})`, fillOpacity: 0.14 }}
          strokeWidth={Math.max(1.5, 2.5 * scale)}
          strokeDasharray={nth === 0 ? undefined : `${(nth + 1) * 3 * scale} ${3 * scale}`}
        />
      ))}
      {lines.length > 1 &&
        lines.map(({ name }, nth) => (
          <g key={nth}>
            <rect
              x={at2((width / lines.length) * nth)}
              y={at2(size * 0.25)}
              width={at2(size * 0.8)}
              height={at2(size * 0.8)}
              style={{ fill: `var(--chart-${(nth % 8) + 1})` }}
            />
            <text x={at2((width / lines.length) * nth + size * 1.1)} y={at2(size)} className="sw-tick" fontSize={size}>
              {shortened(name)}
            </text>
          </g>
        ))}
    </svg>
  )
}
