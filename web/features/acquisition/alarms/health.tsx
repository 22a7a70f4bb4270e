/** How well the alarms serve those who have to act on them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Segmented, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import type { AlarmHealth as Health } from '../../../../model/contract/acquisition/alarms.ts'
import { queryAlarmHealth } from '../../../../model/contract/acquisition/alarms.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { shortMinuteOf, useClockZone } from '../../../ui/clock.ts'

const HOUR_MS = 3_600_000
const HOURS = [8, 24, 168] as const
const BUCKET_MS = 600_000

/** Every ten minutes of the time, those without an alarm too. */
function everyBucket(health: Health, from: number, to: number) {
  const known = new Map(health.buckets.map(({ time, raised }) => [time, raised]))
  const first = Math.floor(from / BUCKET_MS) * BUCKET_MS
  const times = Array.from({ length: Math.ceil((to - first) / BUCKET_MS) }, (_, at) => first + at * BUCKET_MS)
  return { categories: times.map((time) => shortMinuteOf(time)), values: times.map((time) => known.get(time) ?? 0) }
}

export default function AlarmHealth({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const [hours, setHours] = useState<number>(24)
  const [to] = useState(() => Date.now())
  const from = to - hours * HOUR_MS
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['alarm-health', from, to],
    queryFn: () => ask(queryAlarmHealth, { from, to }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const zone = useClockZone()
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the texts are those of the zone
  const chart = useMemo(() => (data ? everyBucket(data, from, to) : undefined), [data, from, to, zone])
  const series = useMemo(() => [{ name: t('alarms.health-raised'), values: chart?.values ?? [] }], [t, chart])
  const figures =
    data &&
    ([
      ['mean', data.mean.toFixed(2)],
      ['peak', data.peak],
      ['flood', t('alarms.minutes', { count: data.floodMinutes })],
      ['standing', data.standing],
      ['unacknowledged', data.unacknowledged],
      ['stale', data.stale],
      ['chattering', data.chattering],
      ['shelved', data.shelved],
    ] as const)
  return (
    <Drawer open={open} onClose={onClose} size="min(860px, 100vw)" title={t('alarms.health')} destroyOnHidden>
      <Segmented
        aria-label={t('charts.period')}
        value={hours}
        onChange={setHours}
        options={HOURS.map((value) => ({ value, label: t(`alarms.last-${value}`) }))}
      />
      {isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
      {figures && (
        <dl className="alarm-figures">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`alarms.health-${name}`)}</dt>
              <dd>{value}</dd>
              <dd>{t(`alarms.about-${name}`)}</dd>
            </div>
          ))}
        </dl>
      )}
      {data && chart && (
        <Chart
          kind="bar"
          title={t('alarms.health-chart')}
          description={t('alarms.health-total', { count: data.raised })}
          categoryName={t('alarms.health-time')}
          categories={chart.categories}
          series={series}
          height={240}
          texts={{ showTable: t('charts.show-table'), showChart: t('charts.show-chart'), failed: t('charts.failed') }}
        />
      )}
      {data && data.often.length > 0 && (
        <table className="alarm-often">
          <caption>{t('alarms.often')}</caption>
          <thead>
            <tr>
              {[
                t('field.alarms.ruleName'),
                t('field.alarms.deviceId'),
                t('field.alarms.pointName'),
                t('alarms.health-raised'),
                t('alarms.health-chattering'),
              ].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.often.map((row) => (
              <tr key={row.id}>
                <td>{row.ruleName}</td>
                <td>{row.deviceName}</td>
                <td>{row.pointName}</td>
                <td>{row.raised}</td>
                <td>{row.chatters}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  )
}
