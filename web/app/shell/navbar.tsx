import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined'
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { Button } from 'antd'
import { Link, useLocation } from 'react-router'
import { useT } from '../../kernel/i18n.ts'
import { HOME } from '../../kernel/menu-routes.ts'
import { AccountMenu } from './account-menu.tsx'
import { ErrorLogBadge } from './error-log-badge.tsx'
import { MenuSwitch } from './menu-switch.tsx'
import { FullscreenSwitch, LanguageSwitch, SettingsButton, SizeSwitch, ThemeSwitch } from './navbar-tools.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { openOverlay } from './overlays.ts'
import { PALETTE_KEYS } from './palette-keys.ts'

interface NavbarProps {
  readonly titles: readonly string[]
  readonly sidebarOpen: boolean
  readonly onToggleSidebar: () => void
}

export function Navbar({ titles, sidebarOpen, onToggleSidebar }: NavbarProps) {
  const t = useT()
  return (
    <header className="navbar">
      <Button
        type="text" className="hamburger" aria-expanded={sidebarOpen} aria-label={t(sidebarOpen ? 'shell.fold' : 'shell.unfold')}
        icon={sidebarOpen ? <MenuFoldOutlined aria-hidden="true" /> : <MenuUnfoldOutlined aria-hidden="true" />} onClick={onToggleSidebar}
      />
      <Breadcrumb titles={titles} />
      <div className="navbar-tools">
        <SearchButton />
        <ErrorLogBadge />
        <NotificationBell />
        <MenuSwitch />
        <FullscreenSwitch />
        <SizeSwitch />
        <LanguageSwitch />
        <ThemeSwitch />
        <SettingsButton />
        <AccountMenu />
      </div>
    </header>
  )
}

function SearchButton() {
  const t = useT()
  return (
    <Button type="text" className="search-button" icon={<SearchOutlined aria-hidden="true" />} title={t('palette.open')} aria-keyshortcuts="Control+K Meta+K" aria-haspopup="dialog" onClick={() => openOverlay('palette')}>
      <span className="search-words">{t('palette.search')}</span>
      <kbd aria-hidden="true">{PALETTE_KEYS}</kbd>
    </Button>
  )
}

function Breadcrumb({ titles }: { titles: readonly string[] }) {
  const t = useT()
  const { pathname } = useLocation()
  const atHome = pathname === HOME
  return (
    <nav className="breadcrumb" aria-label={t('shell.breadcrumb')}>
      <ol>
        {!atHome && <li><Link to={HOME}>{t('shell.home')}</Link></li>}
        {titles.map((title, at) => (
          <li key={`${at}${title}`} aria-current={at === titles.length - 1 ? 'page' : undefined}>{title}</li>
        ))}
      </ol>
    </nav>
  )
}
