import { useQuery } from '@tanstack/react-query'
import { roles } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/api.ts'
import { Example, ExampleCard } from '../../../kernel/example.tsx'
import { useT } from '../../../kernel/i18n.ts'
import { ListFailure } from '../../../kernel/list-failure.tsx'
import { permittedRoutes } from '../../../kernel/menu-routes.ts'
import { restrictedRoutes } from '../../../kernel/restricted-routes.ts'
import { listOf } from '../../../kernel/resource-client.ts'

/** For every role of the tenant: which of the restricted pages it opens. The same function decides in the router. */
export default function PermissionRolePage() {
  const t = useT()
  const { data, error, refetch } = useQuery(listOf(roles, { currentPage: 1, pageSize: 100 }, { quiet: true }))
  return (
    <Example title={t('menu.permissionrole')} about={t('permission.role-about')} source={['features/template/permission-role/']}>
      {error instanceof ApiError ? <ListFailure error={error} onRetry={() => void refetch()} /> : (
        <ExampleCard title={t('noun.roles')}>
          <div className="example-scroll" role="region" aria-label={t('menu.permissionrole')} tabIndex={0}>
            <table className="example-table" aria-busy={!data}>
              <thead><tr><th scope="col">{t('noun.roles')}</th>{restrictedRoutes.map(({ path }) => <th key={path} scope="col"><code>{path}</code></th>)}</tr></thead>
              <tbody>
                {data?.list.map(({ id, roleName, roleCode }) => {
                  const open = new Set(permittedRoutes(restrictedRoutes, [String(roleCode)]))
                  return (
                    <tr key={id}>
                      <th scope="row">{String(roleName)} <code>{String(roleCode)}</code></th>
                      {restrictedRoutes.map((route) => <td key={route.path}>{t(open.has(route) ? 'permission.yes' : 'permission.no')}</td>)}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        </ExampleCard>
      )}
    </Example>
  )
}
