/** The history of some points with all that can be done to it, for any page: `<PointTrend title=… points=… />`. */
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { Range } from '../../ui/history-chart/history-chart.tsx'
import { HistoryChart } from '../../ui/history-chart/history-chart.tsx'
import { ApiError } from '../../kernel/http/api.ts'
import type { LabelKey } from '../../kernel/i18n/i18n.ts'
import { localeOf, useLanguage, useT } from '../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../kernel/resource/list-failure.tsx'
import { historiesOf, useHistoryTexts } from './histories.ts'
import type { DrawnPoint, RequestedRange } from './readings.ts'
import { isLast, useTrend } from './readings.ts'

const HOUR_MS = 3_600_000
/** The stretches of time that one press leads to, by their names in the texts. */
export const LAST = { hour: HOUR_MS, shift: 8 * HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month: 30 * 24 * HOUR_MS } as const

interface PointTrendProps {
  readonly title: string
  /** Sixteen at most. */
  readonly points: readonly DrawnPoint[]
  readonly last?: keyof typeof LAST
  readonly height?: number
}

export function PointTrend({ title, points, last = 'shift', height = 320 }: PointTrendProps) {
  const t = useT()
  const texts = useHistoryTexts()
  const locale = localeOf[useLanguage()]
  const [wanted, setWanted] = useState<RequestedRange>({ last: LAST[last] })
  const ids = useMemo(() => points.map(({ id }) => id), [points])
  const { data, error, isFetching, refetch } = useTrend(ids, wanted, true)
  const histories = useMemo(() => historiesOf(points, data, locale), [points, data, locale])
  if (error instanceof ApiError && !data) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <div style={{ height }} aria-busy="true" />
  const shown: Range = isLast(wanted) ? data : wanted
  return (
    <HistoryChart
      title={title}
      texts={texts}
      histories={histories}
      from={shown.from}
      to={shown.to}
      zone={data.timeZone}
      height={height}
      isBusy={isFetching}
      onRange={setWanted}
      onReset={isLast(wanted) ? undefined : () => setWanted({ last: LAST[last] })}
    >
      <LastChoice value={wanted} onChange={setWanted} label={t('trends.range')} />
    </HistoryChart>
  )
}

/** None is chosen where another range is looked at. */
export function LastChoice({
  value,
  onChange,
  label,
}: {
  readonly value: RequestedRange
  readonly onChange: (wanted: RequestedRange) => void
  readonly label: string
}) {
  const t = useT()
  const options = Object.entries(LAST).map(([name, last]) => ({ value: last, label: t(`trends.last-${name}` as LabelKey) }))
  return (
    <Segmented<number>
      size="small"
      aria-label={label}
      options={options}
      value={(isLast(value) ? value.last : 0) as never}
      onChange={(last) => onChange({ last })}
    />
  )
}
