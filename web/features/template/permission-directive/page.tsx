import { Alert } from 'antd'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Permitted, useHasRole } from '../../../kernel/session/permitted.tsx'

const cases: readonly (readonly string[])[] = [['ROLE_ADMIN'], ['ROLE_EDITOR'], ['ROLE_ADMIN', 'ROLE_EDITOR'], ['ROLE_VIEWER']]

export default function PermissionDirectivePage() {
  const t = useT()
  return (
    <Example
      title={t('menu.permissiondirective')}
      about={t('permission.directive-about')}
      source={['features/template/permission-directive/']}
    >
      <div className="example-grid">
        {cases.map((roles) => (
          <ExampleCard key={roles.join()} title={roles.join(', ')}>
            <p>
              <code>{`<Permitted roles={${JSON.stringify(roles)}}>`}</code>
            </p>
            <Permitted roles={roles}>
              <Alert type="success" showIcon title={t('permission.seen')} />
            </Permitted>
            <Outcome roles={roles} />
          </ExampleCard>
        ))}
      </div>
    </Example>
  )
}

/** The same question for code that decides more than whether something shows. */
function Outcome({ roles }: { roles: readonly string[] }) {
  const t = useT()
  return <p className="example-result">useHasRole: {t(useHasRole(roles) ? 'permission.yes' : 'permission.no')}</p>
}
