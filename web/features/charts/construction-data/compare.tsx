/** Up to eight runs by the time since each began, with their median. */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { filesOfChart } from '../../../shared/figures/chart-as-files.ts'
import { ChartFiles } from '../../../shared/figures/chart-files.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { curveOf } from './client.ts'
import { doubtfulOf, filled, hourly, medianOf } from './elapsed.ts'

/** Enough for an hour each of a month. */
const FIGURES = 720

export default function Compare({ runs }: { runs: readonly { readonly id: string; readonly name: string }[] }) {
  const t = useT()
  const { read, error, again } = useQueries({
    queries: runs.map(({ id }) => curveOf(id, FIGURES)),
    combine: (found) => ({
      read: found.map(({ data }) => data),
      error: found.find((one) => one.error)?.error,
      again: () => found.forEach((one) => void one.refetch()),
    }),
  })
  const drawn = useMemo(() => {
    const values = read.map((curve) => (curve ? hourly(curve) : []))
    const hours = Math.max(0, ...values.map(({ length }) => length))
    const series = runs.map(({ name }, at) => ({ name, values: filled(values[at] ?? [], hours) }))
    const median = runs.length > 1 ? [{ name: t('constructionData.median'), values: medianOf(values), isBefore: true }] : []
    return { categories: Array.from({ length: hours }, (_, hour) => String(hour)), series: [...series, ...median] }
  }, [read, runs, t])
  const shaded = useMemo(() => doubtfulOf(read.filter((curve) => curve !== undefined)), [read])
  const failure = error instanceof ApiError && <ListFailure error={error} onRetry={again} />
  if (failure && read.includes(undefined)) return failure
  const title = t('constructionData.compare-title')
  const elapsed = t('constructionData.elapsed')
  const pictured = { title, kind: 'line', ...drawn, unit: '°C', shaded } as const
  return (
    <>
      {failure}
      <Chart
        kind="line"
        title={title}
        description={runs.map(({ name }) => name).join(t('common.between'))}
        categoryName={elapsed}
        categories={drawn.categories}
        series={drawn.series}
        unit="°C"
        shaded={shaded}
        height={420}
        actions={<ChartFiles menu="constructiondata" title={title} files={filesOfChart(elapsed, pictured, '.construction-shown .chart')} />}
        texts={{ showTable: t('charts.show-table'), showChart: t('charts.show-chart'), failed: t('charts.failed') }}
      />
      {shaded.length > 0 && <p className="quiet">{t('constructionData.shaded')}</p>}
    </>
  )
}
