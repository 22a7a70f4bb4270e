/** Figures as a chart. Lines, bars and pies are drawn by the chart library; what it would make heavy for is drawn as SVG by ourselves. */
import { useEffect, useMemo, useRef } from 'react'
import type { FigureAnswer } from '../../../../model/contract/report/figure.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { dayOf } from '../../../ui/clock.ts'
import { useChanges } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import type { LibraryKind } from './chart-options.ts'
import { screenChartOptions } from './chart-options.ts'
import { ChartRows, Empty } from './chart-rows.tsx'
import { DayGrid } from './day-grid.tsx'
import type { Charted } from './figure-rows.ts'
import { charted, dated, endsOf } from './figure-rows.ts'
import { HeatGrid } from './heat-grid.tsx'
import { Radar } from './radar.tsx'
import { Scatter } from './scatter.tsx'
import { TITLE_HEIGHT } from './rows.tsx'
import { Shell, insideOf } from './shell.tsx'
import { frameColours, useLibraryChart } from './use-library-chart.ts'
import { textSize } from './value.ts'

export default function ChartView(props: WidgetProps<'chart'>) {
  const { widget, feed, options, scale } = props
  const t = useT()
  const changes = useChanges(feed, [`figure:${options.figure}`])
  const answer = feed.figure(options.figure)
  const drawn = useMemo(
    () => (answer && changes >= 0 ? charted(answer, options, { rest: t('figures.rest'), nothing: t('boards.nothing') }) : undefined),
    [answer, changes, options, t],
  )
  const inside = insideOf(props)
  const size = textSize(widget.style?.fontSize ?? 14, scale)
  const height = Math.max(1, inside.height - (options.title ? size * TITLE_HEIGHT : 0))
  const hasAny = drawn !== undefined && drawn.series.some(({ values }) => values.some((value) => value !== null))
  return (
    <Shell {...props} title={options.title} size={14}>
      {drawn && answer && hasAny ? (
        <>
          <Drawing {...props} drawn={drawn} answer={answer} size={size} inner={{ width: inside.width, height }} />
          <ChartRows categories={drawn.categories} series={drawn.series} unit={options.unit} />
        </>
      ) : (
        <Empty isWaiting={answer === undefined} failure={feed.figureFailure?.(options.figure)} />
      )}
    </Shell>
  )
}

interface DrawingProps extends WidgetProps<'chart'> {
  readonly drawn: Charted
  readonly answer: FigureAnswer
  readonly size: number
  readonly inner: { readonly width: number; readonly height: number }
}

function Drawing(props: DrawingProps) {
  const { options, drawn, answer, size, inner, scale } = props
  switch (options.kind) {
    case 'radar':
      return <Radar {...drawn} {...inner} size={size} scale={scale} />
    case 'heat':
      return <HeatGrid {...drawn} {...inner} size={size} />
    case 'scatter':
      return <Scatter {...drawn} {...inner} size={size} scale={scale} unit={options.unit} />
    case 'calendar':
      return (
        <DayGrid
          days={dated(answer, options.x, options.series?.[0])}
          {...inner}
          size={size}
          limits={options.limits}
          ends={endsOf(answer, dayOf)}
        />
      )
    default:
      return <Library {...props} kind={options.kind} />
  }
}

function Library({ kind, options, drawn, size, inner, scale, theme }: DrawingProps & { readonly kind: LibraryKind }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const box = useRef<HTMLDivElement>(null)
  const { chart, hasFailed } = useLibraryChart(box, inner.width, inner.height)
  const hasLegend = options.legend ?? (kind === 'pie' ? false : drawn.series.length > 1)
  useEffect(() => {
    if (!chart || !box.current) return
    const frame = {
      colours: frameColours(box.current),
      width: inner.width,
      fontSize: size,
      stroke: Math.max(1.5, 2.5 * scale),
      unit: options.unit,
      hasLegend,
      locale,
      limits: options.limits,
    }
    chart.setOption(screenChartOptions(kind, drawn.categories, drawn.series, frame), true)
  }, [chart, kind, drawn, size, scale, inner.width, options.unit, options.limits, hasLegend, locale, theme])
  return hasFailed ? (
    <p className="sw-empty">{t('charts.failed')}</p>
  ) : (
    <div ref={box} className="sw-canvas" style={inner} aria-hidden="true" />
  )
}
