import { Drawer, Menu } from 'antd'
import type { MenuProps } from 'antd'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '../../kernel/i18n.ts'
import type { MenuRoute } from '../../kernel/menu-routes.ts'
import { HOME, shownRoutes, trailTo } from '../../kernel/menu-routes.ts'
import { Logo } from '../../ui/logo.tsx'
import { MenuIcon } from './menu-icon.tsx'
import { titleOf } from './routes.ts'

type Item = NonNullable<MenuProps['items']>[number]

export function Sidebar({ menu, narrow }: { menu: readonly MenuRoute[]; narrow: boolean }) {
  const t = useT()
  return (
    <aside className="sidebar" aria-label={t('shell.menu')}>
      <Brand />
      <MenuTree menu={menu} narrow={narrow} />
    </aside>
  )
}

export function MobileSidebar({ menu, open, onClose }: { menu: readonly MenuRoute[]; open: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Drawer
      open={open} onClose={onClose} placement="left" size={260} title={<Brand />} aria-label={t('shell.menu')}
      styles={{ body: { padding: '8px 0' }, header: { padding: '8px 12px' } }}
    >
      <MenuTree menu={menu} narrow={false} />
    </Drawer>
  )
}

function Brand() {
  return (
    <Link className="brand" to={HOME} aria-label="Outstation">
      <Logo />
      <span className="brand-name">Outstation</span>
    </Link>
  )
}

function MenuTree({ menu, narrow }: { menu: readonly MenuRoute[]; narrow: boolean }) {
  const t = useT()
  const { pathname } = useLocation()
  const groups = trailTo(pathname, menu).flatMap((route) => (route.kind === 'group' ? [route.key] : []))
  const [opened, setOpened] = useState<readonly string[]>(groups)
  const shown = [...new Set([...opened, ...groups])]
  return (
    <nav aria-label={t('shell.menu')} className="menu-tree">
      <Menu
        mode="inline" inlineCollapsed={narrow} inlineIndent={20} selectedKeys={[pathname]} items={shownRoutes(menu).map(itemOf)}
        {...(narrow ? {} : { openKeys: shown, onOpenChange: (keys: string[]) => setOpened(keys) })}
      />
    </nav>
  )
}

function itemOf(route: MenuRoute): Item {
  const title = titleOf(route)
  const icon = <MenuIcon name={route.icon} />
  if (route.kind === 'group') return { key: route.key, icon, label: title, children: route.children.map(itemOf) }
  return { key: route.path, icon, title, label: <Link to={route.path}>{title}</Link> }
}
