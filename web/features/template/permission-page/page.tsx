import { Button } from 'antd'
import { useActing } from '../../../kernel/session/acting.ts'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useSession } from '../../../kernel/session/session-store.ts'

/** Open to administrators only: whoever switches to another role on this page is told that it is closed to them now. */
export default function PermissionPage() {
  const t = useT()
  const { user } = useSession()
  const acting = useActing()
  const others =
    user.acting === 'preview' ? [] : user.heldRoles.filter(({ code }) => !(user.acting === 'role' && user.roles.includes(code)))
  return (
    <Example title={t('menu.permissionpage')} about={t('permission.page-about')} source={['features/template/permission-page/']}>
      <ExampleCard title={t('permission.mine')}>
        <ul className="example-list">
          {user.roles.map((code, at) => (
            <li key={code}>
              {user.roleNames[at] ?? code} <code>{code}</code>
            </li>
          ))}
        </ul>
      </ExampleCard>
      <ExampleCard title={t('acting.switch')} about={t('permission.switch-about')}>
        <div className="example-row">
          {user.acting === 'role' && (
            <Button type="primary" onClick={() => void acting.leave()}>
              {t('acting.leave')}
            </Button>
          )}
          {others.map(({ code, name }) => (
            <Button key={code} onClick={() => void acting.switchTo(code)}>
              {name}
            </Button>
          ))}
          {others.length === 0 && user.acting !== 'role' && <p>{t('permission.no-others')}</p>}
        </div>
      </ExampleCard>
    </Example>
  )
}
