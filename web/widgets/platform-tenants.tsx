import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { localeOf, useLanguage, useT } from '../kernel/i18n/i18n.ts'
import { CardFailure } from './card-failure.tsx'
import { Panel } from './panel.tsx'
import { PlatformRow } from './platform-row.tsx'
import { platformStateOf } from './platform-state.ts'

const PATH = '/tenant/systenant'

/** How many tenants there are, and which of them need a word. */
export default function PlatformTenants() {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const { data, error, refetch } = useQuery(platformStateOf)
  const expiring = data && `${PATH}?${String(new URLSearchParams({ expiresAtStart: data.tenants.now, expiresAtEnd: data.tenants.soon }))}`
  return (
    <Panel title={t('workbench.platform-tenants')} action={<Link to={PATH}>{t('workbench.all')}</Link>}>
      {!data && <CardFailure error={error} onRetry={refetch} />}
      <ul className="panel-rows">
        {data && <PlatformRow to={PATH} name={t('platform.all')} value={data.tenants.all.toLocaleString(locale)} />}
        {data && expiring !== undefined && (
          <PlatformRow
            to={expiring}
            name={t('platform.expiring')}
            value={data.tenants.expiring.toLocaleString(locale)}
            urgent={data.tenants.expiring > 0}
          />
        )}
        {data && (
          <PlatformRow
            to={`${PATH}?sorter=expiresAt_ascend`}
            name={t('platform.suspended')}
            value={data.tenants.suspended.toLocaleString(locale)}
          />
        )}
      </ul>
    </Panel>
  )
}
