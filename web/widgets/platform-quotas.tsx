import { useQuery } from '@tanstack/react-query'
import { localeOf, useLanguage, useT } from '../kernel/i18n/i18n.ts'
import { CardFailure } from './card-failure.tsx'
import { Panel } from './panel.tsx'
import { PlatformRow } from './platform-row.tsx'
import { platformStateOf } from './platform-state.ts'

/** Of which tenant something is nearly used up, the fullest first. */
export default function PlatformQuotas() {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const { data, error, refetch } = useQuery(platformStateOf)
  return (
    <Panel title={t('workbench.platform-quotas')}>
      {!data && <CardFailure error={error} onRetry={refetch} />}
      {data?.quotas.length === 0 && <p className="quiet">{t('platform.no-quotas')}</p>}
      <ul className="panel-rows">
        {data?.quotas.map(({ id, tenant, quota, used, most }) => (
          <PlatformRow
            key={`${id} ${quota}`}
            to={`/tenant/systenant?${String(new URLSearchParams({ tenantName: tenant }))}`}
            name={tenant}
            value={t(`platform.quota-${quota}`, { used: used.toLocaleString(locale), most: most.toLocaleString(locale) })}
            urgent={used >= most}
          />
        ))}
      </ul>
    </Panel>
  )
}
