/** What was measured in a run: temperatures by role, differences and rates, with the limits it was opened with, its stages and its notes. */
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import type { RunCurve } from '../../../../model/contract/acquisition/runs.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { timeText } from '../../../../model/zone.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { useHistoryTexts } from '../../../shared/acquisition/histories.ts'
import { chartCsv, filesOf } from '../../../shared/figures/chart-as-files.ts'
import { ChartFiles } from '../../../shared/figures/chart-files.tsx'
import type { Room } from '../../../ui/chart-picture.ts'
import { minuteOf } from '../../../ui/clock.ts'
import { gapsOf } from '../../../ui/history-chart/gaps.ts'
import type { History, Range } from '../../../ui/history-chart/history-chart.tsx'
import { HistoryChart } from '../../../ui/history-chart/history-chart.tsx'
import type { Marks } from '../../../ui/history-chart/marks.ts'
import { curveOf, forecastOf } from './client.ts'
import { curveTable } from './curve-table.ts'
import { Ways } from './ways.tsx'

export function RunCurveView({ id, title, deviceId }: { id: string; title: string; deviceId: string | undefined }) {
  const t = useT()
  const texts = useHistoryTexts()
  const { data, error, isFetching, refetch } = useQuery(curveOf(id))
  const [range, setRange] = useState<Range>()
  const [hasRates, setRates] = useState(false)
  const histories = useMemo(() => (data ? historiesOf(data, hasRates, t) : []), [data, hasRates, t])
  const marks = useMemo(() => (data ? marksOf(data, hasRates, t) : undefined), [data, hasRates, t])
  if (error instanceof ApiError && !data) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  const { from, to } = range ?? data
  const zone = data.timeZone
  const drawn = async (room: Room) => {
    const { drawnHistories } = await import('../../../ui/history-chart/history-picture.ts')
    const note = `${timeText(zone, from)} – ${timeText(zone, to)} (${zone})`
    return drawnHistories(histories, { from, to, zone, ...(marks ? { marks } : {}) }, note, room)
  }
  const csv = () => chartCsv(texts.time, curveTable(histories, { from, to }, zone))
  return (
    <>
      <HistoryChart
        title={title}
        texts={texts}
        histories={histories}
        marks={marks}
        from={from}
        to={to}
        zone={zone}
        height={420}
        isBusy={isFetching}
        onRange={setRange}
        onReset={range && (() => setRange(undefined))}
      >
        <Checkbox checked={hasRates} onChange={({ target }) => setRates(target.checked)}>
          {t('constructionData.rates')}
        </Checkbox>
        <ChartFiles menu="constructiondata" title={title} files={filesOf({ title, drawn }, csv, '.construction-shown .chart')} />
      </HistoryChart>
      <Ways id={id} curve={data} shown={{ from, to }} deviceId={deviceId} />
      <Forecast id={id} />
    </>
  )
}

function Forecast({ id }: { id: string }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const { data, error } = useQuery(forecastOf(id))
  // Whoever does not see forecasts has the rest of the page.
  if (error instanceof ApiError && error.status === 403) return null
  if (error) return <p className="quiet">{error.message}</p>
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  const strength = (value: number | null) => (value === null ? '—' : `${value.toLocaleString(locale, { maximumFractionDigits: 1 })} MPa`)
  return (
    <dl className="construction-forecast">
      <div>
        <dt>{t('constructionData.strength')}</dt>
        <dd>{strength(data.strength)}</dd>
        <dd className="quiet">{t('constructionData.maturity', { value: Math.round(data.maturity).toLocaleString(locale) })}</dd>
      </div>
      {data.shares.map(({ percent, at, strength: wanted }) => (
        <div key={percent}>
          <dt>{t('constructionData.share', { percent })}</dt>
          <dd>{at === null ? '—' : minuteOf(at)}</dd>
          <dd className="quiet">{strength(wanted)}</dd>
        </div>
      ))}
    </dl>
  )
}

function nameOf({ measure, role, minusRole }: RunCurve['derived'][number], t: Translate): string {
  const own = t(`choice.runRole.${role}`)
  if (minusRole !== null) return t('constructionData.difference', { one: own, other: t(`choice.runRole.${minusRole}`) })
  return `${own} · ${t(`choice.itemMeasure.${measure}`)}`
}

const isRate = (unit: string) => /\/[hd]$/.test(unit)

function historiesOf(curve: RunCurve, hasRates: boolean, t: Translate): History[] {
  const measured = curve.roles.map(({ role, point, list, width }, colour): History => ({
    id: `${role} ${colour}`,
    name: [t(`choice.runRole.${role}`), point.pointName].filter(Boolean).join(' · '),
    unit: point.unit ?? '',
    colour,
    points: list,
    gaps: gapsOf(list, point, width),
  }))
  const derived = curve.derived
    .filter(({ unit }) => hasRates || !isRate(unit))
    .map((one, at): History => ({
      id: `derived ${at}`,
      name: nameOf(one, t),
      unit: one.unit,
      colour: measured.length + at,
      points: one.list.map(({ time, value }) => ({
        time,
        low: value,
        high: value,
        mean: value,
        count: value === null ? 0 : 1,
        good: value === null ? 0 : 1,
      })),
      gaps: [],
    }))
  return [...measured, ...derived]
}

function marksOf({ limits, stages, notes, to }: RunCurve, hasRates: boolean, t: Translate): Marks {
  return {
    strips: stages.map(({ stage, from, to: until, isProposed }) => ({
      from,
      to: until ?? to,
      level: 4,
      text: isProposed ? t('constructionData.proposed', { stage: t(`choice.runStage.${stage}`) }) : t(`choice.runStage.${stage}`),
    })),
    limits: limits
      .filter(({ item }) => hasRates || !isRate(item.unit))
      .flatMap(({ item: { low, high, unit, clause, text, severity } }) =>
        [low, high].flatMap((value) =>
          value === null ? [] : [{ unit, value, text: `${clause} ${text}`.trim(), level: severity === 'mandatory' ? 2 : 3 }],
        ),
      ),
    notes: notes.map(({ at, text }, index) => ({ time: at, mark: String(index + 1), text })),
  }
}
