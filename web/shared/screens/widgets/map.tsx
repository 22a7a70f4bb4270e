/** Sites or devices where they are, on the tenant's own map, whose review number (审图号) is drawn on it. Without a map there are lines of latitude and longitude alone: no borders are ours to draw. */
import { useMemo } from 'react'
import type { ScreenRows } from '../../../../model/contract/screen/screens.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useMedia } from '../media.ts'
import type { WidgetProps } from '../widget-props.ts'
import { at2, ticksOf } from './arcs.ts'
import { Empty } from './chart-rows.tsx'
import { clustered, fit, linesOf, mercator, pathOf } from './geo.ts'
import { Leading, More, roomOf, useRows } from './rows.tsx'
import { Shell } from './shell.tsx'
import { Pin } from './pin.tsx'
import { MIN_TEXT } from './value.ts'

type Spot = ScreenRows<'places'>[number]

export default function MapView(props: WidgetProps<'map'>) {
  const { feed, options, open, scale } = props
  const t = useT()
  const list = useRows(props, 'places')
  const media = useMedia(feed, 'map', options.map)
  const room = roomOf(props, options.title, 14)
  const shapes = media?.map?.shapes
  const lines = useMemo(() => linesOf(shapes), [shapes])
  const spots = useMemo(() => list?.rows ?? [], [list?.rows])
  const { width, height } = room
  const drawn = useMemo(() => {
    const places = spots.map(({ longitude, latitude }) => mercator([longitude, latitude]))
    const to = fit(lines.length > 0 ? lines.flatMap(({ positions }) => positions) : places, {
      width,
      height,
      edge: Math.min(width, height) * 0.08,
    })
    return {
      areas: lines
        .filter(({ isClosed }) => isClosed)
        .map((line) => pathOf(line, to))
        .join(''),
      strokes: lines
        .filter(({ isClosed }) => !isClosed)
        .map((line) => pathOf(line, to))
        .join(''),
      grid: lines.length > 0 ? '' : gridOf(spots, to, width, height),
      pins: spots.map((spot, at) => {
        const [x, y] = to(places[at] ?? [0, 0])
        return { spot, x, y }
      }),
    }
  }, [lines, spots, width, height])
  const size = Math.max(MIN_TEXT * 1.4, 22 * scale)
  return (
    <Shell {...props} title={options.title} size={14} isParted>
      {!list && !media ? (
        <Empty isWaiting />
      ) : (
        <div className="sw-map" style={{ width, height }}>
          <svg className="sw-svg" width={width} height={height} aria-hidden="true">
            <path d={drawn.grid} className="sw-grid" />
            <path d={drawn.areas} className="sw-land" fillRule="evenodd" />
            <path d={drawn.strokes} className="sw-border" />
          </svg>
          <ul>
            {clustered(drawn.pins, size * 0.9).map(({ first, all }) => (
              <li
                key={first.spot.id}
                className={first.x > width * 0.7 ? 'sw-pin sw-pin-left' : 'sw-pin'}
                style={{
                  ...(first.x > width * 0.7 ? { right: width - first.x - size / 2 } : { left: first.x - size / 2 }),
                  top: first.y - size,
                }}
              >
                <Pin
                  size={size}
                  priority={gravest(all.map(({ spot }) => spot.priority))}
                  isOff={all.every(({ spot }) => spot.online === 0)}
                  count={all.length}
                />
                <span
                  className={options.names === false ? 'visually-hidden' : 'sw-pin-name'}
                  style={{ fontSize: Math.max(MIN_TEXT, 14 * scale) }}
                >
                  <Leading
                    open={open}
                    address={options.show === 'sites' ? '/acquisition/sites' : `/acquisition/device?id=${first.spot.id}`}
                  >
                    {first.spot.name ?? ''}
                  </Leading>
                  {all.length === 1 && first.spot.devices !== null && ` ${first.spot.online ?? '—'}/${first.spot.devices}`}
                </span>
              </li>
            ))}
          </ul>
          {options.map !== undefined && media === null && <p className="sw-review">{t('screen-widget.no-map')}</p>}
          {media?.map && (
            <p className="sw-review" style={{ fontSize: Math.max(MIN_TEXT, 12 * scale) }}>
              {t('screen-widget.review', { number: media.map.reviewNumber })}
            </p>
          )}
        </div>
      )}
      <More count={(list?.total ?? 0) - spots.length} />
    </Shell>
  )
}

/** The gravest of several priorities: the least number. */
export function gravest(priorities: readonly (number | null)[]): number | null {
  const known = priorities.filter((priority) => priority !== null)
  return known.length > 0 ? Math.min(...known) : null
}

/** Lines of latitude and longitude through the stretch that places lie in. */
function gridOf(spots: readonly Spot[], to: ReturnType<typeof fit>, width: number, height: number): string {
  const [longitudes, latitudes] = [spots.map(({ longitude }) => longitude), spots.map(({ latitude }) => latitude)]
  if (spots.length === 0) return ''
  const range = (values: readonly number[]) => [Math.min(...values) - 0.2, Math.max(...values) + 0.2] as const
  const across = ticksOf(...range(longitudes), 8).map((longitude) => at2(to(mercator([longitude, 0]))[0]))
  const down = ticksOf(...range(latitudes), 6).map((latitude) => at2(to(mercator([0, latitude]))[1]))
  return [...across.map((x) => `M${x} 0L${x} ${at2(height)}`), ...down.map((y) => `M0 ${y}L${at2(width)} ${y}`)].join('')
}
