/** Figures by days: a square for each. */
import { useT } from '../../../kernel/i18n/i18n.ts'
import { dayOf } from '../../../ui/clock.ts'
import { useChanges } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { ChartRows, Empty } from './chart-rows.tsx'
import { DayGrid } from './day-grid.tsx'
import { columnsOf, dated, endsOf, placeOf } from './figure-rows.ts'
import { roomOf } from './rows.tsx'
import { Shell } from './shell.tsx'

export function CalendarView(props: WidgetProps<'calendar'>) {
  const { feed, options } = props
  const t = useT()
  useChanges(feed, [`figure:${options.figure}`])
  const answer = feed.figure(options.figure)
  const days = answer ? dated(answer, options.day, options.measure) : []
  const room = roomOf(props, options.title, 14)
  const column = answer
    ? (placeOf(answer, options.measure) ?? answer.columns.indexOf(columnsOf(answer).measures[0] ?? { name: '', kind: 'number', label: '' }))
    : -1
  return (
    <Shell {...props} title={options.title} size={14}>
      {!answer || days.length === 0 ? (
        <Empty isWaiting={!answer} failure={feed.figureFailure?.(options.figure)} />
      ) : (
        <>
          <DayGrid
            days={days}
            width={room.width}
            height={room.height}
            size={room.size}
            limits={options.limits}
            ends={answer ? endsOf(answer, dayOf) : undefined}
          />
          <ChartRows
            categories={days.map(({ day }) => day)}
            series={[{ name: answer?.columns[column]?.label ?? t('screen-widget.value'), values: days.map(({ value }) => value) }]}
          />
        </>
      )}
    </Shell>
  )
}
