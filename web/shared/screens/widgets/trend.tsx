/** The last minutes of points, as they come in: drawn once a second, from rings that never grow. */
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { useClockZone } from '../../../ui/clock.ts'
import { frames } from '../frame-queue.ts'
import type { Scalar } from '../transform.ts'
import { transformed } from '../transform.ts'
import { numberOf } from '../truth.ts'
import { namesOf, namesOfSlots, useSeen } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Empty } from './chart-rows.tsx'
import { TITLE_HEIGHT } from './rows.tsx'
import { Shell, insideOf } from './shell.tsx'
import { useStanding } from './standing.ts'
import type { TrendLine } from './trend-options.ts'
import { lineNames, trendData, trendOptions } from './trend-options.ts'
import { frameColours, useLibraryChart } from './use-library-chart.ts'
import { textSize, writtenAs } from './value.ts'

const LINES = ['a', 'b', 'c', 'd', 'e', 'f'] as const
const USUAL_MINUTES = 30
/** No drawing comes sooner after another. */
const STEP_MS = 1000

export default function TrendView(props: WidgetProps<'trend'>) {
  const { widget, feed, options, scale, theme } = props
  const t = useT()
  const locale = localeOf[useLanguage()]
  const zone = useClockZone()
  const standing = useStanding(feed, widget, 'a')
  const box = useRef<HTMLDivElement>(null)
  const { bind } = widget
  const slots = useMemo(() => LINES.filter((slot) => bind?.[slot] && 'point' in bind[slot]), [bind])
  const inside = insideOf(props)
  const size = textSize(widget.style?.fontSize ?? 14, scale)
  const height = Math.max(1, inside.height - (options.title ? size * TITLE_HEIGHT : 0))
  const { chart, hasFailed } = useLibraryChart(box, inside.width, height)
  // Names and units come with the points.
  const names = useSeen(feed, namesOfSlots(widget), () =>
    lineNames(slots.map((slot) => feed.read(bind?.[slot]).point))
      .map((name) => name || t('worth.none'))
      .join('\n'),
  )

  const frameOf = useEffectEvent((element: HTMLElement) => {
    const [slot = 'a'] = slots
    const written = writtenAs(widget, slot, feed.read(bind?.[slot]), options)
    return {
      colours: frameColours(element),
      fontSize: size,
      stroke: Math.max(1.5, 2.5 * scale),
      unit: written.unit || undefined,
      hasLegend: slots.length > 1,
      locale,
      zone,
      digits: written.digits,
      min: options.min,
      max: options.max,
      width: inside.width,
    }
  })
  const linesNow = useEffectEvent((): TrendLine[] =>
    slots.map((slot, at) => {
      const source = bind?.[slot]
      if (!source || !('point' in source)) return { name: '', values: [], staleAfter: null }
      const { point: id, then } = source
      const ring = feed.ring(id)
      return {
        name: names.split('\n')[at] ?? '',
        values: then ? ring.map((one) => ({ ...one, value: numberIn(transformed(one.value, then)) })) : ring,
        staleAfter: feed.point(id)?.staleAfter ?? null,
      }
    }),
  )
  const limitsNow = useEffectEvent(() => ({ low: limitOf(props, 'low'), high: limitOf(props, 'high') }))

  useEffect(() => {
    const element = box.current
    if (!chart || !element) return
    const frame = frameOf(element)
    chart.setOption(trendOptions(linesNow(), frame), true)
    let drawnAt = 0
    let later: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      drawnAt = performance.now()
      chart.setOption(trendData(linesNow(), feed.now(), options.minutes ?? USUAL_MINUTES, limitsNow(), frame), { lazyUpdate: false })
    }
    const painter = frames.add(draw)
    const stop = feed.watch([...slots.flatMap((slot) => namesOf(bind?.[slot])), 'clock'], () => {
      // What comes within the second is drawn at its end.
      later ??= setTimeout(
        () => {
          later = undefined
          painter.mark()
        },
        Math.max(0, drawnAt + STEP_MS - performance.now()),
      )
    })
    draw()
    return () => {
      clearTimeout(later)
      stop()
      painter.stop()
    }
  }, [chart, feed, bind, slots, names, options.minutes, options.min, options.max, size, scale, inside.width, locale, zone, theme])

  return (
    <Shell {...props} title={options.title} size={14} standing={standing}>
      {slots.length === 0 ? (
        <Empty />
      ) : hasFailed ? (
        <Empty text={t('charts.failed')} />
      ) : (
        <div ref={box} className="sw-canvas" style={{ width: inside.width, height }} aria-hidden="true" />
      )}
      <ul className="visually-hidden">
        {names.split('\n').map((name, at) => (
          <li key={at}>{name}</li>
        ))}
      </ul>
    </Shell>
  )
}

/** A line has no words: what a step has made one of is left out. */
const numberIn = (value: Scalar): number | null => (typeof value === 'number' ? value : null)

type Bound = Pick<WidgetProps<'trend'>, 'widget' | 'feed'>

const limitOf = ({ widget, feed }: Bound, slot: string): number | undefined =>
  widget.bind?.[slot] ? numberOf(feed.read(widget.bind[slot])) : undefined
