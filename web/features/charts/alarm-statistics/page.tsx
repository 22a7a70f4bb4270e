/** Alarm statistics: how many come when, of what, and how soon somebody acknowledges them, beside what ISA-18.2 asks for. Each number leads to its list. */
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { AlarmHealth } from '../../../../model/contract/acquisition/alarms.ts'
import { queryAlarmHealth } from '../../../../model/contract/acquisition/alarms.ts'
import { deviceTypes, dutyShifts, sites } from '../../../../model/index.ts'
import { rangeKeys } from '../../../../model/list-query.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { percentText } from '../../../kernel/i18n/percent.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { everyBucket } from '../../../shared/acquisition/alarm-rate.ts'
import { FrequentAlarms } from '../../../shared/acquisition/frequent-alarms.tsx'
import { filesOfChart } from '../../../shared/figures/chart-as-files.ts'
import { ChartFiles } from '../../../shared/figures/chart-files.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { secondOf, shortMinuteOf, useClockZone } from '../../../ui/clock.ts'
import { HeatMap } from '../../../ui/heat-map.tsx'
import './alarm-statistics.css'
import { Narrowing } from '../../../shared/panels/narrowing.tsx'
import { durationOf, floodsOf, sharesOf, weekOf } from './statistics.ts'

const HOUR_MS = 3_600_000
const HOURS = [24, 168, 720] as const
const LIST = '/acquisition/alarms'
const RANGE_KEYS = rangeKeys('raisedAt')
const MENU = 'alarmstatistics'
/** Its pictures have the colours of its charts. */
const DRAWN = '.alarm-statistics .chart'

interface Narrowed {
  readonly siteId?: string
  readonly deviceTypeId?: string
  readonly shiftId?: string
}

export default function AlarmStatisticsPage() {
  const t = useT()
  const [hours, setHours] = useState<number>(168)
  const [narrowed, setNarrowed] = useState<Narrowed>({})
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['alarm-health', hours, narrowed],
    // Whatever is asked for goes up to now; the answer is of what was asked for, whatever is chosen by then.
    queryFn: async ({ signal }) => {
      const to = Date.now()
      const asked = { from: to - hours * HOUR_MS, to, ...narrowed }
      return { ...asked, health: await ask(queryAlarmHealth, asked, { signal, quiet: true, limit: 30_000 }) }
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const narrow = (field: keyof Narrowed) => (value: string) =>
    setNarrowed(({ [field]: _, ...others }) => (value === '' ? others : { ...others, [field]: value }))
  return (
    <div className="alarm-statistics" aria-busy={isFetching}>
      <h1 className="visually-hidden">{t('menu.alarmstatistics')}</h1>
      <div className="statistics-bar">
        <Segmented
          aria-label={t('alarmStatistics.period')}
          value={hours}
          onChange={setHours}
          options={HOURS.map((value) => ({ value, label: t(`alarmStatistics.last-${value}`) }))}
        />
        <Narrowing
          of={sites}
          label={t('noun.sites')}
          all={t('alarmStatistics.all-sites')}
          value={narrowed.siteId}
          onChange={narrow('siteId')}
        />
        <Narrowing
          of={deviceTypes}
          label={t('noun.device-types')}
          all={t('alarmStatistics.all-types')}
          value={narrowed.deviceTypeId}
          onChange={narrow('deviceTypeId')}
        />
        <Narrowing
          of={dutyShifts}
          label={t('alarmStatistics.shift')}
          all={t('alarmStatistics.all-shifts')}
          value={narrowed.shiftId}
          onChange={narrow('shiftId')}
        />
        <Button
          type="text"
          icon={<ReloadOutlined aria-hidden="true" />}
          aria-label={t('list.refresh')}
          title={t('list.refresh')}
          loading={isFetching && !isPending}
          onClick={() => void refetch()}
        />
      </div>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 10 }} />}
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
      {data && <Statistics {...data} />}
    </div>
  )
}

interface StatisticsProps extends Narrowed {
  readonly health: AlarmHealth
  readonly from: number
  readonly to: number
}

function Statistics({ health, from, to, siteId, deviceTypeId, shiftId }: StatisticsProps) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const zone = useClockZone()
  const { authority } = useSession()
  // The list of alarms is not narrowed by a shift: it would show others than were counted.
  const isReachable = menuPaths(authority.menu).has(LIST) && shiftId === undefined
  const texts = { showTable: t('charts.show-table'), showChart: t('charts.show-chart'), failed: t('charts.failed') }
  const durationText = (seconds: number | null | undefined) => {
    if (seconds === null || seconds === undefined) return '—'
    const { unit, count } = durationOf(seconds)
    return t(`alarmStatistics.${unit}`, { count: count.toLocaleString(locale) })
  }
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the texts are those of the zone
  const rate = useMemo(() => everyBucket(health.buckets, from, to, shortMinuteOf), [health, from, to, zone])
  const series = useMemo(() => [{ name: t('alarms.health-raised'), values: rate.values }], [t, rate])
  const shaded = useMemo(() => floodsOf(rate.values), [rate])
  const toList = (name: string, query: Readonly<Record<string, string>>, text: ReactNode): ReactNode => {
    if (!isReachable) return text
    const search = new URLSearchParams({
      ...query,
      ...(siteId === undefined ? {} : { siteId }),
      ...(deviceTypeId === undefined ? {} : { deviceTypeId }),
    })
    return (
      <Link to={`${LIST}?${search.toString()}`} aria-label={t('alarmStatistics.open', { name: `${name} ${String(text)}` })}>
        {text}
      </Link>
    )
  }
  const inTime = { [RANGE_KEYS[0]]: secondOf(from), [RANGE_KEYS[1]]: secondOf(to) }
  const { acknowledge } = health
  const figures: readonly (readonly [label: string, value: string, about: string, query: Readonly<Record<string, string>>])[] = [
    [t('alarms.health-mean'), health.mean.toLocaleString(locale, { maximumFractionDigits: 2 }), t('alarms.about-mean'), inTime],
    [t('alarms.health-peak'), String(health.peak), t('alarms.about-peak'), inTime],
    [t('alarms.health-flood'), t('alarms.minutes', { count: health.floodMinutes }), t('alarms.about-flood'), inTime],
    [t('alarms.health-standing'), String(health.standing), t('alarms.about-standing'), { isCurrent: '1' }],
    [t('alarms.health-unacknowledged'), String(health.unacknowledged), t('alarms.about-unacknowledged'), { alarmState: 'unacknowledged' }],
    [
      t('alarms.health-stale'),
      String(health.stale),
      t('alarms.about-stale'),
      { isCurrent: '1', [RANGE_KEYS[1]]: secondOf(to - 24 * HOUR_MS) },
    ],
    [t('alarms.health-chattering'), String(health.chattering), t('alarms.about-chattering'), inTime],
    [t('alarms.health-shelved'), String(health.shelved), t('alarms.about-shelved'), { alarmState: 'shelved' }],
    ...(acknowledge
      ? ([
          [t('alarmStatistics.median'), durationText(acknowledge.median), t('alarmStatistics.about-median'), inTime],
          [
            t('alarmStatistics.p95'),
            durationText(acknowledge.p95),
            acknowledge.count === 0 ? t('alarmStatistics.none-acknowledged') : t('alarmStatistics.about-p95', { count: acknowledge.count }),
            inTime,
          ],
        ] as const)
      : []),
  ]
  const week = weekOf(health.hours)
  const weekdays = week.map((values, at) => ({ name: t(`alarmStatistics.weekday-${(at + 1) as 1}`), values }))
  const [rateTitle, weekTitle] = [t('alarmStatistics.rate'), t('alarmStatistics.week')]
  return (
    <>
      <dl className="statistics-figures">
        {figures.map(([label, value, about, query]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{toList(label, query, value)}</dd>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <section className="statistics-card">
        <Chart
          kind="bar"
          title={rateTitle}
          description={t('alarms.health-total', { count: health.raised })}
          categoryName={t('alarms.health-time')}
          categories={rate.categories}
          series={series}
          shaded={shaded}
          height={260}
          actions={
            <ChartFiles
              menu={MENU}
              title={rateTitle}
              files={filesOfChart(t('alarms.health-time'), { title: rateTitle, kind: 'bar', ...rate, series, shaded }, DRAWN)}
            />
          }
          texts={texts}
        />
        <p className="quiet">
          {t('alarmStatistics.floods', { minutes: health.floodMinutes, share: percentText((health.floodMinutes * 60_000) / (to - from)) })}
        </p>
      </section>
      <div className="statistics-pair">
        <section className="statistics-card chart">
          <header className="statistics-head">
            <h2>{weekTitle}</h2>
            <ChartFiles
              menu={MENU}
              title={weekTitle}
              files={filesOfChart(
                t('alarms.health-time'),
                { title: weekTitle, kind: 'heat', categories: HOUR_NAMES, series: weekdays },
                DRAWN,
              )}
            />
          </header>
          <HeatMap title={weekTitle} rowName={t('boards.weekday')} categories={HOUR_NAMES} series={weekdays} />
        </section>
        {health.priorities.length > 0 && (
          <section className="statistics-card">
            <table className="statistics-table">
              <caption>{t('alarmStatistics.priorities')}</caption>
              <thead>
                <tr>
                  {[
                    t('field.alarms.alarmPriority'),
                    t('alarms.health-raised'),
                    t('alarmStatistics.share'),
                    t('alarmStatistics.target'),
                  ].map((heading) => (
                    <th key={heading} scope="col">
                      {heading}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sharesOf(health.priorities).map(({ priority, raised, share, target }) => {
                  const name = t(`choice.alarmPriority.${priority}`)
                  return (
                    <tr key={priority}>
                      <th scope="row">{name}</th>
                      <td>{toList(name, { alarmPriority: String(priority), ...inTime }, raised)}</td>
                      <td>
                        <span className="statistics-share" style={{ width: `${share * 100}%` }} aria-hidden="true" />
                        {percentText(share)}
                      </td>
                      <td>{priority === 1 ? `< ${percentText(target)}` : percentText(target)}</td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
            <p className="quiet">{t('alarmStatistics.about-target')}</p>
          </section>
        )}
      </div>
      {health.often.length > 0 && (
        <section className="statistics-card">
          <FrequentAlarms
            rows={health.often}
            raisedOf={({ ruleName, deviceId, raised }) =>
              toList(ruleName ?? '', { ...(ruleName ? { ruleName } : {}), ...(deviceId ? { deviceId } : {}), ...inTime }, raised)
            }
          />
        </section>
      )}
    </>
  )
}

const HOUR_NAMES = Array.from({ length: 24 }, (_, hour) => String(hour))
