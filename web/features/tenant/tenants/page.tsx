/** The operator's desk: every tenant with its term, its package, and how much of its quotas it uses. */
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { tenants } from '../../../../model/index.ts'
import { PLATFORM } from '../../../../model/tenant/platform.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import type { RowAction } from '../../../ui/data-table.tsx'
import { toast } from '../../../ui/toast.ts'
import { Tag } from '../../../ui/tag.tsx'
import { markTenants } from './mark.ts'
import { Term } from './term.tsx'
import TenantForm from './tenant-form.tsx'
import { UsageBar } from './usage-bar.tsx'

const Erase = lazy(() => import('./erase.tsx'))
const Archive = lazy(() => import('./archive.tsx'))

const filters = ['tenantCode', 'tenantName', 'status', 'packageId']

const defaults = { status: '1', template: 'standard', username: 'admin', prefix: '86' }

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function columnsIn(t: Translate): ColumnSetups {
  const usage = (key: 'users' | 'storage' | 'points' | 'entries', used: string, quota: string) => ({
    width: 106,
    render: (row: ResourceRow) => <UsageBar label={t(`tenants.usage.${key}`)} used={number(row[used]) ?? 0} quota={number(row[quota])} />,
  })
  return {
    tenantCode: { width: 98 },
    tenantName: {
      width: 168,
      render: (row, text) =>
        row['tenantCode'] === PLATFORM ? (
          <>
            {text} <Tag kind="plain">{t('tenants.platform')}</Tag>
          </>
        ) : (
          text
        ),
    },
    tenantContact: { hide: true },
    tenantEmail: { hide: true },
    tenantTel: { hide: true },
    status: {
      width: 120,
      render: (row, text) =>
        row['markedAt'] ? (
          <Tag kind="quiet">{t('tenants.marked')}</Tag>
        ) : (
          <Tag kind={Number(row['status']) === 1 ? 'good' : 'quiet'}>{text}</Tag>
        ),
    },
    expiresAt: { width: 172, render: (row) => <Term until={row['expiresAt'] as string | null | undefined} /> },
    packageId: { width: 94, render: (_row, text) => text || <span className="quiet-text">{t('tenants.no-package')}</span> },
    userQuota: { hide: true },
    storageQuota: { hide: true },
    pointQuota: { hide: true },
    entryQuota: { hide: true },
    modbusNetworks: { hide: true },
    webhookNetworks: { hide: true },
    usedUsers: usage('users', 'usedUsers', 'userQuota'),
    usedStorage: usage('storage', 'usedStorage', 'storageQuota'),
    usedPoints: usage('points', 'usedPoints', 'pointQuota'),
    usedEntries: usage('entries', 'usedEntries', 'entryQuota'),
    markedAt: { hide: true },
    createTime: { hide: true },
  }
}

export default function TenantsPage() {
  const t = useT()
  const queries = useQueryClient()
  const [erasing, setErasing] = useState<ResourceRow>()
  const [archiving, setArchiving] = useState<ResourceRow>()
  const changed = () => forgetLists(queries, tenants)

  const rowActions = (row: ResourceRow, may: (button: string) => boolean): RowAction[] => {
    const isMarked = Boolean(row['markedAt'])
    const isOwn = row['tenantCode'] === PLATFORM
    return [
      ...(may('archive') ? [{ key: 'archive', label: t('tenants.archive'), rare: true, run: () => setArchiving(row) }] : []),
      ...(may('update') && !isOwn
        ? [
            {
              key: 'mark',
              label: t(isMarked ? 'tenants.unmark' : 'tenants.mark'),
              rare: true,
              run: () => void markTenants([row], !isMarked, t).then(changed),
            },
          ]
        : []),
      ...(may('delete') && isMarked ? [{ key: 'erase', label: t('tenants.erase'), danger: true, run: () => setErasing(row) }] : []),
    ]
  }

  function markChosen(chosen: readonly ResourceRow[]): void {
    const rows = chosen.filter((row) => !row['markedAt'])
    if (rows.length === 0) return toast.warning(t('list.check-one'))
    void markTenants(rows, true, t).then(changed)
  }

  return (
    <>
      <ResourcePage
        of={tenants}
        columns={columnsIn(t)}
        filters={filters}
        defaults={defaults}
        form={TenantForm}
        without={['delete']}
        rowActions={rowActions}
        actions={(chosen, may) =>
          may('update')
            ? [{ key: 'mark', label: t('tenants.mark'), icon: <FlagOutlined aria-hidden="true" />, run: () => markChosen(chosen) }]
            : []
        }
      />
      <Suspense fallback={null}>
        {erasing && (
          <Erase
            row={erasing}
            onClose={() => setErasing(undefined)}
            onErased={() => {
              setErasing(undefined)
              void changed()
            }}
          />
        )}
        {archiving && <Archive key={archiving.id} row={archiving} onClose={() => setArchiving(undefined)} />}
      </Suspense>
    </>
  )
}
