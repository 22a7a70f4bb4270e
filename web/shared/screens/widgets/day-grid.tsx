/** Days as squares, a column for each week from Monday on, each as full as its value or in the tone of the limit that it has reached. */
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import type { Tone } from '../../../../model/screens/document.ts'
import { toneAt } from '../judge.ts'
import { at2 } from './arcs.ts'
import type { Dated } from './figure-rows.ts'
import { MIN_TEXT, numberText, widthOf } from './value.ts'

interface DayGridProps {
  readonly days: readonly Dated[]
  readonly width: number
  readonly height: number
  readonly size: number
  readonly limits?: readonly { readonly at: number; readonly tone: Tone }[] | undefined
}

const DAY_MS = 86_400_000
const MAX_DAYS = 371
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

export interface DayCell extends Dated {
  readonly week: number
  /** 0 is Monday. */
  readonly weekday: number
}

/** Where each day stands, from the first to the last of them, those without a value as well. */
export function dayCells(days: readonly Dated[]): DayCell[] {
  const values = new Map(days.map(({ day, value }) => [day, value]))
  const moments = days.map(({ day }) => Date.parse(`${day}T00:00:00Z`)).filter(Number.isFinite)
  if (moments.length === 0) return []
  const last = Math.max(...moments)
  const first = Math.max(Math.min(...moments), last - (MAX_DAYS - 1) * DAY_MS)
  // The first of January 1970 was a Thursday.
  const weekdayOf = (moment: number) => (moment / DAY_MS + 3) % 7
  const monday = first - weekdayOf(first) * DAY_MS
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, at) => {
    const moment = first + at * DAY_MS
    const day = new Date(moment).toISOString().slice(0, 10)
    return { day, value: values.get(day) ?? null, week: Math.floor((moment - monday) / (7 * DAY_MS)), weekday: weekdayOf(moment) }
  })
}

/** What stands in the corner of a day whose limit has been reached: nobody needs the colour. */
const MARKS: Readonly<Partial<Record<Tone, string>>> = { good: '✓', notice: '◇', warning: '△', 'alarm-1': '▲' }

export function DayGrid({ days, width, height, size, limits }: DayGridProps) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const cells = dayCells(days)
  const weeks = (cells.at(-1)?.week ?? 0) + 1
  const side = size * 2.4
  const head = size * 1.5
  const cell = Math.max(2, Math.min((width - side) / weeks, (height - head) / 7))
  const most = Math.max(0, ...cells.map(({ value }) => value ?? 0))
  const digits = Math.min(size, cell * 0.42)
  return (
    <svg className="sw-svg" width={width} height={height} aria-hidden="true">
      {WEEKDAYS.map((weekday, at) =>
        cell >= size || at % 2 === 0 ? (
          <text
            key={weekday}
            x={at2(side - size * 0.4)}
            y={at2(head + (at + 0.5) * cell)}
            className="sw-tick"
            fontSize={Math.min(size, Math.max(MIN_TEXT, cell))}
            textAnchor="end"
            dominantBaseline="central"
          >
            {t(`alarmStatistics.weekday-${weekday}` as LabelKey)}
          </text>
        ) : null,
      )}
      {cells.map(({ day, value, week, weekday }) => {
        const tone = toneAt(value, limits)
        const [x, y] = [at2(side + week * cell), at2(head + weekday * cell)]
        const text = value === null ? '' : numberText(value, undefined, locale)
        return (
          <g key={day}>
            {day.endsWith('-01') && (
              <text x={x} y={at2(size)} className="sw-tick" fontSize={size}>
                {day.slice(2, 7)}
              </text>
            )}
            <rect
              x={x}
              y={y}
              width={at2(cell - 2)}
              height={at2(cell - 2)}
              rx={at2(cell * 0.1)}
              className={value === null ? 'sw-cell-none' : 'sw-cell'}
              data-limit={tone === 'plain' ? undefined : tone}
              fillOpacity={value === null ? 1 : tone !== 'plain' ? 0.3 : most > 0 ? at2(0.12 + 0.6 * Math.max(0, value / most)) : 0.12}
            />
            {digits >= MIN_TEXT && widthOf(text) * digits < cell - 4 && (
              <text
                x={at2(x + cell / 2)}
                y={at2(y + cell / 2)}
                className="sw-cell-text"
                fontSize={digits}
                textAnchor="middle"
                dominantBaseline="central"
              >
                {text}
              </text>
            )}
            {MARKS[tone] && cell >= 2 * MIN_TEXT && (
              <text x={at2(x + cell - 4)} y={at2(y + MIN_TEXT)} className="sw-cell-text" fontSize={MIN_TEXT} textAnchor="end">
                {MARKS[tone]}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
