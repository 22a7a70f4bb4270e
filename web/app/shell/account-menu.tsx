import { Button, Dropdown } from 'antd'
import type { MenuProps } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signOut } from '../../kernel/account.ts'
import { useT } from '../../kernel/i18n.ts'
import { HOME } from '../../kernel/menu-routes.ts'
import { signInPath } from '../../kernel/redirect.ts'
import { closeSession, useSession } from '../../kernel/session-store.ts'

const ChangePassword = lazy(() => import('./change-password.tsx'))

export function AccountMenu() {
  const t = useT()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { user } = useSession()
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused')

  async function leave(): Promise<void> {
    await signOut()
    await navigate(signInPath(pathname + search))
    closeSession()
  }

  const items: MenuProps['items'] = [
    { key: 'home', label: t('shell.home'), onClick: () => void navigate(HOME) },
    { key: 'password', label: t('navbar.change-password'), onClick: () => setDialog('open') },
    { key: 'docs', label: t('menu.apidocs'), onClick: () => void navigate('/docs') },
    { type: 'divider' },
    { key: 'leave', label: t('shell.log-out'), onClick: () => void leave() },
  ]
  const name = user.nickname || user.username
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} autoFocus placement="bottomRight">
        <Button type="text" className="account" aria-haspopup="menu" aria-label={`${t('shell.account')}: ${name}`}>
          <img src={user.avatar || '/avatar.svg'} alt="" width={28} height={28} />
          <span className="account-name">{name}</span>
        </Button>
      </Dropdown>
      {dialog !== 'unused' && (
        <Suspense fallback={null}><ChangePassword open={dialog === 'open'} onClose={() => setDialog('closed')} /></Suspense>
      )}
    </>
  )
}
