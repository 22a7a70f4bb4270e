/** What became of alarms that had to be told: what waits, what was sent, what was refused and why. */
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { retryDelivery } from '../../../../model/contract/acquisition/deliveries.ts'
import { deliveries } from '../../../../model/index.ts'
import { PriorityTag } from '../../../shared/acquisition/alarm-tags.tsx'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useInvalidation } from '../../../kernel/realtime/live.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'

const Attempts = lazyWithPreload(() => import('./attempts.tsx'))

const KINDS = { sent: 'good', failed: 'urgent', kept: 'notice', unaddressed: 'notice' } as const
const kindOf = (state: unknown) => KINDS[state as keyof typeof KINDS] ?? 'quiet'

const columns: ColumnSetups = {
  happenedAt: { width: 175, first: true },
  alarmName: { width: 220, first: true },
  deliveryState: { width: 110, render: (row, text) => <Tag kind={kindOf(row['deliveryState'])}>{text}</Tag> },
  alarmPriority: { width: 110, render: (row, text) => <PriorityTag priority={row['alarmPriority']}>{text}</PriorityTag> },
  deviceId: { width: 150 },
  deliveryEvent: { width: 90 },
  deliveryName: { width: 170 },
  channelName: { width: 150 },
  channelKind: { width: 140 },
  gathered: { width: 110 },
  recipients: { width: 90 },
  attempts: { width: 90 },
  lastError: { width: 200 },
  dueAt: { width: 175 },
  sentAt: { width: 175 },
  createTime: { hide: true },
}

const filters = ['deliveryState', 'alarmPriority', 'deviceId', 'deliveryName', 'createTime']

export default function DeliveriesPage() {
  const t = useT()
  const queries = useQueryClient()
  const [shown, setShown] = useState<ResourceRow>()
  // What follows from an alarm comes a moment after it.
  useInvalidation('alarms', () => void forgetLists(queries, deliveries))

  async function retry(rows: readonly ResourceRow[]): Promise<void> {
    if (rows.length === 0) return void toast.warning(t('list.check-one'))
    try {
      await ask(retryDelivery, { id: rows.map(({ id }) => id) })
      toast.success(t('deliveries.retried'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetLists(queries, deliveries)
  }

  return (
    <>
      <ResourcePage
        of={deliveries}
        columns={columns}
        filters={filters}
        empty={t('deliveries.empty')}
        actions={(chosen, may) =>
          may('retry')
            ? [{ key: 'retry', label: t('deliveries.retry'), icon: <RedoOutlined aria-hidden="true" />, run: () => void retry(chosen) }]
            : []
        }
        rowActions={(row, may) =>
          may('attempts') ? [{ key: 'attempts', label: t('deliveries.attempts'), run: () => setShown(row), preload: Attempts.preload }] : []
        }
      />
      {shown && (
        <Suspense fallback={null}>
          <Attempts key={shown.id} id={shown.id} name={String(shown['alarmName'] ?? '')} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  )
}
