/** The clock of the server, or the moment that is played back, in the zone of the tenant; and the shift that is on. */
import { useRef } from 'react'
import { localeOf, useLanguage } from '../../../kernel/i18n/i18n.ts'
import { clockZone, dayOf, longDayOf, minuteOfDay, timeOfDay, useClockZone } from '../../../ui/clock.ts'
import type { Feed } from '../feed.ts'
import type { Shift } from '../shifts.ts'
import { shiftAt, useShifts } from '../shifts.ts'
import { DASH } from '../truth.ts'
import { usePainted } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Shell, insideOf } from './shell.tsx'
import { fittedSize, textSize } from './value.ts'

/** The two lines of a clock: the large one, and a smaller one that may be empty. */
export function clockLines(
  feed: Pick<Feed, 'now' | 'shift'>,
  shifts: readonly Shift[],
  { format = 'time', seconds = true }: WidgetProps<'clock'>['options'],
  locale: string,
): readonly [string, string] {
  const now = feed.now()
  const time = seconds ? timeOfDay(now) : minuteOfDay(now)
  switch (format) {
    case 'time':
      return [time, '']
    case 'date':
      return [dayOf(now), '']
    case 'date-time':
      return [time, longDayOf(now, locale)]
    case 'shift': {
      const shift = feed.shift ? feed.shift() : shiftAt(shifts, now, clockZone())
      return [shift?.name ?? DASH, shift ? `${minuteOfDay(shift.from)} – ${minuteOfDay(shift.to)}` : time]
    }
  }
}

export function ClockView(props: WidgetProps<'clock'>) {
  const { widget, feed, options, scale } = props
  const locale = localeOf[useLanguage()]
  // Another zone writes another time.
  useClockZone()
  const shifts = useShifts(feed, options.format === 'shift')
  const large = useRef<HTMLSpanElement>(null)
  const small = useRef<HTMLSpanElement>(null)
  const [time, date] = clockLines(feed, shifts, options, locale)
  usePainted(feed, ['clock'], () => {
    const lines = clockLines(feed, shifts, options, locale)
    for (const [at, node] of [large.current, small.current].entries())
      if (node && node.textContent !== lines[at]) node.textContent = lines[at] ?? ''
  })
  const { width, height } = insideOf(props)
  const parts = 1 + (date ? 0.5 : 0) + (options.label ? 0.4 : 0)
  const size =
    widget.style?.fontSize === undefined ? fittedSize(time, width * 0.96, (height / parts) * 0.8) : textSize(widget.style.fontSize, scale)
  return (
    <Shell {...props} label={options.label}>
      <div className="sw-stack">
        {options.label && (
          <span className="sw-label" style={{ fontSize: Math.max(12, size * 0.36) }}>
            {options.label}
          </span>
        )}
        <span ref={large} className="sw-clock" style={{ fontSize: size }}>
          {time}
        </span>
        <span
          ref={small}
          className="sw-label"
          style={{ fontSize: Math.max(12, date ? Math.min(size * 0.42, fittedSize(date, width * 0.96, size)) : 12) }}
        >
          {date}
        </span>
      </div>
    </Shell>
  )
}
