/** What the tenant tells its people: written, published, taken back, and who has read it. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { notifications } from '../../../../model/index.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useInvalidation } from '../../../kernel/realtime/live.ts'
import type { Refusal } from '../../../kernel/resource/resource-actions.tsx'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { usePublishing } from './publishing.ts'

const Preview = lazy(() => import('./preview.tsx'))

const filters = ['title', 'status', 'type', 'priority']
const defaults = { type: 'notification', priority: 'medium', byMail: '0' }

/** Everybody, or the names of all that are named. */
function audienceOf(row: ResourceRow, t: Translate): string {
  if (row['everyone'] === 1) return t('notifications.everyone')
  const names = ['userIdCn', 'roleIdCn', 'orgIdCn'].flatMap((name) =>
    typeof row[name] === 'string' && row[name] !== '' ? row[name].split(',') : [],
  )
  return names.join(t('common.between')) || t('notifications.nobody')
}

const isPublished = ({ status }: ResourceRow) => status === 'published'

export default function NotificationsPage() {
  const t = useT()
  const queries = useQueryClient()
  const [shown, setShown] = useState<{ row: ResourceRow; withReaders: boolean }>()
  const again = () => forgetLists(queries, notifications)
  const { publish, publishSaved, withdraw } = usePublishing(again)
  useInvalidation('notification-desk', () => void again())

  /** What has ended is still published, but nobody minds when it goes. */
  const refusal: Refusal = ({ status }, button) =>
    status === 'published' || (status === 'ended' && button === 'update') ? t('error.notification.published') : undefined

  const columns: ColumnSetups = {
    title: { width: 220, first: true },
    content: { hide: true },
    type: { width: 110 },
    priority: { width: 100, render: (row, text) => <Tag kind={row['priority'] === 'high' ? 'urgent' : 'quiet'}>{text}</Tag> },
    status: { width: 120, render: (row, text) => <Tag kind={isPublished(row) ? 'good' : 'quiet'}>{text}</Tag> },
    everyone: { width: 200, text: (row) => audienceOf(row, t) },
    userId: { hide: true },
    roleId: { hide: true },
    orgId: { hide: true },
    publisher: { width: 120 },
    byMail: { width: 100 },
  }

  return (
    <>
      <ResourcePage
        of={notifications}
        columns={columns}
        filters={filters}
        defaults={defaults}
        refusal={refusal}
        saveAnd={{ button: 'publish', label: 'notifications.save-publish', run: publishSaved }}
        rowActions={(row, may) => [
          ...(may('publish') && ['draft', 'withdrawn'].includes(String(row['status']))
            ? [{ key: 'publish', label: t('button.publish'), run: () => void publish(row) }]
            : []),
          ...(may('withdraw') && ['scheduled', 'published', 'ended'].includes(String(row['status']))
            ? [{ key: 'withdraw', label: t('button.withdraw'), run: () => void withdraw(row) }]
            : []),
          ...('content' in row
            ? [{ key: 'show', label: t('notifications.show'), rare: true, run: () => setShown({ row, withReaders: may('view') }) }]
            : []),
        ]}
      />
      {shown && (
        <Suspense fallback={null}>
          <Preview key={shown.row.id} {...shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  )
}
