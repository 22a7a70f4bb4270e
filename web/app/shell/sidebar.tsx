import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { Menu } from 'antd'
import type { MenuProps } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Translate } from '../../kernel/i18n/i18n.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { MenuRoute } from '../../kernel/navigation/menu-routes.ts'
import { HOME, shownRoutes, trailTo } from '../../kernel/navigation/menu-routes.ts'
import { Logo } from '../../ui/logo.tsx'
import { metaOf } from '../pages.ts'
import { MenuIcon } from './menu-icon.tsx'
import { titleOf } from './routes.ts'

type Item = NonNullable<MenuProps['items']>[number]

/** At the side, folded to its icons when it is closed. */
export function Sidebar({ menu, narrow, logo }: { menu: readonly MenuRoute[]; narrow: boolean; logo: boolean }) {
  const t = useT()
  return (
    <aside className="sidebar" aria-label={t('shell.menu')}>
      {logo && <Brand />}
      <MenuTree menu={menu} mode={narrow ? 'narrow' : 'inline'} />
    </aside>
  )
}

/** Across the top; what has no room goes into a menu at the end. */
export function TopSidebar({ menu, logo }: { menu: readonly MenuRoute[]; logo: boolean }) {
  const t = useT()
  return (
    <aside className="top-sidebar" aria-label={t('shell.menu')}>
      {logo && <Brand />}
      <MenuTree menu={menu} mode="horizontal" />
    </aside>
  )
}

export function Brand() {
  return (
    <Link className="brand" to={HOME} aria-label="Outstation">
      <Logo />
      <span className="brand-name">Outstation</span>
    </Link>
  )
}

export function MenuTree({ menu, mode }: { menu: readonly MenuRoute[]; mode: 'inline' | 'narrow' | 'horizontal' }) {
  const t = useT()
  const { pathname } = useLocation()
  const lit = metaOf(pathname).activeMenu ?? pathname
  const groups = trailTo(lit, menu).flatMap((route) => (route.kind === 'group' ? [route.key] : []))
  const [opened, setOpened] = useState<readonly string[]>(groups)
  const shown = [...new Set([...opened, ...groups])]
  const items = useMemo(() => shownRoutes(menu).map((route) => itemOf(route, t)), [menu, t])
  return (
    <nav aria-label={t('shell.menu')} className="menu-tree">
      {mode === 'horizontal' ? (
        <Menu mode="horizontal" selectedKeys={[lit]} items={items} overflowedIndicator={<MoreEntries label={t('shell.more-menu')} />} />
      ) : (
        <Menu
          mode="inline"
          inlineCollapsed={mode === 'narrow'}
          inlineIndent={10}
          selectedKeys={[lit]}
          items={items}
          // Each entry would carry a tooltip that never opens where its title is to be read, and draw it at every change of page.
          {...(mode === 'narrow' ? {} : { openKeys: shown, onOpenChange: (keys: string[]) => setOpened(keys), tooltip: false })}
        />
      )}
    </nav>
  )
}

function MoreEntries({ label }: { label: string }) {
  return (
    <>
      <EllipsisOutlined aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </>
  )
}

function itemOf(route: MenuRoute, t: Translate): Item {
  const title = titleOf(route)
  const icon = <MenuIcon name={route.icon} />
  // An entry has its title as a tooltip by itself; that of a group stands on its text.
  if (route.kind === 'group')
    return { key: route.key, icon, label: <span title={title}>{title}</span>, children: route.children.map((child) => itemOf(child, t)) }
  if (route.kind === 'link') {
    const label = (
      <a href={route.path} target="_blank" rel="noopener noreferrer">
        {title}
        <span className="visually-hidden"> ({t('menus.opens-tab')})</span>
      </a>
    )
    return { key: route.path, icon, title, label }
  }
  return { key: route.path, icon, title, label: <Link to={route.path}>{title}</Link> }
}
