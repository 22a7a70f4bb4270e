import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { roles } from '../../../../model/index.ts'
import { useActing } from '../../../kernel/session/acting.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'

const CopyRole = lazy(() => import('./copy-role.tsx'))
const RoleGrants = lazy(() => import('./role-grants.tsx'))

const columns = { roleName: { width: 180 }, roleCode: { width: 200 }, roleDescription: { width: 360 } }

const filters = ['roleName', 'roleCode', 'roleDescription']

const kinds = ['authorizeMenu', 'authorizeUrl', 'authorizeButton', 'authorizeField', 'authorizeScope', 'authorizeUser']

export default function RolesPage() {
  const t = useT()
  const [granting, setGranting] = useState<{ row: ResourceRow; may: readonly string[]; open: boolean }>()
  const [copied, setCopied] = useState<ResourceRow>()
  const queries = useQueryClient()
  const { preview } = useActing()
  return (
    <>
      <ResourcePage
        of={roles}
        columns={columns}
        filters={filters}
        rowActions={(row, may) => {
          const allowed = kinds.filter(may)
          return [
            ...(allowed.length > 0
              ? [{ key: 'authorize', label: t('button.authorize'), run: () => setGranting({ row, may: allowed, open: true }) }]
              : []),
            ...(may('copy') ? [{ key: 'copy', label: t('list.copy'), rare: true, run: () => setCopied(row) }] : []),
            ...(may('preview') ? [{ key: 'preview', label: t('button.preview'), rare: true, run: () => void preview(row.id) }] : []),
          ]
        }}
      />
      {copied && (
        <Suspense fallback={null}>
          <CopyRole row={copied} onCopied={() => forgetLists(queries, roles)} onClose={() => setCopied(undefined)} />
        </Suspense>
      )}
      {granting && (
        <Suspense fallback={null}>
          <RoleGrants
            key={granting.row.id}
            row={granting.row}
            may={granting.may}
            open={granting.open}
            onClose={() => setGranting(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
