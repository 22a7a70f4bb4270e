/** Alarms, limits and annotations of the points that are shown, as the chart draws them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { converted } from '../../../../model/acquisition/mapping/units.ts'
import { limitWithUnit, shownIn } from '../../../../model/acquisition/point-display.ts'
import { queryTrendMarks } from '../../../../model/contract/acquisition/trend-marks.ts'
import type { TrendMarks } from '../../../../model/contract/acquisition/trend-marks.ts'
import type { Trend } from '../../../../model/contract/acquisition/readings.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { displayOf } from '../../../shared/acquisition/figures.ts'
import type { History } from '../../../ui/history-chart/histories.ts'
import type { Limit, Marks } from '../../../ui/history-chart/marks.ts'
import type { Range } from '../../../ui/history-chart/ranges.ts'
import { inSteps } from './statistics.ts'

const KEY = 'trend-marks'

/** Forgets what was read of marks, so that the next look reads them anew. */
export const forgetMarks = (queries: QueryClient) => queries.invalidateQueries({ queryKey: [KEY] })

/** The marks of the points; undefined while nothing is known. */
export function useMarks(ids: readonly string[], shown: Range | undefined, enabled: boolean): TrendMarks | undefined {
  const { from, to } = shown ? inSteps(shown) : { from: 0, to: 0 }
  // eslint-disable-next-line no-restricted-syntax -- marks lie over the trend, whose own failure is shown
  const { data } = useQuery({
    queryKey: [KEY, ids.join(','), from, to],
    queryFn: ({ signal }) => ask(queryTrendMarks, { pointId: [...ids], from, to }, { signal, quiet: true }),
    enabled: enabled && shown !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return enabled && ids.length > 0 ? data : undefined
}

/** What the annotations of a range are called in the chart and in the list beside it: 1 for the earliest. */
export const numbered = ({ annotations }: TrendMarks) => [...annotations].sort((one, other) => one.time - other.time)

/** The marks as the chart draws them: those of what is drawn. */
export function useDrawnMarks(
  marks: TrendMarks | undefined,
  own: readonly History[],
  trend: Trend | undefined,
  to: number | undefined,
): Marks | undefined {
  const t = useT()
  const locale = localeOf[useLanguage()]
  return useMemo(
    () => (marks && to !== undefined ? drawnMarks(marks, own, trend, to, locale, t) : undefined),
    [marks, own, trend, to, locale, t],
  )
}

function drawnMarks(marks: TrendMarks, own: readonly History[], trend: Trend | undefined, to: number, locale: string, t: Translate): Marks {
  const byId = new Map(own.map((history) => [history.id, history]))
  const displays = new Map(trend?.list.map(({ pointId, point }) => [pointId, displayOf(point)]))
  const limitOf = (pointId: string, value: number) => limitWithUnit(value, displays.get(pointId) ?? {}, locale)
  const drawnAt = (pointId: string, value: number) => converted(value, shownIn(displays.get(pointId) ?? {}))
  return {
    strips: marks.alarms.flatMap((alarm) => {
      const history = byId.get(alarm.pointId)
      if (!history) return []
      const text = `${alarm.ruleName ?? t('trends.alarm')} · ${history.name}`
      return [{ from: alarm.from, to: alarm.to ?? to, level: alarm.alarmPriority ?? 2, text }]
    }),
    limits: [
      ...marks.limits.flatMap(({ pointId, value, alarmKind, alarmPriority }) => {
        const history = byId.get(pointId)
        if (!history) return []
        const kind = alarmKind ? t(`choice.alarmKind.${alarmKind}`) : t('trends.alarm')
        return [
          { unit: history.unit, value: drawnAt(pointId, value), text: `${kind} ${limitOf(pointId, value)}`, level: alarmPriority ?? 2 },
        ]
      }),
      ...(trend?.list ?? []).flatMap(({ pointId, point }): Limit[] => {
        const history = byId.get(pointId)
        if (!history) return []
        const ends = (['low', 'high'] as const).map((end) => ({ end, value: end === 'low' ? point.rangeLow : point.rangeHigh }))
        return ends.flatMap(({ end, value }) =>
          typeof value === 'number'
            ? [{ unit: history.unit, value: drawnAt(pointId, value), text: t(`trends.range-${end}`, { value: limitOf(pointId, value) }) }]
            : [],
        )
      }),
    ].filter(isFirst),
    notes: numbered(marks).flatMap(({ pointId, time, noteText }, index) =>
      byId.has(pointId) ? [{ time, mark: String(index + 1), text: noteText ?? t('trends.annotation') }] : [],
    ),
  }
}

/** Points of one kind have the same limits: they are drawn once. */
const isFirst = (limit: Limit, index: number, all: readonly Limit[]) =>
  all.findIndex(({ unit, value, text }) => unit === limit.unit && value === limit.value && text === limit.text) === index
