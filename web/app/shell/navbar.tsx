import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined'
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { Button } from 'antd'
import { memo } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '../../kernel/i18n/i18n.ts'
import { HOME } from '../../kernel/navigation/menu-routes.ts'
import { AccountMenu } from './account-menu.tsx'
import { AlarmCounter } from './alarm-counter.tsx'
import { PALETTE_KEYS } from './console-keys.ts'
import { ErrorLogBadge } from './error-log-badge.tsx'
import { MenuSwitch } from './menu-switch.tsx'
import { FullscreenSwitch, HelpButton, LanguageSwitch, SettingsButton, SizeSwitch, ThemeSwitch } from './navbar-tools.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { openOverlay } from '../../kernel/navigation/overlays.ts'
import type { Step } from './routes.ts'
import { TenantClock } from './tenant-clock.tsx'

interface NavbarProps {
  readonly steps: readonly Step[]
  readonly sidebarOpen: boolean
  readonly onToggleSidebar: () => void
}

export function Navbar({ steps, sidebarOpen, onToggleSidebar }: NavbarProps) {
  return (
    <header className="navbar">
      <Hamburger isOpen={sidebarOpen} onToggle={onToggleSidebar} />
      <Breadcrumb steps={steps} />
      <Tools />
    </header>
  )
}

const Hamburger = memo(function Hamburger({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useT()
  return (
    <Button
      type="text"
      className="hamburger"
      aria-expanded={isOpen}
      aria-label={t(isOpen ? 'shell.fold' : 'shell.unfold')}
      icon={isOpen ? <MenuFoldOutlined aria-hidden="true" /> : <MenuUnfoldOutlined aria-hidden="true" />}
      onClick={onToggle}
    />
  )
})

/** The same on every page, and so not drawn because another one is shown. */
const Tools = memo(function Tools() {
  return (
    <div className="navbar-tools">
      <SearchButton />
      <ErrorLogBadge />
      <AlarmCounter />
      <NotificationBell />
      <MenuSwitch />
      <FullscreenSwitch />
      <SizeSwitch />
      <TenantClock />
      <LanguageSwitch />
      <ThemeSwitch />
      <HelpButton />
      <SettingsButton />
      <AccountMenu />
    </div>
  )
})

function SearchButton() {
  const t = useT()
  return (
    <Button
      type="text"
      className="search-button"
      icon={<SearchOutlined aria-hidden="true" />}
      title={t('palette.open')}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={() => openOverlay('palette')}
    >
      <span className="search-words">{t('palette.search')}</span>
      <kbd aria-hidden="true">{PALETTE_KEYS}</kbd>
    </Button>
  )
}

/** Home, and the way from there. */
function Breadcrumb({ steps }: { steps: readonly Step[] }) {
  const t = useT()
  const { pathname } = useLocation()
  const atHome = pathname === HOME
  return (
    <nav className="breadcrumb" aria-label={t('shell.breadcrumb')}>
      <ol>
        <li aria-current={atHome ? 'page' : undefined}>{atHome ? t('shell.home') : <Link to={HOME}>{t('shell.home')}</Link>}</li>
        {steps.map(({ title, path }, at) => (
          <li key={`${at}${title}`} aria-current={at === steps.length - 1 ? 'page' : undefined}>
            {path === undefined ? title : <Link to={path}>{title}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
