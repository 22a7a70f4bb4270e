/** What was sent by mail and SMS, and what would have been. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import { Suspense, lazy, useEffect, useState } from 'react'
import { messages } from '../../../../model/index.ts'
import { queryPorts, retryMessage } from '../../../../model/contract/admin/outbox.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'
import './outbox.css'

const Text = lazy(() => import('./text.tsx'))

const filters = ['messageState', 'channel', 'recipient', 'tenantCode']
/** Messages come and go without anybody here doing something. */
const EVERY_MS = 10_000

const columns: ColumnSetups = {
  tenantCode: { width: 110 },
  channel: { width: 90 },
  messageKind: { width: 150 },
  recipient: { width: 210 },
  subject: { width: 180 },
  body: { hide: true },
  messageState: { width: 110, render: (row, text) => <Tag kind={row['messageState'] === 'sent' ? 'good' : 'quiet'}>{text}</Tag> },
  attempts: { width: 90 },
  lastError: { width: 190 },
  sentAt: { width: 170 },
}

export default function OutboxPage() {
  const t = useT()
  const queries = useQueryClient()
  const [shown, setShown] = useState<ResourceRow>()
  useEffect(() => {
    const timer = setInterval(() => void forgetLists(queries, messages), EVERY_MS)
    return () => clearInterval(timer)
  }, [queries])

  async function retry(rows: readonly ResourceRow[]): Promise<void> {
    if (rows.length === 0) return void toast.warning(t('list.check-one'))
    try {
      await ask(retryMessage, { id: rows.map(({ id }) => id) })
      toast.success(t('outbox.retried'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetLists(queries, messages)
  }

  return (
    <div className="outbox-page">
      <PortsNote />
      <ResourcePage
        of={messages}
        columns={columns}
        filters={filters}
        actions={(chosen, may) =>
          may('start')
            ? [{ key: 'retry', label: t('outbox.retry'), icon: <RedoOutlined aria-hidden="true" />, run: () => void retry(chosen) }]
            : []
        }
        rowActions={(row) => ('body' in row ? [{ key: 'show', label: t('outbox.show'), run: () => setShown(row) }] : [])}
      />
      {shown && (
        <Suspense fallback={null}>
          <Text key={shown.id} row={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

function PortsNote() {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['outbox', 'ports'],
    queryFn: () => ask(queryPorts, {}),
    staleTime: Infinity,
  })
  return (
    <div className="outbox-note">
      {data &&
        (['mail', 'sms'] as const).map((channel) => (
          <p key={channel} className={data[channel].configured ? '' : 'outbox-none'}>
            <strong>{t(`outbox.${channel}`)}</strong>{' '}
            {data[channel].configured ? t('outbox.by', { host: data[channel].host }) : t('outbox.none')}
          </p>
        ))}
      <p>{t('outbox.kept-days')}</p>
    </div>
  )
}
