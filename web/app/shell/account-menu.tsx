import { Button, Dropdown } from 'antd'
import type { MenuProps } from 'antd'
import { useNavigate } from 'react-router'
import { useActing } from '../../kernel/session/acting.ts'
import { useAvatar } from '../../shared/people/avatar.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { useHoverMenu } from '../../ui/use-hover-menu.ts'
import { HELP } from '../../kernel/navigation/help.ts'
import { HOME } from '../../kernel/navigation/menu-routes.ts'
import { useSession } from '../../kernel/session/session-store.ts'
import { hasPage } from '../pages.ts'
import { useLeave } from './leave.ts'
import { openOverlay } from '../../kernel/navigation/overlays.ts'
import { clockLine } from './tenant-clock.tsx'

/** A page of its own when the console has it (section 2 of the specification). */
const PROFILE = '/profile/index'

export function AccountMenu() {
  const t = useT()
  const navigate = useNavigate()
  const { user } = useSession()
  const acting = useActing()
  const leave = useLeave()
  const picture = useAvatar(user.avatar)
  const { dropdown, press } = useHoverMenu()

  // In a preview nothing is switched: it is left first, by its banner.
  const others =
    user.acting === 'preview' ? [] : user.heldRoles.filter(({ code }) => !(user.acting === 'role' && user.roles.includes(code)))
  const roleItems: MenuProps['items'] = [
    ...(user.acting === 'role' ? [{ key: 'leave-role', label: t('acting.leave'), onClick: () => void acting.leave() }] : []),
    // With one role there is nothing to choose.
    ...(user.heldRoles.length > 1 && others.length > 0
      ? [
          {
            key: 'roles',
            type: 'group' as const,
            label: t('acting.switch'),
            children: others.map(({ code, name }) => ({ key: `role ${code}`, label: name, onClick: () => void acting.switchTo(code) })),
          },
        ]
      : []),
  ]

  const items: MenuProps['items'] = [
    { key: 'clock', type: 'group', className: 'for-phone', label: `${t('shell.clock')}${t('common.means')}${clockLine()}` },
    { key: 'home', label: t('shell.home'), onClick: () => void navigate(HOME) },
    ...(hasPage(PROFILE) ? [{ key: 'profile', label: t('shell.profile'), onClick: () => void navigate(PROFILE) }] : []),
    { key: 'password', label: t('navbar.change-password'), onClick: () => openOverlay('password') },
    ...(hasPage(PROFILE)
      ? [{ key: 'security', label: t('profile.security'), onClick: () => void navigate(`${PROFILE}?tab=security`) }]
      : []),
    { key: 'help', label: t('menu.help'), onClick: () => void navigate(HELP) },
    { key: 'keys', label: t('keys.title'), onClick: () => openOverlay('shortcuts') },
    ...(roleItems.length > 0 ? [{ type: 'divider' as const }, ...roleItems] : []),
    { type: 'divider' },
    { key: 'leave', label: t('shell.log-out'), onClick: () => void leave() },
  ]
  const name = user.nickname || user.username
  return (
    <Dropdown menu={{ items }} {...dropdown} placement="bottomRight">
      <Button
        type="text"
        onClick={press}
        className="account"
        aria-haspopup="menu"
        aria-label={`${t('shell.account')}${t('common.means')}${name}${user.acting === 'role' ? `${t('common.between')}${t('acting.as', { role: user.roleNames[0] ?? user.roles[0] ?? '' })}` : ''}`}
      >
        <img src={picture} alt="" width={28} height={28} />
        <span className="account-text">
          <span className="account-name">{name}</span>
          {user.acting === 'role' && <span className="account-role">{user.roleNames[0] ?? user.roles[0]}</span>}
        </span>
      </Button>
    </Dropdown>
  )
}
