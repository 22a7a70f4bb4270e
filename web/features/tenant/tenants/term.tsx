import { useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { momentOfText } from '../../../ui/clock.ts'
import './tenants.css'

/** Days before the end from which on it is pointed out. */
const SOON = 30
const DAY_MS = 24 * 3600 * 1000

/** Until when a tenant may work: the day, and a word when it is near or over. */
export function Term({ until }: { until: string | null | undefined }) {
  const t = useT()
  const [now] = useState(Date.now)
  if (!until) return <span className="quiet-text">{t('tenants.never')}</span>
  const left = (momentOfText(until) ?? 0) - now
  const days = Math.floor(left / DAY_MS)
  const remark =
    left <= 0 ? (
      <small className="over">{t('tenants.expired')}</small>
    ) : (
      days < SOON && <small className="soon">{days < 1 ? t('tenants.last-day') : t('tenants.days-left', { days })}</small>
    )
  return (
    <span className="tenant-term">
      <time dateTime={until.replace(' ', 'T')}>{until.slice(0, 10)}</time>
      {remark}
    </span>
  )
}
