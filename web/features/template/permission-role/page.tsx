import { useQuery } from '@tanstack/react-query'
import { roles } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { permittedRoutes } from '../../../kernel/navigation/menu-routes.ts'
import { restrictedRoutes } from '../../../kernel/session/restricted-routes.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'

/** For every role of the tenant: which of the restricted pages it opens. The same function decides in the router. */
export default function PermissionRolePage() {
  const t = useT()
  const { data, error, refetch } = useQuery(listOf(roles, { currentPage: 1, pageSize: 100 }, { quiet: true }))
  return (
    <Example title={t('menu.permissionrole')} about={t('permission.role-about')} source={['features/template/permission-role/']}>
      {error instanceof ApiError ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <ExampleCard title={t('noun.roles')}>
          <div className="example-scroll" role="region" aria-label={t('menu.permissionrole')} tabIndex={0}>
            <table className="example-table" aria-busy={!data}>
              <thead>
                <tr>
                  <th scope="col">{t('noun.roles')}</th>
                  {restrictedRoutes.map(({ path }) => (
                    <th key={path} scope="col">
                      <code>{path}</code>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data?.list.map(({ id, roleName, roleCode }) => {
                  const open = new Set(permittedRoutes(restrictedRoutes, [String(roleCode)]))
                  return (
                    <tr key={id}>
                      <th scope="row">
                        {String(roleName)} <code>{String(roleCode)}</code>
                      </th>
                      {restrictedRoutes.map((route) => (
                        <td key={route.path}>{t(open.has(route) ? 'permission.yes' : 'permission.no')}</td>
                      ))}
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
