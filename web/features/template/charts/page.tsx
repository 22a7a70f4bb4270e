import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { queryActivity, queryUsersByOrganisation } from '../../../../model/contract/template/charts.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { Chart } from '../../../ui/chart.tsx'
import type { ChartKind } from '../../../ui/chart.tsx'

const periods = [7, 30, 90]
const kinds = ['line', 'area', 'bar'] as const

/** What the log of the caller's own tenant says. */
export default function ChartsPage() {
  const t = useT()
  const [days, setDays] = useState(30)
  const [kind, setKind] = useState<ChartKind>('line')
  return (
    <Example
      title={t('menu.templatecharts')}
      about={t('charts.about')}
      source={['features/template/charts/', 'ui/chart', 'ui/echarts', 'ui/throttle']}
    >
      <ExampleCard title={t('charts.activity')}>
        <div className="example-row">
          <Segmented
            value={days}
            aria-label={t('charts.period')}
            options={periods.map((value) => ({ value, label: t('charts.days', { days: value }) }))}
            onChange={setDays}
          />
          <Segmented
            value={kind}
            aria-label={t('charts.kind')}
            options={kinds.map((value) => ({ value, label: t(`charts.${value}`) }))}
            onChange={setKind}
          />
        </div>
        <Activity days={days} kind={kind} />
      </ExampleCard>
      <ExampleCard title={t('charts.people')}>
        <People />
      </ExampleCard>
    </Example>
  )
}

function Activity({ days, kind }: { days: number; kind: ChartKind }) {
  const t = useT()
  const texts = useChartTexts()
  const {
    data = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ['charts', 'activity', days],
    queryFn: ({ signal }) => ask(queryActivity, { days }, { signal, quiet: true }),
  })
  const categories = useMemo(() => data.map(({ day }) => day.slice(5)), [data])
  const series = useMemo(
    () => [
      { name: t('charts.sign-ins'), values: data.map(({ signIns }) => signIns) },
      { name: t('charts.operations'), values: data.map(({ operations }) => operations) },
      { name: t('charts.failures'), values: data.map(({ failures }) => failures) },
    ],
    [data, t],
  )
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void refetch()} />
  const total = series.map(({ name, values }) => `${name} ${values.reduce((sum, value) => sum + value, 0)}`).join(', ')
  return (
    <Chart
      kind={kind}
      title={t('charts.per-day')}
      description={total}
      categoryName={t('charts.day')}
      categories={categories}
      series={series}
      texts={texts}
    />
  )
}

function People() {
  const t = useT()
  const texts = useChartTexts()
  const {
    data = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ['charts', 'people'],
    queryFn: ({ signal }) => ask(queryUsersByOrganisation, {}, { signal, quiet: true }),
  })
  const categories = useMemo(() => data.map(({ orgName }) => orgName), [data])
  const series = useMemo(() => [{ name: t('noun.users'), values: data.map(({ users }) => users) }], [data, t])
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void refetch()} />
  const description = data.map(({ orgName, users }) => `${orgName} ${users}`).join(', ')
  return (
    <div className="example-grid">
      <Chart
        kind="pie"
        title={t('charts.shares')}
        description={description}
        categoryName={t('noun.organisations')}
        categories={categories}
        series={series}
        texts={texts}
      />
      <Chart
        kind="bar"
        title={t('charts.sizes')}
        description={description}
        categoryName={t('noun.organisations')}
        categories={categories}
        series={series}
        texts={texts}
      />
    </div>
  )
}

function useChartTexts() {
  const t = useT()
  return { showTable: t('charts.show-table'), showChart: t('charts.show-chart'), failed: t('charts.failed') }
}
