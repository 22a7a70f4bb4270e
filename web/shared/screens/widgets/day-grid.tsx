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
  /** Days between which there would be values: `2026-11-01`. */
  readonly ends?: readonly string[] | undefined
}

const DAY_MS = 86_400_000
const MAX_DAYS = 371
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

export interface DayCell extends Dated {
  readonly week: number
  /** 0 is Monday. */
  readonly weekday: number
}

/** Where each day stands, from the first to the last of them, those without a value as well. @param ends Days between which there would be values */
export function dayCells(days: readonly Dated[], ends: readonly string[] = []): DayCell[] {
  const values = new Map(days.map(({ day, value }) => [day, value]))
  const moments = [...days.map(({ day }) => day), ...ends].map((day) => Date.parse(`${day}T00:00:00Z`)).filter(Number.isFinite)
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

interface Cell {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The same where there is no room for a sign: crossed out once, or twice; beneath a number underlined, or framed. */
function strokesOf(tone: Tone, { x, y, width, height }: Cell, hasText: boolean): string {
  const [left, top, right, bottom] = [x + 1, y + 1, x + width - 1, y + height - 1].map(at2) as [number, number, number, number]
  if (tone !== 'warning' && tone !== 'alarm-1') return ''
  if (hasText)
    return tone === 'warning'
      ? `M${left} ${bottom}L${right} ${bottom}`
      : `M${left} ${top}L${right} ${top}L${right} ${bottom}L${left} ${bottom}Z`
  const once = `M${left} ${bottom}L${right} ${top}`
  return tone === 'warning' ? once : `${once}M${left} ${top}L${right} ${bottom}`
}

/** No cell is more than so many times as wide as it is high. */
const MAX_SHAPE = 2.6

/** How the days lie in a box: weeks as columns, or as rows like the pages of a calendar, whichever leaves more room for each day. Pixels. */
export function gridShape(weeks: number, width: number, height: number, size: number) {
  const [side, head] = [size * 3.2, size * 1.5]
  const upright = { across: (width - side) / weeks, down: (height - head) / 7 }
  const lying = { across: (width - side) / 7, down: (height - head) / weeks }
  const least = ({ across, down }: typeof upright) => Math.min(across, down)
  const isByRows = least(lying) > least(upright)
  const { across, down } = isByRows ? lying : upright
  const cellHeight = Math.max(1, Math.min(down, across * MAX_SHAPE))
  return { isByRows, side, head, cellHeight, cellWidth: Math.max(1, Math.min(across, down * MAX_SHAPE)) }
}

export function DayGrid({ days, width, height, size, limits, ends }: DayGridProps) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const cells = dayCells(days, ends)
  const weeks = (cells.at(-1)?.week ?? 0) + 1
  const { isByRows, side, head, cellWidth, cellHeight } = gridShape(weeks, width, height, size)
  const most = Math.max(0, ...cells.map(({ value }) => value ?? 0))
  const digits = Math.min(size, cellHeight * 0.6)
  const placeOf = (week: number, weekday: number) =>
    isByRows
      ? { x: at2(side + weekday * cellWidth), y: at2(head + week * cellHeight) }
      : { x: at2(side + week * cellWidth), y: at2(head + weekday * cellHeight) }
  return (
    <svg className="sw-svg" width={width} height={height} aria-hidden="true">
      {WEEKDAYS.map((weekday, at) => {
        const place = isByRows
          ? { x: at2(side + (at + 0.5) * cellWidth), y: at2(size) }
          : { x: at2(side - size * 0.4), y: at2(head + (at + 0.5) * cellHeight) }
        // Names that would lie upon each other are left out.
        return isByRows || cellHeight >= size || at % 2 === 0 ? (
          <text
            key={weekday}
            {...place}
            className="sw-tick"
            fontSize={size}
            textAnchor={isByRows ? 'middle' : 'end'}
            dominantBaseline={isByRows ? undefined : 'central'}
          >
            {t(`alarmStatistics.weekday-${weekday}` as LabelKey)}
          </text>
        ) : null
      })}
      {cells.map(({ day, value, week, weekday }) => {
        const tone = toneAt(value, limits)
        const { x, y } = placeOf(week, weekday)
        const [w, h] = [at2(Math.max(0.5, cellWidth - 2)), at2(Math.max(0.5, cellHeight - 2))]
        const text = value === null ? '' : numberText(value, undefined, locale)
        const hasText = digits >= MIN_TEXT && widthOf(text) * digits < w - 4
        const hasSign = w >= (hasText ? widthOf(text) * digits + 3 * MIN_TEXT : MIN_TEXT * 1.4) && h >= MIN_TEXT * 1.2
        return (
          <g key={day}>
            {(isByRows ? weekday === 0 : day.endsWith('-01')) && (
              <text
                x={isByRows ? at2(side - size * 0.4) : x}
                y={isByRows ? at2(y + h / 2) : at2(size)}
                className="sw-tick"
                fontSize={size}
                textAnchor={isByRows ? 'end' : undefined}
                dominantBaseline={isByRows ? 'central' : undefined}
              >
                {isByRows ? day.slice(5) : day.slice(2, 7)}
              </text>
            )}
            <rect
              x={x}
              y={y}
              width={w}
              height={h}
              rx={at2(Math.min(w, h) * 0.1)}
              className={value === null ? 'sw-cell-none' : 'sw-cell'}
              data-limit={tone === 'plain' ? undefined : tone}
              fillOpacity={value === null ? 1 : tone !== 'plain' ? 0.3 : most > 0 ? at2(0.12 + 0.6 * Math.max(0, value / most)) : 0.12}
            />
            {hasText && (
              <text
                x={at2(x + w / 2)}
                y={at2(y + h / 2)}
                className="sw-cell-text"
                fontSize={digits}
                textAnchor="middle"
                dominantBaseline="central"
              >
                {text}
              </text>
            )}
            {MARKS[tone] && hasSign && (
              <text
                x={at2(hasText ? x + w - 3 : x + w / 2)}
                y={at2(y + h / 2)}
                className="sw-cell-text"
                fontSize={MIN_TEXT}
                textAnchor={hasText ? 'end' : 'middle'}
                dominantBaseline="central"
              >
                {MARKS[tone]}
              </text>
            )}
            {!hasSign && <path d={strokesOf(tone, { x, y, width: w, height: h }, hasText)} className="sw-cell-stroke" data-limit={tone} />}
          </g>
        )
      })}
    </svg>
  )
}
