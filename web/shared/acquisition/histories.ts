/** From what the server tells to what the chart draws, and the chart's words in the language of the page. */
import { useMemo } from 'react'
import type { Conversion } from '../../../model/acquisition/mapping/units.ts'
import { converted } from '../../../model/acquisition/mapping/units.ts'
import type { Trend } from '../../../model/contract/acquisition/readings.ts'
import type { PointDisplay } from '../../../model/acquisition/point-display.ts'
import { meanText, readStateTexts, shownIn, valueText } from '../../../model/acquisition/point-display.ts'
import type { History, HistoryTexts } from '../../ui/history-chart/history-chart.tsx'
import type { ValueFormat } from '../../ui/history-chart/histories.ts'
import { gapsOf } from '../../ui/history-chart/gaps.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { displayOf } from './figures.ts'
import type { DrawnPoint } from './readings.ts'

/** How a chart writes values as their point says, once they are in the unit that it shows. */
export function formatOf(display: PointDisplay, locale: string): ValueFormat {
  const { stateTexts, displayUnit: _, ...ofNumbers } = display
  const states = readStateTexts(stateTexts ?? '') ?? new Map<number, string>()
  const areWhole = states.size > 0 && [...states.keys()].every(Number.isInteger)
  return {
    ...(states.size > 0 ? { word: (value) => states.get(value) } : {}),
    number: (value, isMean) => (isMean ? meanText : valueText)(value, ofNumbers, locale),
    decimals: display.decimals ?? (areWhole ? 0 : undefined),
  }
}

type Stretches = Trend['list'][number]['list']

/** What was stored, in the unit in which it is shown. */
export function shownStretches(list: Stretches, shown: Conversion): Stretches {
  if (shown.factor === 1 && shown.offset === 0) return list
  return list.map(({ low, high, mean, earlier, ...rest }) => ({
    ...rest,
    low: converted(low, shown),
    high: converted(high, shown),
    mean: converted(mean, shown),
    ...(earlier === undefined ? {} : { earlier: converted(earlier, shown) }),
  }))
}

/**
 * In the order of the points, whose place is their colour; a point without an answer yet has an empty history.
 * @param locale A language tag (BCP 47), in which values are written
 */
export function historiesOf(points: readonly DrawnPoint[], trend: Trend | undefined, locale: string): History[] {
  const read = new Map(trend?.list.map((one) => [one.pointId, one]))
  return points.map(({ id, name, unit, ...silence }, colour) => {
    const { list = [], width, point } = read.get(id) ?? {}
    const display = displayOf(point ?? {})
    const shown = shownIn(display)
    return {
      id,
      name,
      unit: point ? shown.unit : unit,
      format: formatOf(display, locale),
      colour,
      points: shownStretches(list, shown),
      gaps: gapsOf(list, { ...silence, ...point }, width),
    }
  })
}

/** The texts of a chart of histories in the current language. */
export function useHistoryTexts(): HistoryTexts {
  const t = useT()
  return useMemo(
    () => ({
      showTable: t('charts.show-table'),
      showChart: t('charts.show-chart'),
      failed: t('charts.failed'),
      earlier: t('trends.earlier'),
      later: t('trends.later'),
      zoomIn: t('trends.zoom-in'),
      zoomOut: t('trends.zoom-out'),
      zoomBox: t('trends.zoom-box'),
      reset: t('trends.reset'),
      time: t('trends.time'),
      none: t('trends.no-values'),
      more: (left) => t('trends.more-rows', { count: left }),
      quality: { good: t('worth.good'), uncertain: t('worth.uncertain'), bad: t('worth.bad') },
      counted: (count, good) => t('trends.counted', { count, good }),
      ofSamples: t('readings.sampleMean'),
      corrected: (earlier) => t('readings.corrected', { value: earlier ?? t('readings.corrected-none') }),
    }),
    [t],
  )
}
