import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { users } from '../../model/index.ts'
import { useT } from '../kernel/i18n/i18n.ts'
import { listOf } from '../kernel/http/resource-client.ts'
import { CardFailure } from './card-failure.tsx'
import { Panel } from './panel.tsx'

/** Who came lately. */
export function RecentUsers() {
  const t = useT()
  const { data, error, refetch } = useQuery(listOf(users, { currentPage: 1, pageSize: 6, sorter: 'createTime_descend' }, { quiet: true }))
  const fields = data?.fields ?? []
  const rows = data?.list ?? []
  return (
    <Panel title={t('workbench.recent-users')} action={<Link to="/admin/sysuser">{t('workbench.all')}</Link>}>
      {!data && <CardFailure error={error} onRetry={refetch} />}
      <ul className="panel-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <span className="initial" aria-hidden="true">
              {String(row['nickname'] ?? row['username'] ?? '?')
                .slice(0, 1)
                .toUpperCase()}
            </span>
            <span className="row-name">
              <strong>{String(row['nickname'] ?? row['username'] ?? '')}</strong>
              <span>{String(row['orgIdCn'] ?? '')}</span>
            </span>
            {fields.includes('createTime') && <time>{String(row['createTime'] ?? '').slice(0, 16)}</time>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
