import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { registrations } from '../../../../model/index.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'

const Approve = lazy(() => import('./approve.tsx'))
const Refuse = lazy(() => import('./refuse.tsx'))

const filters = ['registrationState', 'username', 'nickname', 'email']

const columns: ColumnSetups = {
  username: { width: 130 },
  nickname: { width: 130 },
  email: { width: 200 },
  prefix: { hide: true },
  mobile: { width: 146, text: ({ prefix, mobile }) => (mobile ? `${prefix ? `+${String(prefix)} ` : ''}${String(mobile)}` : '') },
  registrationState: {
    width: 110,
    render: (row, text) => <Tag kind={row['registrationState'] === 'approved' ? 'good' : 'quiet'}>{text}</Tag>,
  },
  reason: { width: 180 },
  decidedBy: { width: 110 },
  decidedAt: { width: 170 },
}

const waits = (row: ResourceRow) => !('registrationState' in row) || row['registrationState'] === 'pending'

export default function RegistrationsPage() {
  const t = useT()
  const queries = useQueryClient()
  const [approving, setApproving] = useState<ResourceRow>()
  const [refusing, setRefusing] = useState<readonly ResourceRow[]>()

  async function decided(): Promise<void> {
    await forgetLists(queries, registrations)
  }

  function refuse(rows: readonly ResourceRow[]): void {
    const waiting = rows.filter(waits)
    if (waiting.length === 0) return void toast.warning(t('list.check-one'))
    setRefusing(waiting)
  }

  return (
    <>
      <ResourcePage
        of={registrations}
        columns={columns}
        filters={filters}
        actions={(chosen, may) =>
          may('reject')
            ? [
                {
                  key: 'refuse',
                  label: t('registrations.refuse'),
                  icon: <StopOutlined aria-hidden="true" />,
                  danger: true,
                  run: () => refuse(chosen),
                },
              ]
            : []
        }
        rowActions={(row, may) => [
          ...(may('authorize') && waits(row) ? [{ key: 'approve', label: t('registrations.approve'), run: () => setApproving(row) }] : []),
          ...(may('reject') && waits(row)
            ? [{ key: 'refuse', label: t('registrations.refuse'), danger: true, run: () => refuse([row]) }]
            : []),
        ]}
      />
      {approving && (
        <Suspense fallback={null}>
          <Approve key={approving.id} row={approving} onDone={decided} onClose={() => setApproving(undefined)} />
        </Suspense>
      )}
      {refusing && (
        <Suspense fallback={null}>
          <Refuse key={refusing.map(({ id }) => id).join()} rows={refusing} onDone={decided} onClose={() => setRefusing(undefined)} />
        </Suspense>
      )}
    </>
  )
}
