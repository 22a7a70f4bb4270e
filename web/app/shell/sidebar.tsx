import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { Menu } from 'antd'
import type { MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Translate } from '../../kernel/i18n/i18n.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { MenuRoute } from '../../kernel/navigation/menu-routes.ts'
import { HOME, shownRoutes, trailTo } from '../../kernel/navigation/menu-routes.ts'
import { Logo } from '../../ui/logo.tsx'
import { useTaskCountInvalidation } from '../../shared/workflow/task-count.ts'
import { metaOf } from '../pages.ts'
import { MenuIcon } from './menu-icon.tsx'
import { titleOf } from './routes.ts'
import { TaskCount, countsOf } from './task-count.tsx'

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
  // Drawing all its entries takes longer than most pages: the page comes first.
  const lit = useDeferredValue(metaOf(pathname).activeMenu ?? pathname)
  const groups = useMemo(() => trailTo(lit, menu).flatMap((route) => (route.kind === 'group' ? [route.key] : [])), [lit, menu])
  const [opened, setOpened] = useState<readonly string[]>(groups)
  const items = useMemo(() => shownRoutes(menu).map((route) => itemOf(route, t, mode === 'narrow')), [menu, mode, t])
  useTaskCountInvalidation()
  const entries = useMemo(
    () =>
      mode === 'horizontal' ? (
        <Menu mode="horizontal" selectedKeys={[lit]} items={items} overflowedIndicator={<MoreEntries label={t('shell.more-menu')} />} />
      ) : (
        <Menu
          mode="inline"
          inlineCollapsed={mode === 'narrow'}
          inlineIndent={10}
          selectedKeys={[lit]}
          items={items}
          // Each entry would carry a tooltip that never opens where its title is to be read, and draw it at every change of page.
          {...(mode === 'narrow'
            ? {}
            : { openKeys: [...new Set([...opened, ...groups])], onOpenChange: (keys: string[]) => setOpened(keys), tooltip: false })}
        />
      ),
    [mode, lit, items, opened, groups, t],
  )
  return (
    <nav aria-label={t('shell.menu')} className="menu-tree">
      {entries}
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

/** @param isNarrow Folded to its icon: then the icon has the count that its title would have. */
function itemOf(route: MenuRoute, t: Translate, isNarrow = false): Item {
  const title = titleOf(route)
  const counts = countsOf(route)
  const count = counts.length > 0 && <TaskCount of={counts} />
  const icon = isNarrow && count ? <CountedIcon name={route.icon}>{count}</CountedIcon> : <MenuIcon name={route.icon} />
  const own = !isNarrow && count
  // An entry has its title as a tooltip by itself; that of a group stands on its text.
  if (route.kind === 'group') {
    const label = (
      <span title={title}>
        {title}
        {own}
      </span>
    )
    return { key: route.key, icon, label, children: route.children.map((child) => itemOf(child, t)) }
  }
  if (route.kind === 'link') {
    const label = (
      <a href={route.path} target="_blank" rel="noopener noreferrer">
        {title}
        <span className="visually-hidden"> ({t('menus.opens-tab')})</span>
      </a>
    )
    return { key: route.path, icon, title, label }
  }
  const label = (
    <Link to={route.path}>
      {title}
      {own}
    </Link>
  )
  return { key: route.path, icon, title, label }
}

/** The count comes first: what follows an icon is its title, which a narrow menu does not show. */
function CountedIcon({ name, className, children }: { name: string | undefined; className?: string; children: ReactNode }) {
  return (
    <span className={`counted-icon ${className ?? ''}`}>
      {children}
      <MenuIcon name={name} />
    </span>
  )
}
