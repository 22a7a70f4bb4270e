/** The dates of a plan month by month: what became of those of the past year, and those of the coming one. */
import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { Link } from 'react-router'
import type { PlanPreview } from '../../../../model/contract/maintenance/plans.ts'
import { queryPlanPreview } from '../../../../model/contract/maintenance/plans.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { Tag } from '../../../ui/tag.tsx'
import './preview.css'

type PlanDate = PlanPreview['dates'][number]

const KINDS = {
  ahead: 'plain',
  opened: 'info',
  done: 'good',
  late: 'urgent',
  skipped: 'quiet',
  missed: 'urgent',
} as const satisfies Record<PlanDate['state'], Parameters<typeof Tag>[0]['kind']>
const ORDER = '/maintenance/workorder'

interface PreviewProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

export default function Preview({ id, name, onClose }: PreviewProps) {
  const t = useT()
  const found = useQuery({
    queryKey: ['plan-preview', id],
    queryFn: ({ signal }) => ask(queryPlanPreview, { id }, { signal, quiet: true }),
  })
  return (
    <Modal open title={`${t('plan.dates')} · ${name}`} footer={null} onCancel={onClose} width={720} destroyOnHidden>
      {found.error instanceof ApiError ? (
        <ListFailure error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Dates preview={found.data} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
    </Modal>
  )
}

const rounded = (value: number) => Math.round(value * 10) / 10

function Dates({ preview: { dates, meter, counted, inTime } }: { readonly preview: PlanPreview }) {
  const t = useT()
  const months = [...Map.groupBy(dates, ({ day }) => day.slice(0, 7))]
  return (
    <div className="plan-dates">
      <p className="plan-about">
        {counted === 0 ? t('plan.no-compliance') : t('plan.compliance', { percent: Math.round((inTime / counted) * 100), inTime, counted })}
        {meter && ` ${t('plan.meter', { used: rounded(meter.used), every: rounded(meter.every), perDay: rounded(meter.perDay) })}`}
      </p>
      {months.length === 0 ? (
        <p className="plan-about">{t('plan.no-dates')}</p>
      ) : (
        <dl>
          {months.map(([month, of]) => (
            <div key={month}>
              <dt>{month}</dt>
              <dd>
                <ul>
                  {of.map((date) => (
                    <li key={date.day}>
                      <time dateTime={date.day}>{date.day.slice(5)}</time>{' '}
                      <Tag kind={KINDS[date.state]}>{t(`plan.state-${date.state}`)}</Tag>
                      {date.orderId !== null && date.orderNumber !== null && (
                        <Link to={`${ORDER}?id=${date.orderId}`}>{date.orderNumber}</Link>
                      )}
                      {date.opensOn !== null && date.opensOn !== date.day && <small>{t('plan.opens', { day: date.opensOn })}</small>}
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
