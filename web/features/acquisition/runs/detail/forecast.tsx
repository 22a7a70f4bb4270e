/** Maturity of the concrete, and when it may be struck or tensioned. */
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { ApiError } from '../../../../kernel/http/api.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { percentText } from '../../../../kernel/i18n/percent.ts'
import { minuteOf } from '../../../../ui/clock.ts'
import { forecastOf } from './run-client.ts'

export function Forecast({ id }: { id: string }) {
  const t = useT()
  const { data, error } = useQuery(forecastOf(id))
  if (error instanceof ApiError && error.status === 403) return null
  const facts = data
    ? [
        [t('runs.forecast.maturity'), `${Math.round(data.maturity)} °C·h`],
        ...(data.equivalentAge === null ? [] : [[t('runs.forecast.age'), `${data.equivalentAge.toFixed(1)} h`]]),
        ...(data.strength === null ? [] : [[t('runs.forecast.strength'), `${data.strength.toFixed(1)} MPa`]]),
        ...data.shares.map(({ percent, at }) => [
          t('runs.forecast.share', { percent }),
          at === null ? t('runs.forecast.beyond') : minuteOf(at),
        ]),
        [t('runs.coverage'), percentText(data.coverage)],
      ]
    : []
  return (
    <section className="run-card">
      <h2>{t('runs.forecast')}</h2>
      {error instanceof ApiError ? (
        <p className="run-about" role="status">
          {error.message}
        </p>
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <dl className="run-facts">
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
