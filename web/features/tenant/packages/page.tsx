import { Suspense, lazy, useState } from 'react'
import { packages } from '../../../../model/index.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const Contents = lazy(() => import('./contents.tsx'))

const columns = { packageName: { width: 240 }, packageDescription: { width: 420 } }

const filters = ['packageName', 'packageDescription']

export default function PackagesPage() {
  const t = useT()
  const [shown, setShown] = useState<ResourceRow>()
  return (
    <>
      <ResourcePage
        of={packages}
        columns={columns}
        filters={filters}
        rowActions={(row, may) => (may('authorize') ? [{ key: 'contents', label: t('packages.contents'), run: () => setShown(row) }] : [])}
      />
      {shown && (
        <Suspense fallback={null}>
          <Contents key={shown.id} row={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  )
}
