/** Alarms that are out of service: those first that no order needs any more, which somebody has forgotten to bring back. */
import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { Link } from 'react-router'
import { queryAlarmsOutOfService } from '../../../../model/contract/maintenance/work-orders.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useInvalidation } from '../../../kernel/realtime/live.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { OrderLink } from '../../../shared/maintenance/row-link.tsx'
import { secondOf } from '../../../ui/clock.ts'
import { Tag } from '../../../ui/tag.tsx'
import '../../../shared/maintenance/maintenance.css'

const ALARMS = '/acquisition/alarms?alarmState=out-of-service'

export default function Forgotten({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['alarms-out-of-service'],
    queryFn: ({ signal }) => ask(queryAlarmsOutOfService, {}, { signal, quiet: true }),
    gcTime: 0,
  })
  useInvalidation('alarms', () => void refetch())
  return (
    <Drawer open onClose={onClose} size="min(560px, 100vw)" title={t('work-order.forgotten')} destroyOnHidden>
      <p className="upkeep-about">{t('work-order.forgotten-about')}</p>
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
      {data?.list.length === 0 && <p>{t('work-order.forgotten-none')}</p>}
      <ul className="upkeep-files">
        {data?.list.map(({ alarmId, ruleName, deviceName, pointName, since, isForgotten, orderId, orderNumber }) => (
          <li key={alarmId}>
            <span>{[ruleName, deviceName, pointName].join(' · ')}</span>
            {isForgotten ? (
              <>
                <Tag kind="urgent">{t('work-order.forgotten-tag')}</Tag>
                <Link to={ALARMS}>{t('noun.alarms')}</Link>
              </>
            ) : orderId === null ? null : (
              <OrderLink id={orderId} text={orderNumber ?? t('menu.workorder')} />
            )}
            {since !== null && <small>{t('work-order.forgotten-since', { time: secondOf(since) })}</small>}
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
