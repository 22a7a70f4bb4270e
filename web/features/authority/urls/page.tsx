import { Suspense, lazy, useState } from 'react'
import type { MenuNode } from '../../../../model/contract/account/session.ts'
import { urls } from '../../../../model/index.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import type { Asked } from '../../../shared/authority/granting/who-has.tsx'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import type { Option } from '../../../ui/options.ts'
import { titleOfMenu, titleOfUrl } from '../../../kernel/i18n/url-title.ts'

const UrlRoles = lazy(() => import('./url-roles.tsx'))
const WhoHas = lazy(() => import('../../../shared/authority/granting/who-has.tsx'))

/** The menu of the catalogue as options. */
function pagesOf(menu: readonly MenuNode[], t: Translate): Option[] {
  return menu.flatMap(({ name, routes }) => (routes ? pagesOf(routes, t) : [{ value: name, label: titleOfMenu(name, t) }]))
}

const filters = ['url', 'description', 'roleId', 'menuCode']

export default function UrlsPage() {
  const t = useT()
  const { authority } = useSession()
  const [granting, setGranting] = useState<ResourceRow>()
  const [asked, setAsked] = useState<Asked>()
  const titleOf = (row: ResourceRow) =>
    titleOfUrl({ url: String(row['url'] ?? ''), description: String(row['description'] ?? ''), isDescribed: (row.version ?? 1) > 1 }, t)
  const columns: ColumnSetups = {
    url: { width: 300 },
    description: { width: 220, text: titleOf },
    menuCode: { width: 130, text: (row) => (row['menuCode'] ? titleOfMenu(String(row['menuCode']), t) : '') },
    roleId: { width: 220 },
    createTime: { hide: true },
  }
  return (
    <>
      <ResourcePage
        of={urls}
        columns={columns}
        filters={filters}
        choices={{ menuCode: pagesOf(authority.menu, t) }}
        rowActions={(row, may) => [
          ...(may('authorize') ? [{ key: 'authorize', label: t('button.authorize'), run: () => setGranting(row) }] : []),
          {
            key: 'who',
            label: t('granting.who'),
            run: () => setAsked({ kind: 'url', item: String(row['url'] ?? ''), title: titleOf(row) }),
          },
        ]}
      />
      {granting && (
        <Suspense fallback={null}>
          <UrlRoles row={granting} title={titleOf(granting)} onClose={() => setGranting(undefined)} />
        </Suspense>
      )}
      {asked && (
        <Suspense fallback={null}>
          <WhoHas asked={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}
