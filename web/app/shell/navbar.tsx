import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined'
import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined'
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined'
import MoonOutlined from '@ant-design/icons/es/icons/MoonOutlined'
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined'
import { Button, Dropdown } from 'antd'
import { Link, useLocation } from 'react-router'
import { switchTheme, useAppearance } from '../../kernel/appearance.ts'
import { chooseLanguage, languages, nameOfLanguage, useLanguage, useT } from '../../kernel/i18n.ts'
import { HOME } from '../../kernel/menu-routes.ts'
import { AccountMenu } from './account-menu.tsx'

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
        <LanguageSwitch />
        <ThemeSwitch />
        <AccountMenu />
      </div>
    </header>
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

function LanguageSwitch() {
  const t = useT()
  const language = useLanguage()
  const items = languages.map((one) => ({ key: one, label: nameOfLanguage[one], onClick: () => void chooseLanguage(one) }))
  return (
    <Dropdown menu={{ items, selectable: true, selectedKeys: [language] }} trigger={['click']} autoFocus placement="bottomRight">
      <Button type="text" icon={<GlobalOutlined aria-hidden="true" />} aria-label={`${t('shell.language')}: ${nameOfLanguage[language]}`} aria-haspopup="menu" />
    </Dropdown>
  )
}

function ThemeSwitch() {
  const t = useT()
  const theme = useAppearance((state) => state.theme)
  return (
    <Button
      type="text" icon={theme === 'dark' ? <SunOutlined aria-hidden="true" /> : <MoonOutlined aria-hidden="true" />}
      aria-label={t(theme === 'dark' ? 'shell.light' : 'shell.dark')} onClick={switchTheme}
    />
  )
}
