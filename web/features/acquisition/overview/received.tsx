import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { useNow } from '../../../kernel/i18n/use-now.ts'
import { minuteOfDay } from '../../../ui/clock.ts'
import type { Overview } from '../../../../model/contract/acquisition/overview.ts'

const MINUTE_MS = 60_000
const MINUTES = 60

type Received = Overview['received']

/** A bar a minute until now, by the times of the server as far as it has spoken; what they say together stands below them in words. */
export function LastMinutes({ received }: { received: Received }) {
  const t = useT()
  const now = useNow()
  const locale = localeOf[useLanguage()]
  const total = received.reduce((sum, { readings }) => sum + readings, 0)
  if (total === 0) return <p className="quiet">{t('overview.received-none')}</p>
  const most = Math.max(...received.map(({ readings }) => readings))
  const newest = Math.max(received.at(-1)?.time ?? 0, Math.floor(now / MINUTE_MS) * MINUTE_MS)
  const byTime = new Map(received.map(({ time, readings }) => [time, readings]))
  const minutes = Array.from({ length: MINUTES }, (_, at) => newest - (MINUTES - 1 - at) * MINUTE_MS)
  const about = t('overview.received-about', { total: total.toLocaleString(locale), most: most.toLocaleString(locale) })
  return (
    <>
      <div className="overview-minutes" role="img" aria-label={about}>
        {minutes.map((time) => {
          const count = byTime.get(time) ?? 0
          return (
            <span
              key={time}
              title={t('overview.minute', { time: minuteOfDay(time), count: count.toLocaleString(locale) })}
              style={{ height: `${count === 0 ? 0 : Math.max(2, (count / most) * 100)}%` }}
            />
          )
        })}
      </div>
      <p className="overview-scale" aria-hidden="true">
        <span>{minuteOfDay(minutes[0] ?? newest)}</span>
        <span>{minuteOfDay(newest)}</span>
      </p>
      <p className="quiet">{about}</p>
    </>
  )
}
