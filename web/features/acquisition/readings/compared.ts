/** What the chosen points are compared with: the same a day or a week before, drawn in step, or the points of another device with the same keys. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { shownIn } from '../../../../model/acquisition/point-display.ts'
import { points as pointNoun } from '../../../../model/index.ts'
import { momentOfWall, wallOf } from '../../../../model/zone.ts'
import type { Trend } from '../../../../model/contract/acquisition/readings.ts'
import { gapsOf } from '../../../ui/history-chart/gaps.ts'
import type { History } from '../../../ui/history-chart/histories.ts'
import type { Range } from '../../../ui/history-chart/ranges.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'
import { textIn } from '../../../shared/acquisition/choose-points/offered.ts'
import { displayOf } from '../../../shared/acquisition/figures.ts'
import { formatOf, shownStretches } from '../../../shared/acquisition/histories.ts'
import { trendOf } from '../../../shared/acquisition/readings.ts'
import type { Comparison } from './state.ts'

const DAY_MS = 86_400_000
const DAYS = { day: 1, week: 7 } as const
/** Of the width of a range that moves on: what is compared is asked for again only when it has moved by so much. */
const STEP = 0.02
/** Points of one device that are looked through. */
const MAX_POINTS = 1000

/**
 * How many milliseconds lie between a moment and the same time by the clock of the zone so many days before: not always a multiple of 24 hours.
 * @example shiftOf('Asia/Shanghai', Date.UTC(2026, 0, 2), 'day') // 86400000
 */
export function shiftOf(zone: string, moment: number, compare: 'day' | 'week'): number {
  return moment - momentOfWall(zone, wallOf(zone, moment) - DAYS[compare] * DAY_MS)
}

/** What stands for each of the points at the other device: of each key the id, where the keys are known; case makes no difference. */
export function counterparts(trend: Trend | undefined, others: readonly ResourceRow[]): Map<string, string> {
  const idOf = new Map(others.map((row) => [textIn(row, 'pointKey').toLowerCase(), row.id]))
  return new Map(
    (trend?.list ?? []).flatMap(({ pointId, point: { pointKey } }) => {
      const other = pointKey === undefined ? undefined : idOf.get(pointKey.toLowerCase())
      return other === undefined || other === pointId ? [] : [[pointId, other] satisfies [string, string]]
    }),
  )
}

interface Compared {
  readonly histories: readonly History[]
  /** Whether the other device has been asked and has none of the points. */
  readonly isNone: boolean
}

/** The histories to compare with, each in the colour of its own and named after it. */
export function useCompared(
  compare: Comparison | undefined,
  own: readonly History[],
  trend: Trend | undefined,
  shown: Range | undefined,
  isMoving: boolean,
): Compared {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const device = typeof compare === 'object' ? compare.device : undefined
  const others = useQuery({
    ...listOf(pointNoun, { deviceId: device ?? '', pageSize: MAX_POINTS }, { quiet: true }),
    enabled: device !== undefined,
  })
  const pairs = useMemo(() => {
    if (device !== undefined) return counterparts(trend, others.data?.list ?? [])
    return new Map(compare === undefined ? [] : own.map(({ id }) => [id, id]))
  }, [compare, device, own, trend, others.data])
  const shift = trend && shown && typeof compare === 'string' ? shiftOf(trend.timeZone, shown.from, compare) : 0
  const ids = useMemo(() => own.flatMap(({ id }) => pairs.get(id) ?? []), [own, pairs])
  const { data } = useQuery({ ...trendOf(ids, earlier(shown, shift)), enabled: shown !== undefined && !isMoving && ids.length > 0 })
  const histories = useMemo(
    () =>
      data && ids.length > 0 ? own.flatMap((history) => comparedTo(history, pairs.get(history.id), data, shift, compare, locale, t)) : [],
    [own, pairs, ids, data, shift, compare, locale, t],
  )
  return { histories, isNone: device !== undefined && others.data !== undefined && trend !== undefined && ids.length === 0 }
}

/** The range so much earlier, in steps. */
function earlier(shown: Range | undefined, shift: number): Range {
  if (!shown) return { from: 0, to: 1 }
  const step = Math.max(1000, Math.round((shown.to - shown.from) * STEP))
  const from = Math.floor((shown.from - shift) / step) * step
  return { from, to: from + Math.ceil((shown.to - shown.from) / step + 1) * step }
}

function comparedTo(
  history: History,
  other: string | undefined,
  data: Trend,
  shiftMs: number,
  compare: Comparison | undefined,
  locale: string,
  t: Translate,
): History[] {
  const found = data.list.find(({ pointId }) => pointId === other)
  if (!found || compare === undefined) return []
  const { deviceCode, pointName, pointKey } = found.point
  const name =
    typeof compare === 'string'
      ? t(`trends.compared-${compare}`, { name: history.name })
      : [deviceCode, pointName ?? pointKey].filter(Boolean).join(' · ')
  // In the unit of what it is compared with, where it can be.
  const display = { ...displayOf(found.point), displayUnit: history.unit }
  const shown = shownIn(display)
  return [
    {
      ...history,
      id: `${history.id} ${typeof compare === 'string' ? compare : compare.device}`,
      name,
      unit: shown.unit,
      format: formatOf(display, locale),
      points: shownStretches(found.list, shown).map((point) => ({ ...point, time: point.time + shiftMs })),
      gaps: gapsOf(found.list, found.point, found.width),
      isFaint: true,
      shiftMs,
    },
  ]
}
