/** A pipe through points of its box, with what flows in it and which way. */
import type { CSSProperties } from 'react'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { numberOf } from '../truth.ts'
import { namesOfSlots, useSeen } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { at2 } from './arcs.ts'
import { Shell } from './shell.tsx'
import { useStanding } from './standing.ts'

type Point = readonly [number, number]

/** The way through points in pixels, with its corners rounded. */
export function pipePath(points: readonly Point[], radius: number): string {
  return points
    .map((point, at) => {
      const [before, after] = [points[at - 1], points[at + 1]]
      if (!before) return `M${at2(point[0])} ${at2(point[1])}`
      if (!after) return `L${at2(point[0])} ${at2(point[1])}`
      const [into, out] = [towards(point, before, radius), towards(point, after, radius)]
      return `L${into.join(' ')}Q${at2(point[0])} ${at2(point[1])} ${out.join(' ')}`
    })
    .join('')
}

/** The place so far from one point towards another, at most half of the way. */
function towards([x, y]: Point, [toX, toY]: Point, distance: number): Point {
  const length = Math.hypot(toX - x, toY - y)
  const share = length > 0 ? Math.min(0.5, distance / length) : 0
  return [at2(x + (toX - x) * share), at2(y + (toY - y) * share)]
}

/** A head in the middle of the longest part, pointing along it. */
export function arrowPath(points: readonly Point[], size: number, direction: 1 | -1): string {
  let longest: readonly [Point, Point] | undefined
  let most = 0
  for (const [at, to] of points.entries()) {
    const from = points[at - 1]
    const length = from ? Math.hypot(to[0] - from[0], to[1] - from[1]) : 0
    if (from && length > most) [longest, most] = [[from, to], length]
  }
  if (!longest) return ''
  const [[x1, y1], [x2, y2]] = longest
  const [dx, dy] = [((x2 - x1) / most) * direction, ((y2 - y1) / most) * direction]
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2]
  const place = (along: number, beside: number) => `${at2(x + dx * along - dy * beside)} ${at2(y + dy * along + dx * beside)}`
  return `M${place(size, 0)}L${place(-size * 0.6, size * 0.8)}L${place(-size * 0.6, -size * 0.8)}Z`
}

export default function PipeView(props: WidgetProps<'pipe'>) {
  const { widget, feed, options, scale, width, height } = props
  const t = useT()
  const { bind } = widget
  const standing = useStanding(feed, widget, 'flow')
  const flow = useSeen(feed, namesOfSlots(widget), () => Math.sign(numberOf(feed.read(bind?.['flow'])) ?? 0))
  const thick = Math.max(2, (options.width ?? 10) * scale)
  const points = options.points.map(([x, y]): Point => [x * width, y * height])
  const path = pipePath(points, thick * 1.5)
  const medium = options.medium ?? 'water'
  const name = [
    t(`screen-widget.medium-${medium}` as LabelKey),
    bind?.['flow'] ? t(flow === 0 ? 'screen-widget.no-flow' : 'screen-widget.flow') : '',
  ]
    .filter(Boolean)
    .join(': ')
  return (
    <Shell {...props} label={name} standing={standing} isSigned={false}>
      <svg
        className="sw-svg sw-pipe-drawn"
        width={width}
        height={height}
        data-medium={medium}
        data-flow={flow === 0 ? undefined : flow > 0 ? 'forwards' : 'backwards'}
        style={{ '--dash': at2(thick * 2.4) } as CSSProperties}
        aria-hidden="true"
      >
        <path d={path} className="sw-pipe-wall" strokeWidth={thick} />
        <path d={path} className="sw-pipe-medium" strokeWidth={at2(Math.max(1, thick * 0.62))} />
        {flow !== 0 && (
          <>
            <path
              d={path}
              className="sw-pipe-flow"
              strokeWidth={at2(Math.max(1, thick * 0.34))}
              strokeDasharray={`${at2(thick * 1.2)} ${at2(thick * 1.2)}`}
            />
            <path d={arrowPath(points, thick * 0.9, flow > 0 ? 1 : -1)} className="sw-pipe-arrow" />
          </>
        )}
      </svg>
    </Shell>
  )
}
