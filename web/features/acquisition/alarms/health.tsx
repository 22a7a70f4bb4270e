/** How well the alarms serve those who have to act on them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Segmented, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { queryAlarmHealth } from '../../../../model/contract/acquisition/alarms.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { everyBucket } from '../../../shared/acquisition/alarm-rate.ts'
import { FrequentAlarms } from '../../../shared/acquisition/frequent-alarms.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { shortMinuteOf, useClockZone } from '../../../ui/clock.ts'

const HOUR_MS = 3_600_000
const HOURS = [8, 24, 168] as const
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
  const chart = useMemo(() => (data ? everyBucket(data.buckets, from, to, shortMinuteOf) : undefined), [data, from, to, zone])
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
      {data && data.often.length > 0 && <FrequentAlarms rows={data.often} />}
    </Drawer>
  )
}
